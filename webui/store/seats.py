"""Which phone holds the hand of which place: a code that takes it, once, and a secret that the phone then stores."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from threading import Lock

import msgspec

from ..files import Folder

FILE = "hands.json"
LETTERS = "CDFGHJKMNPRTWXY34679"
"""No two that look alike, and no vowels: a code is never a word."""
CODE_LETTERS = 5


class HeldSeat(msgspec.Struct, omit_defaults=True):
    """A place: the code that takes it, and the hash of its phone's secret; "" for none."""

    code: str = ""
    phone: str = ""


class HeldSeats(msgspec.Struct):
    """The file: the players by number and name, and each place by its number."""

    players: list[tuple[int, str]]
    seats: dict[int, HeldSeat]


_SEATS = msgspec.json.Decoder(HeldSeats)  # two threads that learn a type at once crash


@dataclass
class Seats:
    """The places of the running game, and the phones that hold their hands.

    A place keeps its phone after a restart and in the next game of the same players; other players take theirs again.
    Only a hash of a phone's secret is stored.

    Attributes:
        data: the folder of the file.
    """

    data: Path
    _folder: Folder = field(init=False)
    _turn: Lock = field(default_factory=Lock)

    def __post_init__(self) -> None:
        self._folder = Folder(self.data)

    def code(self, players: Mapping[int, str], seat: int) -> str:
        """The code with which a phone takes this place; it works once. Raises OSError."""
        with self._turn:
            stored = self._stored(players)
            if seat not in players:
                return ""
            place = stored.seats.setdefault(seat, HeldSeat())
            if not place.code:
                place.code = _random()
                self._keep(stored)
            return place.code

    def taken(self, players: Mapping[int, str]) -> frozenset[int]:
        """The places that a phone holds."""
        with self._turn:
            return frozenset(seat for seat, place in self._stored(players).seats.items() if place.phone)

    def opens(self, players: Mapping[int, str], typed: str) -> int:
        """The place that a typed code takes; 0 for none."""
        with self._turn:
            plain = "".join(letter for letter in typed.upper() if letter.isalnum())
            for seat, place in self._stored(players).seats.items():
                if place.code and secrets.compare_digest(place.code.encode(), plain.encode()):
                    return seat
            return 0

    def take(self, players: Mapping[int, str], seat: int) -> str:
        """A new secret for the phone that takes this place; the former holder loses it, and the code expires."""
        with self._turn:
            stored, secret = self._stored(players), secrets.token_urlsafe(24)
            stored.seats[seat] = HeldSeat(_random(), _hash(secret))
            self._keep(stored)
            return secret

    def free(self, players: Mapping[int, str], seat: int) -> None:
        """Nobody holds this place any more."""
        with self._turn:
            stored = self._stored(players)
            stored.seats[seat] = HeldSeat(_random())
            self._keep(stored)

    def forget_others(self, players: Mapping[int, str]) -> None:
        """Only these players hold places, and no other name remains. Raises OSError."""
        with self._turn:
            if not self._stored(players).seats:
                self._folder.wipe(FILE)

    def forget_all(self) -> None:
        """Nobody holds any place, and no name remains. Raises OSError."""
        with self._turn:
            self._folder.wipe(FILE)

    def held(self, players: Mapping[int, str], secret: str) -> int:
        """The place that a phone with this secret holds; 0 for none."""
        with self._turn:
            known = _hash(secret)
            seats = self._stored(players).seats if secret else {}
            holders = (seat for seat, place in seats.items() if place.phone == known)
            return next(holders, 0)

    def _stored(self, players: Mapping[int, str]) -> HeldSeats:
        """What is stored for these players; nothing if others played last, or if it cannot be read."""
        whose = sorted(players.items())
        try:
            stored = _SEATS.decode(self._folder.read(FILE) or b"{}")
        except (msgspec.DecodeError, ValueError, RecursionError):
            return HeldSeats(whose, {})
        return stored if stored.players == whose else HeldSeats(whose, {})

    def _keep(self, seats: HeldSeats) -> None:
        self._folder.write(FILE, msgspec.json.encode(seats).decode())


def _random() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LETTERS))


def _hash(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()
