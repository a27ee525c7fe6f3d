"""Trente, also Trente-douze: six dice, a threshold of 30 or of 12, attacks and revenge."""

from .game import Trente
from .moves import Attack, Keep, Revenge
from .state import Died, RoundResult, Scored, Struck, TrenteState

__all__ = ["Attack", "Died", "Keep", "Revenge", "RoundResult", "Scored", "Struck", "Trente", "TrenteState"]
