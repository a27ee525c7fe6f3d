"""A waitress server whose connections are limited per address, so that nobody can lock others out.

At an address's limit its new connection replaces its longest silent one; if all places are taken, it replaces one of
the address that holds the most. A connection with an answer in progress is never ended.
"""

from __future__ import annotations

import ipaddress
import socket
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import TcpWSGIServer

CONNECTIONS = 256
"""Connections at once, in total."""
OF_ONE = 64
"""Connections at once per address; a browser opens six."""
HEADERS_WITHIN = 30.0
"""Seconds in which a request must be complete, from its first byte."""
VANISHED = 15_000
"""Milliseconds after which a tablet that confirms nothing counts as gone: its place is free again."""
KEEP_ALIVE = ((socket.TCP_KEEPIDLE, 10), (socket.TCP_KEEPINTVL, 5), (socket.TCP_KEEPCNT, 2))
"""Keep-alive: seconds until the first probe, between probes, and their number."""


def same_machine(address: str) -> bool:
    """True for this machine's loopback address, which is never limited."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


class Channel(HTTPChannel):
    """One connection, with the time when it was opened, answered, or asked something new."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.waiting_since = time.monotonic()
        server: Any = self.server
        self.parser_class = server.parser  # asks for each request how large its body may be

    def received(self, data: bytes) -> bool:
        """Reads what has arrived; a request's time starts with its first byte."""
        if self.request is None:
            self.waiting_since = time.monotonic()
        return super().received(data)

    def service(self) -> None:
        """Makes one answer."""
        super().service()
        self.waiting_since = time.monotonic()

    @property
    def address(self) -> str:
        """Its address."""
        return str(self.addr[0])

    @property
    def may_end(self) -> bool:
        """Whether it has no answer in progress and is not ending."""
        return not self.requests and not self.will_close

    def end(self) -> None:
        """Ends it at the server's next round, whether the other side reads or not."""
        self.will_close = True
        with suppress(OSError, AttributeError):  # it has ended by itself
            self.socket.shutdown(socket.SHUT_RDWR)  # type: ignore[union-attr]  # None once it is closed


class SharingServer(TcpWSGIServer):
    """A server whose connections are shared by address.

    Attributes:
        parser: makes what reads a request, from the server's adjustments.
    """

    channel_class = Channel
    parser: Any = staticmethod(HTTPRequestParser)

    def handle_accept(self) -> None:
        """Accepts a connection, and makes room for it if needed."""
        try:
            accepted = self.accept()
            if accepted is None:
                return
            connection, address = accepted
            lives(connection)
        except OSError:
            return  # it has gone already
        address = self.fix_addr(address)
        if self._room_for(address[0]):
            places: dict[int, Any] = vars(self)["_map"]
            self.channel_class(self, connection, address, self.adj, map=places)
        else:
            connection.close()

    def fix_addr(self, addr: Any) -> tuple[str, int]:
        """Address and port of a connection; IPv4 over an IPv6 socket keeps its IPv4 address."""
        address, port, *_ = addr
        return str(address).removeprefix("::ffff:") if "." in address else str(address), port

    def _room_for(self, address: str) -> bool:
        """Whether there is a place, if necessary that of another connection."""
        channels = [channel for channel in self._channels() if not channel.will_close]
        held = Counter(channel.address for channel in channels)
        if len(channels) >= CONNECTIONS:
            return ended_of(held.most_common(1)[0][0], channels)
        return held[address] < OF_ONE or same_machine(address) or ended_of(address, channels)

    def _channels(self) -> list[Channel]:
        """Every connection that is open."""
        channels: dict[int, Channel] = vars(self)["active_channels"]
        return list(channels.values())

    def maintenance(self, now: int) -> None:
        """Ends long-silent connections, and requests that are not complete in time."""
        super().maintenance(now)
        for channel in self._channels():
            late = time.monotonic() - (getattr(channel.request, "within", 0.0) or HEADERS_WITHIN)
            if channel.may_end and channel.request is not None and channel.waiting_since < late:
                channel.end()


def ended_of(address: str, channels: Iterable[Channel]) -> bool:
    """Ends the longest silent connection of an address; False if all have answers in progress."""
    silent = [channel for channel in channels if channel.address == address and channel.may_end]
    if not silent:
        return False
    min(silent, key=lambda channel: channel.waiting_since).end()
    return True


def lives(connection: socket.socket) -> None:
    """Lets the system end a connection within half a minute after its other side vanished. Raises OSError."""
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for option, value in KEEP_ALIVE:
        connection.setsockopt(socket.IPPROTO_TCP, option, value)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, VANISHED)
