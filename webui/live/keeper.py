"""The journal as the live table writes to it: where that cannot be done, the page is told why."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from ..store.journal import Journal, JournalBusy, JournalError
from ..table.state import Step


class Keeper:
    """Writes to a journal.

    Args:
        journal: where everything is written.
        told: called where a write failed, once `trouble` says so.

    Attributes:
        trouble: the word of what kept the newest write from being done; "" where it was done.
    """

    def __init__(self, journal: Journal, told: Callable[[], object]) -> None:
        self.trouble = ""
        self._journal, self._told = journal, told

    def start(self, step: Step, leaving: int) -> int:
        """A new game with its first events, in place of another, 0 for none; its number. Raises JournalError."""
        with self._writing():
            return self._journal.start(step, leaving)

    def take_up(self, game: int, leaving: int) -> None:
        """An interrupted game goes on, in place of another, 0 for none. Raises JournalError; then nothing changed."""
        with self._writing():
            self._journal.take_up(game, leaving)

    def write(self, game: int, step: Step) -> None:
        """What happened and how the table stands. Raises JournalError; then nothing was written."""
        with self._writing():
            self._journal.write(game, step)

    def erase(self, game: int | None) -> None:
        """Erases a game, None for all. Raises JournalError; then nothing was erased."""
        with self._writing():
            self._journal.erase(game)

    def again(self) -> None:
        """Where another program held the file: looks whether it has let go."""
        if self.trouble == JournalBusy.word:
            with suppress(JournalError), self._writing():
                self._journal.probe()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except JournalError as error:
            self.trouble = error.word
            self._told()
            raise
        self.trouble = ""
