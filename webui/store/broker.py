"""The MQTT broker that a box publishes to, and what may leave the box: one JSON file of the data folder.

It holds a password, so no backup contains it; and the box's letters, of which there must not be two.
"""

from __future__ import annotations

import secrets
import ssl
from dataclasses import dataclass, replace
from pathlib import Path
from string import ascii_lowercase
from threading import RLock
from typing import Literal, TypeAlias, get_args

import msgspec

from .versioned import VersionedFile

NAME = "broker.json"
Names: TypeAlias = Literal["colours", "initials", "first_names"]
"""How players are named outside the box, the least first."""
NAMES: tuple[Names, ...] = get_args(Names)
PORT, TLS_PORT = 1883, 8883
LONGEST = 200
LONGEST_CA = 32_000
LETTERS = 8
VERSION = 1


class BrokerError(ValueError):
    """Settings that cannot hold.

    Attributes:
        why: "host", "port", "user" or "ca".
    """

    def __init__(self, why: str) -> None:
        super().__init__(f"broker: expected a host, a port, printable words and certificates in PEM; got another {why}")
        self.why = why


def _letters() -> str:
    return "".join(secrets.choice(ascii_lowercase) for _ in range(LETTERS))


@dataclass(frozen=True)
class Broker:
    """A broker, and what it may learn.

    Attributes:
        on: the box publishes.
        host, port: of the broker; "" for none.
        user, password: "" for none.
        tls: the connection is encrypted.
        ca: the certificates that the broker's is checked against, PEM; "" for those of the system.
        names: how players are named.
        box: the letters of this box, drawn once.
        stands: something of this box may lie at the broker.
        forgets: what the broker's readers know of this box must be forgotten first.
        version: of the file's form.
    """

    on: bool = False
    host: str = ""
    port: int = PORT
    user: str = ""
    password: str = ""
    tls: bool = False
    ca: str = ""
    names: Names = "colours"
    box: str = ""
    stands: bool = False
    forgets: bool = False
    version: int = VERSION

    def __post_init__(self) -> None:
        """Raises BrokerError."""
        is_name = len(self.host) <= LONGEST and self.host.isprintable() and not set(self.host) & set(" /")
        if not is_name or (self.on and not self.host):
            raise BrokerError("host")
        if not 1 <= self.port <= 65535:
            raise BrokerError("port")
        if any(len(word) > LONGEST or not word.isprintable() for word in (self.user, self.password)):
            raise BrokerError("user")
        if self.ca:
            self._expect_certificates()

    def _expect_certificates(self) -> None:
        try:
            if len(self.ca) > LONGEST_CA:
                raise BrokerError("ca")
            ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations(cadata=self.ca)
        except (ssl.SSLError, ValueError) as error:
            raise BrokerError("ca") from error

    @property
    def address(self) -> tuple[object, ...]:
        """What a connection depends on."""
        return self.host, self.port, self.user, self.password, self.tls, self.ca

    @property
    def calls(self) -> bool:
        """The box connects to it: to publish, or to take away what lies there."""
        return bool(self.host) and (self.on or self.stands)


_FILE = msgspec.json.Decoder(Broker)


class BrokerSettings:
    """The settings of a data folder; any thread may use it.

    A damaged file is put aside: then nothing leaves the box. Methods that write raise BrokerError or OSError; then
    nothing has changed.
    """

    def __init__(self, data: Path) -> None:
        self._turn, self._file = RLock(), VersionedFile(data, NAME, _FILE, Broker())

    def now(self) -> Broker:
        """What holds."""
        with self._turn:
            return self._file.read()

    def change(self, wanted: Broker) -> Broker:
        """From now on these hold, with the letters of this box and what is owed to the broker; returns them.

        Where players are named otherwise than before, or nothing is published any more, readers must forget.
        """
        with self._turn:
            known = self.now()
            same = wanted.address == known.address
            stands = same and known.stands
            less = wanted.names != known.names or not wanted.on
            kept = replace(
                wanted, box=known.box or _letters(), stands=stands, forgets=stands and (known.forgets or less)
            )
            self._file.write(kept)
            return kept

    def note(self, *, stands: bool | None = None, forgets: bool | None = None) -> None:
        """Something lies at the broker now, or nothing; its readers must forget, or were asked to."""
        with self._turn:
            known = self.now()
            noted = replace(
                known,
                stands=known.stands if stands is None else stands,
                forgets=known.forgets if forgets is None else forgets,
            )
            if noted != known:
                self._file.write(noted)
