"""The journal's file: SQLite, in which a transaction is complete or absent, even after a power cut.

JournalError
├── JournalFull (OSError)               no room left to write
├── JournalReadOnly (PermissionError)   the folder or the file cannot be written
├── JournalGone (FileNotFoundError)     the file was deleted, or replaced by another one
├── JournalBusy (TimeoutError)          another program holds the file, perhaps briefly
├── JournalNewer (OSError)              a newer Piste wrote the file
├── JournalOlder (OSError)              a Piste before 1.0.0 wrote the file
└── JournalBroken (OSError)             the file is damaged
"""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing, suppress
from errno import ENOSPC
from pathlib import Path
from types import TracebackType

from ..files import sync_folder
from ..table import store as table_store
from ..table.values.state import Table
from .connection import JournalConnection

TABLES = """
CREATE TABLE IF NOT EXISTS games (
    id INTEGER PRIMARY KEY, started TEXT NOT NULL, setup TEXT NOT NULL, stand TEXT NOT NULL,
    seq INTEGER NOT NULL, chain TEXT NOT NULL DEFAULT '', sum TEXT NOT NULL DEFAULT ''
);
CREATE TABLE IF NOT EXISTS events (
    game INTEGER NOT NULL REFERENCES games (id), seq INTEGER NOT NULL, at TEXT NOT NULL, line TEXT NOT NULL,
    sum TEXT NOT NULL DEFAULT '', PRIMARY KEY (game, seq)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS sittings (
    sitting INTEGER PRIMARY KEY, game INTEGER NOT NULL REFERENCES games (id), at TEXT NOT NULL,
    sum TEXT NOT NULL DEFAULT ''
);
CREATE TABLE IF NOT EXISTS interrupted (
    number INTEGER PRIMARY KEY, game INTEGER NOT NULL UNIQUE REFERENCES games (id)
);
CREATE TABLE IF NOT EXISTS parts (
    game INTEGER NOT NULL REFERENCES games (id), part INTEGER NOT NULL, said TEXT NOT NULL, sum TEXT NOT NULL,
    PRIMARY KEY (game, part)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS form (version INTEGER PRIMARY KEY, sum TEXT NOT NULL);
"""
"""A sitting is a game begun, or an interrupted one resumed; the newest is the running game. The version is also stored
in a row of its own, with its sum, in case a bit of `user_version` flips."""

FULL = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR}
LOCKED_OUT = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH}
BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}


IN_MEMORY = ":memory:"
"""SQLite's name of a journal that no file holds."""
PISTE = int.from_bytes(b"Pist", "big")
"""The `application_id` of a journal, by which SQLite's files are distinguished."""
OWNERS = 0o600
"""The mode of a file that only its owner can read."""
WAIT = 1000
"""Milliseconds to wait for another program to release the file; no other deed is taken meanwhile."""


class JournalError(Exception):
    """Base class of the errors that the journal raises on purpose.

    Attributes:
        word: the problem in a word, for pages.
    """

    word = "journal_broken"


class JournalFull(JournalError, OSError):
    """No room is left to write: free some, then go on; nothing that was shown is lost."""

    word = "journal_full"


class JournalReadOnly(JournalError, PermissionError):
    """The folder or the file cannot be written."""

    word = "journal_read_only"


class JournalGone(JournalError, FileNotFoundError):
    """The file was deleted under the running Piste, or replaced by another one: writes would be lost."""

    word = "journal_gone"


class JournalBusy(JournalError, TimeoutError):
    """Another program holds the file: nothing was written; a retry may succeed."""

    word = "journal_busy"


class JournalNewer(JournalError, OSError):
    """A newer Piste wrote the file; this one leaves it alone."""

    word = "journal_newer"


class JournalOlder(JournalError, OSError):
    """A Piste before 1.0.0 wrote the file: it stays unchanged, and nothing puts it aside."""

    word = "journal_older"


class JournalBroken(JournalError, OSError):
    """The file is damaged; opening the journal again puts it aside."""


class Transaction:
    """One transaction: all or nothing, with the journal's own errors."""

    def __init__(self, db: sqlite3.Connection, path: Path) -> None:
        self._db, self._path = db, path

    def __enter__(self) -> sqlite3.Connection:
        try:
            self._db.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            raise named(error, self._path) from error
        return self._db

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if error is None:
                self._db.execute("COMMIT")
        except sqlite3.Error as late:
            error = late
        if error is not None and self._db.in_transaction:
            self._db.execute("ROLLBACK")
        if isinstance(error, sqlite3.Error):
            raise named(error, self._path) from error


def make_folder(folder: Path) -> None:
    """Makes the folder if it is missing. Raises JournalReadOnly or JournalFull."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        kind = JournalFull if error.errno == ENOSPC else JournalReadOnly
        raise kind(f"{folder}: expected a folder to write to; got: {error.strerror}") from error


def begin_file(path: Path) -> None:
    """Makes a missing file with one page: from then on an empty one is damaged, and not a first start.

    Raises sqlite3.Error, JournalReadOnly or JournalFull; then there is still none.
    """
    if path.exists() or path.is_symlink():
        return
    draft = path.with_name(f"{path.name}.begun")
    try:
        draft.unlink(missing_ok=True)
        os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNERS))
        with closing(sqlite3.connect(draft, isolation_level=None)) as db:
            db.execute("PRAGMA journal_mode = OFF")  # whatever becomes of it, nothing is lost
            db.execute(f"PRAGMA application_id = {PISTE}")
        draft.rename(path)
        sync_folder(path.parent)
    except OSError as error:
        kind = JournalFull if error.errno == ENOSPC else JournalReadOnly
        raise kind(f"{path}: expected a file that can be made; got: {error.strerror}") from error


def open_file(path: Path, most_pages: int | None) -> sqlite3.Connection:
    """The file, sound and with its tables. Raises sqlite3.Error or JournalBroken."""
    _for_its_owner_alone(path)
    return with_tables(path, most_pages)


def with_tables(path: Path | str, most_pages: int | None = None) -> sqlite3.Connection:
    """The same of a file that is there, or of IN_MEMORY."""
    # Live hands the journal from its writer thread to the pages' threads, under one lock.
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, factory=JournalConnection)
    try:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA secure_delete = ON")  # a name that is erased is overwritten
        if most_pages is not None:
            db.execute(f"PRAGMA max_page_count = {int(most_pages)}")
        if db.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise JournalBroken(f"{path}: expected a sound SQLite file")
        db.executescript(TABLES)
        db.execute(f"PRAGMA busy_timeout = {WAIT}")
    except (sqlite3.Error, JournalBroken):
        db.close()
        raise
    return db


def _for_its_owner_alone(path: Path) -> None:
    """Makes the file 0600, because it holds children's names, and so the files that SQLite puts beside it.

    A file of another owner, or on a disk without modes, stays as it is.
    """
    with suppress(OSError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, OWNERS))
        for end in ("", "-wal", "-shm"):
            beside = path.with_name(path.name + end)
            if beside.exists() and beside.stat().st_mode & 0o077:
                beside.chmod(OWNERS)


def stand(table: Table) -> str:
    """The whole table as stored, to resume from."""
    return json.dumps(table_store.to_json(table), ensure_ascii=False)


def has(error: Exception, codes: set[int]) -> bool:
    """Whether it is an SQLite error of one of these primary codes."""
    code = getattr(error, "sqlite_errorcode", None)
    return isinstance(code, int) and code & 0xFF in codes


def named(error: Exception, path: Path) -> Exception:
    """The journal's own error for one of SQLite's."""
    if has(error, FULL):
        return JournalFull(f"{path}: expected room to write; got: {error}")
    if has(error, LOCKED_OUT):
        return JournalReadOnly(f"{path}: expected a file to write to; got: {error}")
    if has(error, BUSY):
        return JournalBusy(f"{path}: expected a file that no other program holds; got: {error}")
    if isinstance(error, sqlite3.Error):
        return JournalBroken(f"{path}: expected a sound SQLite file of Piste's; got: {error}")
    return error
