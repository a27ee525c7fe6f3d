"""What is dear to draw and open to all is drawn once for all who ask, and one at a time.

Thirty tablets that step through a game at once then cost little more than one, and whoever draws takes the machine's
time from a deed of the teacher's once, not thirty times.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import RLock
from typing import Any, TypeVar

Made = TypeVar("Made")


class DrawnOnce:
    """The newest things that were drawn, by what they are drawn from. Any thread may ask.

    Args:
        most: how many are kept; those that nobody has asked for longest go first.
    """

    def __init__(self, most: int) -> None:
        self._most, self._kept, self._turn = most, dict[Hashable, Any](), RLock()

    def get(self, of: Hashable, draw: Callable[[], Made]) -> Made:
        """What was drawn of this, or is now; nothing else is drawn meanwhile. Raises what `draw` raises."""
        with self._turn:
            made: Made = self._kept.pop(of) if of in self._kept else draw()
            self._kept[of] = made  # the newest stands last
            while len(self._kept) > self._most:
                del self._kept[next(iter(self._kept))]
            return made

    def __len__(self) -> int:
        """How many are kept."""
        return len(self._kept)

    def clear(self) -> None:
        """Forgets all of it."""
        with self._turn:
            self._kept.clear()
