"""The leaflet's advice on openings and hits (S1), as data; the coach computes what can be computed."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from ..arrows import ManMove, Play
from . import board


@dataclass(frozen=True)
class Opening:
    """A recommended way to open with one throw, by White.

    Attributes:
        dice: the throw, the greater first.
        men: how each man goes, as the leaflet prints it: "1A-7A", "12A-8-3" for one man with both dice.
    """

    dice: tuple[int, int]
    men: tuple[str, ...]

    @property
    def play(self) -> Play:
        """The same as a play, in White's own numbers."""
        own = board.numbers(0)
        hops = [man.split("-") for man in self.men]
        return Play(tuple(ManMove(own[a], own[b]) for stops in hops for a, b in itertools.pairwise(stops)))


OPENINGS: tuple[Opening, ...] = (
    Opening((6, 6), ("1A-7A", "1A-7A", "12A-7", "12A-7")),
    Opening((5, 5), ("12A-8-3", "12A-8-3")),
    Opening((4, 4), ("1A-5A", "1A-5A", "12A-9", "12A-9")),
    Opening((3, 3), ("1A-4A", "1A-4A", "8-5", "8-5")),
    Opening((2, 2), ("1A-3A-5A", "1A-3A-5A")),
    Opening((1, 1), ("8-7", "8-7", "6-5", "6-5")),
    Opening((6, 5), ("1A-7A-12A",)),
    Opening((6, 4), ("1A-5A", "1A-7A")),
    Opening((6, 3), ("1A-4A", "1A-7A")),
    Opening((6, 2), ("1A-3A", "1A-7A")),
    Opening((6, 1), ("12A-7", "8-7")),
    Opening((5, 4), ("1A-5A", "12A-8")),
    Opening((5, 3), ("8-3", "6-3")),
    Opening((5, 2), ("12A-8", "12A-11")),
    Opening((5, 1), ("1A-2A-7A",)),
    Opening((4, 3), ("12A-10", "12A-9")),
    Opening((4, 2), ("8-4", "6-4")),
    Opening((4, 1), ("1A-2A", "12A-9")),
    Opening((3, 2), ("12A-10", "12A-11")),
    Opening((3, 1), ("8-5", "6-5")),
    Opening((2, 1), ("1A-3A-4A",)),
    Opening((2, 1), ("12A-11", "6-5")),
)
"""S1: "Voici une liste de coups que nous recommandons lors de l'ouverture du jeu". The second way for 2/1 is printed
beside 6/1, whose dice it does not fit."""


def throws_that_reach(distance: int) -> int:
    """How many of the 36 throws bring a man so far on an empty board: with one die, both, or part of a doublet.

    S1: "Possibilité d'y arriver". On such a board no arrow between is held.
    """
    return sum(distance in _reached(first, second) for first in range(1, 7) for second in range(1, 7))


def _reached(first: int, second: int) -> tuple[int, ...]:
    if first == second:
        return tuple(first * count for count in range(1, 5))
    return first, second, first + second


def percent(throws: int) -> int:
    """So many of 36 throws in a hundred, to the nearest whole number; S1: "Fréquence en %"."""
    return (200 * throws + 36) // 72
