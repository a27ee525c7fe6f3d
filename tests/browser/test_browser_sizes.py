"""Every page at every size: nothing cut off sideways, everything to tap is large enough, the scores in view."""


import pytest
from on_screen import DRAWN, LOW_MAIN, SHOWN, resized, watch_for_shifts
from touched_table import BY_TOUCH

from webui.table.values.actions import CloseTiles, Next, Pause, Throw
from webui.table.values.setup import Setup, players_at

SIZES = {"tablet": (1280, 800), "upright": (800, 1280), "desktop": (1920, 1080), "phone": (390, 844)}
NAMES = ("Léa", "Jean-Baptiste", "Tom", "Anne-Sophie")
LONG = ("Éa", "Maximilien-Alexandre", "Marie Charlotte", "Anne-Élisabeth")
LEAST = 44
"""px that a finger needs in each direction."""

SHUT = ((6, 3), (9,)), ((6, 2), (8,)), ((6, 1), (7,)), ((6, 5), (5, 6)), ((4, 3), (3, 4)), ((2, 1), (1, 2))
LEAVES_42 = ((1, 1), (2,)), ((1, 1), (1,)), ((1, 1), ())

TOO_SMALL = f"""() => [...document.querySelectorAll("a, button, summary, select, label, input")].filter((one) => {{
  const box = one.getBoundingClientRect();
  const covered = one.matches("input") && (getComputedStyle(one).opacity === "0" || one.labels?.length > 0);
  const field = one.matches("label") && one.control?.matches("[type=text], [type=password]");
  return box.width > 1 && !one.matches(".skip") && !covered && !field
    && (box.width < {LEAST} - 0.5 || box.height < {LEAST} - 0.5);
}}).map((one) => `${{one.tagName}} ${{one.className}} ${{one.textContent.trim()}}`)"""

SIDEWAYS = """() => document.documentElement.scrollWidth - document.documentElement.clientWidth"""


def begin(place, game: str = "occe_child", players: int = 2, games: int = 3) -> None:
    seats = (1, 3) if players == 2 else range(1, players + 1)
    place.live.new_game(Setup(game, players_at(seats, NAMES), games=games))


def play(place, *turns) -> None:
    for dice, tiles in (step for turn in turns for step in turn):
        place.live.act(Throw(dice=dice))
        if tiles:
            place.live.act(CloseTiles(tiles=tiles))
            place.live.act(Next())


def new_royal(tablet, place) -> None:
    tablet.goto(f"{place.url}/new")
    tablet.check("[data-game=royal]", force=True)
    for summary in tablet.locator("summary:visible").all():
        summary.click()


def correction(tablet, place) -> None:
    begin(place, players=4)
    place.live.act(Throw(dice=(6, 2)))
    tablet.goto(f"{place.url}/correct")


def paid(tablet, place) -> None:
    begin(place, "royal", 3)
    play(place, SHUT, LEAVES_42, LEAVES_42)
    tablet.get_by_text("donnent").first.wait_for()


def four(tablet, place) -> None:
    begin(place, players=4)
    play(place, LEAVES_42)
    tablet.locator("#who-2.is-turn").wait_for()


def paused(tablet, place) -> None:
    begin(place)
    place.live.act(Pause())
    tablet.get_by_text("Continuer").wait_for()


def podium(tablet, place) -> None:
    begin(place, "royal", 3, games=1)
    play(place, SHUT, LEAVES_42, LEAVES_42)
    tablet.locator("#podium").wait_for()


def warned(tablet, place) -> None:
    """A teacher's word on the tiles that no move explains."""
    correction(tablet, place)
    tablet.check("[name=closed-1][value='9']", force=True)
    tablet.locator("form:has([value=correct_tiles]) button").click()
    tablet.locator(".flash").get_by_text("Revenir en arrière").wait_for()


PAGES = (new_royal, correction, warned)
"""Pages of a game that no state of its table is: those are `test_browser_every_state_by_touch.py`'s."""


@pytest.mark.parametrize("show", PAGES, ids=[show.__name__ for show in PAGES])
def test_every_page_fits_and_is_made_for_fingers(tablet, place, show) -> None:
    show(tablet, place)
    for name, (width, height) in SIZES.items():
        tablet.set_viewport_size({"width": width, "height": height})
        assert tablet.evaluate(SIDEWAYS) <= 0, name
        assert tablet.evaluate(TOO_SMALL) == [], name


@pytest.mark.parametrize("role", ["teacher", "pupil"])
@pytest.mark.parametrize("game", ["occe_child", "royal"])
def test_on_a_phone_every_tile_to_close_is_in_view(measured, place, game: str, role: str) -> None:
    begin(place, game, players=4)
    place.live.act(Throw(dice=(6, 2)))
    page = measured(role=role)
    for width, height in resized(page, ((360, 740), (320, 568))):
        boxes = [tile.bounding_box() for tile in page.locator(".frame.is-turn .tile").all()]
        assert max(box["y"] + box["height"] for box in boxes) <= height, (width, height)
        assert max(box["x"] + box["width"] for box in boxes) <= width, (width, height)


def test_a_warning_and_its_undo_end_with_the_next_act(tablet, place) -> None:
    warned(tablet, place)
    place.live.act(Throw(dice=(6, 2)))
    tablet.locator(".flash").wait_for(state="detached")


def test_a_warning_covers_no_sentence_and_can_be_closed(tablet, place) -> None:
    warned(tablet, place)
    for width, height in resized(tablet, (*SIZES.values(), (1366, 640), (320, 640))):
        flash, now = (tablet.locator(one).bounding_box() for one in (".flash", "#now"))
        assert flash["y"] >= now["y"] + now["height"] or flash["y"] + flash["height"] <= now["y"], (width, height)
    tablet.locator("[data-dismiss]").click()
    assert tablet.locator(".flash").count() == 0


@pytest.mark.parametrize("show", [paid, four, podium], ids=["paid", "four", "podium"])
def test_the_scores_are_in_view_above_or_beside_the_buttons(measured, place, show) -> None:
    tablet = measured(role="teacher")
    show(tablet, place)
    for width, height in resized(tablet, (SIZES[name] for name in ("tablet", "upright", "desktop"))):
        scores, controls = (tablet.locator(one).bounding_box() for one in ("#scores", "#controls"))
        lowest = controls["y"] if scores["x"] + scores["width"] > controls["x"] else height
        assert scores["y"] + scores["height"] <= lowest + 1, (width, height)
        assert controls["y"] + controls["height"] <= height, (width, height)


def test_the_bar_is_one_line_and_a_teachers_on_a_phone_two(measured) -> None:
    tablet = measured(role="teacher")
    for width, height in resized(tablet, (*SIZES.values(), (1024, 768), (640, 400), (320, 568))):
        high = tablet.locator("header.bar").bounding_box()["height"]
        assert high <= (108 if width < 600 else 58), (width, height)


def test_names_beside_the_dice_are_whole(measured, place) -> None:
    tablet = measured(role="teacher")
    place.live.new_game(Setup("occe_child", players_at((1, 2, 3, 4), LONG)))
    tablet.get_by_text("Maximilien-Alexandre").first.wait_for()
    cut = """one => Math.max(one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight) > 1
      || one.parentElement.scrollWidth > one.parentElement.clientWidth + 1"""
    for width, height in resized(tablet, (*SIZES.values(), (360, 740), (320, 568))):
        names = tablet.locator(".who .name").all()
        assert [name.inner_text() for name in names if name.evaluate(cut)] == [], (width, height)


@pytest.mark.parametrize("game", ["backgammon", "jacquet", "tock"])
def test_in_large_letters_the_way_to_a_rule_is_whole(measured, place, game: str) -> None:
    BY_TOUCH[f"{game} refused"](place.live)
    page = measured(role="pupil")
    for size in "23":
        page.evaluate("(size) => (document.documentElement.dataset.size = size)", size)
        for width, height in resized(page, ((800, 1000), (768, 1024), (800, 1280))):
            why, now = (page.locator(one).bounding_box() for one in ("#why", "#now"))
            assert why["y"] + why["height"] <= now["y"] + now["height"], (size, width, height)


def test_nothing_is_offered_in_a_pause_but_to_go_on(tablet, place) -> None:
    paused(tablet, place)
    assert tablet.locator("main .button:visible").all_inner_texts() == ["Continuer"]


STATES = {
    "one throws": lambda place: begin(place),
    "four throw": lambda place: begin(place, players=4),
    "twelve throw": lambda place: place.live.new_game(Setup("royal", players_at(range(1, 13), TWELVE))),
    "one closes": lambda place: (begin(place), place.live.act(Throw(dice=(6, 2)))),
    "a draw": lambda place: place.live.new_game(Setup("jacquet", players_at((1, 2), NAMES))),
    "six dice": lambda place: place.live.new_game(Setup("trente", players_at((1, 2), NAMES))),
}
"""What a table waits for: a throw told by hand, or what has its own place to be pressed."""
TWELVE = tuple(f"Prénom {n}" for n in range(1, 13))
NORMAL = {"phone": (360, 740), "upright": (800, 1280), "tablet": (1280, 800)}


@pytest.mark.parametrize("state", STATES)
def test_the_main_button_is_72_px_high_everywhere(measured, place, state) -> None:
    tablet, plain = (measured(role="teacher", java_script_enabled=scripts) for scripts in (True, False))
    tablet.goto("about:blank")  # else it loads another family's page of itself, while it is led there
    STATES[state](place)
    plain.goto(f"{place.url}/?fige=1")  # else it is loaded again while it is looked at
    tablet.goto(place.url)
    for name, (width, height) in NORMAL.items():
        for page in (tablet, plain):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(LOW_MAIN) == [], name
            assert page.evaluate(SIDEWAYS) <= 0, name
        board = tablet.locator("#board").bounding_box()
        tablet.evaluate("document.documentElement.dataset.byKeys = ''")
        assert tablet.locator("#board").bounding_box() == board
        tall = tablet.evaluate("document.documentElement.scrollHeight")
        assert tall <= height or name == "phone" or state == "six dice"
        tablet.evaluate("delete document.documentElement.dataset.byKeys")


ROYAL_SIZES = ((1280, 800), (1920, 1080), (1024, 768), (800, 1280), (820, 1180), (768, 1024))
"""px of tablets, lying and upright, and of a desktop."""
LOCALES = {2: "fr-FR", 6: "en-GB", 12: "de-DE"}
"""How many play Royal, and what their devices ask for."""
MEETS = """() => {
  const parts = ["board", "podium", "stage", "desk", "standing", "controls"].map((id) => document.getElementById(id));
  const boxes = parts.filter((one) => one?.checkVisibility()).map((one) => [one.id, one.getBoundingClientRect()]);
  const apart = (a, b) => a.right < b.left + 1 || b.right < a.left + 1 || a.bottom < b.top + 1 || b.bottom < a.top + 1;
  const met = ([name, a], k) => boxes.slice(k + 1).filter(([, b]) => !apart(a, b)).map(([other]) => name + other);
  return boxes.flatMap(met);
}"""
ABOVE = """() => [...document.querySelectorAll(".steps > li")].map((one) => one.getBoundingClientRect().top)
  .filter((top) => top < document.getElementById("podium").getBoundingClientRect().top)"""
HIDDEN = """() => [...document.querySelectorAll("#now, #desk, #standing, #scores .name, #podium, #podium .name")]
  .filter((one) => getComputedStyle(one).overflow !== "visible")
  .filter((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)
  .map((one) => `${one.id || one.className} ${one.textContent}`)"""


@pytest.mark.parametrize("players", LOCALES)
def test_royal_shows_every_move_name_and_score_without_scrolling(measured, place, players: int) -> None:
    page = measured(SIZES["tablet"], "teacher", locale=LOCALES[players])
    place.live.new_game(Setup("royal", players_at(range(1, players + 1), (*NAMES, *TWELVE[4:]))))
    for deeds in (Throw((6, 3)),), (CloseTiles((9,)), Next(), *finishing(players)):
        for deed in deeds:
            place.live.act(deed)
        page.goto(place.url)
        for _, height in resized(page, ROYAL_SIZES):
            assert page.evaluate(HIDDEN) == page.evaluate(MEETS) == page.evaluate(ABOVE) == []
            assert page.evaluate("document.documentElement.scrollHeight") <= height
        ended = page.locator("#podium").is_visible()
        page.goto("about:blank")  # else it shows every deed that is told now
    assert ended


@pytest.mark.parametrize(("size", "players"), [("tablet", 6), ("upright", 3), ("desktop", 2), ("desktop", 4)])
def test_nothing_jumps_over_a_whole_game_of_royal(visit, place, size: str, players: int) -> None:
    place.live.new_game(Setup("royal", players_at(range(1, players + 1), (*NAMES, *TWELVE[4:]))))
    page = visit(SIZES[size], "teacher")
    watch_for_shifts(page)
    for deed in Throw((6, 3)), CloseTiles((9,)), Next(), *finishing(players):
        page.evaluate(SHOWN, place.live.act(deed).version)
        page.evaluate(DRAWN)
    assert page.locator("#podium").is_visible()
    assert page.evaluate("window.shifts") == []


def finishing(players: int):
    """What ends a game of Royal whose first player has closed 9: he closes all, nobody else does."""
    for dice, tiles in (*SHUT[1:], *(step for _ in range(players - 1) for step in LEAVES_42)):
        yield Throw(dice)
        if tiles:
            yield from (CloseTiles(tiles), Next())


FACES = {
    "occe_child": {(1366, 640): 72, (1920, 1080): 72, (800, 1280): 58, (360, 740): 44},
    "backgammon": {(800, 1280): 72, (1366, 640): 72},
}
"""px of the least face to touch on a screen."""


@pytest.mark.parametrize("game", FACES)
def test_faces_to_touch_are_as_large_as_there_is_room(measured, place, game: str) -> None:
    place.live.new_game(Setup(game, players_at((1, 2), ("Léa", "Tom"))))
    page = measured(role="pupil")
    for (width, height), least in FACES[game].items():
        page.set_viewport_size({"width": width, "height": height})
        boxes = [one.bounding_box() for one in page.locator("#pad .pad-face").all()]
        assert len(boxes) in (6, 12)
        assert min(min(box["width"], box["height"]) for box in boxes) >= least, (width, height)
