"""What every game asks of those who start it."""

from __future__ import annotations

from .core import Game
from .errors import BadStart


def checked_handicaps(game: Game, players: int, handicaps: tuple[int, ...]) -> tuple[int, ...]:
    """The handicaps, one a player; () where nobody is given anything.

    Raises:
        BadStart: too many or too few of them, or one that the game does not give.
    """
    least, most = game.handicap_range
    if handicaps and len(handicaps) != players:
        raise BadStart(f"handicaps: expected {players}, one a player; got {len(handicaps)}")
    for handicap in handicaps:
        if type(handicap) is not int or not least <= handicap <= most:
            raise BadStart(f"handicaps: expected whole numbers from {least} to {most}; got {handicap!r}")
    return tuple(handicaps) if any(handicaps) else ()
