"""Plays of Jacquet for its tests, legal and refused."""

from typing import Any

import pytest

from referee.errors import IllegalMove
from referee.games.arrows import ArrowState, ManMove, Play
from referee.games.jacquet import Jacquet


def play_of(*steps: tuple[int, int]) -> Play:
    return Play(tuple(ManMove(*step) for step in steps))


def then(game: Jacquet, state: ArrowState, *events: Any) -> ArrowState:
    for event in events:
        state = game.apply(state, event)
    return state


def refused(game: Jacquet, state: ArrowState, event: Any) -> tuple[str, dict[str, Any]]:
    with pytest.raises(IllegalMove) as error:
        game.apply(state, event)
    return error.value.foul.rule, dict(error.value.foul.values)
