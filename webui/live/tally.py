"""Counts what the table reported since the program started, for the page of metrics. No names or values."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from ..table.values.events import TableEvent

STEPS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Upper bounds of the histogram of decisions, seconds."""
WINDOW = 10.0
"""Seconds over which pictures are counted."""


class TableTally:
    """Counts; written by the table's thread, read by any.

    Args:
        clock: seconds, never decreasing.

    Attributes:
        throws, questions, refusals: how many were reported.
        decisions: how many readings led to a report; `seconds`: how long that took in total.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.throws = self.questions = self.refusals = self.decisions = 0
        self.seconds = 0.0
        self._clock = clock
        self._corrections: Counter[str] = Counter({"person": 0, "piste": 0})
        self._within: Counter[float] = Counter(dict.fromkeys(STEPS, 0))
        self._looks: deque[float] = deque(maxlen=1000)

    def count(self, events: Iterable[TableEvent]) -> None:
        """Receives events of the table."""
        for event in events:
            if event.event == "roll_settled":
                self.throws += 1
            elif event.event == "roll_uncertain":
                self.questions += bool(event.values["asks"])
            elif event.event == "move_refused":
                self.refusals += 1
            elif event.event == "corrected":
                self._corrections["piste" if event.values["by"] == "piste" else "person"] += 1

    def looked(self, seconds: float, *, decided: bool) -> None:
        """A reading was written and shown so long after its picture arrived."""
        self._looks.append(self._clock())
        if decided:
            self.decisions += 1
            self.seconds += seconds
            for step in STEPS:
                self._within[step] += seconds <= step

    @property
    def corrections(self) -> Mapping[str, int]:
        """By whom: "person" or "piste"."""
        return MappingProxyType(self._corrections)

    @property
    def within(self) -> Mapping[float, int]:
        """Decisions that took at most so many seconds."""
        return MappingProxyType(self._within)

    @property
    def rate(self) -> float:
        """Readings a second, over the last seconds."""
        since = self._clock() - WINDOW
        return sum(at > since for at in tuple(self._looks)) / WINDOW
