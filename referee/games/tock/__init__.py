"""Tock: pawns on a ring of 72 holes, moved by cards, two against two."""

from .cards import CardPlay, Discard, Give, PawnStep
from .game import Tock
from .state import Hand, TockState

__all__ = ["CardPlay", "Discard", "Give", "Hand", "PawnStep", "Tock", "TockState"]
