"""Arithmetic of tiles and dice."""

from __future__ import annotations

from collections.abc import Iterable

from .state import Open


def _searched(numbers: list[int], total: int) -> tuple[tuple[int, ...], ...]:
    """Every set of these ascending numbers that sums to exactly `total`, by looking for it."""
    sets: list[tuple[int, ...]] = []

    def extend(chosen: tuple[int, ...], start: int, rest: int) -> None:
        for index in range(start, len(numbers)):
            number = numbers[index]
            if number > rest:
                return
            if number == rest:
                sets.append((*chosen, number))
                return
            extend((*chosen, number), index + 1, rest - number)

    extend((), 0, total)
    return tuple(sets)


_OF_TWO_DICE = tuple(
    tuple((numbers, frozenset(numbers)) for numbers in _searched(list(range(1, 13)), total))
    for total in range(13)
)
"""For each total that two dice can make, every set of different numbers with that sum: 69 sets in all."""


def sets_summing(tiles: Iterable[int], total: int) -> tuple[tuple[int, ...], ...]:
    """Every set of these tiles that sums to exactly `total`, each ascending; () when there is none."""
    if 0 <= total < len(_OF_TWO_DICE):
        available = frozenset(tiles)
        return tuple(numbers for numbers, needed in _OF_TWO_DICE[total] if needed <= available)
    return _searched(sorted(tiles), total)


def can_make(tiles: Open, total: int) -> bool:
    """True when some of these tiles sum to exactly `total`."""
    return bool(sets_summing(tiles, total))


def throws(count: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Every throw of one or two dice with its weight out of 36, the greater die first."""
    if count == 1:
        return tuple(((die,), 6) for die in range(1, 7))
    return tuple(((a, b), 1 if a == b else 2) for a in range(1, 7) for b in range(1, a + 1))
