"""Games of men on the Ravensburger board of 24 arrows (S1): what Jacquet, Backgammon and Le Tric Trac share."""

from .game import ArrowGame
from .plays import BAR, OFF, ManMove, Play, Say, printed_arrow, printed_place, step
from .search import Trail, Walk, Whole
from .state import ArrowResult, ArrowState, Men

__all__ = [
    "BAR",
    "OFF",
    "ArrowGame",
    "ArrowResult",
    "ArrowState",
    "ManMove",
    "Men",
    "Play",
    "Say",
    "Trail",
    "Walk",
    "Whole",
    "printed_arrow",
    "printed_place",
    "step",
]
