"""Games in which throws close numbered tiles: one pure core, and what differs in occe.py and royal.py."""

from .game import TileGame
from .state import Close, Open, Passed, TileResult, TileState

__all__ = ["Close", "Open", "Passed", "TileGame", "TileResult", "TileState"]
