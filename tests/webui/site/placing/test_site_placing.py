"""A position of men, pawns or points set up by hand: taps, what the referee says of them, and the game that goes on."""

import json
import re
from html import unescape

import pytest
from sent import sent
from touched_table import BY_TOUCH, GOES_ON, NAMES, ON_TRACK, PARTY

from webui.table.values.actions import Throw
from webui.table.values.setup import Setup, players_at

PAGE = "/enseignant/position"
HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')
CHECKED = re.compile(r'<input type="(?:radio|checkbox)" name="(turn|new)" value="([^"]*)" checked')
POINTS = re.compile(r'name="(points-\d)" value="([^"]*)"')
HELD = "Vous prenez là"


@pytest.fixture
def teacher(visitor):
    visitor.sign_in()
    return visitor


def begun(teacher, game: str, players: int = 2, position=None, **options) -> None:
    setup = Setup(game, players_at(range(1, players + 1), NAMES), options=tuple(sorted(options.items())))
    teacher.live.new_game(setup, json.dumps(position) if position else "")


def fields(page: str) -> dict[str, str]:
    """The values that the page would send, without the pressed button."""
    form = page[page.index('<form id="placing"') :]
    return {name: unescape(value) for found in (HIDDEN, CHECKED, POINTS) for name, value in found.findall(form)}


def pressed(teacher, page: str, **more: str):
    """The answer to a button of the page, or to a change of its fields."""
    return teacher.client.post(PAGE, data={**fields(page), **more})


def gone_on(teacher, page: str, **more: str):
    """The answer to “play on from here”, once the earlier game may be interrupted."""
    return pressed(teacher, page, begin="1", interrupts=str(teacher.live.snapshot().id), **more)


def tapped(teacher, *spaces: str) -> str:
    """The page once these spaces were tapped, one after the other."""
    page = teacher.page(PAGE)
    for space in spaces:
        page = pressed(teacher, page, tap=space).text
    return page


def stands(page: str) -> dict[str, str]:
    return {space: kind for space, kind in json.loads(fields(page)["spaces"]).items() if kind != "empty"}


def went_on(teacher, answer) -> dict:
    """The view of the game that began, where nobody had to be asked."""
    assert answer.location == "/", re.findall(r'id="placing-says"[^>]*>([^<]+)', answer.text)
    return sent(teacher.live.snapshot())


OVER = "trictrac how next"
"""The party is won: with these points nobody can play on."""


@pytest.mark.parametrize("state", [one for one in BY_TOUCH if one != OVER])
def test_every_position_can_be_shown_and_continued(teacher, state: str) -> None:
    BY_TOUCH[state](teacher.live)
    before = sent(teacher.live.snapshot())
    page = teacher.page(PAGE)
    after = went_on(teacher, gone_on(teacher, page))
    board = {space: kind for space, kind in before["spaces"].items() if not space.startswith(("said", "pile"))}
    if board and before["due"] and before["game"]["name"] != "trente":
        assert {space: kind for space, kind in after["spaces"].items() if space in board} == board
    assert after["id"] != before["id"]
    assert after["scores"] == before["scores"] or not before["due"]


def test_a_man_is_moved_while_any_is_left(teacher) -> None:
    begun(teacher, "backgammon")
    page = tapped(teacher, "arrow-8", "arrow-4")
    assert (stands(page)["arrow-8"], stands(page)["arrow-4"]) == ("white x 2", "white x 1")
    assert HELD in page
    page = pressed(teacher, page, tap="arrow-4").text
    page = pressed(teacher, page, tap="arrow-3").text
    assert HELD not in page
    assert "arrow-8" not in stands(page)
    assert (stands(page)["arrow-4"], stands(page)["arrow-3"]) == ("white x 2", "white x 1")


def test_a_tap_takes_men_and_a_second_releases(teacher) -> None:
    begun(teacher, "backgammon")
    page = tapped(teacher, "arrow-8", "arrow-8A")
    assert fields(page)["held"] == "arrow-8A"
    assert stands(page) == stands(teacher.page(PAGE))
    assert HELD not in pressed(teacher, page, tap="arrow-8A").text
    assert HELD not in pressed(teacher, page, let_go="1").text


@pytest.mark.parametrize(
    ("game", "taps", "why"),
    [
        ("backgammon", ("arrow-8", "off-black"), "C’est la place de l’autre joueur"),
        ("trictrac", ("arrow-1", "arrow-1A"), ""),
        ("trictrac", ("arrow-1", "off-black"), "C’est la place de l’autre joueur"),
    ],
)
def test_what_cannot_stand_so_is_told_and_nothing_moves(teacher, game: str, taps, why: str) -> None:
    begun(teacher, game)
    before = stands(teacher.page(PAGE))
    page = tapped(teacher, *taps)
    assert stands(page) == before
    assert why in unescape(page)


def test_play_continues_from_the_chosen_men_and_turn(teacher) -> None:
    begun(teacher, "backgammon", position=GOES_ON | {"cube": 4, "owner": 2}, points=5)
    teacher.live.act(Throw((3, 1)))
    page = tapped(teacher, "arrow-6", "bar-white")
    answer = pressed(teacher, page, turn="2", begin="1")
    assert "Interrompre la partie" in answer.text
    after = went_on(teacher, gone_on(teacher, page, turn="2"))
    assert (after["spaces"]["bar-white"], after["spaces"]["arrow-6"]) == ("white x 1", "white x 4")
    assert (after["due"]["player"], after["position"]) == (2, {"cube": 4, "owner": 2})
    assert "Revenir en arrière" in teacher.page()


def test_a_throw_may_tell_who_begins(teacher) -> None:
    begun(teacher, "jacquet")
    after = went_on(teacher, gone_on(teacher, tapped(teacher, "arrow-12", "arrow-5"), turn="draw"))
    assert after["spaces"]["arrow-5"] == "white x 1"
    assert (after["due"]["dice"], after["drawn"]) == (1, [])


@pytest.mark.parametrize(("typed", "fine"), [("7", True), ("-1", False), ("x", False), ("", False), ("²", False)])
def test_points_of_the_party_are_set(teacher, typed: str, fine: bool) -> None:
    begun(teacher, "trictrac", position=PARTY)
    answer = gone_on(teacher, teacher.page(PAGE), **{"points-2": typed})
    if fine:
        assert [player["score"] for player in went_on(teacher, answer)["players"]] == [11, 7]
    else:
        assert answer.status_code == 422
        assert "Les points sont des nombres entiers" in unescape(answer.text)


def test_a_game_that_would_be_over_is_told(teacher) -> None:
    begun(teacher, "backgammon", position=GOES_ON | {"white": {"3": 1, "off": 14}})
    page = tapped(teacher, "arrow-3", "off-white")
    assert "serait déjà finie" in unescape(page)
    assert stands(page)["arrow-3"] == "white x 1"
    BY_TOUCH[OVER](teacher.live)
    answer = gone_on(teacher, teacher.page(PAGE))
    assert answer.status_code == 422
    assert "serait déjà finie" in unescape(answer.text)


def test_points_of_trente_and_who_is_knocked_out(teacher) -> None:
    begun(teacher, "trente", 3)
    page = teacher.page(PAGE)
    after = went_on(teacher, gone_on(teacher, page, **{"points-1": "12", "points-2": "-3", "points-3": "7"}, turn="3"))
    assert (after["scores"], after["due"]["player"]) == ({"1": 12, "2": -3, "3": 7}, 3)
    nobody = pressed(teacher, teacher.page(PAGE), **{"points-1": "-1", "points-2": "-3", "points-3": "7"}, begin="1")
    assert nobody.status_code == 422
    assert "Il faut au moins deux joueurs" in unescape(nobody.text)


def test_lists_place_pawns_without_changing_cards(teacher) -> None:
    begun(teacher, "tock", 4, ON_TRACK)
    before = sent(teacher.live.snapshot())
    page = pressed(teacher, teacher.page(PAGE), take="hole-12", to="hole-40", put="1").text
    assert HELD not in page
    after = went_on(teacher, gone_on(teacher, page))
    assert (after["spaces"]["hole-40"], after["spaces"]["hole-12"]) == ("pawn 1", "empty")
    assert after["spaces"]["hole-18"] == "pawn 2 new"
    assert (after["due"], after["position"]["held"]) == (before["due"], before["position"]["held"])


def test_a_ticked_pawn_on_its_start_is_protected(teacher) -> None:
    begun(teacher, "tock", 4, ON_TRACK)
    page = tapped(teacher, "base-1", "hole-0")
    assert stands(page)["hole-0"] == "pawn 1"
    after = went_on(teacher, gone_on(teacher, page, new="hole-0", turn="3"))
    assert (after["spaces"]["hole-0"], after["spaces"]["hole-18"]) == ("pawn 1 new", "pawn 2")
    assert (after["position"]["phase"], after["position"]["dealer"]) == ("deal", 3)


def test_hands_that_phones_hold_are_in_no_position(teacher) -> None:
    begun(teacher, "tock", 4, hands="known")
    teacher.live.deal(lambda pack: None)
    page = teacher.page(PAGE)
    assert "as-it-is" not in page
    after = went_on(teacher, gone_on(teacher, page, turn="as-it-is"))
    assert after["position"]["phase"] == "deal"


@pytest.mark.parametrize("spaces", ["", "{", "[]", '{"arrow-8": 3}', '{"arrow-8": "white x ٣"}', '{"x": "empty"}'])
def test_strange_spaces_are_no_position(teacher, spaces: str) -> None:
    begun(teacher, "backgammon")
    answer = pressed(teacher, teacher.page(PAGE), spaces=spaces, tap="arrow-6")
    assert answer.status_code == 200
    assert pressed(teacher, teacher.page(PAGE), spaces='{"arrow-8": "white x 9"}', begin="1").status_code == 422


def test_the_draft_resets_to_start_or_to_the_game(teacher) -> None:
    begun(teacher, "backgammon", position=GOES_ON)
    now = stands(teacher.page(PAGE))
    page = tapped(teacher, "arrow-6", "arrow-5")
    start = pressed(teacher, page, again="start").text
    assert stands(start)["arrow-6"] == "white x 5"
    assert stands(pressed(teacher, start, again="now").text) == now


def test_the_correction_leads_to_the_board(teacher) -> None:
    begun(teacher, "jacquet")
    assert f'href="{PAGE}"' in teacher.page("/correct")


def test_another_language_loses_nothing(teacher) -> None:
    begun(teacher, "backgammon")
    page = tapped(teacher, "arrow-8", "arrow-4")
    told = pressed(teacher, page, language="de").text
    assert '<html lang="de"' in told
    assert stands(told) == stands(page)
