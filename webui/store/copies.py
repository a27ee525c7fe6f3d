"""Complete copies of the journal: the last five, and the last one of each of the last thirty days of play.

They are in the folder `copies` beside the journal, as journal-000012-2026-11-23.sqlite: a number that only grows,
because a Raspberry Pi without a network does not know the day, and the day as far as known. Erasing something from the
journal removes every copy, those on a second medium (`webui.store.medium`) too.
"""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

from ..files import sync_folder, wipe

FOLDER = "copies"
LAST, DAYS = 5, 30
"""How many copies stay whatever their day, and for how many days the last one stays."""

_NAME = re.compile(r"journal-(\d{6,12})-(\d{4}-\d\d-\d\d)\.sqlite", re.ASCII)


def copies(journal: Path) -> tuple[Path, ...]:
    """The copies of a journal's file, newest first."""
    return copies_in(journal.parent / FOLDER)


def copies_in(folder: Path) -> tuple[Path, ...]:
    """The copies of a journal in a folder, newest first."""
    paths = [path for path in folder.glob("journal-*.sqlite") if is_copy(path.name)]
    return tuple(sorted(paths, key=_number, reverse=True))


def is_copy(name: str) -> bool:
    """Whether a file of this name is a copy."""
    return _NAME.fullmatch(name) is not None


def copy(journal: Path, day: str) -> Path:
    """Copies a journal as it is now, completely, even while it is written to; deletes surplus copies.

    Args:
        journal: its file; its log is emptied into it.
        day: YYYY-MM-DD.

    Raises:
        OSError, sqlite3.Error: no room, or the journal cannot be read; all earlier copies remain.
    """
    folder = journal.parent / FOLDER
    folder.mkdir(mode=0o700, exist_ok=True)
    before = copies(journal)
    target = folder / f"journal-{_number(before[0]) + 1 if before else 1:06d}-{day}.sqlite"
    draft = folder / f"{target.name}.new"
    draft.unlink(missing_ok=True)
    try:
        draft.touch(mode=0o600)  # from here on, who erases something finds it and takes it away
        copy_whole(journal, draft)
        draft.rename(target)
        sync_folder(folder)
    except (OSError, sqlite3.Error):
        draft.unlink(missing_ok=True)
        raise
    thin_out(folder, (target, *before))
    return target


def copy_whole(journal: Path, to: Path) -> None:
    """Copies a journal as it is now completely into a file; its log is emptied into it. Raises sqlite3.Error."""
    with closing(sqlite3.connect(journal)) as source, closing(sqlite3.connect(to)) as beside:
        beside.execute("PRAGMA synchronous = FULL")
        source.backup(beside)
        source.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # whoever copies the one file has the lesson
        beside.execute("PRAGMA journal_mode = DELETE")


def thin_out(folder: Path, newest_first: tuple[Path, ...]) -> tuple[Path, ...]:
    """Deletes the surplus copies in a folder and returns them. Raises OSError.

    No power cut restores one after somebody has erased its contents.
    """
    gone = surplus(newest_first)
    for old in gone:
        old.unlink(missing_ok=True)
    if gone:
        sync_folder(folder)
    return gone


def surplus(newest_first: tuple[Path, ...]) -> tuple[Path, ...]:
    """The copies that are neither among the last five nor the last of one of the last thirty days."""
    of_day: dict[str, Path] = {}
    for path in newest_first:
        of_day.setdefault(_day(path), path)
    remaining = {*newest_first[:LAST], *list(of_day.values())[:DAYS]}
    return tuple(path for path in newest_first if path not in remaining)


def forget(journal: Path) -> None:
    """Deletes every copy. Raises OSError."""
    folder = journal.parent / FOLDER
    for path in folder.glob("journal-*"):
        wipe(path)


def _number(path: Path) -> int:
    return int(path.name.split("-")[1])


def _day(path: Path) -> str:
    return path.name.removesuffix(".sqlite").split("-", 2)[2]
