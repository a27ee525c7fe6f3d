"""What is looked for on a screen: what is too wide, cut off, covered or too small for a finger, and what has jumped."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from each import EVERYTHING, in_turn

SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
WIDER = f"() => {SIDEWAYS} > 0 ? ['wider than the screen'] : []"
CUT_OFF = """() => [...document.querySelectorAll("#now, .button, .answer")].filter((one) => {
  const clips = one.matches(".button, .answer") || getComputedStyle(one).overflowY !== "visible";
  const cut = (clips && one.clientHeight + 4 < one.scrollHeight) || one.clientWidth + 1 < one.scrollWidth;
  const room = one.closest("#deed")?.getBoundingClientRect().right ?? Infinity;
  return (cut || one.getBoundingClientRect().right > room + 1) && one.checkVisibility();
}).map((one) => `${one.id || one.className}: ${one.textContent.trim()}`)"""
MAIN = 72
"""px that the one thing to press is high, at least."""
LOW_MAIN = f"""() => {{
  const root = document.documentElement;
  const keys = "byKeys" in root.dataset;
  root.dataset.byKeys = "";  // as for who plays by keys: the dice have their button then
  const main = [...document.querySelectorAll("#table .button.is-main")].filter((one) => one.checkVisibility());
  main.forEach((one) => one.scrollIntoView({{ block: "nearest" }}));
  const told = main.map((one) => [one.getBoundingClientRect(), one.textContent.trim()]);
  const under = [...document.querySelectorAll("#standing, #controls")].map((one) => one.getBoundingClientRect());
  const covered = (box) => under.some((one) => box.bottom > one.top + 1 && box.top < one.bottom - 1
    && box.right > one.left + 1 && box.left < one.right - 1);
  if (!keys) delete root.dataset.byKeys;
  scrollTo(0, 0);
  return told.filter(([box]) => covered(box) || (told.length === 1 && box.height < {MAIN} - 0.5))
    .map(([box, says]) => `${{says}}: ${{box.height}} px, from ${{box.top}} to ${{box.bottom}}`);
}}"""
"""The one thing to press now where it is lower than that, and what of that kind lies over scores or other buttons."""
SIZES = ((320, 640), (360, 740), (640, 400), (800, 1280), (1024, 768), (1280, 720), (1366, 640), (1920, 1080))
"""px of the screens that every state of the table must fit, width and height."""
MISFITS = Path(__file__).with_name("misfits.js").read_text(encoding="utf-8")


USUAL = {"contrast": "no-preference", "forced_colors": "none", "color_scheme": "light"}
LOOKS: Mapping[str, tuple[str, dict]] = {
    "more contrast": ("teacher", {"contrast": "more"}),
    "forced colours": ("teacher", {"forced_colors": "active"}),
    "dark": ("teacher", {"color_scheme": "dark"}),
    "dark wall": ("wall", {"color_scheme": "dark"}),
}
"""What a screen's device may wish for as well: the screen, and the wish."""


WRONG = f"""() => {{
  const headings = document.querySelectorAll("h1").length;
  const about = headings === 1 ? [] : [`${{headings}} headings of the page`];
  return [...about, ...({WIDER})(), ...({CUT_OFF})(), ...({LOW_MAIN})()];
}}"""


def faults(screens: Mapping[str, object], barriers: Callable[..., list[str]], turn: int) -> dict[str, list[str]]:
    """What is wrong on screens of the table, and on one under one of LOOKS, in turn; under each with PISTE_EXAMPLES.

    Axe scans one of the screens, in turn, and the colours of the look; all of them with PISTE_EXAMPLES.
    """
    turn += turn // 4  # many states come in fours
    scanned = in_turn([*screens], turn, len(screens))
    wrong = {name: page.evaluate(WRONG) + (barriers(page) if name in scanned else []) for name, page in screens.items()}
    for look in in_turn([*LOOKS], turn + turn // len(screens), len(LOOKS)):
        name, wishes = LOOKS[look]
        screens[name].emulate_media(**USUAL | wishes)
        wrong[look] = screens[name].evaluate(WRONG) + barriers(screens[name], colours_only=True)
        screens[name].emulate_media(**USUAL)
    return {name: reported for name, reported in wrong.items() if reported}


def misfits(screens: Mapping[str, object], turn: int) -> list[str]:
    """What of a state does not fit at every other of SIZES, at each of them with PISTE_EXAMPLES; a sentence each.

    Half of the sizes are the teacher's, the others the pupil's or the looker-on's, in turn; many states come in fours.
    """
    turn += turn // 4
    first, other, sizes = turn % 2, ("pupil", "looker-on")[turn // 2 % 2], SIZES
    if not EVERYTHING:
        sizes = tuple(size for number, size in enumerate(SIZES) if number // 2 % 2 == turn // 4 % 2)
    shared = {"teacher": sizes[first::2], other: sizes[1 - first :: 2]}
    return [f"{name}, {fault}" for name, sizes in shared.items() for fault in at_sizes(screens[name], MISFITS, sizes)]


def at_sizes(page, script: str, sizes: Sequence[tuple[int, int]]) -> Iterator[str]:
    """What a script finds at each size."""
    for width, height in resized(page, sizes):
        yield from (f"{width}x{height}: {fault}" for fault in page.evaluate(script))


def resized(page, sizes: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Gives a page one size after the other, and its own again; twice as fast as `set_viewport_size`."""
    for width, height in sizes:
        _resize(page, width, height)
        yield width, height
    _resize(page, **page.viewport_size)


def _resize(page, width: int, height: int) -> None:
    of_screen = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    _devtools(page).send("Emulation.setDeviceMetricsOverride", of_screen)


@cache
def _devtools(page):
    return page.context.new_cdp_session(page)


UNSEEN = """{
  const unseen = new CSSStyleSheet();
  unseen.replaceSync("html { opacity: 0 !important } [data-young] { pointer-events: auto !important }");
  document.adoptedStyleSheets = [unseen];
}"""
"""Lays a page out without drawing it, which takes as long as all else: fingers, keys and measures do not need it.

What has taken another's place is ready at once: a test's finger follows what it sees, and is never late.
What looks at the picture draws it: `photographed`, `watch_for_shifts`, and axe for what it scans.
"""
SEEN = "document.adoptedStyleSheets = []"
SHIFTS = """() => {
  const since = performance.now(); // a page draws itself piece by piece as it arrives, and the browser says so later
  window.shifts = [];
  const named = (node) => node?.id || (node?.className?.baseVal ?? node?.className) || node?.nodeName;
  const state = () => document.getElementById("table")?.className;
  const place = (one) => [one.x, one.y, one.width, one.height].map((length) => length.toFixed(1)).join(" ");
  const moved = (one) => [named(one.node), place(one.previousRect), place(one.currentRect)];
  const reported = (entry) => [entry.value, state(), ...entry.sources.map(moved)];
  const fresh = (list) => list.getEntries().filter((entry) => entry.startTime >= since);
  new PerformanceObserver((list) => window.shifts.push(...fresh(list).map(reported)))
    .observe({ type: "layout-shift" });
}"""
"""Notes in `window.shifts` whatever jumps from now on: how far, in which state, what, from where to where."""
SHOWN = """(version) => new Promise((done) => {
  const look = () => Number(document.getElementById("table").dataset.version) >= version ? done() : setTimeout(look, 5);
  look();
})"""
"""Waits until the table of that version, or a later one, is there."""
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Waits until what is there has been drawn."""
TYPEFACE = "Promise.all([400, 700].map((weight) => document.fonts.load(`${weight} 1em Atkinson`))).then(() => 0)"
"""Waits until the typeface is there, light and bold."""


def watch_for_shifts(page) -> None:
    """Notes what jumps once the page has come to rest: how it arrives is no part of the game."""
    page.wait_for_load_state()
    for rested in SEEN, TYPEFACE, DRAWN, SHIFTS:
        page.evaluate(rested)


def photographed(shown) -> np.ndarray:
    """What a page, or a part of one, looks like when nothing moves any more: BGR, (height, width, 3)."""
    getattr(shown, "page", shown).evaluate(SEEN)
    png = np.frombuffer(shown.screenshot(animations="disabled"), np.uint8)
    return cv2.imdecode(png, cv2.IMREAD_COLOR)
