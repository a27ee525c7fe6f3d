"""The codes: the teacher's, stored hashed, and the table's, which is shown to pupils.

Nothing here uses Flask; `Door` receives its clock and folder, so that tests can supply them.
"""

from __future__ import annotations

import json
import logging
import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from threading import Lock
from types import MappingProxyType
from unicodedata import normalize

from werkzeug.security import check_password_hash, generate_password_hash

from ..files import Folder, put_aside, write_whole
from ..store.tables import FIRST, every_folder
from .limits.tries import WrongCodes, is_known

LOG = logging.getLogger(__name__)
PIN_FILE = "teacher.pin"
TABLE_FILE = "table.code"
KEY_FILE = "session.key"
LOCKED_FILE = "locked.json"
MOST_LOCKED = 1000
"""How many locked teacher sessions are remembered; a new code ends all of them anyway."""
DIGITS = 6
SHORTEST, LONGEST = 6, 64
"""Characters of a teacher's code, spaces not counted."""
LETTERS = "CDFGHJKMNPRTWXY34679"
"""No similar characters and no vowels: a table code is never a word."""
TABLE_LETTERS, MORE_LETTERS = 4, 5
"""Letters of a table's code: at the first MOST_SHORT tables, and at others, whose codes strangers could guess too."""
MOST_SHORT = 6
WORD_LETTERS = 8


KEY_BYTES = 32
LONGEST_KEPT = 400
"""Characters of a code's file that are read: a hash has 160."""
SOUND: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        PIN_FILE: re.compile(r"(scrypt(:\d{1,6}){3}|pbkdf2:\w{1,12}:\d{1,8})\$[^$]{1,64}\$[0-9a-f]{32,256}"),
        TABLE_FILE: re.compile(f"[{LETTERS}]{{{TABLE_LETTERS},{MORE_LETTERS}}}"),
    }
)
"""The form of the code files."""
TEACHERS, TABLES, HANDS = "teacher", "table", "hand"
"""The kinds of codes, each counted separately."""


class CodeError(ValueError):
    """A teacher's code that is not allowed.

    Attributes:
        why: "short", "long", or "easy" to guess.
    """

    def __init__(self, why: str) -> None:
        super().__init__(
            f"teacher's code: expected {SHORTEST} to {LONGEST} characters, not easy to guess; got one that is {why}"
        )
        self.why = why


def session_key(data: Path) -> bytes:
    """The key that signs session cookies: read from the data folder, or made there.

    Raises OSError if it cannot be written.
    """
    path = data / KEY_FILE
    if path.exists() and (key := _stored_key(path)):
        return key
    if path.exists():
        LOG.warning("%s was damaged: a new one is made, every device signs in anew", KEY_FILE)
        put_aside(path)
    write_whole(path, secrets.token_hex(KEY_BYTES))
    return _stored_key(path)


def _stored_key(path: Path) -> bytes:
    try:
        key = bytes.fromhex(path.read_text(encoding="ascii").strip())
    except (OSError, ValueError):
        return b""
    return key if len(key) == KEY_BYTES else b""


def mend_codes(data: Path) -> tuple[str, ...]:
    """Sets broken code files aside; returns their names.

    Without a teacher's code Piste asks for a new one, as at the first start: on the machine itself, or with its word.
    """
    there = [name for name in SOUND if (data / name).exists()]
    damaged = [name for name in there if not SOUND[name].fullmatch(_text(data / name))]
    for name in damaged:
        LOG.warning("%s was damaged: it is put aside, choose a new code", name)
        put_aside(data / name)
    return tuple(damaged)


def _text(path: Path) -> str:
    """The content of a code file; "" if it cannot be read."""
    try:
        return _plain_text(path.read_bytes())
    except OSError:
        return ""


def _plain_text(stored: bytes) -> str:
    """The text of a code file; "" if it is broken."""
    return stored[: 2 * LONGEST_KEPT].decode().strip()[:LONGEST_KEPT] if stored.isascii() else ""


def new_pin(data: Path) -> str:
    """Makes and stores a new teacher's code of six digits; sessions of the old one end. Raises OSError."""
    pin = f"{secrets.randbelow(10**DIGITS):0{DIGITS}d}"
    _store(data, pin)
    return pin


def keep_code(data: Path, code: str) -> None:
    """Stores a chosen teacher's code, hashed; sessions of the old one end.

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
    """The code without spaces, its accents normalised."""
    return normalize("NFC", "".join(code.split()))


def _easy(plain: str) -> bool:
    """Whether it is easy to guess: 111111, 123456, fedcba, 121212."""
    steps = {ord(after) - ord(before) for before, after in pairwise(plain)}
    return len(set(plain.lower())) < 3 or len(steps) == 1


def first_word(data: Path) -> str:
    """The one-time word that allows choosing the first teacher's code; "" once there is a code."""
    return "" if SOUND[PIN_FILE].fullmatch(_text(data / PIN_FILE)) else _random(WORD_LETTERS)


def _random(letters: int) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(letters))


def _typed(code: str) -> str:
    """A table code or the first word as it was made: without blanks, hyphens or small letters."""
    return "".join(letter for letter in code.upper() if letter.isalnum())


@dataclass
class Door:
    """Lets teacher and pupils in, and counts wrong attempts per kind of code, per caller and in total.

    If the data folder vanishes, the codes that were read last stay valid.
    A caller is an address, or a device that the teacher's code has opened before (`limits.tries.known_device`).

    Attributes:
        data: the folder that holds the codes.
        clock: seconds, never decreasing.
        word: the one-time word while there was no teacher's code; "" opens nothing.
        tries: the wrong attempts.
    """

    data: Path
    clock: Callable[[], float]
    word: str = ""
    tries: WrongCodes = field(init=False)
    _folder: Folder = field(init=False)
    _table: Folder = field(init=False)  # of the table's code
    _locked: list[str] = field(init=False)
    _turn: Lock = field(default_factory=Lock)
    _lines: Mapping[bool, Lock] = field(default_factory=lambda: {True: Lock(), False: Lock()})  # comparing is slow

    def __post_init__(self) -> None:
        self.tries, self._folder = WrongCodes(self.data, self.clock), Folder(self.data)
        self._table = self._folder
        try:
            locked = json.loads(self._folder.read(LOCKED_FILE) or b"[]")
            self._locked = list(map(str, locked))[-MOST_LOCKED:]
        except (OSError, ValueError, TypeError, RecursionError):
            self._locked = []

    def at_table(self, folder: Path) -> Door:
        """The door of another table, whose code is in `folder`: the teacher's code, locks and attempts are these."""
        door = copy(self)
        door._table = Folder(folder)
        return door

    @property
    def there(self) -> bool:
        """Whether the data folder is still the opened one, not an empty mount point."""
        return self._folder.there

    def stamp(self) -> str:
        """What a session stores of the teacher's code that opened it: changes with the code, "" without one."""
        return _stamp(self._code(PIN_FILE))

    def table_stamp(self) -> str:
        """The same of the table's code."""
        return _stamp(self._code(TABLE_FILE))

    def _code(self, name: str) -> str:
        """The content of a code file if it is sound; "" otherwise."""
        try:
            code = _plain_text((self._table if name == TABLE_FILE else self._folder).read(name) or b"")
        except OSError:
            return ""
        return code if SOUND[name].fullmatch(code) else ""

    def table_code(self) -> str:
        """The table's code, made if there is none. Raises OSError."""
        return self._code(TABLE_FILE) or self.new_table_code()

    def lock(self, opened: str) -> None:
        """Ends the teacher's session of this name, and every copy of its cookie."""
        if not opened or self.locked(opened):
            return
        with self._turn:
            self._locked[:] = [*self._locked, opened][-MOST_LOCKED:]
            try:
                self._folder.write(LOCKED_FILE, json.dumps(self._locked) + "\n")
            except OSError as error:
                LOG.warning("A lock holds until Piste ends, but cannot be kept: %s", error.strerror)

    def locked(self, opened: str) -> bool:
        """Whether the session of this name was locked."""
        return opened in self._locked

    def new_table_code(self) -> str:
        """Another code of the table, unlike any other of the box: pupils' sessions of the old one end.

        Raises OSError.
        """
        with self._turn:
            tables = every_folder(self.data)
            known = {self._code(TABLE_FILE), *(_text(folder / TABLE_FILE) for folder in tables.values())}
            number = next((number for number, folder in tables.items() if folder == self._table.path), FIRST)
            letters = TABLE_LETTERS if number <= MOST_SHORT else MORE_LETTERS
            code = next(code for code in iter(lambda: _random(letters), None) if code not in known)
            self._table.write(TABLE_FILE, f"{code}\n")
            return code

    def wait(self, caller: str, kind: str = TEACHERS) -> float:
        """Seconds until this caller may try a kind of code."""
        return self.tries.wait(caller, kind)

    def opens(self, caller: str, code: str) -> bool:
        """True if `code` is the teacher's and the caller need not wait. Counts wrong ones."""
        return self._tried(caller, TEACHERS, lambda: self._is_the_teachers(_plain(code)))

    def opens_table(self, caller: str, code: str) -> bool:
        """The same of the table's code."""
        return self.opens_one_of((self,), caller, code) is not None

    def opens_one_of(self, doors: Sequence[Door], caller: str, code: str) -> Door | None:
        """The door of the table whose code this is; None for nobody's, which counts once, or if the caller must wait.

        Every code is compared, so that the time of the answer tells nothing of any.
        """
        opened: list[Door] = []

        def fits() -> bool:
            opened.extend([door for door in doors if door._is_the_tables(_typed(code))])
            return bool(opened)

        return opened[0] if self._tried(caller, TABLES, fits) else None

    def lets(self, caller: str, *, good: bool) -> bool:
        """The same for a hand's code, stored elsewhere: `good` says whether it is right."""
        return self._tried(caller, HANDS, lambda: good)

    def begins(self, caller: str, word: str | None, code: str) -> bool:
        """Stores the teacher's first code; False if there is one, the word is wrong or the caller must wait.

        Args:
            caller: whose attempts are counted.
            word: the one-time word; None for the machine itself.
            code: what the teacher chose.

        Raises CodeError or OSError.
        """
        if word is not None and not self._tried(caller, TEACHERS, lambda: self._is_the_word(_typed(word))):
            return False
        with self._turn:  # of two at once, one succeeds
            if self.stamp():
                return False
            keep_code(self.data, code)
            return True

    def _is_the_teachers(self, plain: str) -> bool:
        code = self._code(PIN_FILE)
        return bool(code) and len(plain) <= LONGEST and check_password_hash(code, plain)

    def _is_the_tables(self, typed: str) -> bool:
        return _same(typed, self._code(TABLE_FILE))

    def _is_the_word(self, typed: str) -> bool:
        return not self.stamp() and _same(typed, self.word)

    def _tried(self, caller: str, kind: str, fits: Callable[[], bool]) -> bool:
        """Counts the attempt as wrong before it is checked, so that none escapes the count; known devices have a queue
        of their own, so that guessing strangers never delay them."""
        if not self.tries.begin(caller, kind):
            return False
        with self._lines[is_known(caller)]:
            right = fits()
        if right:
            self.tries.was_right(caller, kind)
        else:
            self.tries.was_wrong(kind)
        return right


def _stamp(code: str) -> str:
    return sha256(f"{code}\n".encode()).hexdigest()[:16] if code else ""


def _same(typed: str, stored: str) -> bool:
    return bool(stored) and secrets.compare_digest(typed.encode(), stored.encode())
