"""The version of a journal's file: made as this Piste's, refused untouched if another, repaired if damaged.

`PRAGMA user_version` holds the version, and a row of its own with its sum. Piste before 1.0.0 wrote versions 0 to 2.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from ..files import put_aside
from .connection import JournalConnection
from .file import (
    DAMAGED,
    TABLES,
    JournalBroken,
    JournalError,
    JournalNewer,
    JournalOlder,
    Transaction,
    has,
    open_file,
)
from .salvage import put_right
from .sums import row_sum

VERSION = 3
COLUMNS = {"id", "started", "setup", "stand", "seq"}
"""Columns of the games in every version."""


def open_form(path: Path, most_pages: int | None) -> sqlite3.Connection:
    """The file, sound, with its tables and in this Piste's version.

    Raises sqlite3.Error or a JournalError: JournalNewer or JournalOlder, nothing touched, if another Piste wrote it.
    """
    if path.is_file():
        _refuse_others(path)
    db = open_file(path, most_pages)
    try:
        if db.execute("PRAGMA user_version").fetchone()[0] != VERSION:
            with Transaction(db, path):
                _say_version(db)
    except (sqlite3.Error, JournalError):
        db.close()
        raise
    return db


def open_mended(path: Path, most_pages: int | None) -> sqlite3.Connection:
    """A new file with what could be read of a damaged one, which is put aside; an empty one at worst.

    Raises what `open_form` raises.
    """
    put_right(path, most_pages)
    try:
        return open_form(path, most_pages)
    except (sqlite3.Error, JournalError) as error:
        if not isinstance(error, JournalBroken) and not has(error, DAMAGED):
            raise
    put_aside(path)
    return open_form(path, most_pages)


def _refuse_others(path: Path) -> None:
    # Where the power went while the file was made, what was begun must be rolled back before anything can be read.
    mode = "rw" if path.with_name(f"{path.name}-journal").exists() else "ro"
    with closing(sqlite3.connect(f"file:{quote(str(path))}?mode={mode}", uri=True, factory=JournalConnection)) as db:
        version = _version(db)
        games = {name for _, name, *_ in db.execute("PRAGMA table_info(games)")}
        if version > VERSION:
            raise JournalNewer(f"{path}: expected a journal of version {VERSION}; got {version}, of a newer Piste")
        if games and COLUMNS - games:
            raise JournalBroken(f"{path}: expected a journal of Piste's; its games have other columns")
        if version < VERSION and games and db.execute("SELECT 1 FROM games").fetchone():
            raise JournalOlder(
                f"{path}: expected a journal of version {VERSION}; got {version}, of a Piste before 1.0.0. It was left "
                "as it is: take up that Piste again, or move the file away to begin a new one"
            )
        if version == VERSION:
            _expect_tables(db, path)


def _expect_tables(db: sqlite3.Connection, path: Path) -> None:
    """Refuses a file with missing columns: a misspelt table must not be made again, empty. Raises JournalBroken."""
    with closing(sqlite3.connect(":memory:")) as fresh:
        fresh.executescript(TABLES)
        for (table,) in fresh.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            due, has = ({name for _, name, *_ in file.execute(f"PRAGMA table_info({table})")} for file in (fresh, db))
            if due - has:
                raise JournalBroken(f"{path}: expected {', '.join(sorted(due - has))} in its {table}")


def _version(db: sqlite3.Connection) -> int:
    """The file's version; its own row counts more than the number in the file's head."""
    try:
        for version, total in db.execute("SELECT version, CAST(sum AS BLOB) FROM form ORDER BY version DESC"):
            if total == row_sum("form", version).encode():
                return int(version)
    except sqlite3.Error:
        pass  # older, or rotten just there
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def _say_version(db: sqlite3.Connection) -> None:
    db.execute("DELETE FROM form")
    db.execute("INSERT INTO form VALUES (?, ?)", (VERSION, row_sum("form", VERSION)))
    db.execute(f"PRAGMA user_version = {VERSION}")
