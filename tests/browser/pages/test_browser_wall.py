"""The projector's page in a browser: live, in both themes, and never to be scrolled."""

import pytest
from on_screen import photographed, resized

from webui.table.values.actions import CloseTiles, Next, Throw
from webui.table.values.setup import Setup, players_at

PROJECTORS = ((1280, 720), (1920, 1080), (1024, 768))
SCROLLS = "[document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth]"
INSIDE = """() => [...document.querySelectorAll("#board, #now, #race, #headline, #now p")].filter((one) => {
  const box = one.getBoundingClientRect();
  const outside = box.bottom > innerHeight + 1 || box.right > innerWidth + 1 || box.top < -1;
  return outside || one.scrollWidth > one.clientWidth + 1;
}).map((one) => one.id || one.textContent)"""
APART = """() => document.getElementById("now").getBoundingClientRect().bottom
  <= document.getElementById("race").getBoundingClientRect().top + 1"""
FREE = """() => ["board", "now", "race"].every((id) => {
  const both = [document.querySelector(".wall-corner"), document.getElementById(id)];
  const [a, b] = both.map((one) => one.getBoundingClientRect());
  return a.bottom <= b.top + 1 || b.bottom <= a.top + 1 || a.right <= b.left + 1 || b.right <= a.left + 1;
})"""
NAMES = ("Léa", "Jean-Baptiste", "Tom", "Anne-Sophie")


def begun(place) -> None:
    place.live.new_game(Setup("occe_child", players_at((1, 2, 3, 4), NAMES), games=3))


def refused(place) -> None:
    begun(place)
    place.live.act(Throw(dice=(4, 2)))
    place.live.act(CloseTiles(tiles=(5,)))


def stopped(place) -> None:
    begun(place)
    for dice, tiles in (((4, 4), (4,)), ((4, 4), (8,))):
        place.live.act(Throw(dice=dice))
        place.live.act(CloseTiles(tiles=tiles))
        place.live.act(Next())
    place.live.act(Throw(dice=(4, 4)))


def royal(place) -> None:
    names = tuple(f"Prénom {n}" for n in range(1, 13))
    place.live.new_game(Setup("royal", players_at(range(1, 13), names), "Tric-Trac Royal"))


@pytest.mark.parametrize("state", [begun, refused, stopped, royal], ids=lambda state: state.__name__)
def test_nothing_is_cut_off_or_scrolls_at_any_projector(measured, place, barriers, state) -> None:
    state(place)
    page = measured(path="/mur")
    for width, height in resized(page, (*PROJECTORS, (1366, 640), (2560, 1080))):
        assert page.evaluate(SCROLLS) == [0, 0], (width, height)
        assert page.evaluate(INSIDE) == [], (width, height)
        assert page.evaluate(APART), (width, height)
    for theme in ("clair", "sombre"):
        page.goto(f"{place.url}/mur?theme={theme}")
        assert barriers(page) == []


@pytest.mark.parametrize("address", ["/mur", "/mur?fige=1"])
def test_the_settings_are_seen_without_a_pointer_and_cover_nothing(measured, place, address: str) -> None:
    begun(place)
    page = measured(path=address)
    for width, height in resized(page, (*PROJECTORS, (2560, 1080), (390, 844))):
        assert page.evaluate("getComputedStyle(document.querySelector('.wall-corner')).opacity") == "1"
        assert page.locator(".wall-corner a").last.is_visible()
        assert page.evaluate(FREE), (width, height)


LOST = """() => {
  const lost = document.querySelector("[data-lost]");
  lost.hidden = false;
  return ["board", "now", "race"].filter((id) => {
    const [a, b] = [lost, document.getElementById(id)].map((one) => one.getBoundingClientRect());
    return a.bottom > b.top + 1 && b.bottom > a.top + 1 && a.right > b.left + 1 && b.right > a.left + 1;
  });
}"""
CUT_NAMES = """() => [...document.querySelectorAll("#race .name")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"""


def test_a_lost_link_covers_nothing_and_every_name_stands_whole(measured, place) -> None:
    place.live.new_game(Setup("occe_child", players_at((1, 2, 3, 4), ("Maximiliane-Antoinette", *NAMES[1:])), games=3))
    page = measured(path="/mur", locale="de-DE")
    for width, height in resized(page, (*PROJECTORS, (1366, 640), (2560, 1080))):
        assert page.evaluate(LOST) == [], (width, height)
        assert page.evaluate(CUT_NAMES) == [], (width, height)
        assert page.evaluate(APART), (width, height)


def test_the_wall_is_live_and_dark_if_the_device_asks(measured, place) -> None:
    begun(place)
    page = measured(path="/mur", color_scheme="dark")
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    place.live.act(Throw(dice=(6, 3)))
    place.live.act(CloseTiles(tiles=(9,)))
    place.live.act(Next())
    page.locator("#racer-1").get_by_text("36").wait_for()
    page.goto(f"{place.url}/mur?theme=clair")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != dark


SIZE = "parseFloat(getComputedStyle(document.getElementById('headline')).fontSize)"


@pytest.mark.parametrize("players", [2, 4])
def test_the_sentence_is_three_times_that_of_the_table(measured, place, players: int) -> None:
    """The table's on a tablet of 1280x800."""
    place.live.new_game(Setup("occe_child", players_at(range(1, players + 1), NAMES)))
    page = measured((1280, 800))
    page.locator("#who-1").wait_for()
    table = page.evaluate(SIZE)
    page.goto(f"{place.url}/mur")
    for width, height in resized(page, ((1280, 720), (1920, 1080))):
        assert page.evaluate(SIZE) >= 3 * table, (width, height)
        assert page.evaluate(INSIDE) == [], (width, height)
        assert page.evaluate(APART), (width, height)


def test_the_wall_is_there_without_scripts(plain, place) -> None:
    begun(place)
    plain.goto(f"{place.url}/mur")
    assert plain.locator("#headline").is_visible()
    assert plain.locator("noscript").count() == 1


def test_the_wall_takes_the_style_of_another_game_that_begins(visit, place) -> None:
    begun(place)
    page = visit(path="/mur")
    place.live.new_game(Setup("trente", players_at((1, 2), NAMES)))
    page.locator(".wall-race .of-aside").wait_for()
    page.locator('link[href*="games/aside.css"]').wait_for(state="attached")


def test_each_wall_lays_its_own_side_below(visit, place) -> None:
    begun(place)
    page, other = visit(path="/mur?theme=sombre"), visit(path="/mur")
    page.evaluate("localStorage.setItem('size', '3')")  # the size of texts is the table page's alone
    sides = []
    for _ in range(4):
        frame, board = (page.locator(one).bounding_box() for one in ("#frame-1", "#board"))
        sides.append((round(frame["x"] - board["x"]), round(frame["y"] - board["y"])))
        page.click("[data-turn-view]")
    assert len(set(sides)) == 4
    assert page.locator("html").get_attribute("data-view") == "0"
    page.click("[data-turn-view]")
    page.reload()
    place.live.act(Throw(dice=(6, 3)))
    page.locator("#table.is-waiting_move").wait_for()  # what comes later is turned as well
    frame, board = (page.locator(one).bounding_box() for one in ("#frame-1", "#board"))
    assert (round(frame["x"] - board["x"]), round(frame["y"] - board["y"])) == sides[1]
    assert page.evaluate(INSIDE) == []
    assert page.evaluate("document.body.className") == "wall is-dark"
    assert page.locator("html").get_attribute("data-size") is None
    assert other.locator("html").get_attribute("data-view") == "0"


@pytest.mark.parametrize("game", ["jacquet", "tock", "trente"])
def test_other_boards_are_turned_on_the_wall_and_fit(visit, place, game: str) -> None:
    players = {"jacquet": 2, "tock": 4, "trente": 4}[game]
    place.live.new_game(Setup(game, players_at(range(1, players + 1), NAMES)))
    page = visit((1280, 720))
    shown = []
    for view in "0123":
        page.goto(f"{place.url}/mur?view={view}")
        assert page.evaluate(INSIDE) == [], view
        assert page.evaluate(FREE), view
        shown.append(photographed(page.locator("#board")).tobytes())
    assert len(set(shown)) == 4


def test_without_scripts_links_turn_the_wall_and_keep_its_theme(plain, place) -> None:
    begun(place)
    plain.goto(f"{place.url}/mur?theme=sombre&fige=1")
    plain.get_by_role("link", name="Tourner le plateau").click()
    assert plain.locator("html").get_attribute("data-view") == "1"
    plain.get_by_role("link", name="reprendre").click()
    assert plain.locator("html").get_attribute("data-view") == "1"
    assert plain.locator("body").get_attribute("class") == "wall is-dark"
