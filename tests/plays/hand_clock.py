"""A clock that goes only where a test sets it."""

from dataclasses import dataclass


@dataclass
class HandClock:
    """Seconds, set by hand.

    Attributes:
        now: what it shows.
    """

    now: float = 0.0

    def __call__(self) -> float:
        return self.now
