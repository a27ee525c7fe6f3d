"""Tables for practice: each made for the device that opened it, in memory alone, and gone when nobody plays there."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from threading import Event, RLock

from ...interrupted import under_way
from ...store.journal import MemoryJournal
from ...table.values.setup import Setup
from ...words.games.sentences import foul_sentence
from ..follow import BEAT
from ..live import Live
from ..opponent import Adviser
from ..threads import Threads

FIRST_PRACTICE, LAST_PRACTICE = 101, 999
"""The numbers of practice tables; one that closed is free again once all others were used."""
MOST_PRACTICES = 30
"""How many may be open at once: a class, each pupil alone."""
MOST_WITHOUT_CODE = 10
"""How many of them devices may have that no code has opened: the others are for the class."""
IDLE, LEFT = 30 * 60.0, 2 * 60.0
"""Seconds after the last deed when a practice table closes, and when it gives its place to another device."""


class PracticesFull(RuntimeError):
    """As many tables are open already as may be, and something was done of late at each."""


@dataclass(frozen=True)
class PracticeTable:
    """A practice table that is open.

    Attributes:
        number: from FIRST_PRACTICE.
        live: the live table; its journal is in memory.
        device: the only one that may act there.
        home: the number of the table whose code, or whose teacher, let that device in, or to which it came.
        coded: a code had let it in.
    """

    number: int
    live: Live
    device: str
    home: int
    coded: bool = True


class PracticeTables:
    """The practice tables of a box. Thread-safe.

    Args:
        closed: receives the number of each that has closed.
        clock: seconds, never decreasing.
        chance: where dice and Piste's moves come from; None for the system's own source.
        adviser: another program that Piste may ask for moves; None for none.
    """

    def __init__(
        self,
        closed: Callable[[int], object] = lambda number: None,
        clock: Callable[[], float] = time.monotonic,
        chance: Random | None = None,
        adviser: Adviser | None = None,
    ) -> None:
        self._closed, self._clock, self._chance, self._adviser = closed, clock, chance, adviser
        self._open, self._turn, self._newest = dict[int, PracticeTable](), RLock(), FIRST_PRACTICE - 1
        self._closing = Event()
        self._threads = Threads(lambda: None, self._closing)

    def all(self) -> tuple[PracticeTable, ...]:
        """The open ones."""
        with self._turn:
            return tuple(self._open.values())

    def find(self, number: int) -> PracticeTable | None:
        """The open one of that number, or None."""
        return self._open.get(number)

    def of(self, device: str) -> PracticeTable | None:
        """The one that a device has opened, or None."""
        return next((table for table in self.all() if table.device == device), None)

    @property
    def played(self) -> tuple[int, int]:
        """At how many of them a game is under way, and how many are paused, or called to look up."""
        views = [table.live.snapshot() for table in self.all()]
        return sum(map(under_way, views)), sum(view.eyes or view.state == "paused" for view in views)

    def begin(self, device: str, home: int, setup: Setup, *, coded: bool = True) -> PracticeTable:
        """A new table with this game for a device, in place of the one that it had, or that was left longest.

        Args:
            device, home, coded: as `PracticeTable` has them.
            setup: of the game.

        Raises PracticesFull or SetupError; then nothing has changed.
        """
        live = Live(
            MemoryJournal.open_new(), sentence=foul_sentence, clock=self._clock, chance=self._chance,
            adviser=self._adviser,
        )  # fmt: skip
        live.new_game(setup)
        with self._turn:
            before = self.of(device)
            others = [table for table in self.all() if coded or not table.coded]
            if before is None and (
                len(self._open) >= MOST_PRACTICES or len(others) >= (MOST_PRACTICES if coded else MOST_WITHOUT_CODE)
            ):
                before = max(others, key=lambda table: table.live.unchanged, default=None)
                if before is None or before.live.unchanged < LEFT:
                    raise PracticesFull("expected fewer open practice tables, or one where nothing was done of late")
            table = PracticeTable(self._free(), live, device, home, coded)
            self._open[table.number] = table
        if before is not None:
            self.shut(before.number)
        return table

    def _free(self) -> int:
        """The next number: of those that are not in use, the one that was used longest ago."""
        while True:
            self._newest = FIRST_PRACTICE if self._newest == LAST_PRACTICE else self._newest + 1
            if self._newest not in self._open:
                return self._newest

    def shut(self, number: int) -> None:
        """Closes a table, if it is open: nothing of it remains."""
        with self._turn:
            table = self._open.pop(number, None)
        if table is not None:
            table.live.close()
            self._closed(number)

    def shut_all(self) -> None:
        """Closes them all."""
        for table in self.all():
            self.shut(table.number)

    def beat(self) -> None:
        """Time passes at each of them; those where nothing was done for IDLE seconds close."""
        for table in self.all():
            if table.live.unchanged >= IDLE:
                self.shut(table.number)
                continue
            with self._turn:  # where one fails, the others come first next time
                if self._open.pop(table.number, None) is not None:
                    self._open[table.number] = table
            table.live.beat()

    def start(self) -> None:
        """Starts the thread in which time passes; RuntimeError if it runs."""
        self._threads.start(practice=self._round)

    def _round(self) -> None:
        if not self._closing.wait(BEAT):
            self.beat()

    def close(self) -> None:
        """Ends that thread, and closes all tables."""
        self._closing.set()
        self._threads.join()
        self.shut_all()
