"""What the live table knows of its camera: whether it is wanted, whether pictures come, whether a film is over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

SILENT = 20.0
"""Seconds without a picture after which a camera counts as lost."""


class LiveCamera:
    """The camera of a table, or a film in its place.

    Args:
        there: there is something to open.
        film: it is a recording that is shown once in a game.
        recorded: it is any recording: its pictures are never late, however slow the machine is.
        clock: seconds, never decreasing.

    Attributes:
        wanted: it should be used.
        state: none, ok, lost, or ended, a film's.
    """

    def __init__(self, *, there: bool, film: bool, recorded: bool, clock: Callable[[], float]) -> None:
        self.wanted = True
        self.state: Literal["none", "ok", "lost", "ended"] = "none"
        self._there, self._film, self._recorded, self._clock = there, film, recorded, clock
        self._heard = clock()

    @property
    def follows(self) -> bool:
        """Whether to use it now: it is wanted, and no film that is over."""
        return self.wanted and self.state != "ended"

    @property
    def opens(self) -> bool:
        """A new game may use it: if it fails after all, it is reported as lost."""
        opening = self.state in ("none", "ended") and self._there
        return self.wanted and (self.state == "ok" or opening)

    @property
    def waits(self) -> bool:
        """Whether it is wanted, no recording, and not reported as lost: a picture should come."""
        return self.follows and not self._recorded and self.state != "lost"

    @property
    def silent(self) -> bool:
        """No picture came for too long."""
        return not self._recorded and self._clock() - self._heard > SILENT

    def saw(self) -> bool:
        """A picture came; True if it is the first one since it was opened."""
        first, self.state, self._heard = self.state != "ok", "ok", self._clock()
        return first

    def lost(self) -> None:
        """No picture comes any more."""
        if self.state == "ok" or self._there:
            self.state = "lost" if self.wanted else "none"

    def ended(self) -> None:
        """The film is over."""
        self.state = "ended"

    def resumed(self) -> None:
        """An earlier game goes on: a film would start again in the middle of it."""
        if self._film:
            self.state = "ended"

    def begun(self) -> None:
        """A new game has begun: a film is shown again."""
        self._heard = self._clock()
        if self.state == "ended" and self.wanted:
            self.state = "none"

    def use(self, on: bool, playing: bool) -> None:
        """Sets whether it is wanted; a film that was left during a game is over for that game."""
        if on and not self.wanted and playing:
            self.resumed()
        self.wanted = on
