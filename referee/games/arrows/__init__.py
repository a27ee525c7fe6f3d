"""Games of men on the Ravensburger board of 24 arrows (S1): what Jacquet, Backgammon and Le Tric Trac share."""

from .game import ArrowGame
from .plays import BAR, OFF, Play, Say, Step, printed_arrow, printed_place, step
from .search import Trail, Walk, Whole
from .state import ArrowState, GameResult, Men

__all__ = [
    "BAR",
    "OFF",
    "ArrowGame",
    "ArrowState",
    "GameResult",
    "Men",
    "Play",
    "Say",
    "Step",
    "Trail",
    "Walk",
    "Whole",
    "printed_arrow",
    "printed_place",
    "step",
]
