"""How men and pawns stood at the end of a game can be seen: the board comes before the podium, and goes again."""

import pytest
from on_screen import DRAWN, resized
from touched_table import BY_TOUCH, STOPS

from webui.table.values.setup import Setup, players_at

ENDED = {"trictrac over": ".man", "tock over": ".pawn"}
SIZES = ((800, 1280), (360, 740), (1366, 640))
HIDDEN = """(men) => { const { left, right, top, bottom } = document.getElementById("podium").getBoundingClientRect();
  const way = document.querySelector("#how-it-ended > summary").getBoundingClientRect();
  return men.map((man) => man.getBoundingClientRect()).filter((one) => one.left < left || one.right > right
    || one.top < top || one.bottom > bottom || (one.top < way.bottom && one.right > way.left)); }"""
"""Where men lie beyond the podium's edge, or behind the way back to it."""
COVERED = """(one) => { const { left, top, width, height } = one.getBoundingClientRect();
  return !one.contains(document.elementFromPoint(left + width / 2, top + height / 2)); }"""


@pytest.mark.parametrize("state", ENDED)
def test_the_last_position_is_seen_in_place_of_the_podium(visit, place, state: str) -> None:
    BY_TOUCH[state](place.live)
    page = visit(reduced_motion="reduce")
    page.locator("#podium").wait_for()
    first, board = page.locator("#step-1 .name"), page.locator("#podium #board")
    for width, height in resized(page, SIZES):
        assert not board.is_visible()
        page.locator("#how-it-ended > summary").click()
        page.evaluate(DRAWN)
        assert first.evaluate(COVERED), (width, height)
        men = page.locator(f"#podium {ENDED[state]}")
        assert men.count() >= 8
        assert men.evaluate_all(HIDDEN) == [], (width, height)
        page.locator("#how-it-ended > summary").click()
        assert not board.is_visible()
        assert not first.evaluate(COVERED), (width, height)


LONG = ("Mohamed-Amine", "Marie-Clémentine", "Jean-Christophe", "Maximiliano")
BROKEN = """(names) => names.flatMap((name) => [...name.textContent.matchAll(/[^-]+-?/g)].filter((part) => {
  const word = document.createRange();
  word.setStart(name.firstChild, part.index);
  word.setEnd(name.firstChild, part.index + part[0].length);
  return word.getClientRects().length > 1;
}).map((part) => part[0]))"""
"""Parts of names that stand on more than one line."""
BEYOND = """(all) => { const top = document.getElementById("podium").getBoundingClientRect().top;
  return all.filter((one) => one.getBoundingClientRect().top < top || one.scrollWidth > one.clientWidth).length; }"""


@pytest.mark.parametrize("size", [*SIZES, (1920, 1080)])
def test_a_long_first_name_breaks_at_its_hyphen_alone(measured, place, size) -> None:
    place.live.new_game(Setup("occe_child", players_at((1, 2, 3, 4), LONG)))
    for action in STOPS * 4:
        place.live.act(action)
    page = measured(size, reduced_motion="reduce")
    assert page.locator(".steps .name").evaluate_all(BROKEN) == []
    assert page.locator(".steps li").evaluate_all(BEYOND) == 0
