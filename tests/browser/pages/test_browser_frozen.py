"""A page that somebody froze stands still while the table goes on, and shows the newest as soon as he resumes."""

from webui.table.values.actions import CloseTiles, Next, Throw
from webui.table.values.setup import Setup, players_at


def test_a_frozen_page_stands_still_and_resumes_with_the_newest(visit, place, barriers) -> None:
    place.live.new_game(Setup("occe_child", players_at((1, 3), ("Léa", "Tom"))))
    page, beside = visit(), visit()
    page.click("#device-menu summary")
    page.click("[data-freeze]")
    said = page.inner_text("#headline")
    place.live.act(Throw(dice=(6, 3)))
    place.live.act(CloseTiles(tiles=(9,)))
    place.live.act(Next())
    beside.locator("#tile-1-9.is-closed").wait_for()
    assert page.inner_text("#headline") == said
    assert page.locator("#tile-1-9.is-closed").count() == 0
    assert "La page est figée" in page.inner_text("[data-held]")
    assert barriers(page) == []
    page.click("[data-resume]")
    page.locator("#tile-1-9.is-closed").wait_for()
    assert page.locator("[data-resume]").is_hidden()
    assert page.evaluate("document.activeElement.id") == "table"


def test_who_does_something_on_a_frozen_page_goes_on(tablet, place) -> None:
    place.live.new_game(Setup("occe_child", players_at((1, 3), ("Léa", "Tom"))))
    tablet.locator("#pad").wait_for()
    tablet.click("#device-menu summary")
    tablet.click("[data-freeze]")
    tablet.keyboard.press("Escape")
    tablet.click(".teacher-bar .of-pause button")
    tablet.locator("#table.is-paused").wait_for()
    assert tablet.locator("[data-resume]").is_hidden()


def test_a_page_opened_frozen_goes_on(visit, place) -> None:
    page = visit()
    page.goto(f"{place.url}/table/1/?fige=1")
    page.locator("[data-resume]").wait_for()
    place.live.new_game(Setup("occe_child", players_at((1, 3), ("Léa", "Tom"))))
    page.click("[data-resume]")
    page.locator("#who-1").wait_for()
    assert "fige" not in page.url


def test_a_refusal_stays_on_the_page_until_something_happens(tablet, place, visit) -> None:
    place.live.new_game(Setup("occe_child", players_at((1, 3), ("Léa", "Tom"))))
    tablet.locator("#pad").wait_for()
    tablet.route("**/actions", lambda route: route.fulfill(status=409, json={"detail": "Non."}))
    tablet.clock.install()
    tablet.click(".teacher-bar .of-pause button")
    tablet.locator("[data-toast]").get_by_text("Non.").wait_for()
    tablet.clock.fast_forward("00:05:00")
    assert tablet.locator("[data-toast]").is_visible()
    tablet.unroute("**/actions")
    tablet.click(".teacher-bar .of-pause button")
    tablet.locator("#table.is-paused").wait_for()
    assert tablet.locator("[data-toast]").is_hidden()
    visit.wrong.clear()  # the browser tells of the refusal, too
