"""The device that acted last on the table may undo that until anything else happens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from ..live.revision import Revision


@dataclass
class LastWord:
    """What one device has entered since another device, or a camera, last changed something.

    Called within the table's turn; `may_take_back` at any time.
    """

    _device: str = ""
    _first: int = 0  # how many events stood before it began
    _left: Revision | None = None  # how the table stood after its newest action; None during it

    @contextmanager
    def done_by(self, device: str, now: Callable[[], Revision]) -> Iterator[None]:
        """A device acts on the table; a refused action changes nothing.

        Args:
            device: the acting device; "" for one that may undo nothing.
            now: how far the table is, before and after.
        """
        saved, before = (self._device, self._first, self._left), now()
        if not self._goes_on(device, before):
            self._first = before.events
        self._device, self._left, done = device, None, False
        try:
            yield
            done = True
        finally:
            if done:
                self._left = now()
                self._first = self._first if self._left.game == before.game else self._left.events
            else:
                self._device, self._first, self._left = saved

    def may_take_back(self, device: str, now: Revision) -> bool:
        """True if nothing has happened since this device acted, and something it entered stands."""
        return self._goes_on(device, now) and (now.events > self._first or now.stands > 0)

    def _goes_on(self, device: str, now: Revision) -> bool:
        """The device acted last; its own move that has come to count since does not change that."""
        left = self._left
        if not device or device != self._device:
            return False
        if left is None:
            return True
        so = [(left.events, left.stands), *([(left.events + 1, 0)] if left.stands else [])]
        return now.game == left.game and (now.events, now.stands) in so
