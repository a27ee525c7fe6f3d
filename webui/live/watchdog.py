"""Whether the thread that follows the table lives, and whether all goes well in it: told, never waited for."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from .lag import Lag

T = TypeVar("T")

PATIENCE = 15.0
"""Seconds without a sign of life after which something hangs: longer than the slowest reading of a picture."""

TOLD = 30.0
"""Seconds that a failure is told at least: the next picture may go wrong as well."""

ANSWERS = 2.0
"""Seconds within which an opened camera gives its first picture, or is told to be lost; looked at each second."""

STOPPED, FAILED = "table_stopped", "table_failed"
"""The problems: the thread hangs or has died; something unforeseen went wrong in it."""


class Pulse:
    """The time of the last sign of life: one thread gives it, another asks for it.

    Args:
        clock: seconds, never decreasing.
        patience: seconds without a sign after which it is missed.

    Attributes:
        lag: how far behind the table that thread is.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic, patience: float = PATIENCE) -> None:
        self._clock, self._patience, self.lag = clock, patience, Lag(clock)
        self._last = clock()
        self._opened: float | None = None

    def opens(self) -> None:
        """A camera is being opened: its first picture is due."""
        self._opened = self._clock()

    @property
    def overdue(self) -> bool:
        """The first picture should have come by now, and did not."""
        opened = self._opened
        return opened is not None and self._clock() - opened > ANSWERS

    def beat(self) -> None:
        """Here I am."""
        self._last = self._clock()

    @property
    def missed(self) -> bool:
        """No sign came for too long."""
        return self._clock() - self._last > self._patience

    def along(self, things: Iterable[T]) -> Iterator[T]:
        """The same pictures; each that comes is a sign of life."""
        for thing in things:
            self._opened = None
            self.beat()
            yield thing


class Watchdog:
    """Says when the thread that follows is not well.

    Args:
        alarm: is told each problem and whether it stands; waits for nobody.
        clock: seconds, never decreasing.
        pulse: the sign of life of the thread.

    Attributes:
        failures: how often something unforeseen went wrong.
    """

    def __init__(self, alarm: Callable[[str, bool], None], clock: Callable[[], float], pulse: Pulse) -> None:
        self.pulse, self.failures = pulse, 0
        self._alarm, self._clock = alarm, clock
        self._failed: float | None = None

    def failed(self) -> None:
        """Something unforeseen went wrong: it is counted and told."""
        self.failures += 1
        self._failed = self._clock()
        self._alarm(FAILED, True)

    def sound(self) -> None:
        """All went well again: a failure is told for a while, and no longer."""
        if self._failed is not None and self._clock() - self._failed > TOLD:
            self._failed = None
            self._alarm(FAILED, False)

    def stopped(self) -> bool:
        """The thread gives no sign of life: it is told, until one comes."""
        missed = self.pulse.missed
        self._alarm(STOPPED, missed)
        return missed
