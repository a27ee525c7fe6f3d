"""What every game asks of those who start it."""

from __future__ import annotations

from .core import Game
from .errors import BadSeats, BadStart


def checked_seats(seats: tuple[int, ...], players: tuple[int, int], places: int) -> tuple[int, ...]:
    """The place of each player, as many as may play.

    Args:
        seats: the places, in playing order.
        players: fewest and most players.
        places: how many places the board has, numbered from 1.

    Raises:
        BadSeats: too many or too few of them, one twice, or one that the board does not have.
    """
    least, most = players
    if not least <= len(seats) <= most:
        wanted = f"{least} to {most}" if least < most else least
        raise BadSeats(f"seats: expected {wanted} players; got {len(seats)}")
    if len(set(seats)) != len(seats) or not all(1 <= seat <= places for seat in seats):
        raise BadSeats(f"seats: expected different places from 1 to {places}; got {tuple(seats)}")
    return tuple(seats)


def checked_handicaps(game: Game, players: int, handicaps: tuple[int, ...]) -> tuple[int, ...]:
    """The handicaps, one for each player; () without any.

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
