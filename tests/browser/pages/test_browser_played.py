"""A game step by step in a browser: by buttons, keys, a slider, without scripts; and again in some twenty seconds."""

import pytest
from sent import sent
from touched_table import BY_TOUCH

from webui.table.values.actions import CloseTiles, Next, Throw
from webui.table.values.setup import Setup, players_at

BOTTOMS = "(all) => all.map((one) => one.getBoundingClientRect().bottom)"


@pytest.fixture
def game(place) -> int:
    """A running game with a few throws."""
    place.live.new_game(Setup("occe_child", players_at((1, 3), ("Léa", "Tom")), profile="OCCE enfant"))
    for dice, tiles in (((6, 3), (9,)), ((6, 2), (8,)), ((4, 2), (2, 4))):
        place.live.act(Throw(dice=dice))
        place.live.act(CloseTiles(tiles=tiles))
        place.live.act(Next())
    return place.live.snapshot().id


def test_a_game_is_stepped_through_by_buttons_keys_and_slider(visit, place, game, barriers, fits) -> None:
    page = visit()
    page.goto(f"{place.url}/partie/{game}")
    moment, last = page.locator("#moment"), int(page.get_attribute("main", "data-of"))
    page.click("#to-after")
    page.wait_for_selector("#moment[data-at='2']")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("#moment[data-at='4']")
    page.keyboard.press("End")
    page.wait_for_selector(f"#moment[data-at='{last}']")
    assert page.locator(".told-all [aria-current]").inner_text().endswith(moment.locator("h2").inner_text())
    page.locator("[data-range]").fill("2")
    page.wait_for_selector("#moment[data-at='2']")
    assert barriers(page) == []
    fits(page)


@pytest.mark.parametrize("size", [(360, 740), (800, 1280), (1366, 640), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("state", ["", "trictrac over"])
def test_the_way_on_stays_in_view_and_in_place(visit, place, game, size, state: str) -> None:
    if state:
        BY_TOUCH[state](place.live)
    page = visit(size, path=f"/partie/{sent(place.live.snapshot())['id']}?pas=1")
    for step in (2, 3):
        bottoms = page.locator(".stepper .button").evaluate_all(BOTTOMS)
        assert max(bottoms) <= size[1]
        before = page.locator("#to-after").bounding_box()
        page.click("#to-after")
        page.wait_for_selector(f"#moment[data-at='{step}']")
        assert page.locator("#to-after").bounding_box() == before


def test_the_game_is_played_again_to_its_end_by_itself(visit, place, game) -> None:
    page = visit()
    page.clock.install()
    page.goto(f"{place.url}/partie/{game}")
    replay, last = page.locator("[data-replay]"), page.get_attribute("main", "data-of")
    again = replay.inner_text()
    replay.click()
    page.get_by_text("Arrêter").wait_for()
    page.clock.run_for(1)
    page.wait_for_url("**?pas=1")  # every moment has come from the server: what is left is the clock's alone
    page.clock.run_for(30_000)
    page.wait_for_selector(f"#moment[data-at='{last}']")
    page.get_by_text(again).wait_for()


def test_less_motion_means_steps_only(visit, place, game) -> None:
    page = visit(reduced_motion="reduce")
    page.goto(f"{place.url}/partie/{game}")
    assert page.locator("[data-range]").is_visible()
    assert not page.locator("[data-replay]").is_visible()


def test_without_scripts_links_do_the_steps(plain, place, game) -> None:
    plain.goto(f"{place.url}/partie/{game}")
    plain.click("#to-last")
    told = plain.locator("#moment h2").inner_text()
    assert plain.locator(".told-all [aria-current]").inner_text().endswith(told)
    plain.click("#to-before")
    assert not plain.locator("[data-replay]").is_visible()


def test_steps_follow_each_other_as_fast_as_somebody_taps(visit, place, game) -> None:
    page = visit()
    page.goto(f"{place.url}/partie/{game}")
    page.locator("[data-scrub]").wait_for()
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)
    for step in (2, 3):
        page.click("#to-after")
        page.wait_for_selector(f"#moment[data-at='{step}']")
        assert page.locator("#to-after[data-young]").count() == 0
