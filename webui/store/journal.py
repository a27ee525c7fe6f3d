"""The journal: everything that happened at the table, on disk before anybody sees it.

One SQLite file. It holds first names as they were typed, and no pictures.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import quote

from referee.match import Match

from ..files import sync_folder, wipe, wipe_below
from ..table.results import NO_RESULTS, MatchResults, results_of
from ..table.values.events import EventLine, TableEvent
from ..table.values.sentence import plain_sentence
from ..table.values.setup import Setup
from ..table.values.state import Sentence, Step, Table
from .copies import copies, forget
from .elsewhere import erase_elsewhere
from .file import (
    DAMAGED,
    IN_MEMORY,
    OWNERS,
    WAIT,
    JournalBroken,
    JournalBusy,
    JournalError,
    JournalFull,
    JournalGone,
    JournalReadOnly,
    Transaction,
    begin_file,
    has,
    make_folder,
    named,
    stand,
    with_tables,
)
from .form import open_form, open_mended
from .parts import WrittenGame, lost, put, whole
from .rows import ROTTEN, event_of, match_of, setup_of, table_of
from .salvage import put_back
from .sums import GAME, Rotten, expect, linked, row_sum, sealed

NAME = "journal.sqlite"
# Text comes as bytes: SQLite hands out no row at all where one column of it is no UTF-8.
NEWEST = """
SELECT game, seq, CAST(at AS BLOB), CAST(line AS BLOB), CAST(sum AS BLOB) FROM events
WHERE ? IS NULL OR game = ? ORDER BY game DESC, seq DESC LIMIT ?
"""
GAMES = "SELECT id FROM games ORDER BY id DESC LIMIT ?"
LINE = "SELECT CAST(started AS BLOB), CAST(sum AS BLOB) FROM games WHERE id = ?"
ASIDE = (
    f"{NAME}.corrupt-*", f"{NAME}.before-*", f"{NAME}.salvaged*", f"{NAME}.copy*", "before-restore-*", ".backup-*",
    ".restore-*",
)  # fmt: skip
"""Other files of old journals in the folder, including drafts that a power cut interrupted."""
OF_A_GAME = (("events", "game"), ("parts", "game"), ("sittings", "game"), ("interrupted", "game"), ("games", "id"))
"""Tables that hold games, each with its column of game numbers."""
STARTED = "SELECT CAST(started AS BLOB) FROM games WHERE id = ?"
CHAIN = "SELECT seq, CAST(chain AS BLOB) FROM games WHERE id = ?"

SITTINGS = """
SELECT sitting, CAST(game AS INTEGER), CAST(at AS BLOB), CAST(sum AS BLOB) FROM sittings ORDER BY sitting DESC
"""
SINCE_REFUSED = """
SELECT game, seq, CAST(at AS BLOB), CAST(line AS BLOB), CAST(sum AS BLOB) FROM events
WHERE game = ? AND seq >= (SELECT min(seq) FROM events WHERE game = ? AND line LIKE '{"event": "move_refused"%')
ORDER BY seq
"""
"""A game's events from its first refusal on; none if nothing was refused."""
NUMBERS = "SELECT id FROM games ORDER BY id DESC"

BEGUN = "SELECT id FROM games WHERE CAST(started AS TEXT) >= ? ORDER BY id"

INTERRUPTED = "SELECT CAST(game AS INTEGER) FROM interrupted ORDER BY number DESC"

LOOKED_THROUGH = 500
"""How many games are checked against their sums at the start: a school year's."""

CORRUPT = "journal_corrupt"
"""The warning after a damaged file was put aside."""

UNREADABLE = "journal_unreadable"
"""The warning that something of the newest games cannot be read: corrupt, or written by another Piste."""

__all__ = [
    "Deed", "GameLine", "Journal", "JournalBroken", "JournalBusy", "JournalError", "JournalFull", "JournalGone",
    "JournalReadOnly", "MemoryJournal", "resume",
]  # fmt: skip


def wipe_aside(folder: Path) -> None:
    """Wipes the other files of old journals in a data folder. Raises OSError."""
    for aside in (path for kind in ASIDE for path in folder.glob(kind)):
        if aside.is_dir():
            wipe_below(aside)
            shutil.rmtree(aside, ignore_errors=True)
        elif aside.is_file():
            wipe(aside)


@dataclass(frozen=True)
class GameLine:
    """One game of the journal.

    Attributes:
        id: its number, from 1, oldest first.
        started: wall clock, ISO 8601 with the time zone.
        setup: what was agreed on.
        events: how many were written.
        over: it was played to its end.
        names: the players of its refereed part, in their order; none if nothing was refereed.
        winners: those of them who have won; none before the end.
        results: of its players, in the same order.
    """

    id: int
    started: str
    setup: Setup
    events: int
    over: bool = False
    names: tuple[str, ...] = ()
    winners: frozenset[str] = frozenset()
    results: MatchResults = NO_RESULTS


@dataclass(frozen=True)
class Deed:
    """Something to write, and when it was done.

    Attributes:
        game: its number.
        at: wall clock, in the form of `Journal.now`.
        step: what happened, and the table then; None if the game is only resumed.
        begins: it is a new game.
        leaving: the game that it interrupts; 0 for none.
    """

    game: int
    at: str
    step: Step | None
    begins: bool = False
    leaving: int = 0


class Journal:
    """The open journal of a folder. Use it from one thread at a time.

    Attributes:
        warnings: words of what happened while it was opened: journal_corrupt, journal_unreadable.
        path: the file.
    """

    def __init__(
        self, path: Path, db: sqlite3.Connection, clock: Callable[[], float], most_pages: int | None = None
    ) -> None:
        self.path, self._most_pages = path, most_pages
        self.warnings: tuple[str, ...] = ()
        self._db = db
        self._clock = clock
        self._opened, self._folder, self._log = _there(path), _there(path.parent), _there(_log_of(path))
        self._mark: tuple[int, bytes] | None = None
        self._highest = 0
        self._written: WrittenGame | None = None
        self._listed: dict[int, tuple[tuple[bytes, bytes], GameLine]] = {}
        self._look_back()

    @classmethod
    def open(
        cls, folder: Path, *, clock: Callable[[], float] = time.time, most_pages: int | None = None
    ) -> Self:
        """The journal of a folder, which is made if missing.

        A damaged file is put aside as journal.sqlite.corrupt-1, -2, ..., and a new one with what could be read of it is
        opened.

        Args:
            folder: where the file lies.
            clock: wall clock, seconds since 1970.
            most_pages: the file's limit in pages of 4 KiB; None for no limit.

        Raises:
            JournalReadOnly: folder or file cannot be written.
            JournalFull: no room for the first page, for the copy of an older file, or for what is read of a damaged
                one, which stays where it is.
            JournalBusy: another program holds the file.
            JournalNewer: a newer Piste wrote the file.
            JournalOlder: a Piste before 1.0.0 wrote it; it stays as it was.
        """
        path = folder / NAME
        make_folder(folder)
        try:
            put_back(path)
            if copies(path) and not path.exists():
                raise JournalBroken(f"{path}: expected the journal of which there are copies; it is gone")
            begin_file(path)
            if path.is_file() and not path.stat().st_size:
                raise JournalBroken(f"{path}: expected a journal; it is cut to nothing")
            journal = cls(path, open_form(path, most_pages), clock, most_pages)
            journal._looked_through()
            journal.checkpoint()
            return journal
        except (sqlite3.Error, JournalError) as error:
            if not isinstance(error, JournalBroken) and not has(error, DAMAGED):
                raise named(error, path) from error
        try:
            journal = cls(path, open_mended(path, most_pages), clock, most_pages)
        except sqlite3.Error as error:
            raise named(error, path) from error
        journal.warnings = (CORRUPT,)
        return journal

    @classmethod
    def read(cls, folder: Path) -> Self:
        """The journal of a folder for reading: a missing file is not made, a damaged one stays where it is.

        Raises:
            FileNotFoundError: there is none.
            JournalBroken: it is damaged.
            JournalReadOnly: it cannot be opened.
            JournalNewer: a newer Piste wrote it.
            JournalOlder: a Piste before 1.0.0 wrote it; it stays as it was.
        """
        path = folder / NAME
        if not path.exists():
            raise FileNotFoundError(f"{path}: expected the journal of games that were played; there is none")
        try:
            return cls(path, open_form(path, None), time.time)
        except sqlite3.Error as error:
            raise named(error, path) from error

    def __enter__(self) -> Self:
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
        self._written = None
        with Transaction(self._db, self.path):
            game = self._begin(None, step, leaving, self.now())
        self._remember(game)
        return game

    def take_up(self, game: int, leaving: int = 0) -> None:
        """Resumes this interrupted game; all others stay as they are. Raises what `write` raises."""
        with Transaction(self._db, self.path):
            self._sit_down(game, leaving, self.now())

    def catch_up(self, deeds: Iterable[Deed]) -> None:
        """Writes waiting deeds in their order and in one transaction: all of them or none.

        Deeds already written without confirmation are not written twice. Raises what `write` raises; then nothing was
        written.
        """
        deeds = tuple(deeds)
        there = max((number for number, deed in enumerate(deeds, 1) if self._holds(self._db, (deed,))), default=0)
        written, self._written = self._written, None
        with Transaction(self._db, self.path):
            for deed in deeds[there:]:
                if deed.step is None:
                    self._sit_down(deed.game, deed.leaving, deed.at)
                elif deed.begins:
                    self._begin(deed.game, deed.step, deed.leaving, deed.at)
                else:
                    written = self._go_on(deed.game, deed.step, deed.at, written)
        self._written = written
        for deed in deeds:
            self._remember(deed.game)

    def interrupted(self) -> tuple[int, ...]:
        """The numbers of the interrupted games, those interrupted last first."""
        return tuple(game for (game,) in self._rows(INTERRUPTED))

    def begun(self, since: str) -> tuple[int, ...]:
        """The numbers of the games begun then or later, oldest first.

        Args:
            since: UTC, ISO 8601 as of `GameLine.started`.
        """
        return tuple(game for (game,) in self._rows(BEGUN, since))

    def by_sitting(self, most: int = -1) -> tuple[int, ...]:
        """At most so many games by number, -1 for all: the running one, then those that were played before it."""
        there = dict.fromkeys(game for (game,) in self._rows(NUMBERS))
        sat = dict.fromkeys(game for game in self._sittings() if game in there)
        return tuple({**sat, **there})[: None if most < 0 else most]

    def _sittings(self) -> Iterator[int]:
        """The games that were played, newest first, once per sitting."""
        for *sitting, total in self._rows(SITTINGS):
            try:
                expect(total, *sitting)
            except Rotten:
                self._unreadable()
            else:
                yield sitting[1]

    def stored_game(self, game: int, sentence: Sentence = plain_sentence) -> tuple[str, Table] | None:
        """When a game began, and its table as it stood; None if it cannot be read."""
        try:
            (started,) = self._db.execute(STARTED, (game,)).fetchone()
            return started.decode(errors="replace"), table_of(self._whole(game), sentence)
        except ROTTEN:
            return None

    def _begin(self, number: int | None, step: Step, leaving: int, at: str) -> int:
        setup = json.dumps(step.table.setup.to_json(), ensure_ascii=False)
        row = self._db.execute(
            "INSERT INTO games (id, started, setup, stand, seq) VALUES (?, ?, ?, ?, 0)",
            (number, at, setup, stand(step.table)),
        )
        game = int(row.lastrowid or 0)
        self._sit_down(game, leaving, at)
        self._add(game, step.events, at)
        sealed(self._db, game)
        return game

    def _go_on(self, game: int, step: Step, at: str, before: WrittenGame | None) -> WrittenGame:
        self._add(game, step.events, at)
        setup = json.dumps(step.table.setup.to_json(), ensure_ascii=False)  # a player may have been replaced
        stands, written = put(self._db, game, step.table, before)
        self._db.execute("UPDATE games SET stand = ?, setup = ? WHERE id = ?", (stands, setup, game))
        sealed(self._db, game)
        return written

    def _sit_down(self, game: int, leaving: int, at: str) -> None:
        sitting = self._db.execute("INSERT INTO sittings (game, at) VALUES (?, ?)", (game, at)).lastrowid
        self._db.execute("UPDATE sittings SET sum = ? WHERE sitting = ?", (row_sum(sitting, game, at), sitting))
        self._db.execute("DELETE FROM interrupted WHERE game = ?", (game,))
        if leaving:
            self._db.execute("INSERT OR REPLACE INTO interrupted (game) VALUES (?)", (leaving,))

    def write(self, game: int, step: Step) -> None:
        """Writes what happened and the table in one transaction: after a power cut all is there or none.

        Raises JournalFull, JournalReadOnly, JournalBusy or JournalBroken; then nothing was written.
        """
        before, self._written = self._written, None
        with Transaction(self._db, self.path):
            written = self._go_on(game, step, self.now(), before)
        self._written = written
        self._remember(game)

    def erase(self, game: int | None = None) -> None:
        """Erases a game, or with None every one: nothing of it remains in the file, or beside it if all are erased.

        Every copy goes too; one on an absent medium is owed. Raises what `write` raises; then nothing was erased.
        """
        with Transaction(self._db, self.path) as db:
            for table, column in OF_A_GAME:
                db.execute(f"DELETE FROM {table} WHERE ? IS NULL OR {column} = ?", (game, game))
        self._listed.clear()
        self._look_back()
        self._empty_log()
        forget(self.path)
        erase_elsewhere(self.path.parent, copies_alone=True)
        if game is None:
            wipe_aside(self.path.parent)
        sync_folder(self.path.parent)

    def _empty_log(self) -> None:
        """Writes the log, which still holds the old pages, to the file and cuts it to nothing.

        Raises JournalBusy if somebody still reads from it: erasing again then completes it.
        """
        (busy, *_) = self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if busy:
            raise JournalBusy(f"{self.path}: expected a file that no other program holds; it is being read or copied")

    def started(self, game: int) -> str | None:
        """When a game began; None if it cannot be read."""
        row = self._db.execute(STARTED, (game,)).fetchone()
        return row[0].decode(errors="replace") if row else None

    def probe(self) -> None:
        """Writes nothing, and raises what `write` would if the file is missing, cannot be written, or is held."""
        self.expect_there()
        with Transaction(self._db, self.path):
            pass

    def expect_there(self) -> None:
        """Raises JournalGone, or JournalReadOnly if its disk has become so: SQLite would notice neither for long."""
        try:
            status, disk = self.path.stat(), os.statvfs(self.path)
        except OSError as error:
            raise JournalGone(f"{self.path}: expected the file that was opened; got: {error.strerror}") from error
        if (status.st_dev, status.st_ino) != self._opened:
            raise JournalGone(f"{self.path}: expected the file that was opened; another one lies in its place")
        self._log = _there(_log_of(self.path)) or self._log
        if disk.f_flag & os.ST_RDONLY:
            raise JournalReadOnly(f"{self.path}: expected a disk that can be written to; it is read-only")

    def come_back(self) -> None:
        """Like `probe`, after a recovery if the file was taken away.

        Another file in its place that holds the newest writes is used: a disk has returned, or somebody restored the
        file. If there is none, in the same folder, it is written again from what SQLite still holds. Raises what
        `probe` raises.
        """
        try:
            self.expect_there()
        except JournalGone:
            if _there(self.path) is None and _there(self.path.parent) == self._folder:
                self._write_anew()
            self.open_again()
        self._db.execute("PRAGMA busy_timeout = 0")  # it is asked again and again: nobody waits for it
        try:
            self.probe()
        finally:
            self._db.execute(f"PRAGMA busy_timeout = {WAIT}")

    def open_again(self, deeds: Iterable[Deed] = ()) -> None:
        """Continues with the file in its place now, if it holds the newest writes; no log is emptied.

        Args:
            deeds: what may have been written since then without confirmation.

        Raises JournalGone; then nothing was changed.
        """
        if not self._is_ours(deeds):
            raise JournalGone(f"{self.path}: expected the file that was opened; another one lies in its place, or none")
        try:
            db = open_form(self.path, self._most_pages)
        except (sqlite3.Error, JournalError, OSError) as error:
            raise JournalGone(f"{self.path}: expected the file that was opened; got: {error}") from error
        with suppress(sqlite3.Error):  # what it was opened on may be gone
            self._db.close()
        self._written = None
        self._db, self._opened, self._folder = db, _there(self.path), _there(self.path.parent)
        self._log = _there(_log_of(self.path))

    def _write_anew(self) -> None:
        draft = self.path.with_name(f"{self.path.name}.copy-anew")
        try:
            draft.unlink(missing_ok=True)
            os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNERS))
            with closing(sqlite3.connect(draft)) as beside:
                self._db.backup(beside)
                beside.execute("PRAGMA journal_mode = DELETE")
            for end in ("-wal", "-shm"):  # they were the other file's: this one would be taken for it
                self.path.with_name(f"{self.path.name}{end}").unlink(missing_ok=True)
            draft.rename(self.path)
            sync_folder(self.path.parent)
        except (OSError, sqlite3.Error) as error:
            with suppress(OSError):
                draft.unlink(missing_ok=True)
            raise JournalGone(f"{self.path}: expected a file that can be written anew; got: {error}") from error

    @property
    def highest(self) -> int:
        """The highest number of a game so far, 0 for none."""
        return self._highest

    def _look_back(self) -> None:
        """Remembers what was written last."""
        self._mark, self._highest, self._written = None, 0, None
        with suppress(sqlite3.Error):
            ((highest,),) = self._db.execute("SELECT coalesce(max(id), 0) FROM games").fetchall()
            self._highest = int(highest)
            self._remember(self._highest)

    def _remember(self, game: int) -> None:
        total = _sum_of(self._db, game)
        if total is not None:
            self._mark, self._highest = (game, total), max(game, self._highest)

    def _is_ours(self, deeds: Iterable[Deed]) -> bool:
        """Whether the file in its place is the one that was written to; only reads it.

        SQLite would use our log for another file; then it is not ours.
        """
        log = _there(_log_of(self.path))
        if log is not None and log == self._log and _there(self.path) != self._opened:
            return False
        try:
            with closing(sqlite3.connect(f"file:{quote(str(self.path))}?mode=ro", uri=True, timeout=0)) as db:
                return self._same(db) or self._holds(db, deeds)
        except sqlite3.Error:
            return False

    def _same(self, db: sqlite3.Connection) -> bool:
        """Whether a file holds the newest writes to this one."""
        if self._mark is None:
            return db.execute("SELECT 1 FROM games LIMIT 1").fetchone() is None
        return _sum_of(db, self._mark[0]) == self._mark[1]

    def _holds(self, db: sqlite3.Connection, deeds: Iterable[Deed]) -> bool:
        """Whether a file already holds these deeds: they were written without confirmation."""
        events = ((deed.game, deed.at, event) for deed in deeds for event in (deed.step.events if deed.step else ()))
        for game, at, event in events:  # the first one: they are all there or none
            query = "SELECT 1 FROM events WHERE game = ? AND at = ? AND line = ?"
            with suppress(sqlite3.Error):
                return db.execute(query, (game, at, event.to_line())).fetchone() is not None
        return False

    def checkpoint(self) -> None:
        """Empties the log into the file, unless somebody reads it: a copy of that one file is then complete."""
        with suppress(sqlite3.Error):  # later, then
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _add(self, game: int, events: Iterable[TableEvent], at: str) -> None:
        for seq, chain in self._db.execute(CHAIN, (game,)).fetchall():
            number, link = int(seq), chain.decode()
            for event in events:
                number, line = number + 1, event.to_line()
                total = row_sum(game, number, at, line)
                link = linked(link, (total,))
                self._db.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?)", (game, number, at, line, total))
            self._db.execute("UPDATE games SET seq = ?, chain = ? WHERE id = ?", (number, link, game))

    def now(self) -> str:
        """The wall clock in its written form."""
        return datetime.fromtimestamp(self._clock(), UTC).isoformat(timespec="milliseconds")

    def resume(self, sentence: Sentence = plain_sentence) -> tuple[int, Table] | None:
        """The newest readable game, and its table as it stood; None if there is none.

        Newer unreadable ones stay where they are, and `warnings` reports them.
        """
        for game in self.by_sitting():
            try:
                return game, table_of(self._whole(game), sentence)
            except ROTTEN:
                self._unreadable()
        return None

    def lines(self, game: int | None = None, last: int | None = None) -> Iterator[EventLine]:
        """The events of a game, or of all, oldest first: each with `game_id`, `seq`, `at` (wall clock).

        Unreadable ones are left out, and `warnings` reports them.

        Args:
            game: its number; None for every game.
            last: only so many of the newest.
        """
        limit = -1 if last is None else last
        yield from self._sound(reversed(self._rows(NEWEST, game, game, limit)))

    def _sound(self, rows: Iterable[Any]) -> Iterator[EventLine]:
        for row in rows:
            try:
                expect(row[-1], *row[:-1])
                yield event_of(*row[:-1])
            except ROTTEN:
                self._unreadable()

    def match(self, game: int) -> Match | None:
        """A game as it counts; None if there is none, if nothing was refereed, or if it cannot be read."""
        try:
            return match_of(self._whole(game))
        except ROTTEN:
            return None

    def games(self, last: int = -1) -> tuple[GameLine, ...]:
        """The newest games, at most so many, -1 for all, oldest first, without the unreadable ones."""
        return tuple(line for number in self.numbers(last) if (line := self.line(number)) is not None)

    def numbers(self, last: int = -1) -> tuple[int, ...]:
        """The numbers of the newest games, at most so many, -1 for all, oldest first, including unreadable ones."""
        return tuple(number for (number,) in reversed(self._rows(GAMES, last)))

    def written(self, game: int) -> tuple[bytes, bytes] | None:
        """When a game began, and the sum of its row, which changes with every write. None if there is no such game."""
        rows = self._rows(LINE, game)
        return (rows[0][0], rows[0][1]) if rows else None

    def line(self, game: int) -> GameLine | None:
        """A game of a list; None if it cannot be read.

        It is read again only after a change of its row: a school year has hundreds of games.
        """
        try:
            written = self.written(game)
            known = self._listed.get(game)
            if written is None:
                return None
            if known is None or known[0] != written:
                setup, _, seq = self._row(game)
                line = GameLine(game, written[0].decode(), setup_of(setup), seq)
                known = written, self._played(line, self.match(game))
                self._listed[game] = known
        except ROTTEN:
            return None
        return known[1]

    def _played(self, line: GameLine, match: Match | None) -> GameLine:
        """The line with what its match has come to, if there is one. Raises one of ROTTEN."""
        if match is None:
            return line
        over = match.game.is_over(match.state)
        won = match.game.winners(match.state) if over else ()
        winners = frozenset(match.names[player] for player in won)
        results = results_of(match, self._sound(self._rows(SINCE_REFUSED, line.id, line.id)))
        return replace(line, over=over, names=tuple(match.names), winners=winners, results=results)

    def _whole(self, game: int) -> Mapping[str, Any]:
        """A game's state as it was written. Raises one of ROTTEN."""
        return whole(self._db, game, self._row(game)[1])

    def _row(self, game: int) -> tuple[bytes, bytes, int]:
        """A game's setup, stand and number of events, as they were written. Raises one of ROTTEN."""
        *row, total = self._db.execute(GAME, (game,)).fetchone()
        expect(total, *row)
        return row[1], row[2], row[3]

    def _rows(self, question: str, *given: int | str | None) -> list[Any]:
        """The rows of an answer; none if the file has other columns, for then it is not ours."""
        try:
            return self._db.execute(question, given).fetchall()
        except sqlite3.Error:
            self._unreadable()
            return []

    def _looked_through(self) -> None:
        """Checks the newest games; `warnings` reports lost or changed rows."""
        for game in self.by_sitting(LOOKED_THROUGH):
            try:
                if lost(self._db, game):
                    self._unreadable()
            except ROTTEN:
                self._unreadable()

    def _unreadable(self) -> None:
        if UNREADABLE not in self.warnings:
            self.warnings = (*self.warnings, UNREADABLE)


class MemoryJournal(Journal):
    """A journal that no file holds: it is gone once it is closed."""

    @classmethod
    def open_new(cls, clock: Callable[[], float] = time.time) -> Self:
        """An empty one; `clock` is the wall clock, seconds since 1970."""
        return cls(Path(IN_MEMORY), with_tables(IN_MEMORY), clock)

    def expect_there(self) -> None:
        """Nobody can take it away."""


def _there(path: Path) -> tuple[int, int] | None:
    """The device and inode of a file or folder; None if there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _log_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def _sum_of(db: sqlite3.Connection, game: int) -> bytes | None:
    """The sum of a game's row; None if there is none."""
    try:
        row = db.execute("SELECT CAST(sum AS BLOB) FROM games WHERE id = ?", (game,)).fetchone()
    except sqlite3.Error:
        return None
    return None if row is None else bytes(row[0])


def resume(folder: Path) -> Table | None:
    """The table of the newest game in a folder's journal as it stood; None if there is none."""
    with Journal.open(folder) as journal:
        newest = journal.resume()
    return None if newest is None else newest[1]
