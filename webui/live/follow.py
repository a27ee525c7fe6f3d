"""Follows a camera for the live table: opens it, passes on what it sees, reopens it when it fails."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from threading import Event
from typing import Protocol, TypeAlias

from vision.errors import VisionError
from vision.frame import Frame
from vision.observation import Observation

from ..table.values.setup import Setup

Source: TypeAlias = Callable[[], Iterable[tuple[Observation, Frame | None]]]
"""Opens the camera and yields what is seen and the picture it was read from; raises OSError."""

RETRY = (1.0, 2.0, 5.0, 10.0, 30.0)
"""Seconds until a lost camera is reopened; the last value repeats."""

BEAT = 0.5
"""Seconds between two looks at the clock while no picture comes."""

STEADY = 20
"""Observations after which a camera counts as sound: if it fails then, it is reopened soon."""


class FollowedTable(Protocol):
    """What a follower needs of the live table."""

    @property
    def follows(self) -> bool:
        """The camera is to be used now."""

    def look(self, observation: Observation, frame: Frame | None = None) -> None:
        """One observation."""

    def lose(self) -> None:
        """No picture comes any more."""

    def end(self) -> None:
        """The film is over."""

    def beat(self) -> None:
        """Time passes."""

    def new_game(self, setup: Setup) -> object:
        """Begins a game."""


class CameraFollower:
    """Follows a camera in rounds: a run, or the rest of a broken run, then a pause.

    Args:
        live: the table that receives it.
        source: opens the camera; None if only time passes.
        closing: ends it.
        retry: seconds between tries to open a lost camera.
        again: a setup to restart with whenever the source ends, for a demonstration.
        film: the source is a recording: once over it is not lost, and not shown again in the same game.
    """

    def __init__(
        self,
        live: FollowedTable,
        source: Source | None,
        closing: Event,
        *,
        retry: tuple[float, ...] = RETRY,
        again: Setup | None = None,
        film: bool = False,
    ) -> None:
        self._live, self._source, self._closing = live, source, closing
        self._retry, self._again, self._film = retry, again, film
        self._failures = self._shown = 0
        self._broken = False  # a run was begun and did not come to an end
        self._rewound = Event()

    def rewind(self) -> None:
        """The source is shown from its beginning, whatever it shows now."""
        self._rewound.set()

    def round(self) -> None:
        """One round."""
        if self._broken:
            self._over()
        elif self._source is not None and self._live.follows:
            self._broken, self._shown = True, 0
            self._run(self._source)
        self._wait()

    def _run(self, source: Source) -> None:
        """One run of the camera."""
        ended = False
        self._rewound.clear()
        try:
            for observation, frame in source():
                if self._closing.is_set() or not self._live.follows or self._rewound.is_set():
                    self._broken = False
                    return
                self._live.look(observation, frame)
                self._shown += 1
                self._failures = 0 if self._shown >= STEADY else self._failures
            ended = True
            if self._again is not None and self._shown and self._live.follows:
                self._live.new_game(self._again)
                self._failures, self._broken = 0, False
                return
        except (OSError, VisionError):
            # A camera that dies says so on the page; play goes on by touch, and it is opened again.
            pass
        self._over(ended)

    def _over(self, ended: bool = False) -> None:
        """After a run: a camera is lost; a film must not start again in the same game."""
        if self._film and (ended or self._shown):
            self._live.end()
        else:
            self._failures += 1
            self._live.lose()
        self._broken = False

    def _wait(self) -> None:
        """Until the next round."""
        seconds = self._retry[min(self._failures, len(self._retry)) - 1] if self._failures else BEAT
        for _ in range(max(1, round(seconds / BEAT))):
            if self._closing.wait(BEAT):
                return
            self._live.beat()
