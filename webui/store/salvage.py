"""Copies what can still be read of a damaged journal, row by row, into a sound file.

One corrupt page of an old game must not cost the running one. A row is copied as its bytes are; whether its contents
make sense is checked when it is read (`webui.store.rows`).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from ..files import finish_putting_aside, put_aside, sync_folder
from .connection import JournalConnection
from .copies import copies
from .file import JournalError, Transaction, open_file

Row = tuple[Any, ...]

MISSES = 50
"""After so many successive numbers without a readable row there are no more."""

COLUMNS = (
    ("games", ("id", "started", "setup", "stand", "seq", "chain", "sum")),
    ("events", ("game", "seq", "at", "line", "sum")),
    ("parts", ("game", "part", "said", "sum")),
)
BESIDE_GAMES = (("sittings", ("sitting", "game", "at", "sum")), ("interrupted", ("number", "game")))
"""Tables whose rows name a game in their second column."""


@dataclass(frozen=True)
class Salvage:
    """What was read of a damaged journal.

    Attributes:
        games: their numbers, in order.
        events: how many.
        lost: events of these games that should be there and are not.
    """

    games: tuple[int, ...]
    events: int
    lost: int


def put_right(path: Path, most_pages: int | None = None) -> Salvage:
    """Puts a damaged journal aside, and what could be read of it, or of its newest copy, in its place.

    The new file is complete before the old one moves: a power cut in between loses neither (`put_back`). Raises what
    `salvage` raises, or OSError; then the damaged file is where it was.
    """
    draft = _draft(path)
    _remove(draft)
    try:
        salvaged = salvage((path, *copies(path)[:1]), draft, most_pages)
    except (sqlite3.Error, JournalError):
        _remove(draft)
        raise
    put_aside(path)
    draft.rename(path)
    sync_folder(path.parent)
    return salvaged


def put_back(path: Path) -> None:
    """After a power cut while a damaged journal was put aside: what was read of it takes its place now."""
    draft = _draft(path)
    if draft.exists() and not path.exists():
        finish_putting_aside(path)  # a log left beside it would be taken for the new file's
        draft.rename(path)
        sync_folder(path.parent)


def _draft(path: Path) -> Path:
    return path.with_name(f"{path.name}.salvaged")


def _remove(draft: Path) -> None:
    for end in ("", "-wal", "-shm"):
        draft.with_name(draft.name + end).unlink(missing_ok=True)


def salvage(sources: Sequence[Path], into: Path, most_pages: int | None = None) -> Salvage:
    """Copies every readable row into a new file; the sources are only read.

    Args:
        sources: journals' files, including their logs (-wal): each adds what the earlier ones lack, if it has the same
            version as the first readable one.
        into: a file that does not exist yet; its `user_version` becomes theirs.
        most_pages: its limit in pages of 4 KiB; None for no limit.

    Raises:
        sqlite3.Error, JournalError: the new file cannot be written.
    """
    version: int | None = None
    with closing(open_file(into, most_pages)) as db:
        with Transaction(db, into):
            for file in sources:
                version = _taken(file, db, version)
            db.execute(f"PRAGMA user_version = {version or 0}")
        games = tuple(game for (game,) in db.execute("SELECT id FROM games ORDER BY id"))
        ((events, due),) = db.execute("SELECT (SELECT count(*) FROM events), (SELECT coalesce(sum(seq), 0) FROM games)")
    return Salvage(games, events, max(0, due - events))


def _taken(file: Path, db: sqlite3.Connection, version: int | None) -> int | None:
    """Takes from a file what `db` lacks, if it has this version; None takes any. Returns the version so far."""
    try:
        source = sqlite3.connect(f"file:{quote(str(file))}?mode=ro", uri=True, factory=JournalConnection)
    except sqlite3.Error:
        return version
    with closing(source):
        source.text_factory = bytes
        source.execute("PRAGMA writable_schema = ON")  # else a file cut shorter than its head says is refused
        stored_version = _asked(source, "PRAGMA user_version")
        if not file.stat().st_size:  # emptied: it has no version of its own
            return version
        if not stored_version or version not in (None, stored_version[0][0]):
            return version
        games = frozenset(_games(source, db))
        for table, columns in BESIDE_GAMES:
            _take_rows(source, db, table, columns, games)
        for row in _asked(source, "SELECT version, sum FROM form") or ():
            _put(db, "form (version, sum)", _as_text(row))
        return int(stored_version[0][0])


def _games(source: sqlite3.Connection, db: sqlite3.Connection) -> Iterator[int]:
    """Takes each game with its events; yields the numbers of the readable ones."""
    (theirs, ours), events, parts = (_columns(source, table, names) for table, names in COLUMNS)
    for game, row in _numbered(lambda number: _row_of(source, f"SELECT {theirs} FROM games WHERE rowid = ?", number)):
        if isinstance(row[4], int):
            _put(db, f"games ({ours})", row)
            for table, (named, ours_of) in (("events", events), ("parts", parts)):
                for part in _of_game(source, table, named, game):
                    _put(db, f"{table} ({ours_of})", part)
            yield game


def _of_game(source: sqlite3.Connection, table: str, columns: str, game: int) -> Sequence[Row]:
    """A game's events, or its parts: all at once or, if one of their pages is corrupt, one by one."""
    of, number = columns.split(", ")[:2]
    whole = _asked(source, f"SELECT {columns} FROM {table} WHERE {of} = ?", game)
    if whole is not None:
        return tuple(map(_as_text, whole))
    ask = f"SELECT {columns} FROM {table} WHERE {of} = ? AND {number} = ?"
    return tuple(row for _, row in _numbered(lambda seq: _row_of(source, ask, game, seq)))


def _columns(source: sqlite3.Connection, table: str, names: tuple[str, ...]) -> tuple[str, str]:
    """A table's columns as named in the file, and by us: a letter may have changed, an older file has fewer."""
    has = [name.decode(errors="replace") for _, name, *_ in _asked(source, f"PRAGMA table_info({table})") or ()]
    theirs = has[: len(names)] or names
    return ", ".join(f'"{name}"' for name in theirs), ", ".join(names[: len(theirs)])


def _take_rows(
    source: sqlite3.Connection, db: sqlite3.Connection, table: str, columns: Sequence[str], games: frozenset[int]
) -> None:
    """Takes a table whose rows name games, without those of lost games."""
    theirs, ours = _columns(source, table, tuple(columns))
    ask = f"SELECT {theirs} FROM {table} WHERE rowid = ?"
    for _, row in _numbered(lambda number: _row_of(source, ask, number)):
        if row[1] in games:
            _put(db, f"{table} ({ours})", row)


def _put(db: sqlite3.Connection, where: str, row: Row) -> None:
    """Writes a row, unless it exists already or lacks a required column. Raises sqlite3.Error on a full disk."""
    db.execute(f"INSERT OR IGNORE INTO {where} VALUES ({', '.join('?' * len(row))})", row)


def _numbered(row_of: Callable[[int], Row | None]) -> Iterator[tuple[int, Row]]:
    """The readable rows, by their numbers from 1."""
    number = missed = 0
    while missed < MISSES:
        number += 1
        row = row_of(number)
        if row is None:
            missed += 1
        else:
            missed = 0
            yield number, row


def _row_of(source: sqlite3.Connection, question: str, *given: int) -> Row | None:
    rows = _asked(source, question, *given)
    return _as_text(rows[0]) if rows else None


def _asked(source: sqlite3.Connection, question: str, *given: int) -> Sequence[Row] | None:
    """The answer; None if a corrupt page, or a missing table, prevents it."""
    try:
        return source.execute(question, given).fetchall()
    except sqlite3.Error:
        return None


def _as_text(row: Row) -> Row:
    """Text as it was stored; bytes that are not text stay bytes, as the damaged file would return them."""
    return tuple(_text(part) for part in row)


def _text(part: object) -> object:
    if not isinstance(part, bytes):
        return part
    try:
        return part.decode()
    except UnicodeDecodeError:
        return part
