"""Follows a camera for the live table: opens it, hands over what it sees, opens it again when it dies."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from threading import Event
from typing import Any, Protocol, TypeAlias

from vision.errors import VisionError
from vision.frame import Frame
from vision.observation import Observation

from .setup import Setup

Source: TypeAlias = Callable[[], Iterable[tuple[Observation, Frame | None]]]
"""Opens the camera and yields what is seen and the picture it was read from; raises OSError."""

LOG = logging.getLogger(__name__)

RETRY = (1.0, 2.0, 5.0, 10.0, 30.0)
"""Seconds until a lost camera is opened again, the last one over and over."""

BEAT = 0.5
"""Seconds between two looks at the clock while no picture comes."""

STEADY = 20
"""Observations after which a camera is taken for sound: should it die then, it is soon opened again."""

PAUSES = (0.5, 1.0, 2.0, 5.0)
"""Seconds of rest after one round that went wrong, two in a row, and so on."""


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


def guard(do: Callable[[], None], failed: Callable[[], None], closing: Event) -> None:
    """The edge of a thread: does the same again and again until `closing` is set, whatever goes wrong in between.

    Args:
        do: one round.
        failed: is told after each round that went wrong; must not fail itself.
        closing: ends it.
    """
    wrong = 0
    while not closing.is_set():
        try:
            do()
            wrong = 0
        except Exception:  # whatever it is: a thread that ends says nothing to anybody, and nobody follows any more
            LOG.exception("What follows the table went wrong; it is tried again")
            failed()
            wrong += 1
            closing.wait(PAUSES[min(wrong, len(PAUSES)) - 1])


class Follower:
    """Follows a camera, a round at a time: a run of it, or what a broken run left to do, and then a while of waiting.

    Args:
        live: the table that is told.
        source: opens the camera; None where only time passes.
        closing: ends it.
        retry: seconds between tries to open a lost camera.
        again: a setup to start over with each time the source ends, for a demonstration.
    """

    def __init__(
        self,
        live: Followed,
        source: Source | None,
        closing: Event,
        *,
        retry: tuple[float, ...] = RETRY,
        again: Setup | None = None,
    ) -> None:
        self._live, self._source, self._closing = live, source, closing
        self._retry, self._again = retry, again
        self._failures = 0
        self._broken = False  # a run was begun and did not come to an end

    def round(self) -> None:
        """One round."""
        if self._broken:
            self._lost()
        elif self._source is not None and self._live.wanted:
            self._broken = True
            self._run(self._source)
        self._wait()

    def _run(self, source: Source) -> None:
        """One run of the camera."""
        shown = 0
        try:
            for observation, frame in source():
                if self._closing.is_set() or not self._live.wanted:
                    self._broken = False
                    return
                self._live.look(observation, frame)
                shown += 1
                self._failures = 0 if shown >= STEADY else self._failures
            if self._again is not None and shown:
                self._live.new_game(self._again)
                self._failures, self._broken = 0, False
                return
        except (OSError, VisionError):
            # A camera that dies says so on the page; play goes on by touch, and it is opened again.
            pass
        self._lost()

    def _lost(self) -> None:
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
