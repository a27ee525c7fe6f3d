"""The button and the lamps beside the table: what a press does, and which lamp the table's view lights."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from threading import Event, Thread
from typing import Protocol

from hardware.errors import NoPanel
from hardware.panel import Lamp, Panel

from ..store.file import JournalError
from ..table.values.actions import Next
from ..table.values.state import NotNow
from ..table.values.view import View
from .live import Live

GO = frozenset({"waiting_start", "waiting_throw", "waiting_move", "provisional", "put_back"})
LOOK = frozenset({"doubt", "refused"})
TURN = 1.0
"""s after which the lamps' thread checks whether it is still wanted."""


class Lamps(Protocol):
    """What shows a lamp."""

    def show(self, lamp: Lamp) -> None:
        """Lights one lamp, and no other."""


def lamp_of(view: View) -> Lamp:
    """The lamp of a view: red also while the camera is lost."""
    if view.state in LOOK or view.camera.state == "lost":
        return "look"
    return "go" if view.state in GO else "wait"


def press(live: Live) -> None:
    """Does what the page's button "Suivant" does; nothing if there is nothing to go on from."""
    try:
        live.act(Next())
    except (NotNow, JournalError):
        return


class Lit:
    """Shows the table's state on the lamps, in its own thread, until it is closed."""

    def __init__(self, live: Live, lamps: Lamps) -> None:
        self._live, self._lamps, self._closing = live, lamps, Event()
        self._thread = Thread(target=self._follow, name="lamps", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Ends the thread."""
        self._closing.set()
        self._thread.join()

    def _follow(self) -> None:
        view = self._live.snapshot()
        self._lamps.show(lamp_of(view))
        while not self._closing.is_set():
            newer = self._live.wait(view.version, TURN)
            if newer is not None and newer is not view:
                view = newer
                self._lamps.show(lamp_of(view))


@contextmanager
def beside(live: Live) -> Iterator[None]:
    """The button and the lamps beside a table while the block runs; without a panel, the table does without."""
    with ExitStack() as stack:
        try:
            panel = stack.enter_context(Panel(lambda: press(live)))
        except NoPanel as error:
            logging.getLogger(__name__).warning("%s", error)
        else:
            stack.callback(Lit(live, panel).close)
        yield
