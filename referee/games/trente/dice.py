"""Arithmetic of Trente: thresholds, sums, what may be set aside, what an attack hits and how likely."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from .state import DICE, HIGH, LOW


@dataclass(frozen=True)
class Count:
    """What six dice set aside come to.

    Attributes:
        threshold: LOW or HIGH.
        sum: of the six dice.
        level: 1 to 6 beyond the threshold; 0 where it is met or missed.
        lost: points short of the threshold; 0 where it is met.
    """

    threshold: int
    sum: int
    level: int
    lost: int

    @property
    def outcome(self) -> str:
        """ "miss", "equal" or "attack"."""
        return "attack" if self.level else "miss" if self.lost else "equal"


@dataclass(frozen=True)
class Strike:
    """How an attack stands.

    Attributes:
        hits: dice of its level so far.
        full_hands: how often all six were.
        due: dice of the next throw; 0 when it is over.
    """

    hits: int = 0
    full_hands: int = 0
    due: int = DICE

    def then(self, level: int, dice: Iterable[int]) -> Strike:
        """After one more throw.

        S4: "Il conserve tous les dés du niveau de son attaque et s'il a obtenu au moins 1 dé, relance le reste"; with
        all six "il fait une main pleine et relance les 6 dés".
        """
        hits = sum(die == level for die in dice)
        if hits == self.due:
            return Strike(self.hits + hits, self.full_hands + 1, DICE)
        return Strike(self.hits + hits, self.full_hands, self.due - hits if hits else 0)


def threshold_of(first: int, *, always_high: bool) -> int:
    """The threshold that the first die set aside decides.

    S4: "Si le premier dé écarté est 1, 2 ou 3, le seuil est 12 ou moins"; with `always_high` "Nous, on joue sur le
    seuil de 30 tout le temps".
    """
    return HIGH if always_high or first > 3 else LOW


def count(threshold: int, total: int) -> Count:
    """What a sum comes to. S4: "du niveau de la différence de sa somme et de son seuil"."""
    beyond = total - HIGH if threshold == HIGH else LOW - total
    return Count(threshold, total, max(beyond, 0), max(-beyond, 0))


def keeps(roll: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Every set of dice that may be set aside of a throw, each ascending, none twice, in ascending order.

    S4: "Il écarte au moins un dé du lancé".
    """
    sets: set[tuple[int, ...]] = {()}
    for die in sorted(roll):
        sets |= {(*keep, die) for keep in sets}
    return tuple(sorted(sets - {()}))


def holds(roll: Iterable[int], dice: Iterable[int]) -> bool:
    """True when these dice lie in the throw, each of them as often."""
    rest = list(roll)
    for die in dice:
        if die not in rest:
            return False
        rest.remove(die)
    return True


def hits_odds(most: int) -> tuple[Fraction, ...]:
    """Chances of 0, 1, ... `most` hits in an attack, however many full hands it takes."""
    # (hits so far, dice left): the chance to come to that throw.
    chances: dict[tuple[int, int], Fraction] = {(0, DICE): Fraction(1)}
    odds = [Fraction(0)] * (most + 1)
    for hits in range(most + 1):
        for left in range(1, DICE + 1):
            here = chances.get((hits, left), Fraction(0))
            if here:
                odds[hits] += here * Fraction(5, 6) ** left
                for more in range(1, left + 1):
                    place = (hits + more, left - more or DICE)
                    chances[place] = chances.get(place, Fraction(0)) + here * _exactly(more, left)
    return tuple(odds)


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
