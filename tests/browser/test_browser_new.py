"""The forms that begin a game, in a browser: what they show of a game of two, of its length, and of the clock."""

import pytest
from on_screen import resized
from sent import sent

from webui.table.values.setup import Setup, players_at

SIZES = ((360, 740), (800, 1280), (1366, 640))
BACKGAMMON = "[data-game=backgammon] >> nth=0"
IN_VIEW = """() => {
  const box = document.querySelector(".begins .is-main").getBoundingClientRect();
  return box.top >= 0 && box.bottom <= innerHeight;
}"""
TOO_MUCH = """() => {
  document.getElementById("new-game").noValidate = true;
  document.querySelector("[name=handicap-1]").value = "999";
}"""


@pytest.fixture
def form(tablet, place):
    """The form of a new game after one of two who sat opposite each other."""
    place.live.new_game(Setup("occe_child", players_at((1, 3), ("Léa", "Tom"))))
    tablet.goto(f"{place.url}/new")
    return tablet


def test_a_game_of_two_shows_two_places_across(form) -> None:
    assert form.locator(".place:visible").count() == 4
    form.check(BACKGAMMON)
    assert form.locator(".place:visible").count() == 2
    assert [form.input_value(f"[name=name-{place}]") for place in (1, 2)] == ["Léa", "Tom"]
    assert form.locator("[name=seat]:checked").count() == 2


@pytest.mark.parametrize("refused", [False, True])
def test_nobody_plays_at_a_place_hidden_for_two(form, visit, place, refused: bool) -> None:
    place.live.new_game(Setup("occe_child", players_at((1, 2, 3, 4), ("Léa", "Tom", "Zoé", "Max"))))
    form.goto(f"{place.url}/new")
    form.fill("[name=name-4]", "Noé")
    form.get_by_text("Handicap", exact=True).click()
    form.fill("[name=handicap-3]", "45")
    form.check(BACKGAMMON)
    if refused:
        form.evaluate(TOO_MUCH)
        form.locator(".begins .is-main").click()
        form.locator(".wrong").wait_for()
        visit.wrong.clear()  # the refusal itself
        assert form.input_value("[name=name-4]") == "Noé"
        form.fill("[name=handicap-1]", "0")
    form.locator(".begins .is-main").click()
    form.locator("#table").wait_for()
    assert [player["name"] for player in sent(place.live.snapshot())["players"]] == ["Léa", "Tom"]


def test_a_matchs_length_stands_beside_the_number_of_games(form) -> None:
    form.check(BACKGAMMON)
    assert form.locator("[name$='.points']:visible").count() == 1


@pytest.mark.parametrize("path", ["/new", "/entrainement"])
def test_what_begins_a_game_is_in_view_at_once(form, place, path: str) -> None:
    form.goto(f"{place.url}{path}")
    for width, height in resized(form, SIZES):
        assert form.evaluate(IN_VIEW), (width, height)


def test_when_a_move_counts_can_be_chosen(form, place) -> None:
    form.get_by_text("Variantes").click()
    form.select_option("[name=counts]", "moment")
    form.locator(".begins .is-main").click()
    form.locator("#table").wait_for()
    assert sent(place.live.snapshot())["game"]["counts"] == "moment"
