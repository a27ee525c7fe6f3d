"""What of the journal is as it was written, and what of the rest a copy still holds."""

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
    return tuple(_examined(db, game) for (game,) in db.execute("SELECT id FROM games ORDER BY id").fetchall())


def _examined(db: sqlite3.Connection, game: int) -> GameFound:
    try:
        return GameFound(game, True, lost(db, game))
    except ROTTEN:
        return GameFound(game, False, ())


def mend(path: Path) -> tuple[GameFound, ...]:
    """Takes what is not as it was written from the newest copy in which it is; every game, oldest first.

    A row that is not sound is replaced by the copy's, which may be of a moment before; lost events are put back, and
    so are lost parts of a game, which are the same in every copy that has them.

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
    """The copies from which something of a game could be taken."""
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
    """A game's rows in a copy, all sound: its own, its events', its parts'."""

    row: Sequence[object]
    events: Sequence[Sequence[object]]
    parts: Sequence[Sequence[object]]


def _replaced(db: sqlite3.Connection, game: int, whole: WholeGame) -> None:
    """A game stands as in a copy; its events are still to be put back."""
    _put(db, "games", whole.row)
    for table in ("events", "parts"):
        db.execute(f"DELETE FROM {table} WHERE game = ?", (game,))
    for part in whole.parts:
        _put(db, "parts", part)


def _copied(copy: Path, game: int, form: object) -> WholeGame:
    """A game as a copy has it. Raises one of ROTTEN."""
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
