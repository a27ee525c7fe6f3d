"""The families of games, each one object: what the table knows and tells of its games beside what it tells of all."""

from __future__ import annotations

from referee.core import Game
from referee.games import GAMES
from referee.games.arrows import ArrowGame
from referee.games.tiles import TileGame
from referee.games.tock import Tock
from referee.games.trente import Trente

from ..shown import camera_reads
from ..view import AsideView, MenView, PawnsView, TilesView, TouchView
from .family import TableFamily

FAMILIES: tuple[TableFamily, ...] = (
    TableFamily(games=TileGame, view=TilesView, frame=lambda game: game.all_tiles),
    TableFamily(games=ArrowGame, view=MenView),
    TableFamily(games=Trente, view=AsideView),
    TableFamily(games=Tock, view=PawnsView),
)
"""Every family; a game is of the one on whose class it is built."""

SHOWN: tuple[type[Game], ...] = tuple(game for game in GAMES if any(issubclass(game, one.games) for one in FAMILIES))
"""The games that the site shows, in the order in which to offer them. The table follows every game."""

WATCHED: tuple[type[Game], ...] = tuple(game for game in SHOWN if camera_reads(game()))
"""Those that a film alone tells whole."""

OTHERS = TableFamily(games=Game, view=TouchView)
"""What the table knows of a game of no family: it is followed, and no page shows it."""


def table_family(game: Game | type[Game]) -> TableFamily:
    """The family of a game."""
    bases = (game if isinstance(game, type) else type(game)).__mro__
    return next((family for family in FAMILIES if family.games in bases), OTHERS)
