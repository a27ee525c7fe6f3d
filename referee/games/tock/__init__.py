"""Tock: pawns on a ring of 72 holes, moved by cards, two against two."""

from .cards import Discard, Give, Play, Step
from .game import Tock
from .state import Hand, TockState

__all__ = ["Discard", "Give", "Hand", "Play", "Step", "Tock", "TockState"]
