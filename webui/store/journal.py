"""The journal: everything that happened at the table, on disk before anybody sees it.

One SQLite file. First names stand in it as they were typed; pictures never do.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any

from referee.match import Match

from ..files import put_aside
from ..table.events import TableEvent
from ..table.sentence import plain_sentence
from ..table.setup import Setup
from ..table.state import Sentence, Step, Table
from .file import (
    DAMAGED,
    JournalBroken,
    JournalBusy,
    JournalError,
    JournalFull,
    JournalReadOnly,
    Transaction,
    has,
    make_folder,
    named,
    stand,
)
from .migrate import opened
from .rows import ROTTEN, agreed, counted, event_of, standing

NAME = "journal.sqlite"
# Text comes as bytes: SQLite hands out no row at all where one column of it is no UTF-8.
NEWEST = """
SELECT game, seq, CAST(at AS BLOB), CAST(line AS BLOB) FROM events
WHERE ? IS NULL OR game = ? ORDER BY game DESC, seq DESC LIMIT ?
"""
GAMES = "SELECT id, CAST(started AS BLOB), CAST(setup AS BLOB), seq FROM games ORDER BY id DESC LIMIT ?"
OF_A_GAME = (("events", "game"), ("sittings", "game"), ("interrupted", "game"), ("games", "id"))
"""Tables in which games stand, each with its column of their numbers."""
KEPT = "SELECT CAST(started AS BLOB), CAST(stand AS BLOB) FROM games WHERE id = ?"
STAND = "SELECT CAST(stand AS BLOB) FROM games WHERE id = ?"

BY_SITTING = """
SELECT games.id FROM games LEFT JOIN sittings ON sittings.game = games.id
GROUP BY games.id ORDER BY coalesce(max(sitting), 0) DESC, games.id DESC LIMIT ?
"""

BEGUN = "SELECT id FROM games WHERE CAST(started AS TEXT) >= ? ORDER BY id"

INTERRUPTED = "SELECT CAST(game AS INTEGER) FROM interrupted ORDER BY number DESC"

CORRUPT = "journal_corrupt"
"""The warning after a damaged file was put aside."""

UNREADABLE = "journal_unreadable"
"""The warning where something of the newest game cannot be read: rotten, or written by another Piste."""

__all__ = [
    "GameLine", "Journal", "JournalBroken", "JournalBusy", "JournalError", "JournalFull", "JournalReadOnly", "resume",
]  # fmt: skip


@dataclass(frozen=True)
class GameLine:
    """One game of the journal.

    Attributes:
        id: its number, from 1, oldest first.
        started: wall clock, ISO 8601 with the time zone.
        setup: what was agreed on.
        events: how many were written.
        over: it was played to its end.
    """

    id: int
    started: str
    setup: Setup
    events: int
    over: bool


class Journal:
    """The open journal of a folder. Use it from one thread at a time.

    Attributes:
        warnings: words of what happened while it was opened: journal_corrupt, journal_unreadable.
        path: the file.
    """

    def __init__(self, path: Path, db: sqlite3.Connection, clock: Callable[[], float]) -> None:
        self.path = path
        self.warnings: tuple[str, ...] = ()
        self._db = db
        self._clock = clock

    @classmethod
    def open(
        cls, folder: Path, *, clock: Callable[[], float] = time.time, most_pages: int | None = None
    ) -> Journal:
        """The journal of a folder, which is made where it is missing.

        A damaged file is kept aside as journal.sqlite.corrupt-1, -2, ...; then a fresh one is opened. One of an older
        Piste is copied to journal.sqlite.before-1, then goes on in the form of this one.

        Args:
            folder: where the file lies.
            clock: wall clock, seconds since 1970.
            most_pages: the file grows to so many pages of 4 KiB; None for no limit.

        Raises:
            JournalReadOnly: folder or file cannot be written.
            JournalFull: no room for the first page, or for the copy of an older file.
            JournalBusy: another program holds the file.
            JournalNewer: a newer Piste wrote the file.
            JournalOlder: an older Piste wrote it, and it could not be rewritten; it stays as it was.
        """
        path = folder / NAME
        make_folder(folder)
        try:
            return cls(path, opened(path, most_pages), clock)
        except (sqlite3.Error, JournalError) as error:
            if not isinstance(error, JournalBroken) and not has(error, DAMAGED):
                raise named(error, path) from error
        put_aside(path)
        journal = cls(path, opened(path, most_pages), clock)
        journal.warnings = (CORRUPT,)
        return journal

    @classmethod
    def read(cls, folder: Path) -> Journal:
        """The journal of a folder, to look things up: a missing file is not made, a damaged one stays where it is.

        Raises:
            FileNotFoundError: there is none.
            JournalBroken: it is damaged.
            JournalReadOnly: it cannot be opened.
            JournalNewer: a newer Piste wrote it.
            JournalOlder: an older Piste wrote it, and it could not be rewritten; it stays as it was.
        """
        path = folder / NAME
        if not path.exists():
            raise FileNotFoundError(f"{path}: expected the journal of games that were played; there is none")
        try:
            return cls(path, opened(path, None), time.time)
        except sqlite3.Error as error:
            raise named(error, path) from error

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file; what was written stays."""
        self._db.close()

    def start(self, step: Step, leaving: int = 0) -> int:
        """A new game with its first events; its number. Raises what `write` raises.

        Args:
            step: the game and its events.
            leaving: the game that this one interrupts; 0 for none that anybody would take up again.
        """
        setup = json.dumps(step.table.setup.to_json(), ensure_ascii=False)
        with Transaction(self._db, self.path) as db:
            row = db.execute(
                "INSERT INTO games (started, setup, stand, seq) VALUES (?, ?, ?, 0)",
                (self._now(), setup, stand(step.table)),
            )
            game = int(row.lastrowid or 0)
            self._sit_down(game, leaving)
            self._add(game, step.events)
        return game

    def take_up(self, game: int, leaving: int = 0) -> None:
        """From now on this interrupted game goes on again; all others stay as they are. Raises what `write` raises."""
        with Transaction(self._db, self.path):
            self._sit_down(game, leaving)

    def interrupted(self) -> tuple[int, ...]:
        """The games that others interrupted, by number, those interrupted last first."""
        return tuple(game for (game,) in self._rows(INTERRUPTED))

    def begun(self, since: str) -> tuple[int, ...]:
        """The games that were begun then or later, by number, oldest first.

        Args:
            since: UTC, ISO 8601 as of `GameLine.started`.
        """
        return tuple(game for (game,) in self._rows(BEGUN, since))

    def by_sitting(self, most: int = -1) -> tuple[int, ...]:
        """At most so many games by number, -1 for all: the one that goes on, then those that went on before it."""
        return tuple(game for (game,) in self._rows(BY_SITTING, most))

    def kept(self, game: int, sentence: Sentence = plain_sentence) -> tuple[str, Table] | None:
        """When a game was begun, and its table as it stood; None where there is none that can be read."""
        try:
            started, stood = self._db.execute(KEPT, (game,)).fetchone()
            return started.decode(errors="replace"), standing(stood, sentence)
        except ROTTEN:
            return None

    def _sit_down(self, game: int, leaving: int) -> None:
        self._db.execute("INSERT INTO sittings (game, at) VALUES (?, ?)", (game, self._now()))
        self._db.execute("DELETE FROM interrupted WHERE game = ?", (game,))
        if leaving:
            self._db.execute("INSERT OR REPLACE INTO interrupted (game) VALUES (?)", (leaving,))

    def write(self, game: int, step: Step) -> None:
        """What happened and how the table stands, in one piece: after a power cut all is there or none.

        Raises JournalFull, JournalReadOnly, JournalBusy or JournalBroken; then nothing was written.
        """
        with Transaction(self._db, self.path) as db:
            self._add(game, step.events)
            setup = json.dumps(step.table.setup.to_json(), ensure_ascii=False)  # a player may have been replaced
            db.execute("UPDATE games SET stand = ?, setup = ? WHERE id = ?", (stand(step.table), setup, game))

    def erase(self, game: int | None = None) -> None:
        """Erases a game, or with None every one: no word of it is left in the file, or beside it where all are erased.

        Raises what `write` raises; then nothing was erased.
        """
        with Transaction(self._db, self.path) as db:
            for table, column in OF_A_GAME:
                db.execute(f"DELETE FROM {table} WHERE ? IS NULL OR {column} = ?", (game, game))
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # the log beside the file still holds the old pages
        if game is None:
            for kind in ("corrupt", "before"):
                for aside in self.path.parent.glob(f"{self.path.name}.{kind}-*"):
                    aside.unlink()

    def started(self, game: int) -> str | None:
        """When a game was begun; None where there is none that can be read."""
        row = self._db.execute(KEPT, (game,)).fetchone()
        return row[0].decode(errors="replace") if row else None

    def probe(self) -> None:
        """Writes nothing, and raises what `write` would where another program holds the file."""
        with Transaction(self._db, self.path):
            pass

    def _add(self, game: int, events: Iterable[TableEvent]) -> None:
        at = self._now()
        for event in events:
            self._db.execute("UPDATE games SET seq = seq + 1 WHERE id = ?", (game,))
            self._db.execute(
                "INSERT INTO events SELECT id, seq, ?, ? FROM games WHERE id = ?", (at, event.to_line(), game)
            )

    def _now(self) -> str:
        return datetime.fromtimestamp(self._clock(), UTC).isoformat(timespec="milliseconds")

    def resume(self, sentence: Sentence = plain_sentence) -> tuple[int, Table] | None:
        """The game that went on last and can be read, and its table as it stood; None where there is none.

        Those after it that cannot be read stay where they are, and `warnings` tell of them.
        """
        for game in self.by_sitting():
            try:
                return game, standing(self._stand(game), sentence)
            except ROTTEN:
                self._unreadable()
        return None

    def lines(self, game: int | None = None, last: int | None = None) -> Iterator[dict[str, Any]]:
        """The events of a game, or of all, oldest first: each with `game_id`, `seq`, `at` (wall clock).

        Those that cannot be read are left out, and `warnings` tell of them.

        Args:
            game: its number; None for every game.
            last: only so many of the newest.
        """
        limit = -1 if last is None else last
        for row in reversed(self._rows(NEWEST, game, game, limit)):
            try:
                yield event_of(*row)
            except ROTTEN:
                self._unreadable()

    def match(self, game: int) -> Match | None:
        """A game as it counts; None where there is none, where nothing was refereed, or where it cannot be read."""
        try:
            return counted(self._stand(game))
        except ROTTEN:
            return None

    def games(self, last: int = -1) -> tuple[GameLine, ...]:
        """The newest games, so many at most, -1 for all, oldest first; those that cannot be read are left out."""
        found = []
        for number, started, setup, seq in reversed(self._rows(GAMES, last)):
            try:
                line = GameLine(number, started.decode(), agreed(setup), int(seq), self._over(number))
            except ROTTEN:
                continue
            found.append(line)
        return tuple(found)

    def _stand(self, game: int) -> bytes:
        """How a game stands, as it was written. Raises one of ROTTEN."""
        found: bytes = self._db.execute(STAND, (game,)).fetchone()[0]
        return found

    def _rows(self, question: str, *given: int | str | None) -> list[Any]:
        """The rows of an answer; none where the file has other columns, for it is then not ours."""
        try:
            return self._db.execute(question, given).fetchall()
        except sqlite3.Error:
            self._unreadable()
            return []

    def _unreadable(self) -> None:
        if UNREADABLE not in self.warnings:
            self.warnings = (*self.warnings, UNREADABLE)

    def _over(self, game: int) -> bool:
        """Every game of the series has ended, and no correction took the last end back."""
        match = self.match(game)
        return match is not None and match.game.is_over(match.state)


def resume(folder: Path) -> Table | None:
    """The table of the newest game in a folder's journal as it stood; None when there is none."""
    with Journal.open(folder) as journal:
        found = journal.resume()
    return None if found is None else found[1]
