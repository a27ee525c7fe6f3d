"""A row of values that grows at its end and costs no more then the longer it is: a match's events, their times."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, TypeVar, final, overload

ItemT = TypeVar("ItemT", covariant=True)
MoreT = TypeVar("MoreT")

TOGETHER = 64
"""Number of values in one block: rows that continue a row share its blocks."""


@final
class LongRow(Sequence[ItemT]):
    """A row as a value; equal to a tuple of the same values.

    Args:
        whole: the full blocks, of TOGETHER values each.
        rest: those after them, fewer than that.
    """

    __slots__ = ("_rest", "_whole")

    def __init__(self, whole: tuple[tuple[ItemT, ...], ...] = (), rest: tuple[ItemT, ...] = ()) -> None:
        self._whole, self._rest = whole, rest

    @classmethod
    def of(cls, values: Iterable[MoreT]) -> LongRow[MoreT]:
        """A row of these values; a row is itself."""
        return values if isinstance(values, LongRow) else LongRow[MoreT]().more(values)

    def then(self: LongRow[MoreT], value: MoreT) -> LongRow[MoreT]:
        """The row with one value more."""
        rest = (*self._rest, value)
        return LongRow(self._whole, rest) if len(rest) < TOGETHER else LongRow((*self._whole, rest))

    def more(self: LongRow[MoreT], values: Iterable[MoreT]) -> LongRow[MoreT]:
        """The row with these values after its own."""
        whole, rest = list(self._whole), (*self._rest, *values)
        while len(rest) >= TOGETHER:
            whole.append(rest[:TOGETHER])
            rest = rest[TOGETHER:]
        return LongRow(tuple(whole), rest)

    def until(self, count: int) -> LongRow[ItemT]:
        """Its first `count` values; all of them where it has no more."""
        number, over = divmod(max(0, count), TOGETHER)
        if number >= len(self._whole):
            return self if number > len(self._whole) else LongRow(self._whole, self._rest[:over])
        return LongRow(self._whole[:number], self._whole[number][:over])

    def __len__(self) -> int:
        return TOGETHER * len(self._whole) + len(self._rest)

    def __iter__(self) -> Iterator[ItemT]:
        return chain(chain.from_iterable(self._whole), self._rest)

    @overload
    def __getitem__(self, which: int) -> ItemT: ...

    @overload
    def __getitem__(self, which: slice) -> Sequence[ItemT]: ...

    def __getitem__(self, which: int | slice) -> ItemT | Sequence[ItemT]:
        """A value; a row where some of the first are asked for, else a tuple."""
        if isinstance(which, slice):
            start, stop, step = which.indices(len(self))
            if step != 1:
                return tuple(self)[which]
            return self.until(stop) if start == 0 else self._between(start, stop)
        count = len(self)
        index = which + count if which < 0 else which
        if not 0 <= index < count:
            raise IndexError(f"expected an index below {count}; got {which}")
        number, over = divmod(index, TOGETHER)
        return self._whole[number][over] if number < len(self._whole) else self._rest[over]

    def _between(self, start: int, stop: int) -> tuple[ItemT, ...]:
        first = start // TOGETHER
        if first == len(self._whole):
            return self._rest[start - first * TOGETHER : max(0, stop - first * TOGETHER)]
        items = tuple(chain(chain.from_iterable(self._whole[first : stop // TOGETHER + 1]), self._rest))
        return items[start - first * TOGETHER : max(0, stop - first * TOGETHER)]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, LongRow):
            return (self._whole, self._rest) == (other._whole, other._rest)
        return tuple(self) == other if isinstance(other, tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))


def same_until(first: Sequence[Any], second: Sequence[Any], count: int) -> bool:
    """Two rows have so many values at least, and these are the same."""
    if min(len(first), len(second)) < count:
        return False
    return LongRow.of(first).until(count) == LongRow.of(second).until(count)
