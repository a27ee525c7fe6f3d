"""Trente, also Trente-douze: six dice, a threshold of 30 or of 12, attacks and revenge."""

from .game import Trente
from .moves import Attack, Keep, Revenge
from .state import CountedTurn, Died, RoundResult, Struck, TrenteState

__all__ = [
    "Attack",
    "CountedTurn",
    "Died",
    "Keep",
    "Revenge",
    "RoundResult",
    "Struck",
    "Trente",
    "TrenteState",
]
