"""Writes the live table to the journal; if that fails, the page says why.

The teacher may then choose to play on without memory: events wait, and are written once that is possible again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from ..store.journal import Journal, JournalBusy, JournalError, JournalGone
from ..table.values.state import Step
from .unwritten import WORD, Unwritten

HEALS = frozenset({JournalBusy.word, JournalGone.word})
"""Troubles that may end at any moment: checked at each beat."""

PROBE = 2.0
"""Seconds between two checks that the file can be written, while nobody writes."""

IDLE = 30.0
"""Seconds after the last deed when the log is emptied into the file."""


class Keeper:
    """Writes to a journal.

    Args:
        journal: where everything is written.
        report: called after a failed write, once `trouble` is set.
        clock: seconds, never decreasing.

    Attributes:
        trouble: why the newest write failed, as a word; "" if it did not.
    """

    def __init__(self, journal: Journal, report: Callable[[], object], clock: Callable[[], float]) -> None:
        self.trouble = ""
        self._journal, self._report, self._clock = journal, report, clock
        self._probed = self._wrote = clock()
        self._probing = self._behind = False
        self._unwritten: Unwritten | None = None

    @property
    def problem(self) -> str:
        """The word for pages: the trouble, or that play goes on without memory; "" if all is well."""
        return WORD if self._unwritten is not None else self.trouble

    def play_on(self) -> None:
        """From now on deeds wait in memory until they can be written; does nothing if they can be."""
        if self.trouble and self._unwritten is None:
            self._unwritten = Unwritten(self._journal)

    def start(self, step: Step, leaving: int) -> int:
        """A new game with its first events, in place of another, 0 for none; its number. Raises JournalError."""
        if self._unwritten is not None:
            return self._unwritten.start(step, leaving)
        with self._writing():
            return self._journal.start(step, leaving)

    def take_up(self, game: int, leaving: int) -> None:
        """An interrupted game goes on, in place of another, 0 for none. Raises JournalError; then nothing changed."""
        if self._unwritten is not None:
            self._unwritten.take_up(game, leaving)
            return
        with self._writing():
            self._journal.take_up(game, leaving)

    def write(self, game: int, step: Step) -> None:
        """What happened and how the table stands. Raises JournalError; then nothing was written."""
        if self._unwritten is not None:
            self._unwritten.write(game, step)
            return
        with self._writing():
            self._journal.write(game, step)

    def erase(self, game: int | None) -> None:
        """Erases a game, None for all. Raises JournalError; then nothing was erased."""
        self.settle()
        with self._writing():
            self._journal.erase(game)

    def again(self) -> None:
        """One beat: is the file there, writable and unlocked?

        A trouble that only a write can reveal, such as a full disk, stays until a write succeeds.
        """
        now = self._clock()
        if self._unwritten is not None:
            looked_for = self._probing or self.trouble in HEALS
            if now - self._probed >= PROBE and (looked_for or self._unwritten.waits):
                self._probed = now
                with suppress(JournalError):
                    self.settle()
        elif self.trouble in HEALS or (now - self._probed >= PROBE and (not self.trouble or self._probing)):
            self._probed, self._probing = now, True
            with suppress(JournalError), self._reporting():
                self._journal.probe()
        if self._behind and not self.trouble and now - self._wrote >= IDLE:
            self._behind = False
            self._journal.checkpoint()

    def settle(self) -> None:
        """Writes what waits, if anything does. Raises JournalError; then it waits on."""
        if self._unwritten is None:
            return
        with self._reporting():
            self._unwritten.settle()
        self._unwritten, self._wrote, self._behind = None, self._clock(), True

    @contextmanager
    def _writing(self) -> Iterator[None]:
        self._probing = False
        with self._reporting():
            self._journal.expect_there()
            yield
        self._wrote, self._behind = self._clock(), True

    @contextmanager
    def _reporting(self) -> Iterator[None]:
        try:
            yield
        except JournalError as error:
            self.trouble = error.word
            self._report()
            raise
        self.trouble = ""
