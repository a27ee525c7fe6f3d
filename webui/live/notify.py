"""Reports the state of Piste to the service manager: sd_notify, without its library."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress
from threading import Lock

READY, ALIVE, STOPPING = "READY=1", "WATCHDOG=1", "STOPPING=1"


class Notifier:
    """Sends words to the socket of a service, if there is one.

    Args:
        environ: the environment with NOTIFY_SOCKET: a path, or a name that begins with "@".
    """

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        address = environ.get("NOTIFY_SOCKET", "")
        self._address = f"\0{address[1:]}" if address.startswith("@") else address

    def say(self, word: str) -> None:
        """Sends READY, ALIVE or STOPPING; a service that does not listen is ignored."""
        if not self._address:
            return
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as to:
            to.setblocking(False)
            to.sendto(word.encode(), self._address)

    def alive(self) -> None:
        """Sign of life, sent repeatedly unless the table hangs."""
        self.say(ALIVE)


class SignOfAll:
    """The sign of life of all tables: given once each of them has given its own since the last time.

    Args:
        alive: gives it.
    """

    def __init__(self, alive: Callable[[], None]) -> None:
        self._alive, self._turn = alive, Lock()
        self._given: dict[object, bool] = {}

    def of(self, table: object) -> Callable[[], None]:
        """What a table calls while it lives; from now on its sign is needed."""
        with self._turn:
            self._given[table] = False
        return lambda: self._gives(table)

    def without(self, table: object) -> None:
        """The table was taken away."""
        with self._turn:
            self._given.pop(table, None)

    def _gives(self, table: object) -> None:
        with self._turn:
            if table not in self._given:
                return
            self._given[table] = True
            if not all(self._given.values()):
                return
            self._given = dict.fromkeys(self._given, False)
        self._alive()
