"""Letters are 20, 28, 44 or 72 px large, or a named step: each size that is neither is on a list, with why."""

import re
from collections import Counter
from collections.abc import Iterator

import pytest
from each import each

from webui.site.statics import STATIC

SCALE = {"small": 20, "big": 28, "display": 44, "giant": 72}
"""px where a rem is 20."""
STEPS = {"note", "fine", "tiny", "least", "within", "printed", *(f"drawn-{n}" for n in range(1, 7))}
"""Smaller than the scale, or on a drawing or on paper."""
CAPPED = re.compile(r"min\(var\(--([\w-]+)\), \d+px\)")
"""A size that the largest text does not make larger than its place."""

REM = "what 1 rem is: the device's wish for larger text, a small or a large screen"
BOARD = "grows with the board, the die or the tile that it stands on"
WALL = "a projector's: in shares of the wall's width or height"
MARK = "a mark on a tile, in shares of the tile's number"
BESIDE: dict[str, dict[str, tuple[int, str]]] = {
    "piste.css": {
        "17px": (1, REM),
        "20px": (2, REM),
        "24px": (3, REM),
        "28px": (1, REM),
        "29px": (1, REM),
        "33px": (1, REM),
        ".32em": (1, MARK),
        ".5em": (3, MARK),
        "min(calc(var(--t) * .66), calc(var(--deep, var(--t)) * .62))": (1, BOARD),
        "calc(var(--d) * .3)": (1, BOARD),
        "max(var(--fine), calc(var(--b) * .028))": (1, BOARD),
        "max(var(--note), calc(var(--b) * .036))": (1, BOARD),
        "clamp(var(--small), calc(var(--b) * .055), var(--giant))": (1, BOARD),
        "clamp(12px, 14cqi, var(--most-name, clamp(var(--small), calc(var(--b) * .055), var(--giant))))": (1, BOARD),
        "clamp(12px, 15cqi, 1em)": (1, BOARD),
        "min(14vw, 26vh)": (1, "one sentence that fills the screen"),
        "clamp(20px, min(5vw, 5vh), 64px)": (1, "who sits at a table, which fills its screen"),
        ".8em": (1, "above the names of that"),
        "1.4em": (1, "the names of that"),
        "var(--mini, var(--big))": (1, "a step of the scale, by how many moves there are"),
    },
    "forms.css": {"calc(var(--t) * .62)": (1, BOARD)},
    "games/aside.css": {
        "calc(var(--b) * .062)": (1, BOARD),
        "calc(var(--d) * .24)": (1, BOARD),
        "calc(var(--d) * .3)": (1, BOARD),
        "1.35em": (1, WALL),
        "clamp(15px, 2.1vh, 24px)": (1, WALL),
    },
    "pages/pages.css": {
        "max(var(--tiny), calc(var(--b) * .03))": (1, BOARD),
        "calc(var(--b) * .038)": (1, BOARD),
    },
    "pages/classroom.css": {"clamp(12px, 11cqi, 1em)": (1, "a table's name, as wide as its step of the podium")},
    "pages/hall.css": {"clamp(14px, 2.2vh, 24px)": (1, WALL)},
    "pages/wall.css": {
        **{f"{size}cqi": (1, WALL) for size in (22, 20, 17, 15, 13, 11, 9, 8, 7.2)},
        ".55em": (1, WALL),
        ".7em": (1, WALL),
        ".72em": (1, WALL),
        "min(2.4vh, 1.45vw)": (1, WALL),
        "clamp(16px, 2.6vh, 32px)": (1, WALL),
        "1.35em": (1, WALL),
        "clamp(18px, 3.1vh, 36px)": (1, WALL),
        "clamp(15px, 2.1vh, 26px)": (1, WALL),
        "clamp(15px, 2.1vh, 24px)": (1, WALL),
    },
}
"""Style sheet -> size -> how often it stands there, and why it is neither of the scale nor a step of it."""


def declared(css: str) -> Iterator[str]:
    """The sizes of letters that a style sheet declares, also within `font`."""
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    css = re.sub(r"@font-face\s*{[^}]*}", "", css)
    for name, value in re.findall(r"(?<![\w-])(font-size|font)\s*:\s*([^;}]+)", css):
        whole = value.replace("!important", "").strip()
        size = whole if name == "font-size" else re.sub(r"^\d+ (\S+) Atkinson, sans-serif$", r"\1", whole)
        if size != "inherit":
            yield size


def of_the_scale(size: str) -> bool:
    step = re.fullmatch(r"var\(--([\w-]+)\)", size) or CAPPED.fullmatch(size)
    return step is not None and step[1] in STEPS | set(SCALE)


@each("sheet", sorted(str(one.relative_to(STATIC)) for one in STATIC.rglob("*.css")))
def test_every_size_is_of_the_scale_or_has_its_reason(sheet: str) -> None:
    beside = Counter(size for size in declared((STATIC / sheet).read_text("utf-8")) if not of_the_scale(size))
    assert beside == {size: often for size, (often, _) in BESIDE.get(sheet, {}).items()}


def test_the_scale_is_what_it_is_called() -> None:
    css = (STATIC / "piste.css").read_text("utf-8")
    root = css[css.index(":root {") :]
    for name, pixels in SCALE.items():
        rem = re.search(rf"--{name}: ([\d.]+)rem", root)
        assert rem is not None
        assert float(rem[1]) * 20 == pytest.approx(pixels)
    assert set(re.findall(r"--([\w-]+): \.?\d+(?:\.\d+)?(?:rem|em|pt|px);", root)) >= STEPS


def test_a_size_is_declared_in_style_sheets_alone() -> None:
    """But for the labels on a photograph, which `marks.js` draws as large as the photograph is shown."""
    sources = [*STATIC.rglob("*.js"), *(STATIC.parent / "templates").rglob("*.html")]
    told = {one.name for one in sources if re.search(r"font-size:|fontSize", one.read_text("utf-8"))}
    assert told == {"marks.js"}
