"""An unsure throw: the page shows its likeliest reading, and asks only if nothing else decides."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import get_args

import pytest
from sent import view
from table_script import Script

from webui.table.values.setup import Setup, players_at
from webui.table.values.view import Stage

SETUP = Setup("occe_child", players_at((1, 3), ("Léa", "Tom")))
TOLD = {"kind": "dice", "readings": [[5, 3], [6, 3]], "crops": ["a"], "asks": False}
DICE = [{"value": 5, "sure": 0.6, "crop": "a"}, {"value": 3, "sure": 0.98, "crop": None}]
LEGAL = [[8], [3, 5]]
READING = {"state": "reading", "doubt": TOLD, "dice": DICE, "legal": LEGAL}


@pytest.fixture
def doubtful() -> Script:
    """A first throw of 5 and 3 whose five may be a six, observed until the page shows it with a question mark."""
    script = Script.laid(SETUP)
    script.roll(5, 3, settle=False)
    five, three = script.dice
    chances = (0.0, 0.0, 0.0, 0.0, 0.6, 0.4)
    script.dice = (replace(five, sure=0.6, chances=chances), three)
    script.rest(1.0)
    return script


def test_unasked_the_view_shows_the_likeliest_reading_and_its_moves(doubtful: Script) -> None:
    shown = view(doubtful.table)
    assert shown["state"] == "reading" in get_args(Stage)
    doubt = shown["doubt"]
    assert (doubt["kind"], doubt["readings"], doubt["asks"]) == ("dice", [[5, 3], [6, 3]], False)
    assert [die["value"] for die in shown["dice"]] == [5, 3]
    assert shown["dice"][0]["sure"] < 0.7 < shown["dice"][1]["sure"]
    assert [3, 5] in shown["legal"]
    assert [8] in shown["legal"]


def test_a_tile_turned_in_a_doubt_is_shown_as_turned(doubtful: Script) -> None:
    doubtful.turn((3,))
    shown = view(doubtful.table)
    assert shown["state"] == "reading"
    assert [tile["number"] for tile in shown["players"][0]["tiles"] if tile["state"] == "provisional"] == [3]


def test_where_no_picture_comes_a_person_is_asked(doubtful: Script) -> None:
    blind = replace(doubtful.table, sight=replace(doubtful.table.sight, pictures="none"))
    shown = view(blind)
    assert (shown["state"], shown["doubt"]["asks"], shown["legal"]) == ("doubt", True, [])


def test_the_page_shows_it_calmly_and_asks_nothing(shown: Callable[..., str]) -> None:
    page = shown(**READING)
    assert '>5 et 3 ? Je regarde encore.</h1>' in page
    assert "Tu peux déjà jouer : les cases m’aideront." in page
    assert 'class="now is-calm is-brief"' in page
    assert re.findall(r'class="die is-read +(is-doubtful)? ?', page) == ["is-doubtful", ""]
    assert "un dé qui montre peut-être 5" in page
    assert 'id="doubt"' not in page


def test_moves_become_buttons_once_the_throw_is_sure(shown: Callable[..., str]) -> None:
    page = shown(**READING)
    assert re.findall(r'<span class="mini">(\d)</span>', page) == ["8", "3", "5"]
    assert '<button class="move"' not in page
    assert 'id="close"' not in page
    assert '<button class="move"' in shown(legal=LEGAL)


def test_with_nothing_to_close_the_dice_may_rest(shown: Callable[..., str]) -> None:
    page = shown(**READING | {"legal": []})
    assert "Laisse les dés un instant." in page
    assert 'id="moves"' not in page


@pytest.mark.parametrize("readings", [[[4]], [[4, 2], [4]]], ids=["a throw, or none", "one die or two"])
def test_dice_whose_values_agree_are_all_in_doubt(
    shown: Callable[..., str], readings: list[list[int]]
) -> None:
    dice = [{"value": value, "sure": 0.6, "crop": None} for value in readings[0]]
    page = shown(**READING | {"dice": dice, "doubt": TOLD | {"readings": readings}})
    assert page.count("is-doubtful") == len(dice)


def test_unexplained_tiles_are_refused_before_any_question(doubtful: Script) -> None:
    doubtful.turn((1, 2, 7, 9))
    doubtful.rest(1.0)
    shown = view(doubtful.table)
    assert (shown["state"], shown["doubt"]["asks"], shown["due"]["what"]) == ("refused", False, "throw")


def test_a_doubtful_throw_allows_no_closing_by_touch(shown: Callable[..., str]) -> None:
    due = {"player": 1, "seat": 1, "dice": 2, "may": [], "what": "throw"}
    page = shown(**READING | {"state": "refused", "due": due})
    assert 'id="close"' not in page
    assert '<button class="move"' not in page


ASKED = {"state": "doubt", "doubt": TOLD | {"asks": True}, "dice": DICE}
WHY = "Seule une tablette ouverte avec un code peut répondre."


def test_who_may_not_answer_sees_why(shown: Callable[..., str]) -> None:
    asked = {"seat": 1, "tile": 7}
    tile = {"doubt": {"kind": "tiles", "readings": [], "crops": [], "tiles": [asked], "asks": asked}}
    for question in (ASKED, tile):
        assert WHY in shown(**question, signed_in=False)
        assert WHY not in shown(**question)
    assert WHY not in shown(**READING, signed_in=False)


def test_the_question_shows_the_dice_that_it_is_about(shown: Callable[..., str]) -> None:
    page = shown(**ASKED)
    assert '>Que montrent les dés ?</h1>' in page
    assert page.count("is-doubtful") == 1
    assert re.findall(r'name="dice" value="([\d ]+)"', page) == ["5 3", "6 3"]
