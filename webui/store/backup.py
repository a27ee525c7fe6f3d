"""Everything that a data folder stores in one file, and back again.

A backup is a zip of the current journal, class lists, calibration, what is known of the table, settings and codes (the
teacher's only hashed), and `backup.json`, which holds the version of Piste, the day and each file's SHA-256. The files
of table 3 stand in it as they lie in the data folder: `tables/3/journal.sqlite`. It holds no session keys: after a
restore devices sign in again.

BackupError (ValueError)   not such a file, damaged, or with foreign content
└── BackupNewer            a newer Piste made it
"""

from __future__ import annotations

import errno
import hashlib
import json
import lzma
import shutil
import sqlite3
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from enum import Enum
from pathlib import Path
from tempfile import mkdtemp
from typing import Annotated

import msgspec
from msgspec import Meta

from ..files import (
    drafts,
    put_aside,
    sync_folder,
    wipe,
    wipe_below,
    write_bytes_whole,
    write_whole,
)
from .copies import FOLDER as COPIES
from .copies import copy_whole
from .file import JournalNewer
from .journal import NAME as JOURNAL
from .journal import Journal, JournalError
from .tables import FIRST, FOLDER, MOST_TABLES, every_folder
from .tables import NAME as TABLES

FORMAT, FIRST_FORMAT = 2, 1
"""The newest form, which can hold lessons and several tables, and that of all other backups."""
MANIFEST = "backup.json"
BACKED_UP = (
    JOURNAL, "classes.json", "lessons.json", TABLES, "calibration.json", "known.json", "known-area.json", "frames.json",
    "advice.json", "selftest.json", "teacher.pin", "table.code",
)  # fmt: skip
"""The files of a data folder that a backup contains, if they exist."""
OF_A_TABLE = (
    JOURNAL, "calibration.json", "known.json", "known-area.json", "frames.json", "selftest.json", "table.code",
)  # fmt: skip
"""Those of them that each table has in its own folder."""
SINCE_FORMAT_2 = ("lessons.json", TABLES)
ASIDE = "before-restore"
DRAFTS = ".restore-"
"""Prefix of the folders into which a backup is unpacked; erasing finds them, and the mark, by it."""
MARK = f"{DRAFTS}mark.json"
LARGEST = 2**30
"""Most bytes of one file in a backup."""
LONGEST_LIST = 64 * 1024
"""Most bytes of the list of its contents, and of `backup.json`."""
TAIL = 66_000
"""Bytes at the end of a zip that say where its list lies."""
NONSENSE = (
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, EOFError, NotImplementedError, OverflowError,
    ValueError, OSError,
)  # fmt: skip
"""What reading an invalid zip raises: a name that is not UTF-8, an offset before the file, a broken stream."""


class BackupError(ValueError):
    """The file cannot be restored; the message says why, and nothing was changed."""


class BackupNewer(BackupError):
    """A newer Piste made the file: nothing was changed."""


@dataclass(frozen=True)
class Backup:
    """A sound backup that was read.

    Attributes:
        made: when, ISO 8601.
        piste: the version that made it.
        files: its contents, by name.
    """

    made: str
    piste: str
    files: Mapping[str, bytes]


@dataclass(frozen=True)
class Manifest:
    """What a backup says about itself.

    Attributes:
        format: of the file, from 1.
        piste, made: of `Backup`.
        files: their names with their SHA-256, in hexadecimal digits.
    """

    format: Annotated[int, Meta(ge=1)]
    piste: str
    made: str
    files: dict[str, str]


_MANIFESTS = msgspec.json.Decoder(Manifest)  # two threads that learn a type at once crash


def back_up(folder: Path, to: Path, *, made: str, piste: str) -> tuple[str, ...]:
    """Writes everything that a data folder stores into one file (0600); returns the names of its contents.

    Args:
        folder: the data folder; its server may be running.
        to: the file, which must not exist yet.
        made: when, ISO 8601.
        piste: this version.

    Raises:
        FileExistsError: there is such a file.
        OSError, sqlite3.Error: something cannot be read, or not be written.
    """
    if to.exists():
        raise FileExistsError(f"{to}: expected a file that is not there yet")
    with drafts(to.parent, ".backup-") as beside:
        files = dict(_files_of(folder, beside))
        sums = {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}
        draft = beside / "whole.zip"
        manifest = msgspec.json.encode(Manifest(_format_of(files), piste, made, sums))
        with zipfile.ZipFile(draft, "x", zipfile.ZIP_DEFLATED) as whole:
            whole.writestr(MANIFEST, msgspec.json.format(manifest, indent=1))
            for name, data in files.items():
                whole.writestr(name, data)
        write_bytes_whole(to, draft.read_bytes())
    return tuple(files)


def _files_of(folder: Path, beside: Path) -> Iterator[tuple[str, bytes]]:
    for name in _backed_up(every_folder(folder)):
        file = folder / name
        if not file.is_file():
            continue
        if file.name == JOURNAL:
            file = beside / JOURNAL
            file.unlink(missing_ok=True)
            copy_whole(folder / name, file)
        yield name, file.read_bytes()


def _backed_up(tables: Iterable[int]) -> Iterator[str]:
    """The names of the files that a backup may contain of a box with these tables."""
    for number in tables:
        at = "" if number == FIRST else f"{FOLDER}/{number}/"
        yield from (f"{at}{name}" for name in (OF_A_TABLE if at else BACKED_UP))


ALL_NAMES = frozenset(_backed_up(range(FIRST, MOST_TABLES + 1)))


def _format_of(names: Iterable[str]) -> int:
    """The oldest form that holds files of these names: an older Piste refuses what it would not restore."""
    return FORMAT if any(name in SINCE_FORMAT_2 or "/" in name for name in names) else FIRST_FORMAT


def read_backup(file: Path, *, most: int = LARGEST * len(BACKED_UP)) -> Backup:
    """A backup, with every file checked.

    Args:
        file: where it is.
        most: most bytes of its contents.

    Raises BackupError, or OSError if the file cannot be read.
    """
    try:
        _expect_few_parts(file)
        with zipfile.ZipFile(file) as whole:
            manifest, files = _manifest(whole), dict[str, bytes]()
            for name, total in manifest.files.items():
                files[name] = _checked(whole, name, total, min(LARGEST, most))
                most -= len(files[name])
    except BackupError as error:
        raise type(error)(f"{file}: {error}") from error
    except NONSENSE as error:
        if isinstance(error, OSError) and error.errno not in (None, errno.EINVAL):
            raise  # the file cannot be read
        raise BackupError(f"{file}: expected a backup of Piste's; it is none, or damaged ({error})") from error
    return Backup(manifest.made, manifest.piste, files)


def _manifest(whole: zipfile.ZipFile) -> Manifest:
    try:
        manifest = _MANIFESTS.decode(_read(whole, MANIFEST, LONGEST_LIST))
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise BackupError(f"expected {MANIFEST} in it to say format, made, piste and files; got: {error!r}") from error
    if manifest.format > FORMAT:
        raise BackupNewer(f"expected a backup of format {FORMAT} or older; got {manifest.format}, of a newer Piste")
    for name in manifest.files:
        if name not in ALL_NAMES:
            raise BackupError(f"expected nothing in it but {', '.join(BACKED_UP)}; got {name!r}")
    return manifest


def _expect_few_parts(file: Path) -> None:
    """Rejects a long list of parts, which would be held in memory whole. Raises BackupError or OSError."""
    with file.open("rb") as data:
        data.seek(max(0, file.stat().st_size - TAIL))
        tail = data.read()
    end = tail.rfind(b"PK\5\6")
    size = int.from_bytes(tail[end + 12 : end + 16], "little") if end >= 0 else LONGEST_LIST
    if size >= LONGEST_LIST or b"PK\6\7" in tail[:end][-20:]:
        raise BackupError("expected a zip of few parts; it is none, or damaged")


def _checked(whole: zipfile.ZipFile, name: str, total: str, most: int) -> bytes:
    data = _read(whole, name, most)
    if hashlib.sha256(data).hexdigest() != total:
        raise BackupError(f"expected {name} in it as it was written; it is damaged")
    return data


def _read(whole: zipfile.ZipFile, name: str, most: int) -> bytes:
    try:
        with whole.open(name) as part:
            data = part.read(most + 1)
    except (KeyError, RuntimeError) as error:  # missing, or marked as encrypted
        raise BackupError(f"expected {name} in it; got: {error}") from error
    if len(data) > most:
        raise BackupError(f"expected {name} of {most} bytes at most")
    return data


def restore(backup: Backup, folder: Path) -> Path | None:
    """Restores a data folder to the backup; moves its former contents to `before-restore-1`, -2, ...

    Args:
        backup: what `read_backup` read.
        folder: the data folder, whose server is not running, nor that of any of its tables (`webui.store.held`).

    Returns:
        The folder of the former contents; None if there were none.

    Raises:
        BackupError: its journal cannot be opened; nothing was changed.
        OSError: something cannot be written; everything is as before, or `finish_restore` makes it so.
    """
    new = Path(mkdtemp(dir=folder, prefix=DRAFTS))
    try:
        _unpack(backup, new)
        files = {_name(part, new): _sum(part) for part in sorted(new.rglob("*")) if part.is_file()}
        exchange = Exchange(new.name, _free(folder), tuple(_name(path, folder) for path in _there(folder)), files)
        try:
            exchange.mark(folder)
            exchange.finish(folder)
        except OSError:
            exchange.take_back(folder)
            raise
    finally:
        if not (folder / MARK).exists():  # while it is there, `finish_restore` needs them
            _wipe_folder(new)
    aside = folder / exchange.aside
    return aside if aside.exists() else None


class CutShort(Enum):
    """What became of an interrupted restore."""

    NONE = "there was none"
    FINISHED = "finished"
    TAKEN_BACK = "taken back"


def finish_restore(folder: Path) -> CutShort:
    """Ends an interrupted restore in a data folder: finishes it, or rolls it back if any of its files is missing.

    Nothing remains of a backup that was unpacked, or sent, and not restored.

    Raises OSError.
    """
    exchange, done = Exchange.marked(folder), CutShort.NONE
    if exchange is not None and exchange.complete(folder):
        exchange.finish(folder)
        done = CutShort.FINISHED
    elif exchange is not None:
        exchange.take_back(folder)
        done = CutShort.TAKEN_BACK
    for left in folder.glob(f"{DRAFTS}*"):
        if left.is_dir():
            _wipe_folder(left)
        else:
            wipe(left)
    return done


@dataclass(frozen=True)
class Exchange:
    """The replacement of one set of files by another in a data folder, as the mark describes it that is written first.

    Attributes:
        new: the subfolder of the new files, all of them complete.
        aside: the subfolder for the old ones.
        old: the names of the old ones, below the data folder.
        files: the SHA-256 of each new one, by name.
    """

    new: str
    aside: str
    old: tuple[str, ...]
    files: Mapping[str, str]

    @classmethod
    def marked(cls, folder: Path) -> Exchange | None:
        """The exchange that has begun; None for none. An unreadable mark is put aside. Raises OSError."""
        try:
            mark = json.loads((folder / MARK).read_bytes())
            return cls(str(mark["new"]), str(mark["aside"]), tuple(map(str, mark["old"])), dict(mark["files"]))
        except FileNotFoundError:
            return None
        except (ValueError, LookupError, TypeError, RecursionError):
            put_aside(folder / MARK)
            return None

    def mark(self, folder: Path) -> None:
        """Marks the beginning. Raises OSError."""
        write_whole(folder / MARK, json.dumps(asdict(self)))

    def complete(self, folder: Path) -> bool:
        """Whether each new file is still waiting or already moved; none is missing. Raises OSError."""
        return all(total in (_sum(folder / self.new / name), _sum(folder / name)) for name, total in self.files.items())

    def finish(self, folder: Path) -> None:
        """Moves what is still waiting, wherever it was interrupted, and removes the mark. Raises OSError.

        Files written after the interruption are put aside as well, in a folder of their own.
        """
        new, aside = folder / self.new, folder / self.aside
        waiting = {name for name in self.files if (new / name).exists()}
        there = {_name(path, folder): path for path in _there(folder)}
        old = {name: path for name, path in there.items() if name in waiting or name not in self.files}
        both = {name for name in old if (aside / name).exists()}
        since = {name for name in old if {name, name.removesuffix("-wal").removesuffix("-shm")} & both}
        _move([path for name, path in old.items() if name not in since], folder, aside)
        _move([old[name] for name in old if name in since], folder, folder / _free(folder))
        _make_folders(folder, waiting)
        for name in sorted(waiting):
            (new / name).replace(folder / name)
        _sync(folder, self.files)
        wipe(folder / MARK)

    def take_back(self, folder: Path) -> None:
        """Restores the old files and removes the mark; the new ones are still in the backup. Raises OSError.

        New files that were moved already go back to be wiped; if they were changed since then, all of it is put aside.
        """
        aside = folder / self.aside
        there = {_name(path, folder): path for path in _there(folder)}
        since = {name: path for name, path in there.items() if name not in self.old or (aside / name).exists()}
        untouched = all(_sum(path) == self.files.get(name) for name, path in since.items())
        _move(list(since.values()), folder, folder / (self.new if untouched else _free(folder)))
        _move(_there(aside), aside, folder)
        for empty in (aside, folder / FOLDER):
            _remove_empty(empty)
        wipe(folder / MARK)


def games_in(backup: Backup, folder: Path) -> int:
    """The number of games in it; its journals are opened beside a data folder. Raises BackupError or OSError."""
    with drafts(folder, DRAFTS) as beside:
        return _unpack(backup, beside)


def _unpack(backup: Backup, to: Path) -> int:
    """Writes its files into a folder, the journals migrated; returns their number of games.

    Raises BackupError or OSError.
    """
    _make_folders(to, backup.files)
    for name, data in backup.files.items():
        write_bytes_whole(to / name, data)
    return sum(_opens(table) for table in every_folder(to).values())


def _opens(folder: Path) -> int:
    """Migrates the journal to this version, if there is one; returns its number of games. Raises BackupError."""
    if not (folder / JOURNAL).exists():
        return 0
    try:
        with Journal.read(folder) as journal:
            return len(journal.games())
    except JournalNewer as error:
        raise BackupNewer(f"expected a journal of this Piste or an older one in it; got: {error}") from error
    except (JournalError, sqlite3.Error) as error:
        raise BackupError(f"expected a journal that can be opened in it; got: {error}") from error


def _there(folder: Path) -> list[Path]:
    """The contents of a data folder that a restore replaces, those of all its tables."""
    there = [
        *(table / COPIES for table in every_folder(folder).values()),
        *(folder / f"{name}{end}" for name in _backed_up(every_folder(folder)) for end in ("", "-wal", "-shm")),
    ]
    return [path for path in there if path.exists()]


def _name(path: Path, folder: Path) -> str:
    """The name of a file below a data folder: "tables/3/table.code"."""
    return path.relative_to(folder).as_posix()


def _sum(path: Path) -> str:
    """The SHA-256 of a file, in hex; "" if there is none. Raises OSError."""
    if not path.is_file():
        return ""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _wipe_folder(folder: Path) -> None:
    wipe_below(folder)
    shutil.rmtree(folder)


def _move(paths: list[Path], folder: Path, to: Path) -> None:
    """Moves files below a folder to the same places below another, made if needed; durable once it returns.

    Raises OSError.
    """
    if not paths:
        return
    names = [_name(path, folder) for path in paths]
    to.mkdir(mode=0o700, exist_ok=True)
    _make_folders(to, names)
    for name in names:
        (folder / name).rename(to / name)
    _sync(to, names)
    _sync(folder, names)


def _make_folders(folder: Path, names: Iterable[str]) -> None:
    """The folders in which files of these names lie below a folder."""
    for place in _places(folder, names):
        place.mkdir(mode=0o700, exist_ok=True)


def _places(folder: Path, names: Iterable[str]) -> list[Path]:
    """A folder, and those below it that hold files of these names, from the outside in."""
    below = {parent for name in names for parent in Path(name).parents}
    return [folder / place for place in sorted({Path(), *below})]


def _sync(folder: Path, names: Iterable[str]) -> None:
    for place in _places(folder, names):
        sync_folder(place)


def _remove_empty(folder: Path) -> None:
    """Removes a folder, and those below it, as far as they are empty."""
    for path in (*sorted(folder.rglob("*"), reverse=True), folder):
        if path.is_dir() and not any(path.iterdir()):
            path.rmdir()


def _free(folder: Path) -> str:
    """The name of the folder for what is moved aside: `before-restore-1`, or the next free one."""
    number = 1
    while (folder / f"{ASIDE}-{number}").exists():
        number += 1
    return f"{ASIDE}-{number}"
