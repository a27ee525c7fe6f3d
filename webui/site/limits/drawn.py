"""Expensive drawings that everybody may open are made once for all, one at a time.

Thirty tablets that step through a game at once then cost little more than one.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Hashable
from threading import RLock
from typing import Any, TypeVar

Made = TypeVar("Made")


class DrawnOnce:
    """The most recent drawings, by what they are drawn from. Thread-safe.

    Args:
        most: how many are stored; the least recently used go first.
    """

    def __init__(self, most: int) -> None:
        self._most, self._kept, self._turn = most, dict[Hashable, Any](), RLock()

    def get(self, of: Hashable, draw: Callable[[], Made]) -> Made:
        """The stored or new drawing; nothing else is drawn meanwhile. Raises what `draw` raises."""
        with self._turn:
            made: Made = self._kept.pop(of) if of in self._kept else draw()
            self._kept[of] = made  # the newest stands last
            while len(self._kept) > self._most:
                del self._kept[next(iter(self._kept))]
            return made

    def __len__(self) -> int:
        """How many are stored."""
        return len(self._kept)

    def clear(self) -> None:
        """Forgets everything."""
        with self._turn:
            self._kept.clear()


class DrawnForAll:
    """The live part of a page, drawn once for all sessions that see the same of it: only their tokens differ.

    Args:
        most: how many are stored; the least recently used go first.
    """

    def __init__(self, most: int) -> None:
        self._drawn, self._blank = DrawnOnce(most), secrets.token_hex()  # a word that nobody can type

    def get(self, of: Hashable, draw: Callable[[str], str], token: str) -> str:
        """The drawing with a session's token.

        Args:
            of: all that it is drawn from, but the token.
            draw: makes it with a token.
            token: of the session.
        """
        return self._drawn.get(of, lambda: draw(self._blank)).replace(self._blank, token)
