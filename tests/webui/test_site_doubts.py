"""What the page asks when Piste does not see well, and what a tap answers."""

import re

import pytest
from werkzeug.datastructures import MultiDict

from webui.said import FormError, action_said

TILES = [{"seat": 1, "tile": 7}, {"seat": 1, "tile": 8}]
DOUBT = {"kind": "tiles", "readings": [], "crops": [], "tiles": TILES, "asks": TILES[0]}
QUESTION = "La case 7 est-elle ouverte ou fermée ?"
CAMERA = {"state": "ok", "light": "ok"}


def answers(page: str) -> list[tuple[str, ...]]:
    """(state, words) of the buttons that answer for a tile, those that may be tapped."""
    found = re.findall(r'<button class="answer is-tile" name="state" value="(\w+)" ?>(.*?)</button>', page)
    return [(state, re.sub(r"<[^>]+>|\d", "", text).strip()) for state, text in found]


def test_a_doubtful_tile_is_asked_about_with_one_tap_answers(shown) -> None:
    page = shown(doubt=DOUBT)
    assert f'<h1 id="headline">{QUESTION}</h1>' in page
    assert answers(page) == [("open", "Ouverte"), ("closed", "Fermée")]
    assert '<input type="hidden" name="seat" value="1"><input type="hidden" name="tile" value="7">' in page


def test_only_one_thing_is_asked_at_a_time(shown) -> None:
    page = shown(doubt=DOUBT)
    assert page.count("est-elle ouverte") == page.count(QUESTION)
    assert 'id="moves"' not in page
    assert 'id="close"' not in page
    assert re.findall(r'is-asked" id="tile-1-(\d)"', page) == ["7"]


def test_who_only_looks_on_cannot_answer(shown) -> None:
    page = shown(doubt=DOUBT, signed_in=False)
    assert QUESTION in page
    assert answers(page) == []


@pytest.mark.parametrize(
    "changed",
    [
        {"doubt": None},
        {"doubt": {**DOUBT, "asks": None}},
        {"doubt": DOUBT, "camera": {**CAMERA, "hands": True}},
        {"doubt": DOUBT, "state": "rolling"},
        {"doubt": DOUBT, "state": "refused"},
        {"doubt": {**DOUBT, "kind": "dice", "readings": [[3, 2], [5, 2]]}, "state": "doubt"},
    ],
    ids=["surely seen", "not asked yet", "a hand", "dice roll", "refused", "the dice first"],
)
def test_nothing_is_asked_once_the_eyes_are_sure_or_something_else_comes_first(shown, changed: dict) -> None:
    page = shown(**changed)
    assert QUESTION not in page
    assert answers(page) == []


def test_a_tap_says_which_tile_it_means() -> None:
    form = MultiDict({"action": "answer_tile", "seat": "3", "tile": "7", "state": "closed"})
    said = {"action": "answer_tile", "by": "teacher", "seat": 3, "tile": 7, "state": "closed"}
    assert action_said(form) == said


@pytest.mark.parametrize("missing", ["seat", "tile"])
def test_an_answer_without_its_tile_is_none(missing: str) -> None:
    form = MultiDict({"action": "answer_tile", "seat": "3", "tile": "7", "state": "closed"})
    form.pop(missing)
    with pytest.raises(FormError, match="whole number"):
        action_said(form)
