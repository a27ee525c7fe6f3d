"""No control takes a tap that was meant for what stood there before, and what decides a game is said twice."""

import pytest
from on_screen import SEEN
from sent import sent

from webui.table.values.actions import Next, PlayMove, Throw
from webui.table.values.setup import Setup, players_at

DEAD = 600
"""ms for which what takes another control's place is dead."""
SIZES = {"upright": (800, 1280), "phone": (360, 740)}


def stopped(page, waits_for: str):
    """The page, opened anew; once it shows that, its own time goes on only when a test says so."""
    page.clock.install()
    page.reload()
    page.locator(waits_for).wait_for()
    page.evaluate(SEEN)  # as it is for a person
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)
    return page


@pytest.fixture
def doubles(visit, place):
    """A pupil's tablet on which a whole move stands, in a game with a doubling die; its clock stands still."""

    def opened(size: tuple[int, int]):
        place.live.new_game(Setup("backgammon", players_at((1, 2), ("Ana", "Bob")), options=(("opening", "use_draw"),)))
        for dice in ((6,), (3,)):
            place.live.act(Throw(dice))
        place.live.act(PlayMove("24/18+18/15"))
        return stopped(visit(size, "pupil"), "#take-back")

    return opened


def middle(page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def taps_late(page, place, selector: str) -> None:
    """A tap on what has just taken another one's place does nothing; a moment later it does what it says."""
    page.locator(f"{selector}[data-young]").wait_for()
    version = place.live.snapshot().version
    page.mouse.click(*middle(page, selector))
    page.clock.run_for(DEAD)
    page.locator(f"{selector}:not([data-young])").wait_for()
    assert place.live.snapshot().version == version
    page.mouse.click(*middle(page, selector))


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_late_taps_neither_double_nor_refuse(doubles, place, size) -> None:
    page = doubles(size)
    page.locator("#deed .is-next").click()
    taps_late(page, place, "#say-double button")
    page.get_by_text("Bob\u00a0: «\u00a0Je double\u00a0»\u202f?").first.wait_for()
    taps_late(page, place, "#deed .is-next")
    page.locator("#say-refuse").wait_for()
    taps_late(page, place, "#say-accept button")
    page.get_by_text("Ana\u00a0: «\u00a0J’accepte\u00a0»\u202f?").first.wait_for()
    view = sent(place.live.snapshot())
    assert (view["provisional"], view["asked"], view["position"]["cube"]) == ("accept", "double", None)


def test_a_double_is_taken_back_by_no(doubles, place) -> None:
    page = doubles(SIZES["upright"])
    place.live.act(Next())
    place.live.act(PlayMove("double"))
    page.get_by_role("button", name="Non", exact=True).dispatch_event("click")
    page.locator("#say-double").wait_for()
    assert sent(place.live.snapshot())["provisional"] is None


def test_a_second_tap_does_not_enter_the_next_die(visit, place) -> None:
    place.live.new_game(Setup("backgammon", players_at((1, 2), ("Ana", "Bob"))))
    page = visit(SIZES["upright"], "pupil")
    five = "#pad .pad-face:has([value='5'])"
    stopped(page, five)
    page.mouse.click(*middle(page, five))
    page.get_by_text("5 pour l’instant").first.wait_for()
    page.locator(f"{five}[data-young]").wait_for()
    page.mouse.click(*middle(page, five))
    page.clock.run_for(DEAD)
    assert sent(place.live.snapshot())["drawn"] == [5]
