"""Follows a camera for the live table: opens it, hands over what it sees, opens it again when it dies."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from threading import Event
from typing import Any, Protocol, TypeAlias

from vision.errors import VisionError
from vision.frame import Frame
from vision.observation import Observation

from .setup import Setup

Source: TypeAlias = Callable[[], Iterable[tuple[Observation, Frame | None]]]
"""Opens the camera and yields what is seen and the picture it was read from; raises OSError."""

RETRY = (1.0, 2.0, 5.0, 10.0, 30.0)
"""Seconds until a lost camera is opened again, the last one over and over."""

BEAT = 0.5
"""Seconds between two looks at the clock while no picture comes."""


class Followed(Protocol):
    """What a follower asks of the live table."""

    @property
    def wanted(self) -> bool:
        """The camera is to be used."""

    def look(self, observation: Observation, frame: Frame | None = None) -> None:
        """One observation."""

    def lose(self) -> None:
        """No picture comes any more."""

    def beat(self) -> None:
        """Time passes."""

    def new_game(self, setup: Setup) -> Any:
        """Begins a game."""


def follow(
    live: Followed,
    source: Source | None,
    closing: Event,
    *,
    retry: tuple[float, ...] = RETRY,
    again: Setup | None = None,
) -> None:
    """Follows until `closing` is set; without a source only time passes.

    Args:
        live: the table that is told.
        source: opens the camera.
        closing: ends it.
        retry: seconds between tries to open a lost camera.
        again: a setup to start over with each time the source ends, for a demonstration.
    """
    failures = 0
    while not closing.is_set():
        if source is not None and live.wanted:
            failures = 0 if _run(live, source, closing, again) else failures + 1
        seconds = retry[min(failures, len(retry)) - 1] if failures else BEAT
        for _ in range(max(1, round(seconds / BEAT))):
            if closing.wait(BEAT):
                return
            live.beat()


def _run(live: Followed, source: Source, closing: Event, again: Setup | None) -> bool:
    """Follows one run of the camera; True when it showed anything."""
    shown = False
    try:
        for observation, frame in source():
            if closing.is_set() or not live.wanted:
                return True
            shown = True
            live.look(observation, frame)
        if again is not None and shown and live.wanted:
            live.new_game(again)
            return True
    except (OSError, VisionError):
        # A camera that dies says so on the page; play goes on by touch, and it is opened again.
        pass
    live.lose()
    return shown
