"""The games that the site and `piste watch` can show and follow."""

from __future__ import annotations

from referee.games import GAMES
from referee.games.tiles import TileGame

SHOWN: tuple[type[TileGame], ...] = tuple(game for game in GAMES if issubclass(game, TileGame))
"""Those played with tiles, in the order in which to offer them; the referee alone knows the others."""
