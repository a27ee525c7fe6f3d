"""Requests are limited per address: no flood takes the threads, or the machine, from everybody else.

This runs before the site, so that refusals cost almost nothing. The machine itself is never limited.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from threading import Lock

from ...live.classroom.addresses import Application, Environment, StartResponse
from .connections import same_machine

AT_ONCE = 8
"""Answers in progress per address; open streams are counted separately."""
PER_SECOND = 40.0
"""Sustained requests a second per address: a class of sixty behind one router asks thirty times a second."""
IN_STOCK = 400.0
"""Burst of requests per address."""
REMEMBERED = 1024
"""Addresses that are remembered; the longest silent one is forgotten first."""
LEAVES = "piste.leaves"
"""The name in a request's environment of what to call when its answer goes on as a stream."""


@dataclass(frozen=True)
class Allowance:
    """How many requests of an address are left, at a time of the clock, s."""

    left: float
    at: float

    def now(self, now: float) -> float:
        """How many are left by now."""
        return min(IN_STOCK, self.left + PER_SECOND * max(0.0, now - self.at))


class Shares:
    """Answers in progress and requests left, per address. Thread-safe.

    Args:
        clock: seconds, never decreasing.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._turn = clock, Lock()
        self._running: Counter[str] = Counter()
        self._stocks: dict[str, Allowance] = {}

    def enter(self, address: str) -> int:
        """Begins an answer and returns 0, or the status of a refusal: 503 for too many at once, 429 for too many."""
        if same_machine(address):
            return 0
        with self._turn:
            now = self._clock()
            left = self._stocks.pop(address, Allowance(IN_STOCK, now)).now(now)
            busy = self._running[address] >= AT_ONCE
            self._stocks[address] = Allowance(max(0.0, left - 1), now)  # the newest stands last
            while len(self._stocks) > REMEMBERED:
                del self._stocks[next(iter(self._stocks))]
            if left < 1 or busy:
                return 429 if left < 1 else 503
            self._running[address] += 1
            return 0

    def leave(self, address: str) -> None:
        """Ends an answer that `enter` began."""
        if same_machine(address):
            return
        with self._turn:
            self._running[address] -= 1
            if self._running[address] <= 0:
                del self._running[address]

    @property
    def running(self) -> int:
        """Answers under way for other machines."""
        return self._running.total()


class Requests:
    """The site behind these limits, as a WSGI application.

    Args:
        application: the site.
        clock: seconds, never decreasing.
    """

    def __init__(self, application: Application, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._application, self.shares = application, Shares(clock)

    def __call__(self, environ: Environment, start_response: StartResponse) -> Iterable[bytes]:
        """Answers, or refuses with Retry-After."""
        address = str(environ.get("REMOTE_ADDR", ""))
        refused = self.shares.enter(address)
        if refused:
            return _refusal(refused, start_response)
        leaves = Once(lambda: self.shares.leave(address))
        environ[LEAVES] = leaves
        try:
            return Answer(self._application(environ, start_response), leaves)
        except BaseException:
            leaves()
            raise


class Once:
    """Calls its function once."""

    def __init__(self, do: Callable[[], None]) -> None:
        self._do: Callable[[], None] | None = do

    def __call__(self) -> None:
        """Calls it, or does nothing."""
        do, self._do = self._do, None
        if do is not None:
            do()


class Answer:
    """The pieces of an answer; whatever becomes of it, `leaves` is called at its end."""

    def __init__(self, pieces: Iterable[bytes], leaves: Once) -> None:
        self._pieces, self._leaves = pieces, leaves

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._pieces)

    def close(self) -> None:
        """Ends it."""
        try:
            close = getattr(self._pieces, "close", None)
            if close is not None:
                close()
        finally:
            self._leaves()


def _refusal(status: int, start_response: StartResponse) -> Iterable[bytes]:
    """A short refusal, without the site."""
    says = "429 Too Many Requests" if status == 429 else "503 Service Unavailable"
    body = f"{says}\n".encode()
    head = [("Content-Type", "text/plain; charset=utf-8"), ("Content-Length", str(len(body))), ("Retry-After", "2")]
    start_response(says, head)
    return [body]
