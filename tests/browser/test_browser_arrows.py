"""Men on arrows as a person moves them, by tap, by drag, by keys; whole matches, compared with the referee."""

import json
import random
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from keyboard import presses, tab_to
from on_screen import watch_for_shifts
from touched_table import men

from referee.core import Roll
from referee.games.arrows import Play, Say
from referee.match import Match
from referee.record import from_lines
from webui.table.values.actions import Next, PlayMove, Throw
from webui.table.values.setup import Setup, players_at
from workshop.chance import random_event

RECORD = Path(__file__).parents[1] / "referee" / "records" / "backgammon-match-to-two.txt"
ENOUGH = 16
"""Events of a match: throws and moves, a double and its answer, and the next game begun."""
SIZES = {"upright": (800, 1280), "phone": (360, 740)}

every_size = pytest.mark.parametrize("size", SIZES)


@pytest.fixture
def tablet_of(visit):
    """The teacher's tablet of a size."""

    def opened(size: str):
        return visit(SIZES[size], "teacher")

    return opened


def begin(place, match: Match, **options) -> None:
    given = match.handicaps or (0, 0)
    pairs = zip(players_at((1, 2), ("Léa", "Max")), given, strict=True)
    players = tuple(replace(player, handicap=points) for player, points in pairs)
    place.live.new_game(Setup(match.game.name, players, options=tuple(sorted(options.items()))))


def shown(page, place) -> dict:
    """The view that the page shows."""
    view = place.live.snapshot()
    page.locator(f'#table[data-version="{view.version}"]').wait_for()
    return view


def spot(page, space: str):
    return page.locator(f"#spot-{space} .hit")


def on_the_page(page) -> dict[str, str]:
    spots = page.evaluate(
        "[...document.querySelectorAll('.spot')].map((s) => [s.dataset.space, s.dataset.colour, s.dataset.men])"
    )
    return {space: f"{colour} x {men}" if men != "0" else "empty" for space, colour, men in spots}


def throw(page, dice) -> None:
    for k, value in enumerate(dice, start=1):
        page.locator(f'#pad .pad-face:has(input[name="die{k}"][value="{value}"])').click()


def tapped(page, place, match: Match, play: Play) -> None:
    """Each man of a move is tapped, and then where it goes."""
    game, done = match.game, ()
    for step in play.steps:
        done = (*done, step)
        [(source, target)] = game.journey(match.state, Play((step,)))
        spot(page, source).click()
        page.locator(f"#spot-{target}.is-aimed").wait_for()
        spot(page, target).click()
        wait(page, partial(stands, text=game.to_text(Play(done))), place)
    accepted(page, place, match)


def stands(view, text: str) -> bool:
    return view.provisional == text or view.state not in ("waiting_move", "provisional")


def accepted(page, place, match: Match) -> None:
    """The move counts, by the button, once that is no longer dead."""
    page.locator(".of-next button").click()
    wait(page, lambda view: view.events > len(match.events), place)


def wait(page, holds, place) -> dict:
    """Until the live table's view, and then the page, is so far."""
    view = place.live.snapshot()
    while not holds(view):
        view = place.live.wait(view.version, 15.0)
        assert view is not None, "expected the table to go on"
    return shown(page, place)


def happens(page, place, match: Match, event) -> Match:
    """One event of a game, as a person does it on the page, and what the page shows of it."""
    count = len(match.events)
    if isinstance(event, Roll):
        throw(page, event.dice)
        wait(page, lambda view: view.throws > 0 and view.events > count, place)
    elif isinstance(event, Say):
        page.locator(f"#say-{event.word} button").click()
        wait(page, lambda view: view.provisional == event.word or view.events > count, place)
        accepted(page, place, match)
    else:
        tapped(page, place, match, event)
    after = match.then(event)
    view = shown(page, place)
    if not after.game.is_over(after.state):
        assert on_the_page(page).items() <= dict(after.game.appearance(after.state)).items()
    assert view.scores == dict(zip("12", after.game.scores(after.state), strict=True))
    return after


def test_a_match_of_backgammon_from_its_record(tablet_of, place) -> None:
    told = from_lines(RECORD.read_text(encoding="utf-8").splitlines()).match
    match = Match(told.game, told.seats, told.players)
    begin(place, match, points=2, crawford=True, single="international", opening="use_draw", bg_needs_no_bearoff=True)
    page = tablet_of("phone")
    page.evaluate("document.fonts.ready")
    for event in told.events[:ENOUGH]:
        match = happens(page, place, match, event)
    assert {type(event) for event in match.events} == {Roll, Play, Say}
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


FEW = men({"16": 1, "20": 1, "22": 1, "off": 12}, {"15": 1, "21": 1, "23": 1, "off": 12})
"""Each has three men left, and the last quarter before them."""


def test_a_game_of_jacquet_to_its_end(tablet_of, place) -> None:
    rng, setup = random.Random("jacquet 7"), Setup("jacquet", players_at((1, 2), ("Léa", "Max")))
    place.live.new_game(setup, json.dumps(FEW))
    match, page = setup.match(json.dumps(FEW)), tablet_of("upright")
    while not match.game.is_over(match.state):
        match = happens(page, place, match, random_event(match.game, match.state, rng))
    winner = ("Léa", "Max")[match.game.winners(match.state)[0]]
    page.get_by_role("heading", name=f"{winner} gagne").wait_for()
    assert page.locator("#podium").is_visible()


def test_throws_and_moves_of_le_tric_trac(tablet_of, place) -> None:
    rng, setup = random.Random("trictrac phone"), Setup("trictrac", players_at((1, 2), ("Léa", "Max")))
    match = setup.match()
    begin(place, match)
    page = tablet_of("phone")
    while len(match.events) < 10 and not match.game.is_over(match.state):
        match = happens(page, place, match, random_event(match.game, match.state, rng))
    assert len(match.events) == 10


def opened(place, dice=((6,), (3,))) -> Match:
    match = Setup("backgammon", players_at((1, 2), ("Léa", "Max"))).match()
    place.live.new_game(Setup("backgammon", players_at((1, 2), ("Léa", "Max")), options=(("opening", "use_draw"),)))
    for throw_ in dice:
        place.live.act(Throw(throw_))
    return match


@every_size
def test_a_man_is_dragged_and_taken_back(tablet_of, place, size: str) -> None:
    opened(place)
    page = tablet_of(size)
    man = page.locator("#spot-arrow-8 .man").last.bounding_box()
    goal = spot(page, "arrow-2").bounding_box()
    page.mouse.move(man["x"] + man["width"] / 2, man["y"] + man["height"] / 2)
    page.mouse.down()
    page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=6)
    page.mouse.up()
    wait(page, lambda view: view.provisional == "8/2", place)
    assert on_the_page(page)["arrow-2"] == "white x 1"
    page.click("#take-back button")
    wait(page, lambda view: view.provisional is None, place)
    assert on_the_page(page)["arrow-2"] == "empty"


def test_a_move_that_is_not_offered_tells_why(tablet_of, place) -> None:
    opened(place)
    page = tablet_of("upright")
    spot(page, "arrow-8").click()
    spot(page, "arrow-7").click()
    wait(page, lambda view: view.state == "refused", place)
    assert "De la flèche 8 à la flèche 7" in page.locator("#now").inner_text()


def test_keys_alone_move_men_and_the_focus_is_never_lost(tablet_of, place) -> None:
    opened(place)
    page = tablet_of("upright")
    page.focus("#spot-arrow-8")
    page.keyboard.press("Enter")
    assert page.locator("#spot-arrow-2").get_attribute("aria-label") == "de la flèche 8 à la flèche 2"
    for _ in range(9):
        if page.evaluate("document.activeElement.id") == "spot-arrow-2":
            break
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    wait(page, lambda view: view.provisional == "8/2", place)
    assert page.evaluate("document.activeElement.id") == "spot-arrow-2"
    page.focus("#spot-arrow-6")
    page.keyboard.press("Enter")
    page.focus("#spot-arrow-3")
    page.keyboard.press(" ")
    page.locator(".of-next button:not([data-young])").press("Enter")
    wait(page, lambda view: view.events == 3, place)
    assert page.evaluate("document.activeElement.tagName") != "BODY"


LATE = {"white": {"6": 1, "1": 1, "off": 13}, "black": {"2": 2, "off": 13}, "player": 1}
ENDING = (((2, 1), "6/4+1/off"), ((2, 1), "2/off+2/1"), ((5, 4), "4/off"))


def test_the_end_of_a_game_of_backgammon_by_keyboard_alone(tablet_of, place) -> None:
    match = begun_late(place)
    page = tablet_of("upright")
    for dice, text in ENDING:
        for die, value in enumerate(dice, start=1):
            presses(page, f'#pad input[name="die{die}"]', "Space")
            for _ in range(value - 1):
                page.keyboard.press("ArrowRight")
        presses(page, "#pad button", "Enter")
        match = match.then(Roll(dice))
        wait(page, partial(counts, events=len(match.events)), place)
        done: tuple = ()
        for step in match.game.from_text(text).steps:
            done = (*done, step)
            [(source, target)] = match.game.journey(match.state, Play((step,)))
            entered(page, source)
            page.locator(f"#spot-{target}.is-aimed").wait_for()
            entered(page, target)
            wait(page, partial(stands, text=match.game.to_text(Play(done))), place)
        accepted(page, place, match)
        match = match.then(match.game.from_text(text))
    page.get_by_role("heading", name="Léa gagne").wait_for()
    presses(page, "#deed .is-main", "Enter")
    page.locator("#table.is-waiting_throw").wait_for()


def entered(page, space: str) -> None:
    """Arrow keys lead there, and Enter is pressed."""
    go_to(page, f"spot-{space}")
    page.keyboard.press("Enter")


def counts(view, events: int) -> bool:
    return view.events >= events


def begun_late(place) -> Match:
    """A game of Backgammon of which three throws are left."""
    setup = Setup("backgammon", players_at((1, 2), ("Léa", "Max")), options=(("opening", "use_draw"),))
    place.live.new_game(setup, json.dumps(LATE))
    return setup.match(json.dumps(LATE))


WHERE = """(id) => {
  const middle = (one) => {
    const box = one.querySelector(".hit").getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [[x, y], [a, b]] = [middle(document.activeElement.closest(".spot")), middle(document.getElementById(id))];
  return document.activeElement.id === id ? null : [a - x, b - y];
}"""


def go_to(page, spot: str) -> None:
    """By Tab to the board, and by arrow keys to a place on it."""
    tab_to(page, ".spot")
    for _ in range(40):
        if (way := page.evaluate(WHERE, spot)) is None:
            return
        across, down = way
        sideways = abs(across) > abs(down)
        page.keyboard.press(("ArrowRight" if across > 0 else "ArrowLeft") if sideways else
                            ("ArrowDown" if down > 0 else "ArrowUp"))  # fmt: skip
    raise AssertionError(f"{spot}: no arrow key leads there")


@pytest.mark.parametrize("size", [(1280, 800), (800, 1280), (360, 740)], ids=str)
def test_nothing_jumps_and_nothing_sticks_out_during_a_turn(visit, place, size) -> None:
    match = opened(place)
    page = visit(size)
    page.locator("#scores").wait_for()
    watch_for_shifts(page)
    for move in ("8/2", "8/2+6/3", "", "24/18", "24/18+13/10"):
        place.live.act(PlayMove(move))
        shown(page, place)
    place.live.act(Next())
    wait(page, lambda view: view.events == 3, place)
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.evaluate("window.shifts") == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert match.game.name == "backgammon"


def test_a_tablet_that_shows_tiles_fetches_what_men_need(tablet_of, place) -> None:
    place.live.new_game(Setup("occe_child", players_at((1, 3), ("Léa", "Max"))))
    page = tablet_of("upright")
    page.locator("#frame-1").wait_for()
    opened(place)
    page.locator("#spot-arrow-8.is-source").wait_for()
    spot(page, "arrow-8").click()
    page.locator("#spot-arrow-2.is-aimed").wait_for()


def test_a_touched_man_is_told_unless_jadoube_was_said(tablet_of, place) -> None:
    options = (("touch_move", "on"),)
    place.live.new_game(Setup("jacquet", players_at((1, 2), ("Léa", "Max")), options=options))
    for throw_ in ((6,), (3,), (6, 3)):
        place.live.act(Throw(throw_))
    page = tablet_of("upright")
    page.click("#adoube")
    spot(page, "arrow-12").click()
    page.locator("#spot-arrow-12.is-chosen").wait_for()
    spot(page, "arrow-12").click()
    page.locator("#spot-arrow-12:not(.is-chosen)").wait_for()
    assert shown(page, place).position["touched"] == []
    page.click("#adoube")
    spot(page, "arrow-12").click()
    wait(page, lambda view: view.position["touched"] == [1], place)


def test_after_a_throw_by_keys_a_movable_man_has_focus(tablet_of, place) -> None:
    opened(place, ((6,), (3,)))
    place.live.act(PlayMove("24/18+18/15"))
    place.live.act(Next())
    page = tablet_of("upright")
    for k, value in ((1, 6), (2, 4)):
        page.focus(f'#pad input[name="die{k}"][value="{value}"]')
        page.keyboard.press("Space")
    page.keyboard.press("Enter")
    page.locator(".spot.is-source:focus").wait_for()
