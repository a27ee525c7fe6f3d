"""Backgammon (S1): the board, the leaflet's tables, the doubling die, the notation's questions."""

from .game import Backgammon

__all__ = ["Backgammon"]
