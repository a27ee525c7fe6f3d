"""The page of today's throws in a browser, with and without scripts."""

from webui.table.values.actions import Throw
from webui.table.values.setup import Setup, players_at


def test_the_pictures_hold_no_barrier_and_fit(visit, place, barriers, fits) -> None:
    page = visit()
    page.goto(f"{place.url}/equite")
    assert barriers(page) == []
    for dice in ((6, 3), (6, 2), (1, 1), (6, 6), (5, 2)):
        place.live.new_game(Setup("occe_child", players_at((1, 3), ("Léa", "Tom"))))
        place.live.act(Throw(dice=dice))
    page.reload()
    assert page.locator("svg[role=img]").count() == 2
    page.locator("main summary").first.click()
    assert page.locator("table").first.is_visible()
    assert barriers(page) == []
    fits(page)


def test_the_tables_open_without_scripts(plain, place) -> None:
    place.live.new_game(Setup("occe_child", players_at((1, 3), ("Léa", "Tom"))))
    place.live.act(Throw(dice=(6, 3)))
    plain.goto(f"{place.url}/equite")
    plain.locator("main summary").last.click()
    assert plain.get_by_text("3 – 6").is_visible()
