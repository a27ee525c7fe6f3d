"""Which rows of the journal are as written, and which of the others a copy still holds."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from .connection import JournalConnection
from .copies import copies
from .file import Transaction, open_file
from .parts import PARTS, lost, put_back
from .rows import ROTTEN
from .sums import EVENTS, Rotten

ROW = "SELECT id, started, setup, stand, seq, chain, sum FROM games WHERE id = ?"
FORM = "SELECT max(version) FROM form"


@dataclass(frozen=True)
class GameFound:
    """A game of the journal before and after a repair.

    Attributes:
        id: its number.
        sound: its row is as written: its state is known.
        lost: the numbers of its events that are missing, or not as written.
        copy: the name of the copy that repaired it; "" if nothing was repaired.
    """

    id: int
    sound: bool
    lost: tuple[int, ...]
    copy: str = ""


def examine(db: sqlite3.Connection) -> tuple[GameFound, ...]:
    """Every game of a journal, oldest first. Raises sqlite3.Error if they cannot be listed."""
    return tuple(_examined(db, game) for (game,) in db.execute("SELECT id FROM games ORDER BY id").fetchall())


def _examined(db: sqlite3.Connection, game: int) -> GameFound:
    try:
        return GameFound(game, True, lost(db, game))
    except ROTTEN:
        return GameFound(game, False, ())


def mend(path: Path) -> tuple[GameFound, ...]:
    """Repairs rows from the newest copy in which they are sound; returns every game, oldest first.

    A corrupt row is replaced by the copy's, which may be older; lost events are restored, and so are lost parts of a
    game, which are the same in every copy that has them.

    Args:
        path: a journal of this version whose server is not running.

    Raises:
        sqlite3.Error, JournalError: it cannot be read or written.
    """
    with closing(open_file(path, None)) as db:
        games = []
        for game in examine(db):
            copy = next(_mended(db, path, game), None) if game.lost or not game.sound else None
            games.append(game if copy is None else GameFound(*_as_now(db, game), copy.name))
    return tuple(games)


def _as_now(db: sqlite3.Connection, game: GameFound) -> tuple[int, bool, tuple[int, ...]]:
    now = _examined(db, game.id)
    return now.id, now.sound, now.lost


def _mended(db: sqlite3.Connection, path: Path, game: GameFound) -> Iterator[Path]:
    """The copies from which something of a game was restored."""
    for copy in copies(path):
        try:
            whole = _copied(copy, game.id, db.execute(FORM).fetchone())
        except ROTTEN:
            continue
        with Transaction(db, path):
            back = not game.sound and put_back(db, game.id, whole.parts)
            game = _examined(db, game.id) if back else game
            wanted = [event for event in whole.events if event[1] in game.lost or not game.sound]
            if not game.sound:
                _replaced(db, game.id, whole)
            for event in wanted:
                _put(db, "events", event)
        if wanted or back:
            yield copy


@dataclass(frozen=True)
class WholeGame:
    """A game's sound rows in a copy: its own, its events', its parts'."""

    row: Sequence[object]
    events: Sequence[Sequence[object]]
    parts: Sequence[Sequence[object]]


def _replaced(db: sqlite3.Connection, game: int, whole: WholeGame) -> None:
    """Replaces a game by the copy's; its events are still to be restored."""
    _put(db, "games", whole.row)
    for table in ("events", "parts"):
        db.execute(f"DELETE FROM {table} WHERE game = ?", (game,))
    for part in whole.parts:
        _put(db, "parts", part)


def _copied(copy: Path, game: int, form: object) -> WholeGame:
    """A game in a copy. Raises one of ROTTEN."""
    with closing(sqlite3.connect(f"file:{quote(str(copy))}?mode=ro", uri=True, factory=JournalConnection)) as db:
        if db.execute(FORM).fetchone() != form or lost(db, game):
            raise Rotten(f"{copy}: expected the whole game {game} in the form of this Piste")
        events, parts = (
            [tuple(map(_text, row)) for row in db.execute(question, (game,))] for question in (EVENTS, PARTS)
        )
        return WholeGame(db.execute(ROW, (game,)).fetchone(), events, parts)


def _text(part: object) -> object:
    return part.decode() if isinstance(part, bytes) else part


def _put(db: sqlite3.Connection, table: str, row: Sequence[object]) -> None:
    db.execute(f"INSERT OR REPLACE INTO {table} VALUES ({', '.join('?' * len(row))})", row)
