"""The teacher's PIN: made once, stored hashed, asked before anything may change.

Nothing here knows Flask; `Door` is handed its clock and its folder, so that a test can be both.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from threading import Lock
from types import MappingProxyType

from werkzeug.security import check_password_hash, generate_password_hash

from ..files import write_whole

PIN_FILE = "teacher.pin"
KEY_FILE = "session.key"
DIGITS = 6
FREE_TRIES = 5
FIRST_WAIT = 30.0
LONGEST_WAIT = 900.0
FORGET_AFTER = 3600.0


def session_key(data: Path) -> bytes:
    """The key that signs session cookies: read from the data folder, made there at first use."""
    path = data / KEY_FILE
    if not path.exists():
        write_whole(path, secrets.token_hex(32))
    return bytes.fromhex(path.read_text().strip())


def new_pin(data: Path) -> str:
    """Makes and stores a new PIN of six digits; sessions of the old one end. Raises OSError."""
    pin = f"{secrets.randbelow(10**DIGITS):0{DIGITS}d}"
    write_whole(data / PIN_FILE, generate_password_hash(pin) + "\n")
    return pin


def pin_at_first_run(data: Path) -> str | None:
    """The new PIN where there was none yet, else None: a stored PIN cannot be shown again."""
    return None if (data / PIN_FILE).exists() else new_pin(data)


@dataclass(frozen=True)
class Tries:
    """Wrong tries from one address: how many, and the clock's time of the last, in seconds."""

    wrong: int
    last: float

    def wait(self, now: float) -> float:
        """Seconds until the next try is heard; 0 when it may come now."""
        if self.wrong < FREE_TRIES:
            return 0.0
        pause = min(FIRST_WAIT * 2.0 ** (self.wrong - FREE_TRIES), LONGEST_WAIT)
        return max(0.0, self.last + pause - now)


@dataclass
class Door:
    """Lets the teacher in, and counts wrong tries per address.

    Attributes:
        data: the folder that holds the hashed PIN.
        clock: seconds, never decreasing.
    """

    data: Path
    clock: Callable[[], float]
    _tries: dict[str, Tries] = field(default_factory=dict)
    _turn: Lock = field(default_factory=Lock)  # one try at a time, so that none slips past the count

    def stamp(self) -> str:
        """What a session remembers of the PIN that opened it: changes with the PIN, "" when there is none."""
        path = self.data / PIN_FILE
        return sha256(path.read_bytes()).hexdigest()[:16] if path.exists() else ""

    def wait(self, address: str) -> float:
        """Seconds until a try from this address is heard."""
        tries = self._tries.get(address)
        return tries.wait(self.clock()) if tries else 0.0

    def opens(self, address: str, pin: str) -> bool:
        """True when `pin` is the teacher's and the address need not wait. A wrong one is counted."""
        with self._turn:
            return self._opens(address, pin)

    def _opens(self, address: str, pin: str) -> bool:
        if self.wait(address) > 0 or not self.stamp():
            return False
        stored = (self.data / PIN_FILE).read_text().strip()
        if check_password_hash(stored, "".join(pin.split())):
            self._tries.pop(address, None)
            return True
        now = self.clock()
        self._tries = {who: t for who, t in self._tries.items() if now - t.last < FORGET_AFTER}
        before = self._tries.get(address, Tries(0, now)).wrong
        self._tries[address] = Tries(before + 1, now)
        return False

    def tries(self) -> Mapping[str, Tries]:
        """Wrong tries by address, for the page of numbers."""
        return MappingProxyType(self._tries)
