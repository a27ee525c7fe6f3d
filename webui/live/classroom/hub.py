"""All tables of a box at once, for pages that show every one of them: they wait here for whatever changes anywhere."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from threading import Event, Lock

from ...table.values.view import View
from .card import Need, TableCard, card

EVERY = 0.25
"""Seconds between two looks at the tables: a page that shows all of them needs no more."""


@dataclass(frozen=True)
class TableNow:
    """A table as it stands.

    Attributes:
        number, name, colour: of the table; its name may be "".
        view: the newest, for everybody.
        painted: the colours of its board's frames at places 1 to 4.
        needs: why the teacher is needed there.
        tablets: how many devices that pupils have opened watch it.
        early: its game has only just begun.
    """

    number: int
    name: str
    colour: str
    view: View
    painted: tuple[str, ...]
    needs: tuple[Need, ...] = ()
    tablets: int = 0
    early: bool = False

    @property
    def card(self) -> TableCard:
        """Its card."""
        return card(self.view, self.number, self.name, self.colour)


@dataclass(frozen=True)
class TablesNow:
    """All tables at a moment.

    Attributes:
        version: grows with each change.
        tables: in the order of their numbers; none for practice.
        practices: at how many practice tables a game is under way, and how many wait for the teacher.
    """

    version: int
    tables: tuple[TableNow, ...]
    practices: tuple[int, int] = (0, 0)


class EveryTable:
    """The tables of a box together, as readers of a page wait for them. Thread-safe; no thread of its own.

    Args:
        look: the tables as they stand now; some may have come or gone.
        closing: set when the site closes; nobody waits any longer.
        clock: seconds, never decreasing.
        practices: as `TablesNow` has them.

    Attributes:
        closed: never, as long as the site is open.
    """

    closed = False

    def __init__(
        self,
        look: Callable[[], Sequence[TableNow]],
        closing: Event,
        clock: Callable[[], float] = time.monotonic,
        practices: Callable[[], tuple[int, int]] = lambda: (0, 0),
    ) -> None:
        self._practices = practices
        self._look, self._closing, self._clock, self._turn = look, closing, clock, Lock()
        # A reader from before a restart must not take new tables for those it knows.
        self._now = TablesNow(time.time_ns() // 1_000, ())
        self._again = clock()

    def snapshot(self) -> TablesNow:
        """The tables, at most EVERY seconds old: the same object until something changes."""
        with self._turn:
            if self._clock() >= self._again:
                self._again = self._clock() + EVERY
                now = TablesNow(self._now.version, tuple(self._look()), self._practices())
                if now != self._now:
                    self._now = replace(now, version=now.version + 1)
            return self._now

    def wait(self, version: int, timeout: float) -> TablesNow | None:
        """The tables once they have another version; None after `timeout` seconds or at the close."""
        end = self._clock() + timeout
        while (now := self.snapshot()).version == version:
            left = end - self._clock()
            if left <= 0 or self._closing.wait(min(EVERY, left)):
                return None
        return now
