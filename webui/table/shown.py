"""The games that the site shows and `piste watch` tells, who may sit where, and where a page draws it.

The form's offer, the check of a new game and the drawing of the board all ask here. The table follows every game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeGuard

from referee.core import Game
from referee.games import GAMES
from referee.games.arrows import ArrowGame
from referee.games.tiles import TileGame
from referee.games.tock import Tock
from referee.games.trente import Trente

SHOWN: tuple[type[Game], ...] = tuple(game for game in GAMES if issubclass(game, TileGame | ArrowGame | Trente | Tock))
"""Those played with tiles, with men on arrows, with dice set aside, with pawns and cards, in the order in which to
offer them."""

WATCHED: tuple[type[TileGame], ...] = tuple(game for game in GAMES if issubclass(game, TileGame))
"""Those that a film alone tells whole: a camera sees how their board stands."""

MOST_PLACES = 12
"""Places that colours, shapes and forms are made for, numbered from 1."""

SIDES: Mapping[str, tuple[str, ...]] = {
    "occe": ("bottom", "left", "top", "right"),
    # One box goes round: it always lies before whoever plays now.
    "box": ("bottom",) * MOST_PLACES,
}
"""Board -> the side of the page at which each of its places is drawn, place 1 first."""


def side_of(layout: str, place: int) -> str:
    """The side of the page at which a place of this board is drawn: bottom, left, top or right."""
    return SIDES[layout][place - 1]


def by_camera(game: Game) -> TypeGuard[TileGame]:
    """A camera sees how the board of this game stands. Of any other it sees the dice; its men are moved by touch."""
    return isinstance(game, TileGame)


def places_of(game: Game) -> range:
    """The places at which players may sit in a game with these house rules: its board has them, a page draws them."""
    places: int = game.places if by_camera(game) else game.player_range[1]
    return range(1, min(places, len(SIDES.get(game.layout, range(MOST_PLACES)))) + 1)


def usual_places(game: Game, players: int) -> tuple[int, ...]:
    """Where so many players sit by themselves: two who have a frame each face to face, others side by side."""
    around = len(set(SIDES.get(game.layout, ()))) > 1
    return (1, 3) if players == 2 and around else tuple(range(1, players + 1))


def most_places(game: type[Game]) -> int:
    """How many places the form offers for a game: all that any of its house rules allows."""
    return min(game.player_range[1], MOST_PLACES)
