"""Tock: pawns on a ring of 72 holes, moved by cards, two against two."""

from .game import Tock
from .moves import Discard, Give, Play, Step
from .state import Hand, TockState

__all__ = ["Discard", "Give", "Hand", "Play", "Step", "Tock", "TockState"]
