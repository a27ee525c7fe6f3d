"""Random matches and the look of a table, for the referee's tests."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from referee.core import CHANCE, Await, Deal, Event, Game, Roll, State

Step = tuple[State, Event, State]


def random_event(game: Game, state: State, rng: random.Random) -> Event:
    """A throw or deal that is due, one of the legal moves, or now and then an offer."""
    due = game.awaits(state)
    assert due is not None
    if due.actor != CHANCE:
        return rng.choice(game.legal(state))
    offers = game.offers(state)
    if offers and rng.random() < 0.1:
        return rng.choice(offers)
    return random_deal(game, state, due, rng) if due.cards else random_throw(due, rng)


def random_throw(due: Await, rng: random.Random) -> Roll:
    count = rng.choice((due.dice, *due.may))
    return Roll(tuple(rng.randint(1, 6) for _ in range(count)))


def random_deal(game: Game, state: State, due: Await, rng: random.Random) -> Deal:
    """The hands, or word that cards were dealt where nobody need tell which."""
    players = len(game.scores(state))
    pack = list(game.pack(state))
    if not pack:
        return Deal((None,) * players)
    rng.shuffle(pack)
    return Deal(tuple(tuple(pack[n * due.cards : (n + 1) * due.cards]) for n in range(players)))


def random_steps(game: Game, seats: tuple[int, ...], seed: int, most: int, ends: bool) -> Iterator[Step]:
    """A match played at random: the state before each event, the event, the state after it."""
    rng = random.Random(seed)
    state = game.start(seats)
    for _ in range(most):
        if game.is_over(state):
            return
        event = random_event(game, state, rng)
        after = game.apply(state, event)
        yield state, event, after
        state = after
    if ends:
        pytest.fail(f"{game} was not over after {most} events")


@pytest.fixture(scope="session")
def steps() -> Callable[..., list[Step]]:
    """Plays a match at random: steps(game, seats, seed) -> [(state, event, state after)].

    To its end, or its first `most` events.
    """

    def play(game: Game, seats: tuple[int, ...], seed: int, most: int = 0) -> list[Step]:
        return list(random_steps(game, seats, seed, most or 50_000, ends=not most))

    return play


@pytest.fixture(scope="session")
def event_at_random() -> Callable[[Any, Any, random.Random], Event]:
    """What may happen next, at random."""
    return random_event
