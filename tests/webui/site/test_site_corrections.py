"""What Piste or a person puts right, on the page and in the API."""

import re
from collections.abc import Callable

from webui.site.openapi import document

TOLD = "C’était un 5 : la case 5 a été fermée."
RIGHT = {
    "event": "corrected", "t": 9.0, "player": 1, "seat": 1, "what": "roll", "of": 5.0, "before": [4, 3],
    "after": [5, 3], "when": 5.0, "by": "piste", "reason": "tiles",
}  # fmt: skip
CLOSED = {"event": "tile_flipped", "t": 8.0, "player": 1, "seat": 1, "tile": 5, "state": "closed"}
ACCEPTED = {"event": "move_accepted", "t": 10.0, "player": 1, "seat": 1, "closed": [3, 5], "open": [1, 2]}


def says(page: str) -> list[str]:
    """The sentences below the headline."""
    return re.findall(r'<span id="says-\d">([^<]*)</span>', page)


def story(page: str) -> list[str]:
    found = re.search(r'<ol class="story".*?</ol>', page)
    return re.findall(r"<li[^>]*>(.*?)</li>", found.group()) if found else []


def test_pistes_corrections_are_shown_once(
    shown: Callable[..., str],
) -> None:
    page = shown(history=[CLOSED, RIGHT])
    assert says(page)[0] == TOLD
    assert page.count(TOLD) == 1
    later = shown(history=[CLOSED, RIGHT, ACCEPTED])
    assert TOLD not in says(later)
    assert story(later) == ["Léa ferme 3 et 5.", TOLD]


def test_an_old_correction_without_what_is_still_shown(shown: Callable[..., str]) -> None:
    before, after = (
        {"dice": [6, 2], "open": [1, 2], "scores": {}},
        {"dice": [6, 2], "open": [1], "scores": {}},
    )
    old = {"event": "corrected", "t": 1.0, "player": 1, "seat": 1, "before": before, "after": after}
    page = shown(history=[old | {"by": "teacher", "reason": None}, ACCEPTED])
    assert story(page) == ["Léa ferme 3 et 5.", "Léa : la case 2 est fermée."]


def test_what_is_taken_back_is_told_once(teacher) -> None:
    for fields in ({"action": "throw", "die1": "6", "die2": "2"}, {"action": "close_tiles", "tiles": "2 6"}):
        teacher.post("/actions", **fields)
    teacher.post("/actions", action="next")
    teacher.post("/actions", action="throw", die1="4", die2="1")
    teacher.post("/actions", action="undo")
    page = " ".join(teacher.page().replace("\u00a0", " ").split())
    assert story(page)[:2] == ["On revient en arrière : 2 et 6 sont rouvertes.", "Léa ferme 2 et 6."]


def test_the_api_tells_what_a_correction_may_be() -> None:
    schemas = document()["components"]["schemas"]
    assert "corrected" in schemas["EventLine"]["properties"]["event"]["enum"]
    assert schemas["View"]["properties"]["history"]["items"]["$ref"].endswith("/EventLine")
