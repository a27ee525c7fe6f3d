"""Style sheets and scripts keep to what the oldest browsers of docs/browsers.md know: Safari 15.4, say."""

import re
from collections.abc import Iterator
from itertools import pairwise

from each import each

from webui.site.statics import STATIC

SHEETS = {path.relative_to(STATIC).as_posix(): path.read_text(encoding="utf-8") for path in STATIC.rglob("*.css")}
SCRIPTS = {path.relative_to(STATIC).as_posix(): path.read_text(encoding="utf-8") for path in STATIC.rglob("*.js")}

WORDS = r"[\w-]+"
RULES = re.findall(WORDS, "media keyframes font-face page supports")
SELECTORS = re.findall(
    WORDS,
    """active after before checked empty file-selector-button first-child focus focus-visible has hover is last-child
    last-of-type not nth-child nth-last-child nth-of-type only-child root target where -webkit-details-marker
    -webkit-progress-bar -webkit-progress-value -moz-progress-bar""",
)
FUNCTIONS = re.findall(
    WORDS,
    """attr blur brightness calc clamp counter cubic-bezier drop-shadow format inset linear-gradient local max min
    minmax radial-gradient repeat repeating-linear-gradient rotate rotate3d rotateX rotateY rotateZ scale scaleY
    translate translate3d translateX translateY translateZ url var""",
)
UNITS = re.findall(WORDS, "ch cm deg dvh em fr mm pt px rem s vh vw")
"""What all of them know; whoever adds one has looked up since when."""
HARMLESS = {
    "container": "words of the bar, and of boards in the history: signs alone, or a little larger, where it is unknown",
    "color-mix": "a plain colour stands before it",
    "cqi": "the wall's sentence is smaller where it is unknown",
    "cqw": "asked for by @supports",
    "cqh": "asked for by @supports",
}
"""What is newer, and why a page does without."""

NEWER = {
    "checkVisibility": "Safari 17.4",
    "requestSubmit": "Safari 16",
    "AbortSignal": "Safari 16",
    "toSorted": "Safari 16",
    "toReversed": "Safari 16",
    "toSpliced": "Safari 16",
    "groupBy": "Safari 17.4",
    "withResolvers": "Safari 17.4, Chrome 119, Firefox 121",
    "canParse": "Safari 17",
    "showPopover": "Safari 17, Firefox 125",
    "startViewTransition": "Safari 18, Firefox 144",
    "fromAsync": "Safari 16.4, Chrome 121",
    "isSubsetOf": "Safari 17, Firefox 127",
    "scheduler": "Chrome alone",
    "requestIdleCallback": "not in Safari",
}
"""Names that scripts do not use -> since when they are known."""
NEWER_SYNTAX = {
    "a form with its button": r"new FormData\([^()]*,",
    "looking behind in an expression": r"\(\?<[=!]",
    "a static block": r"\bstatic\s*\{",
    "import with attributes": r"import[^;]* with \{",
}
NEWER_THAN_ANY = {"an arrow": "=>", "let": r"^\s*(let|const) ", "??": r"\?\?", "?.": r"\?\.", "a template": "`"}
"""What is no ECMAScript 5."""


def bare(sheet: str) -> str:
    """A style sheet without comments and strings."""
    return re.sub(r'"[^"]*"', '""', re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL))


def selectors(sheet: str) -> Iterator[str]:
    """What stands before each brace but those of at-rules."""
    return (found.strip() for found in re.findall(r"[^{};]*(?=\{)", bare(sheet)) if not found.strip().startswith("@"))


@each("name", SHEETS)
def test_a_style_sheet_uses_what_all_of_them_know(name: str) -> None:
    sheet = bare(SHEETS[name])
    pseudo = {word for found in selectors(sheet) for word in re.findall(r":{1,2}([a-z-][\w-]*)", found)}
    functions = set(re.findall(r"([a-z][\w-]*)\(", re.sub(r"[^{};]*\{", "{", sheet)))
    units = set(re.findall(r"(?<![\w#-])\d*\.?\d+([a-z]+)\b", re.sub(r"#[0-9a-fA-F]+|[^{};]*\{", "{", sheet)))
    rules = set(re.findall(r"@([\w-]+)", sheet))
    assert rules - {*RULES, *HARMLESS} == set()
    assert pseudo - {*SELECTORS} == set()
    assert functions - {*FUNCTIONS, *HARMLESS} == set()
    assert units - {*UNITS, *HARMLESS} == set()
    assert not any("&" in found for found in selectors(sheet)), "a nested rule"


@each("name", SHEETS)
def test_what_is_newer_has_something_plain_before_it(name: str) -> None:
    declared = re.split(r"[;{}]", re.sub(r"/\*.*?\*/", "", SHEETS[name], flags=re.DOTALL))
    for before, newer in pairwise(declared):
        if "color-mix(" in newer or re.search(r'content: .* / ""', newer):
            assert before.split(":")[0].strip() == newer.split(":")[0].strip(), newer
            assert not re.search(r'color-mix\(| / ""', before), newer
    units = r"@supports \(width: 1cqw\)\{[^}]*\}"
    assert "cqw" not in re.sub(units, "", bare(SHEETS[name]))


@each("name", SCRIPTS)
def test_a_script_uses_what_all_of_them_know(name: str) -> None:
    script = re.sub(r"//.*", "", SCRIPTS[name])
    assert [word for word in NEWER if re.search(rf"\b{word}\b", script)] == []
    assert [what for what, how in NEWER_SYNTAX.items() if re.search(how, script)] == []


def test_the_first_script_can_be_read_by_any_browser() -> None:
    script = re.sub(r"//.*", "", SCRIPTS["wishes.js"])
    assert [what for what, how in NEWER_THAN_ANY.items() if re.search(how, script, re.MULTILINE)] == []


@each("name", sorted(SCRIPTS.keys() - {"wishes.js"}))
def test_every_other_script_asks_whether_it_may_run(name: str) -> None:
    asked_for = {"morph.js", "handles.js", "link.js", "pages/awake.js", "pages/rest.js"}  # by another script
    assert name in asked_for or re.search(r'^import .*"\.{1,2}/morph\.js";$', SCRIPTS[name], re.MULTILINE)
