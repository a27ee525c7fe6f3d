"""How men and pawns stood at the end of a game can be seen: the board comes before the podium, and goes again."""

import pytest
from on_screen import DRAWN
from touched_table import BY_TOUCH

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
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
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
