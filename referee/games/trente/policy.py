"""The best play of a turn of Trente, worked out backwards from six dice aside to one.

For the threshold of 30; that of 12 is the same with every die turned over (1 for 6, 2 for 5, 3 for 4).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import combinations_with_replacement
from math import factorial
from types import MappingProxyType
from typing import TypeAlias

from .state import DICE, HIGH

REACH, ATTACK, LOSE_LEAST = "reach", "attack", "lose_least"
AIMS: tuple[str, ...] = (REACH, ATTACK, LOSE_LEAST)
"""What a player may aim at: the threshold or beyond it; beyond it; the least points lost on average."""

WHOLE = 6**21
"""All weights are over this: a turn throws 21 dice at most."""

Sums: TypeAlias = tuple[int, ...]
"""Weights out of WHOLE of the sums 0 to 36 that a turn may come to."""

Rank: TypeAlias = tuple[int, int, int, int]
"""How well a choice serves an aim, the greater the better: the aim itself first, over WHOLE; then what decides between
equals."""


class TrentePolicy:
    """The best play of a turn for one aim, the threshold being 30; worked out on first use and kept.

    Where several choices serve an aim equally well, the one that loses less, then attacks more often, then makes more
    is taken.
    """

    def __init__(self, aim: str) -> None:
        self._aim = aim

    def after(self, aside: int, total: int) -> Sums:
        """Weights of the final sums with so many dice aside that make so much."""
        return self._sums[aside, total]

    def rank(self, aside: int, total: int) -> Rank:
        """How well that serves the aim."""
        return self._ranks[aside, total]

    @cached_property
    def _ranks(self) -> dict[tuple[int, int], Rank]:
        return {place: self._ranked(sums) for place, sums in self._sums.items()}

    @cached_property
    def _sums(self) -> Mapping[tuple[int, int], Sums]:
        known: dict[tuple[int, int], Sums] = {}
        ranks: dict[tuple[int, int], Rank] = {}
        for aside in range(DICE, 0, -1):
            left = DICE - aside
            thrown = [(_highest(roll), ways) for roll, ways in rolls(left)]
            for total in range(aside, 6 * aside + 1):
                sums = self._thrown(known, ranks, aside, total, thrown) if left else _certain(total)
                known[aside, total] = sums
                ranks[aside, total] = self._ranked(sums)
        return MappingProxyType(known)

    def _thrown(
        self,
        known: Mapping[tuple[int, int], Sums],
        ranks: Mapping[tuple[int, int], Rank],
        aside: int,
        total: int,
        rolls: list[tuple[tuple[int, ...], int]],
    ) -> Sums:
        """With so many dice the highest are the best to keep: they raise every later sum by the same amount."""
        chosen: Counter[tuple[int, int]] = Counter()
        for highest, ways in rolls:
            places = ((aside + n, total + made) for n, made in enumerate(highest, start=1))
            chosen[max(places, key=ranks.__getitem__)] += ways
        weights = [0] * (6 * DICE + 1)
        for place, ways in chosen.items():
            for end, weight in enumerate(known[place]):
                weights[end] += ways * weight
        return tuple(weight // 6 ** (DICE - aside) for weight in weights)

    def _ranked(self, sums: Sums) -> Rank:
        reach = sum(sums[HIGH:])
        attack = sum(sums[HIGH + 1 :])
        lost = -sum(weight * (HIGH - total) for total, weight in enumerate(sums[:HIGH]))
        made = sum(weight * total for total, weight in enumerate(sums))
        return {
            REACH: (reach, lost, attack, made),
            ATTACK: (attack, lost, reach, made),
            LOSE_LEAST: (lost, attack, reach, made),
        }[self._aim]


def _highest(roll: tuple[int, ...]) -> tuple[int, ...]:
    """What the highest one, two, ... dice make."""
    made, sums = 0, []
    for die in sorted(roll, reverse=True):
        made += die
        sums.append(made)
    return tuple(sums)


def _certain(total: int) -> Sums:
    return tuple(WHOLE if place == total else 0 for place in range(6 * DICE + 1))


def rolls(dice: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every throw, its dice ascending, and in how many of 6 ** dice ways it falls."""
    for roll in combinations_with_replacement(range(1, 7), dice):
        ways = factorial(dice)
        for many in Counter(roll).values():
            ways //= factorial(many)
        yield roll, ways
