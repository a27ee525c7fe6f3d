"""Tock as persons play it on one tablet: cards and pawns by tap, by drag, by keys, compared with the referee."""

import json
import random

import pytest
from on_screen import CUT_OFF, DRAWN, watch_for_shifts
from touched_table import DEALT, GIVEN

from referee.core import CHANCE, Deal
from referee.games.tock import CardPlay, Discard, Give
from referee.match import Match
from webui.table.values.actions import Next, PlayMove
from webui.table.values.setup import Setup, players_at
from workshop.chance import random_event

SIZES = {"upright": (800, 1280), "wide": (1280, 800), "phone": (360, 740)}
NAMES = ("Léa", "Max", "Ana", "Noé")
AHEAD = {
    "pawns": [[3, 12, 30, 72], [-1, 20, 33, 45], [-1, 55, 70, 75], [-1, 1, 9, 66]],
    "dealer": 4, "deal": 2, "phase": "play", "turn": 1, "hands": [[None] * 3] * 4, "played": ["A"],
}  # fmt: skip
ENOUGH = 26
"""Events of a game: a hand of each player, and some of the next."""

every_size = pytest.mark.parametrize("size", SIZES)


@pytest.fixture
def tablet_of(visit):
    """The teacher's tablet of a size, before the game that was begun."""

    def opened(size: str):
        return visit(SIZES[size], "teacher")

    return opened


def begun(place, position=None, **options) -> Match:
    setup = Setup("tock", players_at((1, 2, 3, 4), NAMES), options=tuple(sorted(options.items())))
    told = json.dumps(position) if position else ""
    place.live.new_game(setup, told)
    return setup.match(told)


def shown(page, place) -> dict:
    """The view that the page shows."""
    for _ in range(600):
        view = place.live.snapshot()
        if page.locator("#table").get_attribute("data-version") == str(view.version):
            return view
        page.wait_for_timeout(25)
    raise AssertionError(f"expected the page to show version {view.version}")


def wait(page, place, holds) -> dict:
    """Until the live table's view, and then the page, is so far."""
    view = place.live.snapshot()
    while not holds(view):
        view = place.live.wait(view.version, 15.0)
        assert view is not None, "expected the table to go on"
    return shown(page, place)


def on_the_page(page) -> dict[str, tuple[int, int]]:
    spots = page.evaluate(
        "[...document.querySelectorAll('#tock .spot')].map((s) => [s.dataset.space, s.dataset.seat, s.dataset.pawns])"
    )
    return {space: (int(seat), int(pawns)) for space, seat, pawns in spots}


def as_drawn(kinds) -> dict[str, tuple[int, int]]:
    told = {space: kind.split() for space, kind in kinds.items() if space.startswith(("hole", "house", "base"))}
    return {
        space: (int(kind[1]), int(kind[3]) if "x" in kind else 1) if kind[0] == "pawn" else (0, 0)
        for space, kind in told.items()
    }


def touch(page, space: str) -> None:
    """A finger on the middle of a space."""
    box = page.locator(f"#spot-{space} .hit").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def lay(page, place, card: str) -> dict:
    page.locator(f'.deck button[value="{card}:"]').click()
    return wait(page, place, lambda view: view.laid == card)


def played(page, place, match: Match, play: CardPlay) -> CardPlay:
    """A card laid and its pawns moved, each tapped and then where it goes."""
    view = lay(page, place, play.card)
    while view.steps:
        lies = match.game.from_text(view.provisional)
        wanted = match.game.to_text(CardPlay(play.card, play.steps[: len(lies.steps) + 1]))
        step = next((step for step in view.steps if step.move == wanted), view.steps[0])
        sources = {one.source for one in view.steps}
        if len(sources) > 1:
            touch(page, step.source)
        page.locator(f"#spot-{step.target}.is-aimed").wait_for()
        touch(page, step.target)
        if [one.target for one in view.steps if one.source == step.source].count(step.target) > 1:
            page.locator(f'#which button[data-how="{"x" if step.get("exchange") else ">"}"]').click()
        before = view.provisional
        view = wait(page, place, lambda view, before=before: view.provisional != before)
        play = match.game.from_text(step.move)
    accepted(page, place, match)
    return play


def accepted(page, place, match: Match) -> None:
    """The move counts by the button, once that is no longer dead."""
    page.locator(".of-next button").click()
    wait(page, place, lambda view: view.events > len(match.events))


def happens(page, place, match: Match, event) -> Match:
    """One event as persons do it on the page, and what the page shows of it."""
    if isinstance(event, Deal):
        page.locator("#deal button").click()
    elif isinstance(event, Give):
        page.locator("#swap-cards button").click()
        for _ in range(3):
            match = match.then(Give())
    elif isinstance(event, Discard):
        page.locator(f'.deck button[value="{match.game.to_text(event)}"]').click()
        accepted(page, place, match)
    else:
        event = played(page, place, match, event)
    after = match.then(event)
    wait(page, place, lambda view: view.events >= len(after.events))
    if not after.game.is_over(after.state):
        assert on_the_page(page) == as_drawn(after.game.appearance(after.state))
    return after


def test_a_game_with_cards_of_paper(tablet_of, place) -> None:
    rng, match = random.Random("tock phone"), begun(place)
    page = tablet_of("phone")
    for _ in range(ENOUGH):
        event = random_event(match.game, match.state, rng)
        event = Deal((None,) * 4) if match.game.awaits(match.state).actor == CHANCE else event
        match = happens(page, place, match, event)
    assert len(match.events) >= ENOUGH
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@every_size
def test_a_7_is_dragged_in_parts_and_taken_back(tablet_of, place, size: str) -> None:
    begun(place, AHEAD)
    page = tablet_of(size)
    lay(page, place, "7")
    start, goal = (page.locator(f"#spot-hole-{hole} .hit").bounding_box() for hole in (12, 14))
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=6)
    page.mouse.up()
    wait(page, place, lambda view: view.provisional == "7:12>14")
    assert on_the_page(page)["hole-14"] == (1, 1)
    page.locator("#take-back button").click()
    wait(page, place, lambda view: view.provisional is None)
    assert on_the_page(page)["hole-12"] == (1, 1)


@every_size
def test_nothing_jumps_and_no_word_is_cut_off(tablet_of, place, size: str) -> None:
    begun(place)
    page = tablet_of(size)
    watch_for_shifts(page)
    laid_down = PlayMove("discards:9"), Next()
    for action in (DEALT, *GIVEN * 4, *laid_down, PlayMove("discards:A"), PlayMove("R:")):
        place.live.act(action)
        shown(page, place)
        page.evaluate(DRAWN)
        assert page.evaluate(CUT_OFF) == []
    assert page.evaluate("window.shifts") == []


def test_what_is_not_offered_tells_why(tablet_of, place) -> None:
    begun(place, AHEAD)
    page = tablet_of("upright")
    lay(page, place, "3")
    touch(page, "hole-12")
    touch(page, "hole-18")
    wait(page, place, lambda view: view.state == "refused")
    assert "case 15" in page.locator("#now").inner_text()


def test_keys_alone_lay_a_card_and_move_a_pawn(tablet_of, place) -> None:
    begun(place, AHEAD)
    page = tablet_of("upright")
    page.locator('.deck button[value="3:"]').focus()
    page.keyboard.press("Enter")
    wait(page, place, lambda view: view.laid == "3")
    page.focus("#spot-hole-12")
    page.keyboard.press("Enter")
    assert page.locator("#spot-hole-15").get_attribute("aria-label") == "de la case 12 à la case 15"
    for _ in range(9):
        if page.evaluate("document.activeElement.id") == "spot-hole-15":
            break
        page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    wait(page, place, lambda view: view.provisional == "3:12>15" or view.events == 2)
    assert page.evaluate("document.activeElement.tagName") != "BODY"


def test_a_jack_that_could_do_both_asks_which(tablet_of, place) -> None:
    begun(place, AHEAD | {"pawns": [[3, 12, 30, 72], [-1, 20, 23, 45], *AHEAD["pawns"][2:]]})
    page = tablet_of("upright")
    lay(page, place, "V")
    touch(page, "hole-12")
    touch(page, "hole-23")
    page.get_by_role("button", name="Les échanger").click()
    wait(page, place, lambda view: view.provisional == "V:12x23" or view.events == 2)


def test_nothing_moves_where_a_device_asks_for_rest(visit, place) -> None:
    begun(place, AHEAD)
    page = visit(SIZES["upright"], "teacher", reduced_motion="reduce")
    lay(page, place, "3")
    assert page.evaluate("document.getAnimations().filter((one) => one.playState === 'running').length") == 0


def test_four_phones_play_a_hand_across_a_reload(visit, place, tablet_of) -> None:
    begun(place, hands="known")
    table = tablet_of("upright")
    table.locator("#deal button").click()
    wait(table, place, lambda view: view.position.phase == "give")
    phones = [phone_of(visit, place, seat) for seat in range(1, 5)]
    for player, phone in enumerate(phones):
        holds(phone, place, player)
        phone.locator(".own-hand button.is-give").first.click()
        phone.locator("#deed .is-next").click()
        wait(table, place, lambda view, given=player + 2: view.events >= given)
    for turn in range(9):
        view = place.live.snapshot()
        if view.position.phase != "play":
            break
        if turn == 5:
            phones[1].reload()
        player = view.position.whose - 1
        for number, phone in enumerate(phones):
            holds(phone, place, number)
            assert phone.locator(".own-hand button:enabled").count() == 0 or number == player
        plays_a_card(phones[player], table, place, view.events)
        assert table.locator(".own-hand, .fan").count() == 0
    assert turn > 5
    assert all(phone.evaluate("document.documentElement.scrollWidth <= innerWidth") for phone in phones)


def phone_of(visit, place, seat: int):
    """A phone that holds the hand of a seat, from the code that the table shows."""
    seats, who = place.app.extensions["piste"].seats, dict(enumerate(NAMES, start=1))
    phone = visit(SIZES["phone"])
    phone.goto(f"{place.url}/main?code={seats.code(who, seat)}")
    phone.click("main button")
    phone.wait_for_selector("#own-hand")
    return phone


def holds(phone, place, player: int) -> None:
    """The phone shows the hand of its player, and no other card."""
    hand = place.live.view_for(player).hand
    for _ in range(300):
        if phone.locator(".own-hand .rank").all_inner_texts() == list(hand):
            return
        phone.wait_for_timeout(50)
    raise AssertionError(f"expected {hand}; got {phone.locator('.own-hand .rank').all_inner_texts()}")


def plays_a_card(phone, table, place, before: int) -> None:
    """The first card that may be laid, and the first way to move its pawns, on the phone; then it counts."""
    card = phone.locator(".own-hand button:enabled").first
    card.click()
    view = wait(table, place, lambda view: view.laid or view.provisional or view.events > before)
    while view.events == before and view.steps:
        stood = view.provisional
        table.locator("#moves button.move").first.dispatch_event("click")
        view = wait(table, place, lambda view, stood=stood: view.provisional != stood or view.events > before)
    if view.events == before:
        table.evaluate("document.querySelector('.of-next button')?.click()")
        wait(table, place, lambda view: view.events > before)
