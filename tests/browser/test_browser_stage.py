"""The stage keeps still: nothing jumps, the keyboard never loses its place, each device sees its own side."""

from itertools import pairwise

import pytest
from on_screen import DRAWN, SHIFTS, TYPEFACE, resized, watch_for_shifts

from webui.table.values.actions import CloseTiles, Next, Pause, Resume, Throw
from webui.table.values.setup import Setup, players_at

SIZES = {"tablet": (1280, 800), "upright": (800, 1280), "phone": (390, 844)}
PLAYED = (
    *(Throw((6, 3)), CloseTiles((9,)), Next()),
    *(Throw((6, 2)), CloseTiles((2, 7)), CloseTiles((2,)), CloseTiles((2, 6)), Pause(), Resume(), Next()),
    *(Throw((1, 1)), CloseTiles((1,)), Next(), Throw((1, 1))),
    *(Throw((6, 5)), CloseTiles((5, 6))),
)
"""A right closing; a wrong one, half of a right one, the whole; a pause; a turn that ends; the next player's."""
ENDED = (
    *(Throw((1, 1)), CloseTiles((2,)), Next(), Throw((1, 1)), CloseTiles((1,)), Next(), Throw((1, 1))),
    *(Throw((1, 1)), CloseTiles((2,)), Next(), Throw((1, 1)), CloseTiles((1,)), Next(), Throw((1, 1))),
)
"""Both players stop at 42 points."""
LONGEST = 5.5
"""Seconds that something may move by itself."""


def begin(place, game: str = "occe_child") -> None:
    place.live.new_game(Setup(game, players_at((1, 3), ("Léa", "Jean-Baptiste")), games=2))


def shown(page, view) -> None:
    page.locator(f'#table[data-version="{view.version}"]').wait_for()


@pytest.mark.parametrize("size", SIZES)
def test_nothing_jumps_while_a_game_is_played(visit, place, size: str) -> None:
    begin(place)
    page = visit(SIZES[size])
    watch_for_shifts(page)
    for action in PLAYED:
        shown(page, place.live.act(action))
    page.evaluate(DRAWN)
    assert page.evaluate("window.shifts") == []


@pytest.mark.parametrize("size", SIZES)
def test_nothing_jumps_when_a_game_ends(visit, place, size: str) -> None:
    place.live.new_game(Setup("occe_child", players_at((1, 3), ("Léa", "Jean-Baptiste"))))
    page = visit(SIZES[size])
    watch_for_shifts(page)
    for action in ENDED:
        shown(page, place.live.act(action))
    page.locator("#podium").wait_for()
    page.evaluate(DRAWN)
    assert page.evaluate("window.shifts") == []


@pytest.mark.parametrize("wish", ["no-preference", "reduce"])
def test_confetti_falls_briefly_and_respects_reduced_motion(visit, place, wish: str) -> None:
    place.live.new_game(Setup("occe_child", players_at((1, 3), ("Léa", "Tom"))))
    for action in ENDED:
        place.live.act(action)
    page = visit(reduced_motion=wish)
    page.locator(".confetti").wait_for(state="attached")
    ends = page.evaluate("document.getAnimations().map((one) => one.effect.getComputedTiming().endTime / 1000)")
    assert bool(ends) == (wish == "no-preference")
    assert all(end <= LONGEST for end in ends)


def test_arrows_choose_a_die_and_a_button_sends_it(tablet, place) -> None:
    begin(place)
    tablet.focus('#pad input[name="die1"][value="6"]')
    tablet.keyboard.press("Space")
    tablet.focus('#pad input[name="die2"][value="1"]')
    for _ in range(3):
        tablet.keyboard.press("ArrowRight")
    assert tablet.locator('#pad input[name="die2"][value="4"]').is_checked()
    assert place.live.snapshot().state == "waiting_throw"
    tablet.keyboard.press("Enter")
    tablet.get_by_text("6 et 4").first.wait_for()


def test_the_keyboard_keeps_a_place_on_the_page(tablet, place) -> None:
    begin(place)
    for k, value in ((1, 6), (2, 3)):
        tablet.focus(f'#pad input[name="die{k}"][value="{value}"]')
        tablet.keyboard.press("Space")
    tablet.keyboard.press("Enter")
    tablet.locator("#moves").wait_for()
    assert tablet.evaluate("document.activeElement.tagName") != "BODY"


def test_each_device_lays_its_own_side_below(visit, place) -> None:
    begin(place)
    page, other = visit(), visit()
    tops = []
    for _ in range(5):
        tops.append((box := page.locator("#frame-1").bounding_box())["y"] + box["height"] / 2)
        page.click("#device-menu summary")
        page.click("[data-turn-view]")
        page.click("#device-menu summary")
    assert all(abs(one - next_) > 50 for one, next_ in pairwise(tops))
    assert tops[0] == tops[4]
    page.reload()
    assert page.locator("html").get_attribute("data-view") == "1"
    assert other.locator("html").get_attribute("data-view") == "0"


def test_the_size_of_the_text_is_kept_on_every_page(tablet, place) -> None:
    small = tablet.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)")
    tablet.click("#device-menu summary")
    tablet.click('[data-size="3"]')
    tablet.goto(f"{place.url}/new")
    assert tablet.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") > small


def test_a_message_pushes_nothing(tablet, place) -> None:
    begin(place)
    before = tablet.locator("#board").bounding_box()
    tablet.evaluate("document.querySelector('[data-lost]').hidden = false")
    assert tablet.locator("#board").bounding_box() == before
    assert before["y"] + before["height"] <= 800


def test_the_sentence_comes_first_where_there_is_little_height(measured, place) -> None:
    begin(place)
    page = measured()
    for width, height in ((740, 360), (640, 400)):  # a phone held sideways, and 1280 px at 200 %
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator("#headline").bounding_box()["y"] < height / 2


def test_no_motion_where_a_device_asks_for_rest(visit, place) -> None:
    begin(place)
    place.live.act(Throw((6, 3)))
    page = visit(reduced_motion="reduce")
    moving = "() => document.getAnimations().length"
    assert page.evaluate(moving) == 0


def test_twelve_tiles_are_wide_enough_for_fingers(tablet, place) -> None:
    tablet.set_viewport_size({"width": 800, "height": 1280})
    place.live.new_game(Setup("royal", players_at((1, 2, 3, 4)), options=(("frames", "own"), ("tiles", 12))))
    place.live.act(Throw((6, 5)))
    tablet.locator("#moves").wait_for()
    boxes = [label.bounding_box() for label in tablet.locator(".frame label").all()]
    assert len(boxes) == 12
    assert all(min(box["width"], box["height"]) >= 43.5 for box in boxes)


def test_nothing_moves_when_the_typeface_comes_late(visit, place) -> None:
    """What stands there meanwhile is as high, and as wide but for a hair: no line breaks otherwise."""
    begin(place)
    place.live.act(Throw((6, 3)))
    page, late = visit(), []
    page.route("**/*.woff2", lambda route: late.append(route))  # playwright marks what it is given
    page.goto(place.url, wait_until="domcontentloaded")
    page.locator("#scores").wait_for()
    page.evaluate(SHIFTS)
    page.evaluate(DRAWN)
    assert len(late) == 2
    for one in late:
        one.continue_()
    page.evaluate(TYPEFACE)
    page.evaluate(DRAWN)
    moved = page.evaluate("window.shifts")
    assert sum(value for value, *_ in moved) < 0.0002, moved


def test_at_the_end_of_a_series_names_are_whole(measured, place) -> None:
    place.live.new_game(Setup("occe_child", players_at((1, 3), ("Léa", "Tom")), games=2))
    for action in (*ENDED, *ENDED):
        place.live.act(action)
    page = measured()
    names = page.locator("#scores .name")
    for width, height in resized(page, ((1280, 800), (1920, 1080), (800, 1280))):
        assert [name.split()[0] for name in names.all_inner_texts()] == ["Léa", "Tom"]
        assert names.evaluate_all("(all) => all.every((one) => one.scrollWidth <= one.clientWidth)"), (width, height)
        assert page.locator("#scores .score").first.inner_text().split()[0] == "84"
        assert page.locator("#final").is_visible() is (width == 1920)
