"""Looks of a table in which no piece is too many and none is missing, the likeliest first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple, TypeAlias

from ..core import Kind, Space

TRIED = 4000
"""Combinations that are begun until the search is given up: so many are tried only where nothing likely is balanced."""

Lacking: TypeAlias = frozenset[tuple[str, int]]
"""How many of each piece are still to come, or to go where negative; without those of which none is."""


class PossibleKind(NamedTuple):
    """What one space may show.

    Attributes:
        log: of its probability.
        more: of each piece, how many more stand there than should; without those of which none does.
        change: the space and its kind; None where it stands as it should.
    """

    log: float
    more: Mapping[str, int]
    change: tuple[Space, Kind] | None = None


def balanced_looks(spaces: Sequence[Sequence[PossibleKind]]) -> Iterator[frozenset[tuple[Space, Kind]]]:
    """Combinations of one choice a space that have all pieces, likeliest first, as their changes; every one of a few.

    A* search: `_tails` tells how probable the rest of a look can still become, so no combination is begun in vain.
    """
    open_spaces = [choices for choices in spaces if len(choices) > 1]
    tails = _tails(open_spaces)
    if frozenset() not in tails[0]:
        return
    order, tried = count(), count()
    ways: list[tuple[float, int, int, float, Lacking, frozenset[tuple[Space, Kind]]]] = []
    heappush(ways, (-tails[0][frozenset()], next(order), 0, 0.0, frozenset(), frozenset()))
    while ways and next(tried) < TRIED:
        _, _, depth, log, lacking, changes = heappop(ways)
        if depth == len(open_spaces):
            yield changes
            continue
        for choice in open_spaces[depth]:
            left = _plus(lacking, {piece: -more for piece, more in choice.more.items()})
            if left in tails[depth + 1]:
                likely = log + choice.log
                more = changes | {choice.change} if choice.change else changes
                best = likely + tails[depth + 1][left]
                heappush(ways, (-best, next(order), depth + 1, likely, left, more))


def _tails(spaces: Sequence[Sequence[PossibleKind]]) -> list[Mapping[Lacking, float]]:
    """For each space what the choices from there on may make up for, and the greatest logarithm with which they do."""
    tails: list[Mapping[Lacking, float]] = [{frozenset(): 0.0}]
    for choices in reversed(spaces):
        tail: dict[Lacking, float] = {}
        for lacking, log in tails[-1].items():
            for choice in choices:
                before, likely = _plus(lacking, choice.more), log + choice.log
                tail[before] = max(tail.get(before, likely), likely)
        tails.append(tail)
    return tails[::-1]


def _plus(lacking: Lacking, more: Mapping[str, int]) -> Lacking:
    if not more:
        return lacking
    sums = dict(lacking)
    for piece, number in more.items():
        sums[piece] = sums.get(piece, 0) + number
    return frozenset((piece, number) for piece, number in sums.items() if number)
