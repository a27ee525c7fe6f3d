"""GNU Backgammon says what it would do in a position: in a thread, one position after another."""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Callable
from pathlib import Path
from threading import Event, Lock, Thread

from .program import NoAnswer, gnubg, run

LOG = logging.getLogger(__name__)
SECONDS = 15.0
"""For one position at most; it usually takes a third of one."""
MOST = 32
"""Answers that are remembered; the oldest go first."""
COMMANDS = ("set threads 1", "set xgid {position}", "hint 1")


class GnuBackgammon:
    """Says what it would do, as soon as it has thought about it. Thread-safe.

    Args:
        closing: ends its thread.
        find: the path of the program; None where there is none.
        seconds: for one position at most.
    """

    def __init__(
        self, closing: Event, find: Callable[[], str | None] = gnubg, seconds: float = SECONDS
    ) -> None:
        self._closing, self._find, self._seconds = closing, find, seconds
        self._says: dict[str, str] = {}
        self._turn = Lock()
        self._thread: Thread | None = None

    def says(self, position: str) -> str | None:
        """What it says in a position, XGID; "" if it cannot say, None while it thinks."""
        with self._turn:
            if position not in self._says and (self._thread is None or not self._thread.is_alive()):
                self._thread = Thread(target=self._think, args=(position,), name="gnubg", daemon=True)
                self._thread.start()
            return self._says.get(position)

    def join(self) -> None:
        """Waits until it has thought."""
        if self._thread is not None:
            self._thread.join()

    def _think(self, position: str) -> None:
        says = self._answer(position)
        with self._turn:
            self._says[position] = says
            while len(self._says) > MOST:
                del self._says[next(iter(self._says))]

    def _answer(self, position: str) -> str:
        program = self._find()
        if program is None:
            return ""
        try:
            with tempfile.TemporaryDirectory(prefix="piste-gnubg-") as folder:
                commands = [line.format(position=position) for line in COMMANDS]
                return run(program, commands, Path(folder), self._closing, self._seconds)
        except (NoAnswer, OSError) as error:
            LOG.warning("GNU Backgammon: %s", error)
            return ""
