"""What is played while the journal cannot be written: it waits in memory, in order."""

from __future__ import annotations

from ..store.journal import Deed, Journal, JournalBusy, JournalError, JournalFull
from ..table.values.state import Step

WORD = "without_memory"
"""The problem that stands meanwhile."""
MOST = 20_000
"""Events that wait at most: more than a day's of one table."""


class Unwritten:
    """Waiting deeds.

    Args:
        journal: where they go in the end.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._deeds: list[Deed] = []
        self._events = 0
        self._next = journal.highest + 1

    @property
    def waits(self) -> bool:
        """Whether something was played since."""
        return bool(self._deeds)

    def start(self, step: Step, leaving: int) -> int:
        """A new game and its future number. Raises JournalFull if too much waits."""
        self._add(Deed(self._next, self._journal.now(), step, begins=True, leaving=leaving))
        self._next += 1
        return self._next - 1

    def take_up(self, game: int, leaving: int) -> None:
        """An interrupted game goes on. Raises JournalFull."""
        self._add(Deed(game, self._journal.now(), None, leaving=leaving))

    def write(self, game: int, step: Step) -> None:
        """What happened and how the table stands. Raises JournalFull."""
        self._add(Deed(game, self._journal.now(), step))

    def settle(self) -> None:
        """Writes everything in one transaction. Raises JournalError; then everything still waits."""
        self._journal.come_back()
        try:
            self._journal.catch_up(self._deeds)
        except JournalBusy:
            raise
        except JournalError:
            # The disk may have gone and come back: files opened before then no longer work.
            self._journal.open_again(self._deeds)
            self._journal.catch_up(self._deeds)

    def _add(self, deed: Deed) -> None:
        events = len(deed.step.events) if deed.step else 0
        if self._events + events > MOST:
            raise JournalFull(f"expected at most {MOST} events that wait for a disk")
        self._events += events
        last = self._deeds[-1] if self._deeds else None
        if last is not None and last.step and deed.step and not (last.step.events or events) and last.game == deed.game:
            self._deeds[-1] = deed  # only the state of the table is new
        else:
            self._deeds.append(deed)
