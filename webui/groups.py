"""Who plays with whom: a class is spread over tables.

Nobody is at two tables and nobody is lost: whoever finds no place is on the bench. The sizes of the tables differ by
one at most, as far as their games and those who must stay allow it. What each way promises of the others:

- "chance": nothing.
- "mixed": strong with weak. Of n tables of one size, each has one of the n strongest, one of the n next, and so on.
  Within that, pupils meet again as rarely as a short search finds, and then the points of the tables are even.
- "new": pupils meet again as rarely, and as evenly, as a short search finds. Nobody meets again while such groups are
  easy to find: 24 pupils in fours do not in the first four rounds, nor in the fifth of three lessons in four. Each
  round is made without regard to those after it, so a plan of the whole day could do better, but not after the
  seventh round, when each has met 21 of 23.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

Way = Literal["chance", "mixed", "new"]
Prices: TypeAlias = NDArray[np.int64]

STARTS, STEPS, REST = 8, 250, 8
"""Beginnings of a search, swaps after each, and for how many swaps a pupil who has moved then stays."""
AGAIN = 10**6
"""The price of meeting again, in prices of uneven points."""
NEVER = 2**60
"""The price of a swap that is not allowed."""


@dataclass(frozen=True)
class KnownPupils:
    """What is known of pupils before they are spread.

    Attributes:
        past: who played together, a group each time.
        points: average points of those who have played.
        kept: the table, from 0, at which a pupil stays as far as there is room.
    """

    past: Sequence[Collection[str]] = ()
    points: Mapping[str, float] = field(default_factory=dict)
    kept: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Spread:
    """A class spread over tables.

    Attributes:
        groups: the pupils of each table, in the order of the class; nobody at a table that is not needed.
        bench: those without a place.
    """

    groups: tuple[tuple[str, ...], ...]
    bench: tuple[str, ...]


def table_sizes(pupils: int, bounds: Sequence[tuple[int, int]], kept: Sequence[int] = ()) -> tuple[int, ...]:
    """How many play at each table: as many of the pupils as possible, at sizes as equal as possible.

    Args:
        pupils: how many there are.
        bounds: the fewest and the most players of each table.
        kept: how many must be at each table, within its bounds; none by default. Tables without them stay empty first.
    """
    kept = kept or (0,) * len(bounds)
    sizes = [max(least, stay) for (least, _), stay in zip(bounds, kept, strict=True)]
    for table in sorted(range(len(sizes)), key=lambda table: (kept[table], -table)):
        if sum(sizes) > pupils:
            sizes[table] = 0
    while sum(sizes) < pupils:
        room = [table for table, size in enumerate(sizes) if 0 < size < bounds[table][1]]
        if not room:
            break
        sizes[min(room, key=sizes.__getitem__)] += 1
    return tuple(sizes)


def spread(
    pupils: Sequence[str], bounds: Sequence[tuple[int, int]], way: Way, chance: Random, known: KnownPupils | None = None
) -> Spread:
    """Spreads pupils over tables.

    Args:
        pupils: those who are present, each once.
        bounds: the fewest and the most players of each table.
        way: how.
        chance: decides whatever is open.
        known: of these pupils and others; nothing by default. On the bench are those who have played most often.
    """
    known = known or KnownPupils()
    kept = _with_room(pupils, bounds, known.kept)
    sizes = table_sizes(len(pupils), bounds, [list(kept.values()).count(table) for table in range(len(bounds))])
    kept = {name: table for name, table in kept.items() if sizes[table]}
    played = Counter(name for group in known.past for name in group)
    ranked = sorted(pupils, key=lambda name: (name not in kept, played[name], chance.random()))
    seated = [name for name in pupils if name in frozenset(ranked[: sum(sizes)])]
    tables = _Search(seated, sizes, kept, way, chance, known).found()
    groups = ((name for name in seated if tables[name] == table) for table in range(len(sizes)))
    return Spread(tuple(map(tuple, groups)), tuple(name for name in pupils if name not in tables))


def evened(
    groups: Sequence[Sequence[str]],
    pupils: Collection[str],
    bounds: Sequence[tuple[int, int]],
    fixed: Collection[str] = (),
) -> Mapping[str, int]:
    """Who can stay when some pupils have come or gone, so that few change tables: the table of each who stays.

    Args:
        groups: the pupils of each table until now.
        pupils: those who are present.
        bounds: the fewest and the most players of each table.
        fixed: those who stay before all others.
    """
    there = [sorted((name for name in group if name in pupils), key=lambda name: name not in fixed) for group in groups]
    held = [min(sum(name in fixed for name in group), most) for group, (_, most) in zip(there, bounds, strict=True)]
    order = sorted(range(len(there)), key=lambda table: -len(there[table]))
    sizes = table_sizes(len(pupils), [bounds[table] for table in order], [held[table] for table in order])
    stay = dict(zip(order, sizes, strict=True))
    return {name: table for table, group in enumerate(there) for name in group[: stay[table]]}


def meetings(past: Iterable[Collection[str]]) -> Counter[frozenset[str]]:
    """How often each two have played together."""
    return Counter(frozenset(pair) for group in past for pair in combinations(sorted(set(group)), 2))


def _with_room(
    pupils: Collection[str], bounds: Sequence[tuple[int, int]], kept: Mapping[str, int]
) -> dict[str, int]:
    """Those of `kept` who are present and for whom their table has room."""
    stay: dict[str, int] = {}
    for name, table in kept.items():
        there = list(stay.values())
        if name in pupils and 0 <= table < len(bounds) and there.count(table) < bounds[table][1]:
            stay[name] = table
    return stay


class _Search:
    """Looks for the tables of pupils who all have a place: swaps two of them as long as it pays."""

    def __init__(
        self,
        names: Sequence[str],
        sizes: Sequence[int],
        kept: Mapping[str, int],
        way: Way,
        chance: Random,
        known: KnownPupils,
    ) -> None:
        self._names, self._sizes, self._kept, self._chance = names, sizes, kept, chance
        self._searches = way != "chance"
        ranks = _ranks(names, known.points, chance) if way == "mixed" else {}
        tables = sum(map(bool, sizes))
        self._layers = {name: ranks[name] // tables if ranks else 0 for name in names}
        met = meetings(known.past)
        # Where nobody meets again and all tables have the same points, there is nothing left to look for.
        self._perfect = -sum((2 * rank - len(names) + 1) ** 2 for rank in ranks.values()) // 2
        self._prices: Prices = np.zeros((len(names), len(names)), np.int64)
        for (one, name), (two, other) in combinations(enumerate(names), 2):
            even = (2 * ranks[name] - len(names) + 1) * (2 * ranks[other] - len(names) + 1) if ranks else 0
            price = AGAIN * met[frozenset((name, other))] ** 2 + even
            self._prices[one, two] = self._prices[two, one] = price

    def found(self) -> Mapping[str, int]:
        """The table of each pupil."""
        if not self._searches:
            return self._dealt()
        layers = np.array([self._layers[name] for name in self._names])
        stays = np.array([name in self._kept for name in self._names], bool)
        barred = (layers[:, None] != layers[None, :]) | stays[:, None] | stays[None, :]
        best, least = self._dealt(), NEVER
        for _ in range(STARTS):
            dealt = self._dealt()
            tables, price = self._improved(np.array([dealt[name] for name in self._names], np.int64), barred)
            if price < least:
                best, least = dict(zip(self._names, map(int, tables), strict=True)), price
            if least == self._perfect:
                break
        return best

    def _dealt(self) -> dict[str, int]:
        """Everybody at a table by chance, one layer after the other, as evenly as there is room."""
        tables = dict(self._kept)
        free = sorted(
            (name for name in self._names if name not in tables),
            key=lambda name: (self._layers[name], self._chance.random()),
        )
        taken = Counter(tables.values())
        layered = Counter((table, self._layers[name]) for name, table in tables.items())
        for name in free:
            room = [table for table, size in enumerate(self._sizes) if taken[table] < size]
            table = min(
                room, key=lambda table: (layered[table, self._layers[name]], taken[table], self._chance.random())
            )
            tables[name] = table
            taken[table] += 1
            layered[table, self._layers[name]] += 1
        return tables

    def _improved(self, tables: Prices, barred: NDArray[np.bool_]) -> tuple[Prices, int]:
        """The best tables on a walk of swaps from these, and their price. Those who have moved rest a while."""
        everybody, rests = np.arange(len(tables)), np.zeros(len(tables), np.int64)
        best, least = tables.copy(), self._price(tables)
        now = least
        for step in range(STEPS):
            if least == self._perfect or not len(tables):
                break
            at = self._prices @ (tables[:, None] == np.arange(len(self._sizes))).astype(np.int64)
            moves = at[:, tables] - at[everybody, tables][:, None]
            swaps = moves + moves.T - 2 * self._prices
            resting = rests > step
            closed = barred | (tables[:, None] == tables[None, :])
            closed |= (resting[:, None] | resting[None, :]) & (now + swaps >= least)
            swaps[closed] = NEVER
            lowest = swaps.min()
            if lowest == NEVER:
                break
            one, two = self._chance.choice(np.argwhere(swaps == lowest).tolist())
            tables[one], tables[two] = tables[two], tables[one]
            rests[one] = rests[two] = step + 1 + self._chance.randrange(REST)
            now += int(lowest)
            if now < least:
                best, least = tables.copy(), now
        return best, least

    def _price(self, tables: Prices) -> int:
        return int(self._prices[tables[:, None] == tables[None, :]].sum()) // 2


def _ranks(names: Sequence[str], points: Mapping[str, float], chance: Random) -> dict[str, int]:
    """The rank of each by points, from 0, the best first; those without points are in the middle."""
    known = sorted(points[name] for name in names if name in points)
    middle = known[len(known) // 2] if known else 0.0
    order = sorted(names, key=lambda name: (-points.get(name, middle), chance.random()))
    return {name: rank for rank, name in enumerate(order)}
