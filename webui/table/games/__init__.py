"""The families of games, each one object: what the table knows and reports of its games besides what all have."""

from __future__ import annotations

from referee.core import Game
from referee.games import GAMES

from ..values.view import View
from .aside import AsideFamily
from .family import TableFamily
from .men import MenFamily
from .pawns import PawnFamily
from .tiles import TileFamily

FAMILIES: tuple[TableFamily, ...] = (TileFamily(), MenFamily(), AsideFamily(), PawnFamily())
"""Every family; a game belongs to the one on whose class it is built."""

KINDS: tuple[type[View], ...] = (View, *(family.view for family in FAMILIES))
"""Every kind of view that is sent; the plain one is for a table without a game."""

SHOWN: tuple[type[Game], ...] = tuple(
    game for game in GAMES if any(issubclass(game, family.games) for family in FAMILIES)
)
"""The games that the site shows, in the order in which it offers them. The table follows every game."""

OTHERS = TableFamily()
"""The family of all other games: the table follows them, and no page shows them."""


def table_family(game: Game | type[Game]) -> TableFamily:
    """The family of a game."""
    bases = (game if isinstance(game, type) else type(game)).__mro__
    return next((family for family in FAMILIES if family.games in bases), OTHERS)
