"""Random matches and the look of a table, for the referee's tests."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from referee.core import Event, Game, State
from workshop.chance import random_event

Step = tuple[State, Event, State]


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
