"""Trente as a person plays it: dice told by taps, set aside by taps, a target chosen at the table; by keys too."""

import random

import pytest
from on_screen import watch_for_shifts

from referee.core import Roll
from referee.games.trente import Attack, Keep
from webui.table.values.actions import Next, PlayMove, Throw
from webui.table.values.setup import Setup, players_at
from workshop.chance import random_event

SIZES = {"upright": (800, 1280), "tablet": (1280, 800), "phone": (360, 740)}
ENOUGH = 24
"""Events of a round: throws, and dice set aside, over several turns of each."""
SIX = (6, 6, 6, 6, 5, 4)

every_size = pytest.mark.parametrize("size", SIZES)


@pytest.fixture
def tablet_of(visit):
    """The teacher's tablet of a size."""

    def opened(size: str):
        return visit(SIZES[size], "teacher")

    return opened


def begin(place, players=3, profile="Trente (Wikilivres)", **options):
    names = ("Léa", "Max", "Zoé", "Tom")[:players]
    setup = Setup("trente", players_at(range(1, players + 1), names), profile, tuple(sorted(options.items())))
    place.live.new_game(setup)
    return setup.match()


def wait(page, place, holds):
    """Until the live table's view, and then the page, is so far."""
    view = place.live.snapshot()
    while not holds(view):
        view = place.live.wait(view.version, 15.0)
        assert view is not None, "expected the table to go on"
    page.locator(f'#table[data-version="{view.version}"]').wait_for()
    return view


def throw(page, place, dice):
    count = place.live.snapshot().throws
    for value in dice:
        page.click(f'#faces [data-face="{value}"]')
    return wait(page, place, lambda view: view.throws > count)


def set_aside(page, place, dice):
    """Taps dice of the throw in this order, then the button."""
    events, left = place.live.snapshot().events, [die.value for die in place.live.snapshot().dice]
    for value in dice:
        spot = left.index(value)
        left[spot] = None
        page.locator("#keep .pick").nth(spot).click()
    page.click("#keep-now")
    return wait(page, place, lambda view: view.events > events)


def test_a_round_by_touch_matches_the_referees(tablet_of, place) -> None:
    rng, match = random.Random("trente phone"), begin(place, 2, start_score=16, rounds=2)
    page = tablet_of("phone")
    for _ in range(ENOUGH):
        event = random_event(match.game, match.state, rng)
        if isinstance(event, Roll):
            throw(page, place, event.dice)
        else:
            set_aside(page, place, event.dice)
        match = match.then(event)
        view = place.live.snapshot()
        assert view.scores == {str(k): points for k, points in enumerate(match.game.scores(match.state), 1)}
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert {type(event) for event in match.events} == {Roll, Keep}


def test_the_die_that_is_tapped_first_decides(tablet_of, place) -> None:
    begin(place)
    page = tablet_of("tablet")
    throw(page, place, (6, 3, 5, 2, 4, 6))
    assert page.locator("#keep-now").is_disabled()
    page.locator("#keep .pick").nth(1).click()
    page.locator("#keep .pick").nth(0).click()
    assert "Écarter 3 + 6 → 12 ou moins" in page.locator("#keep-now").inner_text()
    page.locator("#keep .pick").nth(1).click()
    assert "Écarter 6 → 30 ou plus" in page.locator("#keep-now").inner_text()
    page.locator("#keep .pick").nth(1).click()
    page.click("#keep-now")
    view = wait(page, place, lambda view: view.events == 2)
    assert (view.turn.kept, view.turn.threshold) == (((6, 3),), 30)


def test_a_tap_on_who_sits_there_attacks(tablet_of, place) -> None:
    begin(place, round=3)
    for action in (Throw(SIX), PlayMove("6+6+6+6+5+4"), Next()):
        place.live.act(action)
    page = tablet_of("upright")
    page.locator("#seat-3 .short:visible").click()
    view = wait(page, place, lambda view: view.turn.target is not None)
    assert view.turn.target == 3
    assert isinstance(place.live.stored_game(view.id)[1].playing.events[-1], Attack)


def test_keys_alone_throw_and_set_aside(tablet_of, place) -> None:
    begin(place)
    page = tablet_of("tablet")
    page.keyboard.press("3")  # nothing, as long as no face has the focus
    page.focus("#faces [data-face='1']")
    for key in "65421":
        page.keyboard.press(key)
    page.keyboard.press("Backspace")
    for key in "13":
        page.keyboard.press(key)
    view = wait(page, place, lambda view: view.throws == 1)
    assert [die.value for die in view.dice] == [6, 5, 4, 2, 1, 3]
    page.focus("#keep [name=keep] >> nth=0")
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.focus("#keep-now")
    page.keyboard.press("Enter")
    view = wait(page, place, lambda view: view.events == 2)
    assert view.turn.kept == ((6, 5),)
    assert page.evaluate("document.activeElement.tagName") != "BODY"


@every_size
def test_nothing_jumps_during_a_turn_and_an_attack(visit, place, size) -> None:
    begin(place)
    page = visit(SIZES[size])
    page.goto(f"{place.url}/")
    page.locator("#ring").wait_for()
    watch_for_shifts(page)
    turn = (Throw((6, 3, 5, 2, 4, 6)), PlayMove("6+6"), Next(), Throw((6, 6, 5, 4)), PlayMove("6+6+5+4"), Next())
    for action in turn:
        place.live.act(action)
        wait(page, place, lambda _: True)
    place.live.act(Throw((3, 1, 1, 1, 1, 1)))
    wait(page, place, lambda _: True)
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.evaluate("window.shifts") == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
