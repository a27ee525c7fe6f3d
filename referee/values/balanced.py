"""Looks of a table in which no piece is too many and none is missing, the likeliest first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import count
from math import inf
from typing import NamedTuple, TypeAlias

from ..core import Kind, Space

TRIED = 4000
"""Combinations that are begun until the search is given up: so many are tried only where nothing likely is balanced."""

APART = 1024
"""Factor between the numbers of two pieces, so that one whole number tells how many are lacking of each."""

Spaces: TypeAlias = Sequence[Sequence[tuple[float, int, tuple[Space, Kind] | None]]]
"""What each space may show: logarithm, how many pieces more as one number, and the change."""


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
    open_spaces = _numbered([choices for choices in spaces if len(choices) > 1])
    tails = _tails(open_spaces)
    if 0 not in tails[0]:
        return
    order, tried = count(), count()
    ways: list[tuple[float, int, int, float, int, frozenset[tuple[Space, Kind]]]] = []
    heappush(ways, (-tails[0][0], next(order), 0, 0.0, 0, frozenset()))
    while ways and next(tried) < TRIED:
        _, _, depth, log, lacking, changes = heappop(ways)
        if depth == len(open_spaces):
            yield changes
            continue
        for share, more, change in open_spaces[depth]:
            left, likely = lacking - more, log + share
            if left in tails[depth + 1]:
                best = likely + tails[depth + 1][left]
                changed = changes | {change} if change else changes
                heappush(ways, (-best, next(order), depth + 1, likely, left, changed))


def _numbered(spaces: Sequence[Sequence[PossibleKind]]) -> Spaces:
    pieces = sorted({piece for choices in spaces for choice in choices for piece in choice.more})
    factors = {piece: APART**place for place, piece in enumerate(pieces)}
    return [
        [(choice.log, sum(n * factors[piece] for piece, n in choice.more.items()), choice.change) for choice in choices]
        for choices in spaces
    ]


def _tails(spaces: Spaces) -> list[Mapping[int, float]]:
    """For each space what the choices from there on may make up for, and the greatest logarithm with which they do."""
    tails: list[Mapping[int, float]] = [{0: 0.0}]
    for choices in reversed(spaces):
        tail: dict[int, float] = {}
        for lacking, log in tails[-1].items():
            for share, more, _ in choices:
                before, likely = lacking + more, log + share
                if likely > tail.get(before, -inf):
                    tail[before] = likely
        tails.append(tail)
    return tails[::-1]
