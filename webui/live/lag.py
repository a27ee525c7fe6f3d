"""How far Piste is behind the table: how late it reports what it saw, and how many looks it skipped."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator

from vision.follow.pace import Pace
from vision.frame import Frame

from ..checkup.doctor import LATE

WINDOW = 60.0
"""Seconds over which the machine is judged."""
NEWEST = 5
"""Decisions that are judged, at most."""
MANY, FEW = 3, 1
"""How many late decisions make the machine too slow, and at how many it is fast enough again."""
BLIND, SEES = 0.5, 0.25
"""The same as shares of the due looks that were skipped."""
PICTURES = 256
"""Pictures whose time of arrival is remembered."""


class Lag:
    """Measured picture by picture; written by the thread that follows, read by any.

    Args:
        clock: seconds, never decreasing.

    Attributes:
        dropped: looks due each `Pace.beat` that were skipped because another took so long; since Piste started.
        slow: too much was late or skipped recently: this machine is too slow to follow.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.dropped, self.slow = 0, False
        self._clock = clock
        self._came: deque[tuple[float, float]] = deque(maxlen=PICTURES)
        self._late: deque[tuple[float, bool]] = deque(maxlen=NEWEST)
        self._left_out: deque[tuple[float, int]] = deque()

    def along(self, frames: Iterable[Frame]) -> Iterator[Frame]:
        """The same pictures, each requested once everything about the one before was reported."""
        for frame in frames:
            came = self._clock()
            self._came.append((frame.time, came))
            yield frame
            self._over(self._clock() - came)

    def since(self, second: float) -> float:
        """Seconds since the picture with that time arrived; 0 if unknown."""
        came = next((at for own, at in reversed(self._came) if own <= second), None)
        return 0.0 if came is None else self._clock() - came

    def decided(self, seconds: float) -> None:
        """A picture of a table at rest was reported so long after it arrived."""
        self._late.append((self._clock(), seconds > LATE))
        self._judge()

    def _over(self, seconds: float) -> None:
        """A picture was processed and reported in so long."""
        left_out = int(seconds / Pace.beat)
        self.dropped += left_out
        self._left_out.append((self._clock(), left_out))
        self._judge()

    def _judge(self) -> None:
        since = self._clock() - WINDOW
        while self._left_out and self._left_out[0][0] <= since:
            self._left_out.popleft()
        late = sum(late for at, late in self._late if at > since)
        blind = sum(count for _, count in self._left_out) * Pace.beat / WINDOW
        self.slow = late > FEW or blind > SEES if self.slow else late >= MANY or blind > BLIND
