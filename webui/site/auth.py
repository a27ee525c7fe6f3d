"""The codes: the teacher's, kept hashed, and the table's, which its pupils are shown.

Nothing here knows Flask; `Door` is handed its clock and its folder, so that a test can be both.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from threading import Lock
from types import MappingProxyType
from unicodedata import normalize

from werkzeug.security import check_password_hash, generate_password_hash

from ..files import write_whole

PIN_FILE = "teacher.pin"
TABLE_FILE = "table.code"
KEY_FILE = "session.key"
DIGITS = 6
SHORTEST, LONGEST = 6, 64
"""Characters of a teacher's code, spaces not counted."""
LETTERS = "CDFGHJKMNPRTWXY34679"
"""No two that look alike, and no vowels: a code of the table is never a word."""
TABLE_LETTERS = 4
WORD_LETTERS = 8
FREE_TRIES = 5
FIRST_WAIT = 30.0
LONGEST_WAIT = 900.0
FORGET_AFTER = 3600.0


class CodeError(ValueError):
    """A teacher's code that must not be taken.

    Attributes:
        why: "short", "long", or "easy" to guess.
    """

    def __init__(self, why: str) -> None:
        super().__init__(
            f"teacher's code: expected {SHORTEST} to {LONGEST} characters, not easy to guess; got one that is {why}"
        )
        self.why = why


def session_key(data: Path) -> bytes:
    """The key that signs session cookies: read from the data folder, made there at first use."""
    path = data / KEY_FILE
    if not path.exists():
        write_whole(path, secrets.token_hex(32))
    return bytes.fromhex(path.read_text().strip())


def new_pin(data: Path) -> str:
    """Makes and stores a new teacher's code of six digits; sessions of the old one end. Raises OSError."""
    pin = f"{secrets.randbelow(10**DIGITS):0{DIGITS}d}"
    _store(data, pin)
    return pin


def keep_code(data: Path, code: str) -> None:
    """Stores the teacher's code that somebody chose, hashed; sessions of the old one end.

    Raises CodeError or OSError.
    """
    plain = _plain(code)
    if len(plain) < SHORTEST:
        raise CodeError("short")
    if len(plain) > LONGEST:
        raise CodeError("long")
    if _easy(plain):
        raise CodeError("easy")
    _store(data, plain)


def _store(data: Path, plain: str) -> None:
    write_whole(data / PIN_FILE, generate_password_hash(plain) + "\n")


def _plain(code: str) -> str:
    """The code without its spaces, its accents always written alike."""
    return normalize("NFC", "".join(code.split()))


def _easy(plain: str) -> bool:
    """Everybody would try it first: 111111, 123456, fedcba, 121212."""
    steps = {ord(after) - ord(before) for before, after in pairwise(plain)}
    return len(set(plain.lower())) < 3 or len(steps) == 1


def first_word(data: Path) -> str:
    """The word that is told once where no teacher's code exists yet, else "": who knows it may choose the code."""
    return "" if (data / PIN_FILE).exists() else _random(WORD_LETTERS)


def _random(letters: int) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(letters))


def _typed(code: str) -> str:
    """A code of the table, or the first word, as it was made: no blanks, hyphens or small letters."""
    return "".join(letter for letter in code.upper() if letter.isalnum())


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
    """Lets teacher and pupils in, and counts wrong tries per address, of every code alike.

    Attributes:
        data: the folder that holds the codes.
        clock: seconds, never decreasing.
        word: what was told once where no teacher's code existed yet; "" opens nothing.
    """

    data: Path
    clock: Callable[[], float]
    word: str = ""
    _tries: dict[str, Tries] = field(default_factory=dict)
    _turn: Lock = field(default_factory=Lock)  # one try at a time, so that none slips past the count

    def stamp(self) -> str:
        """What a session remembers of the teacher's code that opened it: changes with it, "" when there is none."""
        return self._stamp(PIN_FILE)

    def table_stamp(self) -> str:
        """The same of the table's code."""
        return self._stamp(TABLE_FILE)

    def _stamp(self, name: str) -> str:
        path = self.data / name
        return sha256(path.read_bytes()).hexdigest()[:16] if path.exists() else ""

    def table_code(self) -> str:
        """The table's code, made where there is none yet. Raises OSError."""
        path = self.data / TABLE_FILE
        return path.read_text().strip() if path.exists() else self.new_table_code()

    def new_table_code(self) -> str:
        """Another code of the table: pupils' sessions of the old one end. Raises OSError."""
        path = self.data / TABLE_FILE
        old = path.read_text().strip() if path.exists() else ""
        code = next(code for code in iter(lambda: _random(TABLE_LETTERS), None) if code != old)
        write_whole(path, f"{code}\n")
        return code

    def wait(self, address: str) -> float:
        """Seconds until a try from this address is heard."""
        tries = self._tries.get(address)
        return tries.wait(self.clock()) if tries else 0.0

    def opens(self, address: str, code: str) -> bool:
        """True when `code` is the teacher's and the address need not wait. A wrong one is counted."""
        return self._tried(address, lambda: self._is_the_teachers(_plain(code)))

    def opens_table(self, address: str, code: str) -> bool:
        """The same of the table's code."""
        return self._tried(address, lambda: self._is_the_tables(_typed(code)))

    def begins(self, address: str, word: str | None, code: str) -> bool:
        """Keeps the teacher's first code; False where there is one already, the word is wrong or the address must wait.

        Args:
            address: whose tries are counted.
            word: what was told once; None for the machine itself, which needs none.
            code: what the teacher chose.

        Raises CodeError or OSError.
        """
        if word is not None and not self._tried(address, lambda: self._is_the_word(_typed(word))):
            return False
        with self._turn:
            if self.stamp():
                return False
            keep_code(self.data, code)
            return True

    def _is_the_teachers(self, plain: str) -> bool:
        if not self.stamp() or len(plain) > LONGEST:
            return False
        return check_password_hash((self.data / PIN_FILE).read_text().strip(), plain)

    def _is_the_tables(self, typed: str) -> bool:
        path = self.data / TABLE_FILE
        kept = path.read_text().strip() if path.exists() else ""
        return _same(typed, kept)

    def _is_the_word(self, typed: str) -> bool:
        return not self.stamp() and _same(typed, self.word)

    def _tried(self, address: str, fits: Callable[[], bool]) -> bool:
        with self._turn:
            if self.wait(address) > 0:
                return False
            if fits():
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


def _same(typed: str, kept: str) -> bool:
    return bool(kept) and secrets.compare_digest(typed.encode(), kept.encode())
