"""Who may sit where at the board of a game, where a page draws it, and whether a camera reads it.

The form's offer, the check of a new game and the drawing of the board all use this module.
"""

from __future__ import annotations

from collections.abc import Mapping

from referee.core import Game
from referee.games import GAMES
from vision.layout import layouts

MOST_PLACES = 12
"""Places that colours, shapes and forms are made for, numbered from 1."""

SIDES: Mapping[str, tuple[str, ...]] = {
    "occe": ("bottom", "left", "top", "right"),
    # One box goes round: it always lies before the player at turn.
    "box": ("bottom",) * MOST_PLACES,
}
"""Board -> the side of the page at which each of its places is drawn, place 1 first."""


def side_of(layout: str, place: int) -> str:
    """The side of the page at which a place of this board is drawn: bottom, left, top or right."""
    return SIDES[layout][place - 1]


def camera_reads(game: Game) -> bool:
    """Whether any camera reads the board of this game; for others it reads the dice, and a board that it learnt."""
    return game.layout in layouts()


FILMED: tuple[type[Game], ...] = tuple(game for game in GAMES if camera_reads(game()) or game().layout == "arrows")
"""The games of which a film alone is refereed."""

WATCHED: tuple[type[Game], ...] = tuple(game for game in GAMES if camera_reads(game()))
"""The games that a film alone reports completely."""


def places_of(game: Game) -> range:
    """The places at which players may sit in a game with these house rules: the board has them, a page draws them."""
    return range(1, min(game.places, len(SIDES.get(game.layout, range(MOST_PLACES)))) + 1)


def frames_at(layout: str) -> tuple[str, ...]:
    """The sides at which a board has a frame each; () if all players share one, or there are none."""
    sides = SIDES.get(layout, ())
    return sides if len(set(sides)) > 1 else ()


def usual_places(game: Game, players: int) -> tuple[int, ...]:
    """The usual places of so many players: two with a frame each face to face, others side by side."""
    return (1, 3) if players == 2 and frames_at(game.layout) else tuple(range(1, players + 1))


def most_places(game: type[Game]) -> int:
    """How many places the form offers for a game: the most that any of its house rules allows."""
    return min(game.player_range[1], MOST_PLACES)
