"""Reports the state of Piste to the service manager: sd_notify, without its library."""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from contextlib import suppress

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
