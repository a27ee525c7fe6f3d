"""The local networks of this machine: its addresses there, those that tablets can reach, and its own Wi-Fi."""

from __future__ import annotations

import fcntl
import ipaddress
import json
import socket
import struct
from array import array
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from ..files import write_whole

WIFI = "wifi.json"
SIOCGIFCONF, SIOCGIFFLAGS = 0x8912, 0x8913
"""Linux asked for the addresses of all interfaces, and for the flags of one."""
UP, LOOPBACK, RUNNING = 0x1, 0x8, 0x40
INTERFACE = struct.Struct("@16sH2x4s16x")
"""Linux's `ifreq` on 64 bits: a name, the family of an address, the address."""
ROOM = 128
"""Addresses of one machine at most."""
ELSEWHERE = "192.0.2.1"
"""An address kept for documentation, to which the default route leads."""
OF_IPV6 = Path("/proc/net/if_inet6")
"""Linux's list: an address, its interface, the length of its prefix, how far it reaches, flags (all hex), a name."""
EVERYWHERE, PASSING = "00", 0x01 | 0x08 | 0x20 | 0x40
"""It reaches beyond the cable; it is temporary, somebody else's, deprecated or not yet checked."""


@dataclass(frozen=True)
class Wifi:
    """A Wi-Fi that the box makes itself.

    Attributes:
        name: as devices list it.
        password: "" for an open one.
    """

    name: str
    password: str = ""

    @property
    def joined_by(self) -> str:
        """The content of a QR code that makes a phone join it."""
        from segno.helpers import make_wifi_data

        return str(make_wifi_data(self.name, self.password or None, "WPA" if self.password else None))


def own_wifi(data: Path) -> Wifi | None:
    """The Wi-Fi that the box makes itself; None if nobody named one or the file cannot be read."""
    try:
        stored = json.loads((data / WIFI).read_text(encoding="utf-8"))
        return Wifi(str(stored["name"]), str(stored["password"]))
    except (OSError, ValueError, LookupError, TypeError):
        return None


def keep_wifi(data: Path, wifi: Wifi) -> None:
    """Stores its name and password; a name of "" removes it. Raises OSError."""
    if wifi.name:
        write_whole(data / WIFI, json.dumps(asdict(wifi)) + "\n")
    else:
        (data / WIFI).unlink(missing_ok=True)


def network_addresses() -> tuple[str, ...]:
    """This machine's addresses in local networks (IPv4), the default route's first. Sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        addresses = (facing(ELSEWHERE), *_of_interfaces(probe))
    return tuple(address for address in dict.fromkeys(addresses) if address and not this_machine_alone(address))


def network_addresses_6() -> tuple[str, ...]:
    """This machine's permanent addresses in networks (IPv6), without link-local ones, which browsers do not accept."""
    try:
        rows = [line.split() for line in OF_IPV6.read_text(encoding="ascii").splitlines()]
    except OSError:  # a machine without IPv6
        return ()
    addresses = (bytes.fromhex(row[0]) for row in rows if row[3] == EVERYWHERE and not int(row[4], 16) & PASSING)
    return tuple(str(ipaddress.IPv6Address(packed)) for packed in addresses)


def facing(address: str) -> str:
    """This machine's address on the route to another; "" without a route. Sends nothing."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((address, 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])


@dataclass(frozen=True)
class Listening:
    """Where a site listens, and under which names.

    Attributes:
        host: the address; "0.0.0.0" for every one of this machine, "::" for those of IPv6 too.
        names: this machine's names at a school or a router.
    """

    host: str = "0.0.0.0"
    names: tuple[str, ...] = ()

    @property
    def alone(self) -> bool:
        """True if it listens for this machine only."""
        return this_machine_alone(self.host)

    def addresses(self) -> tuple[str, ...]:
        """The addresses for other machines."""
        if self.host == "::":
            return (*network_addresses(), *network_addresses_6())
        if self.host in ("0.0.0.0", ""):
            return network_addresses()
        return () if self.alone else (self.host,)

    def here(self, port: int | None, scheme: str = "http") -> str:
        """The URL for this machine itself."""
        return url("127.0.0.1" if self.host in ("::", "0.0.0.0", "") else self.host, port, scheme)

    def urls(self, port: int | None, scheme: str = "http") -> tuple[str, ...]:
        """The URLs for the tablets of each network; a `port` of None is the scheme's default."""
        return tuple(url(address, port, scheme) for address in self.addresses())

    def named(self, port: int | None, scheme: str = "http") -> tuple[str, ...]:
        """The same by name."""
        return tuple(url(name, port, scheme) for name in self.names) if self.addresses() else ()


ANYWHERE = Listening()
"""At every address of this machine, by its own names alone."""


def url(host: str, port: int | None, scheme: str = "http") -> str:
    """The URL of a machine's page."""
    name = f"[{host}]" if ":" in host else host
    return f"{scheme}://{name}:{port}/" if port else f"{scheme}://{name}/"


def this_machine_alone(host: str) -> bool:
    """True for the name and the addresses by which every machine means itself."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _of_interfaces(probe: socket.socket) -> Iterator[str]:
    """The addresses of interfaces that are up and have a link; none if the system does not support the query."""
    answers = array("B", bytes(ROOM * INTERFACE.size))
    asked = struct.pack("@iP", len(answers), answers.buffer_info()[0])
    try:
        length, _ = struct.unpack("@iP", fcntl.ioctl(probe, SIOCGIFCONF, asked))
        for name, _, address in INTERFACE.iter_unpack(answers.tobytes()[:length]):
            if _flags(probe, name) & (UP | RUNNING | LOOPBACK) == UP | RUNNING:
                yield socket.inet_ntoa(address)
    except OSError:
        return


def _flags(probe: socket.socket, name: bytes) -> int:
    answer = fcntl.ioctl(probe, SIOCGIFFLAGS, name.ljust(INTERFACE.size, b"\0"))
    return int(struct.unpack_from("@H", answer, len(name))[0])
