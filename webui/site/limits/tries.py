"""Wrong codes: counted per caller and in total, across restarts, and reported to the teacher.

A caller is the address of a stranger, or a device that the teacher's code has opened before. For each kind of code a
caller has a few free attempts, then growing waits; only a right code of that kind resets them. All strangers share a
stock of attempts that refills slowly, so that a crowd guesses no faster than it refills; all known devices share
another, and the machine itself has no limit. So guessing locks out neither of them.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from types import MappingProxyType
from typing import Annotated

import msgspec
from msgspec import Meta

from ...files import Folder
from .connections import same_machine

LOG = logging.getLogger(__name__)
FILE = "wrong-codes.json"
FREE_TRIES = 5
FIRST_WAIT = 30.0
LONGEST_WAIT = 900.0
FORGET_AFTER = 3600.0
KNOWN = "device:"
"""Prefix of a caller that is a known device."""
LATEST = 253_402_300_000.0
"""Seconds since 1970: the end of the year 9999, beyond which there are no dates."""
MOST_CALLERS = 512
"""Callers that are remembered; those with the oldest wrong attempt are forgotten first."""


@dataclass(frozen=True)
class Stock:
    """The shared stock of attempts for one kind of code.

    Attributes:
        most: attempts at once.
        seconds: until there is one more.
    """

    most: float
    seconds: float


STOCKS: Mapping[str, Stock] = MappingProxyType(
    {"teacher": Stock(12, 60.0), "table": Stock(2000, 0.4), "hand": Stock(2000, 0.4)}
)
"""What all strangers together may try, by kind of code. A teacher's code of six digits lasts a year of guessing day and
night. The table's and a hand's can be read off the table, so what counts there is that nobody is shut out: all 254
addresses of a usual network, each of which waits as it must, never empty such a stock. Who has many more tries 11,000
of the 160,000 codes in an hour; so that this opens none of many tables, those beyond six have five letters."""
KNOWN_STOCKS: Mapping[str, Stock] = MappingProxyType({**STOCKS, "teacher": Stock(40, 20.0)})
"""The same for all known devices: a class's tablets need months for six digits."""


def known_device(name: str) -> str:
    """The caller that a known device is."""
    return f"{KNOWN}{name}"


def _stocks(caller: str) -> Mapping[str, Stock]:
    """The stocks that a caller uses, by kind; none for the machine itself."""
    if same_machine(caller):
        return {}
    return KNOWN_STOCKS if is_known(caller) else STOCKS


def is_known(caller: str) -> bool:
    """True for a device that the teacher's code has opened before, and for the machine itself."""
    return caller.startswith(KNOWN) or same_machine(caller)


@dataclass(frozen=True)
class Tries:
    """Wrong attempts of one caller and kind: how many, and the clock's time of the last, in seconds."""

    wrong: int
    last: float

    def wait(self, now: float) -> float:
        """Seconds until the next attempt is allowed; 0 for now."""
        if self.wrong < FREE_TRIES:
            return 0.0
        pause = min(FIRST_WAIT * 2.0 ** min(self.wrong - FREE_TRIES, 20), LONGEST_WAIT)
        return max(0.0, self.last + pause - now)


@dataclass(frozen=True)
class Spent:
    """How much of a stock was spent at a time of the clock, s; it refills."""

    tries: float = 0.0
    at: float = 0.0

    def now(self, stock: Stock, now: float) -> float:
        """How much is spent by now."""
        return max(0.0, self.tries - max(0.0, now - self.at) / stock.seconds)


@dataclass(frozen=True)
class Noted:
    """Wrong codes of one kind that were not yet reported to the teacher.

    Attributes:
        wrong: how many.
        since: when the first came, seconds since 1970 as far as the machine knows; 0 if none did.
        last: when the last came.
    """

    wrong: Annotated[int, Meta(ge=0, le=10**9)] = 0
    since: Annotated[float, Meta(ge=0, le=LATEST)] = 0.0
    last: Annotated[float, Meta(ge=0, le=LATEST)] = 0.0


@dataclass(frozen=True)
class KeptTries:
    """The file.

    Attributes:
        callers: wrong attempts by kind and caller.
        spent: by kind, of the strangers' stock and of the known devices'.
        noted: by kind.
    """

    callers: dict[str, dict[str, int]]
    spent: dict[str, tuple[float, float]]
    noted: dict[str, Noted]


_TRIES = msgspec.json.Decoder(KeptTries)  # two threads that learn a type at once crash


@dataclass
class WrongCodes:
    """The wrong codes of a data folder. Thread-safe.

    If they cannot be stored on disk they are still counted; a damaged file starts again.

    Attributes:
        data: the folder.
        clock: seconds, never decreasing.
        wall: seconds since 1970.
        total: wrong codes of each kind since the start of the program.
    """

    data: Path
    clock: Callable[[], float]
    wall: Callable[[], float] = time.time
    total: dict[str, int] = field(default_factory=lambda: dict.fromkeys(STOCKS, 0))
    _callers: dict[str, dict[str, Tries]] = field(default_factory=lambda: {kind: {} for kind in STOCKS})
    _spent: dict[tuple[bool, str], Spent] = field(default_factory=dict)  # of known devices or strangers, by kind
    _noted: dict[str, Noted] = field(default_factory=dict)
    _folder: Folder = field(init=False)
    _turn: Lock = field(default_factory=Lock)

    def __post_init__(self) -> None:
        """Continues from the last run: a restart shortens no wait."""
        now, self._folder = self.clock(), Folder(self.data)
        try:
            stored = _TRIES.decode(self._folder.read(FILE) or b"")
            self._callers = {kind: _callers(stored.callers[kind], now) for kind in STOCKS}
            self._spent = {
                (known, kind): Spent(_within(stored.spent[kind][known], stock.most), now)
                for known, stocks in ((False, STOCKS), (True, KNOWN_STOCKS))
                for kind, stock in stocks.items()
            }
            self._noted = {kind: stored.noted[kind] for kind in STOCKS}
        except (OSError, msgspec.DecodeError, ValueError, LookupError, RecursionError):
            self._callers, self._spent, self._noted = {kind: {} for kind in STOCKS}, {}, {}

    def begin(self, caller: str, kind: str) -> bool:
        """Counts an attempt at a code of STOCKS as wrong and returns True; False if the caller must wait."""
        with self._turn:
            now = self.clock()
            if self._wait(caller, kind, now) > 0:
                return False
            self._forget(now)
            before = self._callers[kind].pop(caller, Tries(0, now)).wrong
            self._callers[kind][caller] = Tries(before + 1, now)
            self._spend(caller, kind, 1, now)
            return True

    def was_right(self, caller: str, kind: str) -> None:
        """The attempt was right: forgets the caller's wrong ones of this kind."""
        with self._turn:
            there = self._callers[kind].pop(caller, None)
            self._spend(caller, kind, -1, self.clock())
            if there is not None and there.wrong > 1:
                self._keep()

    def was_wrong(self, kind: str) -> None:
        """The attempt was wrong: stores it, and notes it for the teacher."""
        with self._turn:
            at, before = self.wall(), self._noted.get(kind, Noted())
            self._noted[kind] = Noted(before.wrong + 1, before.since or at, at)
            self.total[kind] += 1
            self._keep()

    def wait(self, caller: str, kind: str) -> float:
        """Seconds until this caller may try a code of STOCKS."""
        with self._turn:
            return self._wait(caller, kind, self.clock())

    def noted(self) -> Mapping[str, Noted]:
        """What was not yet reported to the teacher, by kind; old callers are forgotten, also on disk."""
        with self._turn:
            if self._forget(self.clock()):
                self._keep()
            return {kind: self._noted.get(kind, Noted()) for kind in STOCKS}

    def acknowledge(self) -> None:
        """The teacher has read the count of wrong codes."""
        with self._turn:
            self._noted = {}
            self._keep()

    def forget_all(self) -> None:
        """Forgets who tried, but keeps the total. Raises OSError."""
        with self._turn:
            self._callers, self._noted = {kind: {} for kind in STOCKS}, {}
            self._folder.wipe(FILE)

    def callers(self) -> frozenset[str]:
        """Callers whose wrong attempts are remembered."""
        with self._turn:
            return frozenset(caller for counts in self._callers.values() for caller in counts)

    def _wait(self, caller: str, kind: str, now: float) -> float:
        tries, stock = self._callers[kind].get(caller), _stocks(caller).get(kind)
        mine = tries.wait(now) if tries else 0.0
        if stock is None:
            return mine
        missing = self._spent_now(is_known(caller), kind, now) + 1 - stock.most
        return max(mine, missing * stock.seconds, 0.0)

    def _spend(self, caller: str, kind: str, tries: int, now: float) -> None:
        if kind in _stocks(caller):
            known = is_known(caller)
            self._spent[known, kind] = Spent(max(0.0, self._spent_now(known, kind, now) + tries), now)

    def _spent_now(self, known: bool, kind: str, now: float) -> float:
        stock = (KNOWN_STOCKS if known else STOCKS)[kind]
        return self._spent.get((known, kind), Spent()).now(stock, now)

    def _forget(self, now: float) -> bool:
        """Forgets old callers, and leaves room for one more of each kind; True if any were forgotten."""
        before, self._callers = self._callers, {kind: _recent_counts(each, now) for kind, each in self._callers.items()}
        return self._callers != before

    def _keep(self) -> None:
        now = self.clock()
        stored = KeptTries(
            {kind: {who: count.wrong for who, count in self._callers[kind].items()} for kind in STOCKS},
            {kind: (self._spent_now(False, kind, now), self._spent_now(True, kind, now)) for kind in STOCKS},
            {kind: self._noted.get(kind, Noted()) for kind in STOCKS},
        )
        try:
            self._folder.write(FILE, msgspec.json.encode(stored).decode() + "\n")
        except OSError as error:
            LOG.warning("Wrong codes are counted, but cannot be kept: %s", error.strerror)


def _recent_counts(counts: Mapping[str, Tries], now: float) -> dict[str, Tries]:
    recent = {who: count for who, count in counts.items() if now - count.last < FORGET_AFTER}
    return dict(list(recent.items())[-MOST_CALLERS + 1 :])


def _callers(counts: Mapping[str, int], now: float) -> dict[str, Tries]:
    return {who: Tries(wrong, now) for who, wrong in list(counts.items())[:MOST_CALLERS]}


def _within(number: float, most: float) -> float:
    """A number from 0 to `most`. Raises ValueError."""
    if not 0 <= number <= most:
        raise ValueError(f"expected a number from 0 to {most}; got {number}")
    return number
