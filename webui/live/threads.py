"""The threads of the live table: each does its round again and again, whatever goes wrong in one of them."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Event, Thread

LOG = logging.getLogger(__name__)

CLOSING = 30.0
"""Seconds that closing waits for the frame that is being read; the readers do not survive a torn down interpreter."""

PAUSES = (0.5, 1.0, 2.0, 5.0)
"""Seconds of rest after one round that went wrong, two in a row, and so on."""


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
        except (
            Exception
        ):  # whatever it is: a thread that ends says nothing to anybody, and nobody follows any more
            LOG.exception("What follows the table went wrong; it is tried again")
            failed()
            wrong += 1
            closing.wait(PAUSES[min(wrong, len(PAUSES)) - 1])


class Threads:
    """Threads under guard.

    Args:
        failed: is told after each round that went wrong; must not fail itself.
        closing: ends them.
    """

    def __init__(self, failed: Callable[[], None], closing: Event) -> None:
        self._failed, self._closing = failed, closing
        self._running: tuple[Thread, ...] = ()

    def start(self, **rounds: Callable[[], None]) -> None:
        """One thread for each, by its name; RuntimeError when they run already."""
        if self._running:
            raise RuntimeError("expected a live table that was not started; it follows its camera already")
        self._running = tuple(
            Thread(target=guard, args=(do, self._failed, self._closing), name=name, daemon=True)
            for name, do in rounds.items()
        )
        for thread in self._running:
            thread.start()

    def join(self) -> None:
        """Waits for their ends."""
        for thread in self._running:
            thread.join(timeout=CLOSING)
