"""Turns of Trente for its tests: dice set aside, blows, who sits where."""

from typing import Any

from referee.core import Event, Roll
from referee.games import find
from referee.games.trente import Keep, Revenge, TrenteState
from referee.options import build

EQUAL = (5, 5, 5, 5, 5, 5)


def trente(**options: Any) -> Any:
    return build(find("trente"), options)


def on(game: Any, state: TrenteState, *events: Event) -> TrenteState:
    for event in events:
        state = game.apply(state, event)
    return state


def turn(dice: tuple[int, ...]) -> tuple[Event, Event]:
    """All six dice set aside at once, declared in this order."""
    return Roll(dice), Keep(dice)


def blow(level: int, hits: int) -> list[Event]:
    """The throws of an attack that hits so often."""
    miss, throws, left = 1 + level % 6, [], 6
    while hits:
        now = min(hits, left)
        throws.append(Roll((level,) * now + (miss,) * (left - now)))
        hits, left = hits - now, left - now or 6
    return [*throws, Roll((miss,) * left)]


def seats(players: int) -> tuple[int, ...]:
    return tuple(range(1, players + 1))


def killed(game: Any, players: int = 3) -> TrenteState:
    """The first player has just killed the second, who is asked."""
    return on(game, game.start(seats(players)), *turn((6,) * 6), *blow(6, 6))


def won_by_killing(game: Any, state: TrenteState, hits: int) -> TrenteState:
    """Who is to play kills the only other player, who declines revenge; sixes."""
    return on(game, state, *turn((6,) * 6), *blow(6, hits), Revenge(False))
