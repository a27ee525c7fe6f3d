"""Copies the journal after each game, beside the threads that play."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Iterable
from datetime import date
from pathlib import Path
from threading import Lock, Thread

from ..store.copies import copy
from ..store.elsewhere import settle
from ..store.medium import copy_to_medium
from ..table.values.events import TableEvent
from ..table.values.state import Table

LOG = logging.getLogger(__name__)
ENDS = frozenset({"game_ended", "series_ended"})


def today() -> str:
    """The day as the machine knows it, YYYY-MM-DD."""
    return date.today().isoformat()


class Copier:
    """Copies one journal, one copy at a time.

    Args:
        journal: its file.
        day: returns today, YYYY-MM-DD.

    Attributes:
        trouble: why the newest copy could not be made; "" if it was.
    """

    def __init__(self, journal: Path, day: Callable[[], str] = today) -> None:
        self.trouble = ""
        self._journal, self._day = journal, day
        self._turn, self._wanted = Lock(), False
        self._thread: Thread | None = None

    def played(self, table: Table, events: Iterable[TableEvent]) -> None:
        """Receives the events of the table: copies the journal when a game has ended, without blocking.

        Games of the demonstration, which end every minute, are not copied.
        """
        if not table.setup.recorded and any(event.event in ENDS for event in events):
            self.begin()

    def begin(self) -> None:
        """A copy of the journal as it is now or a moment later."""
        with self._turn:
            self._wanted = True
            if self._thread is None:
                self._thread = Thread(target=self._run, name="copier", daemon=True)
                self._thread.start()

    def close(self) -> None:
        """Waits until the copy that is being made is there."""
        with self._turn:
            thread = self._thread
        if thread is not None:
            thread.join()

    def _run(self) -> None:
        while self._takes_its_turn():
            try:
                copy(self._journal, self._day())
                self.trouble = ""
            except (OSError, sqlite3.Error) as error:
                self.trouble = str(error)
                LOG.warning("The journal could not be copied: %s", error)
            else:
                self._copy_elsewhere()

    def _copy_elsewhere(self) -> None:
        """Copies to the second medium, if it is named and present; pending erasures there come first."""
        try:
            settle(self._journal.parent)
            copy_to_medium(self._journal)
        except OSError as error:
            LOG.warning("The journal could not be copied to the second medium: %s", error.strerror)

    def _takes_its_turn(self) -> bool:
        """Whether a copy is still wanted; else this thread has ended."""
        with self._turn:
            wanted, self._wanted = self._wanted, False
            if not wanted:
                self._thread = None
            return wanted
