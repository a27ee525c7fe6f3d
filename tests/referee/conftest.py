"""Random matches and the look of a table, for the referee's tests."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from referee.core import CHANCE, Event, Game, Roll, State

Step = tuple[State, Event, State]


def random_event(game: Game, state: State, rng: random.Random) -> Event:
    """A throw that is due, or one of the legal moves."""
    due = game.awaits(state)
    assert due is not None
    if due.actor == CHANCE:
        count = rng.choice((due.dice, *due.may))
        return Roll(tuple(rng.randint(1, 6) for _ in range(count)))
    return rng.choice(game.legal(state))


def random_steps(game: Game, seats: tuple[int, ...], seed: int, most: int = 5000) -> Iterator[Step]:
    """A match played at random to its end: the state before each event, the event, the state after it."""
    rng = random.Random(seed)
    state = game.start(seats)
    for _ in range(most):
        if game.is_over(state):
            return
        event = random_event(game, state, rng)
        after = game.apply(state, event)
        yield state, event, after
        state = after
    pytest.fail(f"{game} was not over after {most} events")


@pytest.fixture(scope="session")
def steps() -> Callable[..., list[Step]]:
    """Plays a match at random: steps(game, seats, seed) -> [(state, event, state after)]."""

    def played(game: Any, seats: tuple[int, ...], seed: int) -> list[Step]:
        return list(random_steps(game, seats, seed))

    return played
