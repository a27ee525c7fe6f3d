"""What pages read in a hall's database: who asks the same at once shares one answer, and nobody waits for long."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from typing import Any, TypeVar

from .ledger import PATIENCE, LedgerError

Answer = TypeVar("Answer")
READERS = 4
"""How much is read at a time."""
REFUSED = 2.0
"""Seconds for which nothing is read once the database has not answered."""


class SharedReading:
    """Reads for all pages. Thread-safe.

    Args:
        patience: seconds after a reading began until it is no longer waited for.
    """

    def __init__(self, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._desk, self._turn = ThreadPoolExecutor(READERS, "reading"), Lock()
        self._read = dict[Hashable, tuple[Future[Any], float]]()  # what is read now, and since when
        self._again_at = 0.0

    def get(self, of: Hashable, read: Callable[[], Answer], patience: float | None = None) -> Answer:
        """The answer of `read`, or of whoever reads the same now.

        Args:
            of: what is read.
            read: reads it, in another thread.
            patience: another than usual.

        Raises LedgerError.
        """
        with self._turn:
            now = time.monotonic()
            if (asked := self._read.get(of)) is None:
                if now < self._again_at:
                    raise LedgerError("database: it has just not answered")
                asked = self._read[of] = self._desk.submit(read), now
                asked[0].add_done_callback(lambda done: self._read.pop(of, None))
        job, since = asked
        try:
            answer: Answer = job.result(max(0.0, since + (patience or self._patience) - now))
        except (TimeoutError, LedgerError) as error:
            self._again_at = time.monotonic() + REFUSED
            raise LedgerError(str(error) or "database: no answer") from error
        return answer
