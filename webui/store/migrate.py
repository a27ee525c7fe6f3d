"""Journals of an older Piste: copied beside, then rewritten in the form of this one, whole or not at all.

`PRAGMA user_version` tells the form. 0: games without belief; a doubtful throw is a question, or looked at a while
longer. 1: what `webui.table.store` writes. 2: with the sums of `webui.store.sums`. 3: the older events of a game
stand in the parts of `webui.store.parts`; a stand of 2 goes on as it is, until its game does.
"""

from __future__ import annotations

import filecmp
import json
import os
import shutil
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from errno import ENOSPC
from math import log
from pathlib import Path
from typing import Any
from urllib.parse import quote

from referee.core import Roll
from referee.match import Match

from ..files import put_aside
from ..table import store as table_store
from ..table.belief import Belief, Cast, History, of
from ..table.state import Table, Throws
from .connection import JournalConnection
from .file import (
    DAMAGED,
    SUMMED,
    TABLES,
    JournalBroken,
    JournalError,
    JournalFull,
    JournalNewer,
    JournalOlder,
    JournalReadOnly,
    Transaction,
    has,
    open_file,
    stand,
)
from .salvage import put_right
from .sums import row_sum, sum_up

VERSION = 3
SUMS_SINCE = 2

UNREADABLE = (ValueError, KeyError, TypeError, AttributeError)
"""What reading a stand of another form, or a damaged one, raises."""

COLUMNS = {"id", "started", "setup", "stand", "seq"}
STANDS = "SELECT CAST(stand AS BLOB) FROM games WHERE id = ?"
LINES = "SELECT CAST(line AS BLOB) FROM events WHERE game = ? ORDER BY seq"


def opened(path: Path, most_pages: int | None) -> sqlite3.Connection:
    """The file, sound, with its tables and in the form of this Piste; a copy of an older one lies beside it.

    Raises sqlite3.Error or a JournalError; JournalNewer, nothing touched, where a newer Piste wrote it; JournalOlder,
    nothing changed, where one of an older Piste cannot be rewritten.
    """
    if path.is_file():
        _refuse_newer(path)
    db = open_file(path, most_pages)
    try:
        _brought_up(db, path)
    except (sqlite3.Error, JournalError):
        db.close()
        raise
    return db


def mended(path: Path, most_pages: int | None) -> sqlite3.Connection:
    """In place of a damaged file, which is put aside, one with what could be read of it; an empty one at worst.

    Raises what `opened` raises.
    """
    put_right(path, most_pages)
    try:
        return opened(path, most_pages)
    except (sqlite3.Error, JournalError) as error:
        if not isinstance(error, JournalBroken) and not has(error, DAMAGED):
            raise
    put_aside(path)
    return opened(path, most_pages)


def _refuse_newer(path: Path) -> None:
    # Where the power went while the file was made, what was begun must be rolled back before anything can be read.
    mode = "rw" if path.with_name(f"{path.name}-journal").exists() else "ro"
    with closing(sqlite3.connect(f"file:{quote(str(path))}?mode={mode}", uri=True, factory=JournalConnection)) as db:
        found = _version(db)
        if found == VERSION:
            _expect_tables(db, path)
    if found > VERSION:
        raise JournalNewer(
            f"{path}: expected a journal of version {VERSION} or older; got {found}, of a newer Piste"
        )


def _expect_tables(db: sqlite3.Connection, path: Path) -> None:
    """A letter of a table's name may be another: what is missing must not be made anew, empty. Raises JournalBroken."""
    with closing(sqlite3.connect(":memory:")) as fresh:
        fresh.executescript(TABLES)
        for (table,) in fresh.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            due, has = ({name for _, name, *_ in one.execute(f"PRAGMA table_info({table})")} for one in (fresh, db))
            if due - has:
                raise JournalBroken(f"{path}: expected {', '.join(sorted(due - has))} in its {table}")


def _version(db: sqlite3.Connection) -> int:
    """The file's form; what stands in its own row counts more than a number in the file's head."""
    try:
        for version, said in db.execute("SELECT version, CAST(sum AS BLOB) FROM form ORDER BY version DESC"):
            if said == row_sum("form", version).encode():
                return int(version)
    except sqlite3.Error:
        pass  # older, or rotten just there
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def _say_version(db: sqlite3.Connection) -> None:
    db.execute("DELETE FROM form")
    db.execute("INSERT INTO form VALUES (?, ?)", (VERSION, row_sum("form", VERSION)))
    db.execute(f"PRAGMA user_version = {VERSION}")


def _brought_up(db: sqlite3.Connection, path: Path) -> None:
    """Every game in the form of this Piste, or JournalOlder and the file as it was."""
    if _version(db) == VERSION:
        if db.execute("PRAGMA user_version").fetchone()[0] != VERSION:
            _say_version(db)
        return
    found = {name for _, name, *_ in db.execute("PRAGMA table_info(games)")}
    if COLUMNS - found:
        raise JournalBroken(f"{path}: expected a journal of Piste's; its games have other columns")
    try:
        _rewrite(db, path)
    except JournalBroken as error:
        why = error.__cause__
        if isinstance(why, Exception) and has(why, DAMAGED):
            raise
        raise JournalOlder(
            f"{path}: expected to bring the journal of an older Piste up to version {VERSION}; got: {why}. It was left "
            "as it is: take up the older Piste again, or move the file away to begin a new one"
        ) from why


def _rewrite(db: sqlite3.Connection, path: Path) -> None:
    """Every game in the form of this Piste, in one transaction; first the copy, where there is any game."""
    with Transaction(db, path):
        games = [game for (game,) in db.execute("SELECT id FROM games")]
        if _version(db) == VERSION:  # another program was faster
            return
        if games:
            _copied(path)
        found = _version(db)
        if found < SUMS_SINCE:
            _summed(db, games, older=found == 0)
        _say_version(db)


def _summed(db: sqlite3.Connection, games: Sequence[int], *, older: bool) -> None:
    """Every row has its sum: nobody knew before whether it was as it was written."""
    for table, column in SUMMED:
        if column not in {name for _, name, *_ in db.execute(f"PRAGMA table_info({table})")}:
            db.execute(f"ALTER TABLE {table} ADD COLUMN {column} TEXT NOT NULL DEFAULT ''")
    for game in games:
        if older:
            _rewritten(db, game)
        sum_up(db, game)
    for sitting in db.execute("SELECT sitting, game, CAST(at AS BLOB) FROM sittings").fetchall():
        db.execute("UPDATE sittings SET sum = ? WHERE sitting = ?", (row_sum(*sitting), sitting[0]))


def _copied(path: Path) -> None:
    """The file as it is, beside it, as journal.sqlite.before-3; another copy of that name stays, the same is kept once.

    Read by a connection of its own: the one that holds the file for writing could not.
    """
    copy = path.with_name(f"{path.name}.before-{VERSION}")
    draft = path.with_name(f"{path.name}.copy")
    try:
        draft.unlink(missing_ok=True)
        draft.touch(mode=0o600)
        with closing(sqlite3.connect(path)) as db, closing(sqlite3.connect(draft)) as beside:
            db.backup(beside)
        shutil.copymode(path, draft)
        number = 1
        while copy.exists():
            if filecmp.cmp(draft, copy, shallow=False):  # an earlier try failed after its copy
                draft.unlink()
                return
            number += 1
            copy = path.with_name(f"{path.name}.before-{VERSION}-{number}")
        _kept(draft)
        draft.rename(copy)
        _kept(path.parent)
    except (OSError, sqlite3.Error) as error:
        draft.unlink(missing_ok=True)
        if isinstance(error, sqlite3.Error):
            raise
        kind = JournalFull if error.errno == ENOSPC else JournalReadOnly
        raise kind(f"{copy}: expected room for a copy of the journal; got: {error.strerror}") from error


def _kept(path: Path) -> None:
    """What was written survives a power cut."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _rewritten(db: sqlite3.Connection, game: int) -> None:
    """A game's stand in the form of this Piste; one that cannot be read stays as it is."""
    (said,) = db.execute(STANDS, (game,)).fetchone()
    try:
        table = from_version_0(json.loads(said), tuple(_lines(db, game)))
    except UNREADABLE:
        return
    db.execute("UPDATE games SET stand = ? WHERE id = ?", (stand(table), game))


def _lines(db: sqlite3.Connection, game: int) -> Iterator[Mapping[str, Any]]:
    for (line,) in db.execute(LINES, (game,)):
        try:
            event = json.loads(line)
        except ValueError:
            continue
        if isinstance(event, dict):
            yield event


def from_version_0(said: Mapping[str, Any], told: Sequence[Mapping[str, Any]]) -> Table:
    """The table that a journal of version 0 says, going on from its match; a doubtful throw is asked about.

    Args:
        said: what stood in the journal.
        told: the events of its game, oldest first.

    Raises one of UNREADABLE for anything else.
    """
    spots = {space: spot | {"told": _stood(spot)} for space, spot in said["spots"].items()}
    new: dict[str, Any] = {
        "times": [],
        "belief": [],
        "rest": None,
        "rested": 0.0,
        "missed": False,
        "throws": {},
        "spots": spots,
    }
    new |= {"match": said["match"] or [], "times": _times(said["match"] or [], told)}
    table = table_store.from_json({**said, **new})
    throws = _throws(said["throws"])
    if table.match is None:
        return replace(table, throws=throws)
    return replace(table, throws=throws, belief=_belief(table.match, table.times, throws, table.t))


def _stood(spot: Mapping[str, Any]) -> str | None:
    shows = spot["said"] or spot["kind"]
    return shows if shows in ("open", "closed") else None


def _throws(said: Mapping[str, Any]) -> Throws:
    """What is told of the dice. Nobody sees any more what was looked at a while longer: that too is asked."""
    waits = said["unread"] or {"readings": [], "odds": []}
    readings, odds = (said["doubt"], said["odds"]) if said["doubt"] else (waits["readings"], waits["odds"])
    return Throws(
        count=said["count"],
        rolling=said["rolling"] and not readings,
        dice=tuple(said["dice"]),
        sure=said["sure"],
        doubt=tuple(tuple(reading) for reading in readings),
        odds=tuple(odds),
        asks=bool(readings),
        void=tuple(said["void"]),
        absorb=said["absorb"],
    )


def _belief(match: Match, times: Sequence[float], throws: Throws, t: float) -> Belief:
    """The match is sure; of a doubtful throw, each reading that was due is a history."""
    start = History(match, times, Cast())
    ways = zip(throws.doubt, throws.odds, strict=True)
    thrown = [
        replace(start, match=match.then(Roll(dice)), times=(*times, t), base=log(max(share, 1e-6)))
        for dice, share in ways
        if match.game.roll_refusal(match.state, Roll(dice)) is None
    ]
    return of(thrown or [start])


def _times(match: Sequence[Any], told: Sequence[Mapping[str, Any]]) -> list[float]:
    """Seconds at which each event of a match was told, as far as the journal's lines say; else 0."""
    left = list(told)
    found: list[float] = []
    for event in reversed(match):
        at = next((k for k in range(len(left) - 1, -1, -1) if _tells(left[k], event)), None)
        found.insert(0, 0.0 if at is None else float(left[at]["t"]))
        left = left if at is None else left[:at]
    return found


def _tells(line: Mapping[str, Any], event: Any) -> bool:
    """A line of the journal tells of an event of the match: of a throw its dice, of a move its tiles."""
    if isinstance(event, list):
        return line.get("event") == "roll_settled" and line.get("dice") == event
    return line.get("event") == "move_accepted" and "+".join(map(str, line["closed"])) == event
