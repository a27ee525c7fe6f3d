"""Trente, also Trente-douze: six dice, a threshold of 30 or of 12, attacks and revenge."""

from .game import Trente
from .state import Attack, Died, Keep, Revenge, RoundResult, Scored, Struck, TrenteState

__all__ = ["Attack", "Died", "Keep", "Revenge", "RoundResult", "Scored", "Struck", "Trente", "TrenteState"]
