"""“Le plateau est ainsi” in a browser: men are put as they really lie, by taps, by hand and by keys."""

import pytest
from on_screen import SIDEWAYS
from sent import sent

from webui.table.values.actions import Next, PlayMove, Throw
from webui.table.values.setup import Setup, players_at

MATCH = Setup("backgammon", players_at((1, 2), ("Léa", "Max")), options=(("points", 5),))
ORDER = "[...document.querySelectorAll('.spot')].map((one) => one.id)"
KEPT = ("id", "scores", "totals", "due", "dice", "throws")


@pytest.fixture
def match(place):
    """A match of Backgammon in which a throw is to be played."""
    place.live.new_game(MATCH)
    for deed in (Throw((5,)), Throw((2,)), Throw((6, 1)), PlayMove("13/7+8/7"), Next(), Throw((3, 1))):
        place.live.act(deed)
    return sent(place.live.snapshot())


@pytest.fixture
def opened(visit):
    """Opens the page of the board for the teacher; another browser's wishes may be given."""

    def open_page(**wishes):
        page = visit(role="teacher", path="/correct", **wishes)
        page.get_by_role("link", name="Le plateau n’est pas ainsi").click()
        page.locator("#placing").wait_for()
        return page

    return open_page


def middle(locator) -> tuple[float, float]:
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def stays(place, before) -> bool:
    now = sent(place.live.snapshot())
    return {key: now[key] for key in KEPT} == {key: before[key] for key in KEPT}


@pytest.mark.parametrize("scripts", [True, False])
def test_two_men_are_moved_and_the_match_goes_on(place, match, opened, scripts: bool) -> None:
    page = opened(java_script_enabled=scripts)
    for source, goal in (("6", "4"), ("8A", "3A")):
        page.click(f"#tap-arrow-{source}")
        page.locator("#let-go:enabled").wait_for()
        page.click(f"#tap-arrow-{goal}")
        page.locator(f"#spot-arrow-{goal}[data-men='1']").wait_for()
        page.click("#let-go")
        page.locator("#let-go:disabled").wait_for()
    assert page.get_by_label("Max joue le lancer qui est là").is_checked()
    page.get_by_role("button", name="Le plateau est ainsi").click()
    page.locator("#headline:has-text('3 et 1')").wait_for()
    assert page.locator("#spot-arrow-4.has-white, #spot-arrow-3A.has-black").count() == 2
    assert stays(place, match)
    page.locator(".flash").get_by_role("button", name="Revenir en arrière").click()
    page.locator("#spot-arrow-4:not(.has-white)").wait_for()
    assert sent(place.live.snapshot())["stands"] == match["stands"]
    assert stays(place, match)


def test_a_dragged_man_is_dropped_and_none_stays_held(place, match, opened) -> None:
    page = opened()
    order = page.evaluate(ORDER)
    page.mouse.move(*middle(page.locator("#spot-arrow-6 .man").last))
    page.mouse.down()
    page.mouse.move(*middle(page.locator("#tap-arrow-4")), steps=6)
    page.mouse.up()
    page.locator("#spot-arrow-4[data-men='1']").wait_for()
    assert page.locator("#let-go:disabled").count() == 1
    assert page.evaluate(ORDER) == order
    page.get_by_role("button", name="Le plateau est ainsi").click()
    page.locator("#headline:has-text('3 et 1')").wait_for()
    assert stays(place, match)
    assert sent(place.live.snapshot())["stands"]["arrow-4"] == "white x 1"


def test_a_finger_carries_a_man_without_scrolling_the_page(match, opened) -> None:
    page = opened(viewport={"width": 390, "height": 844}, has_touch=True)
    page.locator("#spot-arrow-6").scroll_into_view_if_needed()
    stood = page.evaluate("scrollY")
    (x, y), (a, b) = middle(page.locator("#spot-arrow-6 .man").last), middle(page.locator("#tap-arrow-4"))
    finger = page.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for k in range(1, 7):
        at = {"x": x + (a - x) * k / 6, "y": y + (b - y) * k / 6}
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [at]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.locator("#spot-arrow-4[data-men='1']").wait_for()
    assert page.evaluate("scrollY") == stood


def test_no_screen_is_pushed_sideways_while_men_are_held(match, opened, barriers) -> None:
    page = opened()
    page.focus("#tap-arrow-6")
    page.keyboard.press("Enter")
    page.locator("#placing-says:has-text('5 dames blanches')").wait_for()
    for width in (360, 800, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(SIDEWAYS) == 0, width
        assert barriers(page) == [], width
    page.keyboard.press("Escape")
    page.locator("#let-go:disabled").wait_for()
