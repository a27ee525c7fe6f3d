"""Wrong codes: counted per caller and of all strangers together, over restarts, and told to the teacher.

A caller is the address of a stranger, or a device that the teacher's code has opened before: each has a few free tries
and waits longer after each further one. All strangers together have a stock of tries that fills slowly, so that a
hundred addresses guess no faster than one. Whoever is known, and the machine itself, has his own count and takes
nothing from that stock: guessing neither locks the teacher out nor slows him down.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from threading import Lock
from types import MappingProxyType
from typing import Any

from ...files import wipe, write_whole
from .connections import same_machine

LOG = logging.getLogger(__name__)
FILE = "wrong-codes.json"
FREE_TRIES = 5
FIRST_WAIT = 30.0
LONGEST_WAIT = 900.0
FORGET_AFTER = 3600.0
KNOWN = "device:"
"""How the name of a caller begins that is a device which the teacher's code has opened."""
LATEST = 253_402_300_000.0
"""Seconds since 1970: the end of the year 9999, beyond which there are no dates."""
MOST_CALLERS = 256
"""Callers that are remembered; those whose last wrong try is longest ago are forgotten first."""


@dataclass(frozen=True)
class Stock:
    """What all strangers together may try of one code.

    Attributes:
        most: tries at once.
        seconds: until there is one more.
    """

    most: float
    seconds: float


STOCKS: Mapping[str, Stock] = MappingProxyType({"teacher": Stock(12, 60.0), "table": Stock(60, 10.0)})
"""A teacher's code of six digits lasts two years of guessing day and night; a class may mistype the table's."""


def known_device(name: str) -> str:
    """The caller that a known device is."""
    return f"{KNOWN}{name}"


def is_known(caller: str) -> bool:
    """True for a device that the teacher's code has opened before, and for the machine itself."""
    return caller.startswith(KNOWN) or same_machine(caller)


@dataclass(frozen=True)
class Tries:
    """Wrong tries of one caller: how many, and the clock's time of the last, in seconds."""

    wrong: int
    last: float

    def wait(self, now: float) -> float:
        """Seconds until the next try is heard; 0 when it may come now."""
        if self.wrong < FREE_TRIES:
            return 0.0
        pause = min(FIRST_WAIT * 2.0 ** min(self.wrong - FREE_TRIES, 20), LONGEST_WAIT)
        return max(0.0, self.last + pause - now)


@dataclass(frozen=True)
class Spent:
    """How much of a stock was spent at a time of the clock, s; what is left fills up again."""

    tries: float = 0.0
    at: float = 0.0

    def now(self, stock: Stock, now: float) -> float:
        """How much is spent by now."""
        return max(0.0, self.tries - max(0.0, now - self.at) / stock.seconds)


@dataclass(frozen=True)
class Noted:
    """Wrong codes of one kind that the teacher has not yet been told of.

    Attributes:
        wrong: how many.
        since: when the first came, seconds since 1970 as far as the machine knows; 0 where none did.
        last: when the last came.
    """

    wrong: int = 0
    since: float = 0.0
    last: float = 0.0


@dataclass
class WrongCodes:
    """The wrong codes of a data folder. Any thread may ask.

    Where they cannot be kept on disk they are counted all the same; a damaged file begins anew.

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
    _callers: dict[str, Tries] = field(default_factory=dict)
    _spent: dict[str, Spent] = field(default_factory=dict)
    _noted: dict[str, Noted] = field(default_factory=dict)
    _turn: Lock = field(default_factory=Lock)

    def __post_init__(self) -> None:
        """Goes on where the last run ended: no wait that went on is shorter by a restart."""
        now = self.clock()
        try:
            said = json.loads((self.data / FILE).read_text(encoding="utf-8"))
            self._callers = {str(who): Tries(int(n), now) for who, n in list(said["callers"].items())[:MOST_CALLERS]}
            self._spent = {kind: Spent(_within(said["spent"][kind], stock.most), now) for kind, stock in STOCKS.items()}
            self._noted = {kind: _noted(said["noted"][kind]) for kind in STOCKS}
        except (OSError, ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError):
            self._callers, self._spent, self._noted = {}, {}, {}

    def begin(self, caller: str, kind: str) -> bool:
        """Counts a try of a code of STOCKS as wrong and gives True; False where the caller must wait."""
        with self._turn:
            now = self.clock()
            if self._wait(caller, kind, now) > 0:
                return False
            self._forget(now)
            before = self._callers.pop(caller, Tries(0, now)).wrong
            self._callers[caller] = Tries(before + 1, now)
            if not is_known(caller):
                self._spent[kind] = Spent(self._spent_now(kind, now) + 1, now)
            return True

    def was_right(self, caller: str, kind: str) -> None:
        """The try was no wrong one, and the caller's earlier ones are forgiven."""
        with self._turn:
            there = self._callers.pop(caller, None)
            if not is_known(caller):
                now = self.clock()
                self._spent[kind] = Spent(max(0.0, self._spent_now(kind, now) - 1), now)
            if there is not None and there.wrong > 1:
                self._keep()

    def was_wrong(self, kind: str) -> None:
        """The try was wrong: it is kept on disk, and noted for the teacher."""
        with self._turn:
            at, before = self.wall(), self._noted.get(kind, Noted())
            self._noted[kind] = Noted(before.wrong + 1, before.since or at, at)
            self.total[kind] += 1
            self._keep()

    def wait(self, caller: str, kind: str) -> float:
        """Seconds until a try of this caller is heard, of a code of STOCKS."""
        with self._turn:
            return self._wait(caller, kind, self.clock())

    def noted(self) -> Mapping[str, Noted]:
        """What the teacher was not yet told, by kind; who tried too long ago is forgotten, on the disk too."""
        with self._turn:
            there = len(self._callers)
            self._forget(self.clock())
            if len(self._callers) < there:
                self._keep()
            return {kind: self._noted.get(kind, Noted()) for kind in STOCKS}

    def told(self) -> None:
        """The teacher has read it."""
        with self._turn:
            self._noted = {}
            self._keep()

    def forget_all(self) -> None:
        """Forgets who tried, and leaves how much all together have tried. Raises OSError."""
        with self._turn:
            self._callers, self._noted = {}, {}
            wipe(self.data / FILE)

    def callers(self) -> Mapping[str, Tries]:
        """Wrong tries by caller."""
        with self._turn:
            return MappingProxyType(dict(self._callers))

    def _wait(self, caller: str, kind: str, now: float) -> float:
        tries = self._callers.get(caller)
        mine = tries.wait(now) if tries else 0.0
        if is_known(caller):
            return mine
        stock = STOCKS[kind]
        missing = self._spent_now(kind, now) + 1 - stock.most
        return max(mine, missing * stock.seconds, 0.0)

    def _spent_now(self, kind: str, now: float) -> float:
        return self._spent.get(kind, Spent()).now(STOCKS[kind], now)

    def _forget(self, now: float) -> None:
        kept = {who: one for who, one in self._callers.items() if now - one.last < FORGET_AFTER}
        self._callers = dict(list(kept.items())[-MOST_CALLERS + 1 :])

    def _keep(self) -> None:
        now = self.clock()
        said = {
            "callers": {who: one.wrong for who, one in self._callers.items()},
            "spent": {kind: self._spent_now(kind, now) for kind in STOCKS},
            "noted": {kind: asdict(self._noted.get(kind, Noted())) for kind in STOCKS},
        }
        try:
            write_whole(self.data / FILE, json.dumps(said) + "\n")
        except OSError as error:
            LOG.warning("Wrong codes are counted, but cannot be kept: %s", error.strerror)


def _noted(said: Any) -> Noted:
    """Raises ValueError, LookupError or TypeError for what cannot be."""
    return Noted(int(_within(said["wrong"], 1e9)), _within(said["since"], LATEST), _within(said["last"], LATEST))


def _within(said: Any, most: float) -> float:
    """A number from 0 to `most`. Raises ValueError or TypeError."""
    number = float(said)
    if not 0 <= number <= most:
        raise ValueError(f"expected a number from 0 to {most}; got {number}")
    return number
