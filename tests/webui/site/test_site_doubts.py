"""What the page asks when Piste does not see well, and what a tap answers."""

import re

import pytest
from werkzeug.datastructures import MultiDict

from webui.site.forms import FormError, action_of

TILES = [{"seat": 1, "tile": 7}, {"seat": 1, "tile": 8}]
DOUBT = {"kind": "tiles", "tiles": TILES, "asks": TILES[0]}
QUESTION = "La case 7 est-elle ouverte ou fermée ?"
CAMERA = {"state": "ok", "light": "ok"}


def answers(page: str) -> list[tuple[str, ...]]:
    """(state, words) of the buttons that answer for a tile, those that may be tapped."""
    found = re.findall(r'<button class="answer is-tile" name="state" value="(\w+)" ?>(.*?)</button>', page)
    return [(state, re.sub(r"<[^>]+>|\d", "", text).strip()) for state, text in found]


def test_a_doubtful_tile_is_asked_about_with_one_tap_answers(shown) -> None:
    page = shown(doubt=DOUBT)
    assert f'>{QUESTION}</h1>' in page
    assert answers(page) == [("open", "Ouverte"), ("closed", "Fermée")]
    assert '<input type="hidden" name="seat" value="1"><input type="hidden" name="tile" value="7">' in page


def test_the_tile_in_question_is_shown_as_photographed(shown) -> None:
    assert "/crops/a.jpg" in shown(doubt=DOUBT | {"tile_crop": "a"})
    assert "/crops/" not in shown(doubt=DOUBT | {"tile_crop": None})


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
        {"doubt": {"kind": "dice", "readings": [[3, 2], [5, 2]], "asks": True}, "state": "doubt"},
    ],
    ids=["surely seen", "not asked yet", "a hand", "dice roll", "refused", "the dice first"],
)
def test_a_question_ends_when_the_eyes_are_sure(shown, changed: dict) -> None:
    page = shown(**changed)
    assert QUESTION not in page
    assert answers(page) == []


def test_a_tap_says_which_tile_it_means() -> None:
    form = MultiDict({"action": "answer_tile", "seat": "3", "tile": "7", "state": "closed"})
    said = {"action": "answer_tile", "by": "teacher", "seat": 3, "tile": 7, "state": "closed"}
    assert action_of(form) == said


@pytest.mark.parametrize("missing", ["seat", "tile"])
def test_an_answer_without_its_tile_is_none(missing: str) -> None:
    form = MultiDict({"action": "answer_tile", "seat": "3", "tile": "7", "state": "closed"})
    form.pop(missing)
    with pytest.raises(FormError, match="whole number"):
        action_of(form)


def test_the_story_tells_a_throw_that_was_told_anew(shown) -> None:
    throw = {"event": "roll_settled", "t": 1.0, "player": 2, "seat": 3, "dice": [4, 2], "sure": 0.9}
    says = "Les cases montrent que Tom a lancé 4 et 2."
    assert says in shown(history=[throw | {"anew": True}])
    assert says not in shown(history=[throw])


def test_the_doubtful_dice_are_those_that_the_correction_page_shows(standing) -> None:
    doubt = {"kind": "dice", "readings": [[5, 3], [6, 3]], "asks": True, "crops": ["a", "b"]}
    dice = [{"value": 6, "sure": 0.9, "crop": None}, {"value": 2, "sure": 0.9, "crop": None}]

    def chosen(**changed: object) -> list[str]:
        page = standing(dice=dice, undo=True, **changed).get("/correct").get_data(as_text=True)
        return [tag for tag in re.findall(r"<input[^>]*die[^>]*>", page) if "checked" in tag]

    assert re.findall(r'value="(\d)"', "".join(chosen())) == ["6", "2"]
    assert re.findall(r'value="(\d)"', "".join(chosen(doubt=doubt, state="doubt"))) == ["5", "3"]


@pytest.mark.parametrize(
    ("tiles", "says"),
    [
        ([7], "Je n’ai pas bien vu les dés pour la case 7 : demande à un adulte"),
        ([4, 6], "Je n’ai pas bien vu les dés pour les cases 4 et 6 : demande à un adulte"),
    ],
)  # fmt: skip
def test_the_teacher_is_asked_while_play_continues(shown, tiles: list[int], says: str) -> None:
    refused = {"event": "move_refused", "t": 1.0, "player": 1, "seat": 1, "rule": "board_unsure"}
    refused |= {"values": {"tiles": tiles}, "reason": {}, "open": [], "legal": []}
    page = shown(verdict=refused, history=[refused])
    assert says in page
    assert 'class="now is-act' in page
    assert "Un adulte doit regarder les cases de Léa." in page


def test_an_answer_about_men_is_sent_by_its_form() -> None:
    form = MultiDict({"action": "answer_men", "space": "arrow-6", "kind": "white x 4"})
    assert action_of(form) == {"action": "answer_men", "by": "teacher", "space": "arrow-6", "kind": "white x 4"}
