"""Odds of an attack of Trente, exact."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from .state import DICE


def hits_odds(most: int) -> tuple[Fraction, ...]:
    """Chances of 0, 1, ... `most` hits in an attack, however many full hands it takes."""
    # (hits so far, dice left): the chance to come to that throw.
    chances: dict[tuple[int, int], Fraction] = {(0, DICE): Fraction(1)}
    found = [Fraction(0)] * (most + 1)
    for hits in range(most + 1):
        for left in range(1, DICE + 1):
            here = chances.get((hits, left), Fraction(0))
            if here:
                found[hits] += here * Fraction(5, 6) ** left
                for more in range(1, left + 1):
                    place = (hits + more, left - more or DICE)
                    chances[place] = chances.get(place, Fraction(0)) + here * _exactly(more, left)
    return tuple(found)


def mean_hits() -> Fraction:
    """Hits of an attack on average.

    With e(n) for what n dice still bring, e(n) is the sum over h hits of their chance times h + e(n - h), where
    e(0) = e(6), a full hand; e(n) = a(n) + b(n) * e(6) is solved from one die upwards.
    """
    known: dict[int, tuple[Fraction, Fraction]] = {0: (Fraction(0), Fraction(1))}
    for left in range(1, DICE + 1):
        parts = [(_exactly(h, left), h, *known[left - h]) for h in range(1, left + 1)]
        fixed = sum((chance * (h + a) for chance, h, a, _ in parts), Fraction(0))
        known[left] = fixed, sum((chance * b for chance, _, _, b in parts), Fraction(0))
    fixed, share = known[DICE]
    return fixed / (1 - share)


def _exactly(hits: int, dice: int) -> Fraction:
    """Chance that exactly so many of some dice show one face."""
    return Fraction(comb(dice, hits) * 5 ** (dice - hits), 6**dice)
