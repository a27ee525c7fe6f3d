"""Watches the thread that follows the table, and reports if it hangs or fails."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from .lag import Lag

T = TypeVar("T")

PATIENCE = 15.0
"""Seconds without a sign of life after which something hangs: longer than the slowest reading of a picture."""

REPORTED = 30.0
"""Seconds for which a failure is reported at least: the next picture may fail too."""

ANSWERS = 2.0
"""Seconds within which an opened camera must give its first picture, or counts as lost; checked each second."""

STOPPED, FAILED = "table_stopped", "table_failed"
"""The problems: the thread hangs or has died; something unforeseen failed in it."""


class Pulse:
    """The time of the last sign of life, given by one thread and read by another.

    Args:
        clock: seconds, never decreasing.
        patience: seconds without a sign after which the thread hangs.

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
        """Whether the first picture is overdue."""
        opened = self._opened
        return opened is not None and self._clock() - opened > ANSWERS

    def beat(self) -> None:
        """A sign of life."""
        self._last = self._clock()

    @property
    def missed(self) -> bool:
        """Whether no sign came for too long."""
        return self._clock() - self._last > self._patience

    def along(self, pictures: Iterable[T]) -> Iterator[T]:
        """The same pictures; each is a sign of life."""
        for picture in pictures:
            self._opened = None
            self.beat()
            yield picture


class Watchdog:
    """Reports when the following thread is not well.

    Args:
        alarm: called with each problem and whether it stands; must not block.
        clock: seconds, never decreasing.
        pulse: the sign of life of the thread.

    Attributes:
        failures: how often something unforeseen failed.
    """

    def __init__(self, alarm: Callable[[str, bool], None], clock: Callable[[], float], pulse: Pulse) -> None:
        self.pulse, self.failures = pulse, 0
        self._alarm, self._clock = alarm, clock
        self._failed: float | None = None

    def failed(self) -> None:
        """Something unforeseen failed: counts and reports it."""
        self.failures += 1
        self._failed = self._clock()
        self._alarm(FAILED, True)

    def sound(self) -> None:
        """A round went well: an old failure is no longer reported."""
        if self._failed is not None and self._clock() - self._failed > REPORTED:
            self._failed = None
            self._alarm(FAILED, False)

    def stopped(self) -> bool:
        """Reports while the thread gives no sign of life."""
        missed = self.pulse.missed
        self._alarm(STOPPED, missed)
        return missed
