"""What of the journal is as it was written, and what of the rest a copy still holds."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from .copies import copies
from .file import Transaction, open_file
from .rows import ROTTEN
from .sums import EVENTS, Rotten, missing

ROW = "SELECT id, started, setup, stand, seq, chain, sum FROM games WHERE id = ?"
FORM = "SELECT max(version) FROM form"


@dataclass(frozen=True)
class GameFound:
    """A game of the journal as it was found, and as it is now.

    Attributes:
        id: its number.
        sound: its row is as it was written: how it stood is known.
        lost: the numbers of its events that are not there, or not as they were written.
        copy: the copy's name from which it was mended; "" where nothing was mended.
    """

    id: int
    sound: bool
    lost: tuple[int, ...]
    copy: str = ""


def examine(db: sqlite3.Connection) -> tuple[GameFound, ...]:
    """Every game of a journal, oldest first. Raises sqlite3.Error where no list of them can be read."""
    return tuple(_found(db, game) for (game,) in db.execute("SELECT id FROM games ORDER BY id").fetchall())


def _found(db: sqlite3.Connection, game: int) -> GameFound:
    try:
        return GameFound(game, True, missing(db, game))
    except ROTTEN:
        return GameFound(game, False, ())


def mend(path: Path) -> tuple[GameFound, ...]:
    """Takes what is not as it was written from the newest copy in which it is; every game, oldest first.

    A row that is not sound is replaced by the copy's, which may be of a moment before; lost events are put back.

    Args:
        path: a journal of this version whose server is not running.

    Raises:
        sqlite3.Error, JournalError: it cannot be read or written.
    """
    with closing(open_file(path, None)) as db:
        found = []
        for game in examine(db):
            copy = next(_mended(db, path, game), None) if game.lost or not game.sound else None
            found.append(game if copy is None else GameFound(*_as_now(db, game), copy.name))
    return tuple(found)


def _as_now(db: sqlite3.Connection, game: GameFound) -> tuple[int, bool, tuple[int, ...]]:
    now = _found(db, game.id)
    return now.id, now.sound, now.lost


def _mended(db: sqlite3.Connection, path: Path, game: GameFound) -> Iterator[Path]:
    """The copies from which something of a game could be taken."""
    for copy in copies(path):
        try:
            row, events = _copied(copy, game.id, db.execute(FORM).fetchone())
        except ROTTEN:
            continue
        with Transaction(db, path):
            wanted = [event for event in events if event[1] in game.lost or not game.sound]
            if not game.sound:
                _put(db, "games", row)
                db.execute("DELETE FROM events WHERE game = ?", (game.id,))
            for event in wanted:
                _put(db, "events", event)
        if wanted:
            yield copy


def _copied(copy: Path, game: int, form: object) -> tuple[Sequence[Any], list[Sequence[Any]]]:
    """A game's row in a copy, and its events there, all sound. Raises one of ROTTEN."""
    with closing(sqlite3.connect(f"file:{quote(str(copy))}?mode=ro", uri=True)) as db:
        if db.execute(FORM).fetchone() != form or missing(db, game):
            raise Rotten(f"{copy}: expected the whole game {game} in the form of this Piste")
        events: list[Sequence[Any]] = [tuple(map(_text, row)) for row in db.execute(EVENTS, (game,))]
        return db.execute(ROW, (game,)).fetchone(), events


def _text(part: object) -> object:
    return part.decode() if isinstance(part, bytes) else part


def _put(db: sqlite3.Connection, table: str, row: Sequence[object]) -> None:
    db.execute(f"INSERT OR REPLACE INTO {table} VALUES ({', '.join('?' * len(row))})", row)
