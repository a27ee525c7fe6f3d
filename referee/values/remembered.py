"""What was made of a long value is remembered by which value it is: neither its hash nor its parts are asked again.

The finished games of a series are such a value: while a game runs they are one and the same tuple in every state.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, TypeVar, TypeVarTuple

More = TypeVarTuple("More")
ValueT = TypeVar("ValueT")
MadeT = TypeVar("MadeT")


class _Which:
    """A value as itself: another one is another, also where it is equal. It is held, so that no other takes its id."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Which) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


def by_identity(most: int) -> Callable[[Callable[[ValueT, *More], MadeT]], Callable[[ValueT, *More], MadeT]]:
    """Remembers so many results of a function by which immutable value its first argument is, and by the others.

    Args:
        most: how many; those asked for longest ago are forgotten. The other arguments must be hashable.
    """

    def remembering(make: Callable[[ValueT, *More], MadeT]) -> Callable[[ValueT, *More], MadeT]:
        @lru_cache(maxsize=most)
        def made(which: _Which, *more: *More) -> MadeT:
            return make(which.value, *more)

        @wraps(make)
        def asked(value: ValueT, /, *more: *More) -> MadeT:
            return made(_Which(value), *more)

        return asked

    return remembering
