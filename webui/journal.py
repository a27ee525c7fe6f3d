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

from . import table_store
from .events import TableEvent
from .journal_file import (
    DAMAGED,
    JournalBroken,
    JournalError,
    JournalFull,
    JournalReadOnly,
    Writing,
    has,
    make_folder,
    named,
    open_file,
    put_aside,
    stand,
)
from .setup import Setup
from .table_state import Sentence, Step, Table
from .table_words import plain_sentence

NAME = "journal.sqlite"
NEWEST = """
SELECT game, seq, at, line FROM events WHERE ? IS NULL OR game = ? ORDER BY game DESC, seq DESC LIMIT ?
"""

BY_SITTING = """
SELECT games.id FROM games LEFT JOIN sittings ON sittings.game = games.id
GROUP BY games.id ORDER BY coalesce(max(sitting), 0) DESC, games.id DESC LIMIT ?
"""

INTERRUPTED = "SELECT game FROM interrupted ORDER BY number DESC"

CORRUPT = "journal_corrupt"
"""The warning after a damaged file was put aside."""

UNREADABLE = "journal_unreadable"
"""The warning when the newest game was written by a Piste that this one does not understand."""

__all__ = ["GameLine", "Journal", "JournalBroken", "JournalError", "JournalFull", "JournalReadOnly", "resume"]


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

        A damaged file is kept aside as journal.sqlite.corrupt-1, -2, ...; then a fresh one is opened.

        Args:
            folder: where the file lies.
            clock: wall clock, seconds since 1970.
            most_pages: the file grows to so many pages of 4 KiB; None for no limit.

        Raises:
            JournalReadOnly: folder or file cannot be written.
            JournalFull: no room for the first page.
        """
        path = folder / NAME
        make_folder(folder)
        try:
            return cls(path, open_file(path, most_pages), clock)
        except (sqlite3.Error, JournalError) as error:
            if not isinstance(error, JournalBroken) and not has(error, DAMAGED):
                raise named(error, path) from error
        put_aside(path)
        journal = cls(path, open_file(path, most_pages), clock)
        journal.warnings = (CORRUPT,)
        return journal

    @classmethod
    def read(cls, folder: Path) -> Journal:
        """The journal of a folder, to look things up: a missing file is not made, a damaged one stays where it is.

        Raises:
            FileNotFoundError: there is none.
            JournalBroken: it is damaged.
            JournalReadOnly: it cannot be opened.
        """
        path = folder / NAME
        if not path.exists():
            raise FileNotFoundError(f"{path}: expected the journal of games that were played; there is none")
        try:
            return cls(path, open_file(path, None), time.time)
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
        with Writing(self._db, self.path) as db:
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
        with Writing(self._db, self.path):
            self._sit_down(game, leaving)

    def interrupted(self) -> tuple[int, ...]:
        """The games that others interrupted, by number, those interrupted last first."""
        return tuple(int(game) for (game,) in self._db.execute(INTERRUPTED))

    def by_sitting(self, most: int = -1) -> tuple[int, ...]:
        """At most so many games by number, -1 for all: the one that goes on, then those that went on before it."""
        return tuple(int(game) for (game,) in self._db.execute(BY_SITTING, (most,)))

    def kept(self, game: int, sentence: Sentence = plain_sentence) -> tuple[str, Table] | None:
        """When a game was begun, and its table as it stood; None where there is none that can be read."""
        row = self._db.execute("SELECT started, stand FROM games WHERE id = ?", (game,)).fetchone()
        try:
            return None if row is None else (str(row[0]), table_store.from_json(json.loads(row[1]), sentence))
        except (ValueError, KeyError, TypeError):
            return None

    def _sit_down(self, game: int, leaving: int) -> None:
        self._db.execute("INSERT INTO sittings (game, at) VALUES (?, ?)", (game, self._now()))
        self._db.execute("DELETE FROM interrupted WHERE game = ?", (game,))
        if leaving:
            self._db.execute("INSERT OR REPLACE INTO interrupted (game) VALUES (?)", (leaving,))

    def write(self, game: int, step: Step) -> None:
        """What happened and how the table stands, in one piece: after a power cut all is there or none.

        Raises JournalFull, JournalReadOnly or JournalBroken; then nothing was written.
        """
        with Writing(self._db, self.path) as db:
            self._add(game, step.events)
            db.execute("UPDATE games SET stand = ? WHERE id = ?", (stand(step.table), game))

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
        """The game that went on last and its table as it stood; None when there is none that can be read."""
        game = next(iter(self.by_sitting(1)), None)
        row = self._db.execute("SELECT id, stand FROM games WHERE id = ?", (game,)).fetchone()
        if row is None:
            return None
        try:
            return int(row[0]), table_store.from_json(json.loads(row[1]), sentence)
        except (ValueError, KeyError, TypeError):
            self.warnings = (*self.warnings, UNREADABLE)
            return None

    def lines(self, game: int | None = None, last: int | None = None) -> Iterator[dict[str, Any]]:
        """The events of a game, or of all, oldest first: each with `game_id`, `seq`, `at` (wall clock).

        Args:
            game: its number; None for every game.
            last: only so many of the newest.
        """
        limit = -1 if last is None else last
        rows = self._db.execute(NEWEST, (game, game, limit)).fetchall()
        for number, seq, at, line in reversed(rows):
            yield {"game_id": number, "seq": seq, "at": at} | json.loads(line)

    def match(self, game: int) -> Match | None:
        """A game as it counts; None where there is none, where nothing was refereed, or where it cannot be read."""
        row = self._db.execute("SELECT stand FROM games WHERE id = ?", (game,)).fetchone()
        try:
            return None if row is None else table_store.from_json(json.loads(row[0])).match
        except (ValueError, KeyError, TypeError):
            return None

    def games(self) -> tuple[GameLine, ...]:
        """Every game, oldest first; those that cannot be read any more are left out."""
        rows = self._db.execute("SELECT id, started, setup, seq FROM games ORDER BY id").fetchall()
        found = []
        for number, started, said, seq in rows:
            try:
                setup = Setup.from_json(json.loads(said))
            except ValueError:
                continue
            found.append(GameLine(number, started, setup, seq, self._over(number)))
        return tuple(found)

    def _over(self, game: int) -> bool:
        """Every game of the series has ended, and no correction took the last end back."""
        match = self.match(game)
        return match is not None and match.game.is_over(match.state)


def resume(folder: Path) -> Table | None:
    """The table of the newest game in a folder's journal as it stood; None when there is none."""
    with Journal.open(folder) as journal:
        found = journal.resume()
    return None if found is None else found[1]
