"""The threads of the live table: each repeats its round, whatever fails."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Event, Thread

LOG = logging.getLogger(__name__)

CLOSING = 30.0
"""Seconds for which closing waits for the current frame: readers do not survive the end of the interpreter."""

PAUSES = (0.5, 1.0, 2.0, 5.0)
"""Seconds of rest after one failed round, two in a row, and so on."""


def guard(do: Callable[[], None], failed: Callable[[], None], closing: Event) -> None:
    """The edge of a thread: repeats a round until `closing` is set, whatever fails in between.

    Args:
        do: one round.
        failed: called after each failed round; must not fail itself.
        closing: ends it.
    """
    wrong = 0
    while not closing.is_set():
        try:
            do()
            wrong = 0
        except (
            Exception
        ):  # whatever it is: a dead thread would be silent, and nothing would be followed
            LOG.exception("What follows the table went wrong; it is tried again")
            failed()
            wrong += 1
            closing.wait(PAUSES[min(wrong, len(PAUSES)) - 1])


class Threads:
    """Threads under guard.

    Args:
        failed: called after each failed round; must not fail itself.
        closing: ends them.
    """

    def __init__(self, failed: Callable[[], None], closing: Event) -> None:
        self._failed, self._closing = failed, closing
        self._running: tuple[Thread, ...] = ()

    def start(self, **rounds: Callable[[], None]) -> None:
        """Starts one thread for each, by name; RuntimeError if they already run."""
        if self._running:
            raise RuntimeError("expected a live table that was not started; it follows its camera already")
        self._running = tuple(
            Thread(target=guard, args=(do, self._failed, self._closing), name=name, daemon=True)
            for name, do in rounds.items()
        )
        for thread in self._running:
            thread.start()

    def join(self, seconds: float = CLOSING) -> None:
        """Waits until they end, for so long at most."""
        for thread in self._running:
            thread.join(timeout=seconds)
