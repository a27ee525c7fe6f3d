"""Games in which throws close numbered tiles: one pure core, and what differs in occe.py and royal.py."""

from .game import TileGame
from .state import Close, GameResult, Open, Passed, TileState

__all__ = ["Close", "GameResult", "Open", "Passed", "TileGame", "TileState"]
