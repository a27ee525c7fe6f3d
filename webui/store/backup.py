"""Everything that a data folder keeps in one file, and back again.

A backup is a zip of the journal as it is at that moment, class lists, calibration, what is known of the table, settings
and codes (the teacher's only hashed), and `backup.json`, which says of what Piste and day it is and what each file's
SHA-256 is. Keys of sessions are not in it: devices are opened anew after a restore.

BackupError (ValueError)   not such a file, damaged, or with something in it that is none of ours
└── BackupNewer            a newer Piste made it
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..files import drafts, sync_folder, write_bytes_whole
from .copies import FOLDER as COPIES
from .copies import copy_whole
from .file import JournalNewer
from .journal import NAME as JOURNAL
from .journal import Journal, JournalError

FORMAT = 1
MANIFEST = "backup.json"
KEPT = (
    JOURNAL, "classes.json", "calibration.json", "known.json", "known-area.json", "frames.json", "advice.json",
    "selftest.json", "teacher.pin", "table.code",
)  # fmt: skip
"""The files of a data folder that are in a backup, as far as they are there."""
ASIDE = "before-restore"
LARGEST = 2**30
"""Bytes of one file in a backup at most."""
LONGEST_LIST = 64 * 1024
"""Bytes of the list of what is in it, and of `backup.json`, at most."""
TAIL = 66_000
"""Bytes in which a zip says where its list lies."""


class BackupError(ValueError):
    """The file cannot be restored, and why: nothing was changed."""


class BackupNewer(BackupError):
    """A newer Piste made the file: nothing was changed."""


@dataclass(frozen=True)
class Backup:
    """A backup that was read and found sound.

    Attributes:
        made: when, ISO 8601.
        piste: the version that made it.
        files: what is in it, by name.
    """

    made: str
    piste: str
    files: Mapping[str, bytes]


def back_up(folder: Path, to: Path, *, made: str, piste: str) -> tuple[str, ...]:
    """Writes everything that a data folder keeps into one file (0600); what it holds.

    Args:
        folder: the data folder; its server may be running.
        to: the file, which must not be there yet.
        made: when, ISO 8601.
        piste: this version.

    Raises:
        FileExistsError: there is such a file.
        OSError, sqlite3.Error: something cannot be read, or not be written.
    """
    if to.exists():
        raise FileExistsError(f"{to}: expected a file that is not there yet")
    with drafts(to.parent, ".backup-") as beside:
        files = dict(_kept(folder, beside))
        sums = {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}
        draft = beside / "whole.zip"
        told = {"format": FORMAT, "piste": piste, "made": made, "files": sums}
        with zipfile.ZipFile(draft, "x", zipfile.ZIP_DEFLATED) as whole:
            whole.writestr(MANIFEST, json.dumps(told, indent=1))
            for name, data in files.items():
                whole.writestr(name, data)
        write_bytes_whole(to, draft.read_bytes())
    return tuple(files)


def _kept(folder: Path, beside: Path) -> Iterator[tuple[str, bytes]]:
    for name in KEPT:
        if not (folder / name).is_file():
            continue
        file = folder / name
        if name == JOURNAL:
            file = beside / JOURNAL
            copy_whole(folder / JOURNAL, file)
        yield name, file.read_bytes()


def read_backup(file: Path, *, most: int = LARGEST * len(KEPT)) -> Backup:
    """A backup, every file of it checked.

    Args:
        file: where it is.
        most: bytes of all that is in it, at most.

    Raises BackupError, or OSError where the file cannot be read.
    """
    try:
        _expect_few_parts(file)
        with zipfile.ZipFile(file) as whole:
            told, files = _manifest(whole), dict[str, bytes]()
            for name, total in told["files"].items():
                files[name] = _checked(whole, name, total, min(LARGEST, most))
                most -= len(files[name])
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
        raise BackupError(f"{file}: expected a backup of Piste's; it is none, or damaged ({error})") from error
    except BackupError as error:
        raise type(error)(f"{file}: {error}") from error
    return Backup(told["made"], told["piste"], files)


def _manifest(whole: zipfile.ZipFile) -> Mapping[str, Any]:
    try:
        told: Any = json.loads(_read(whole, MANIFEST, LONGEST_LIST))
        form, sums, texts = told["format"], told["files"], (told["made"], told["piste"])
        whole_said = isinstance(form, int) and all(isinstance(text, str) for text in (*texts, *sums.values()))
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError) as error:
        raise BackupError(f"expected {MANIFEST} in it to say format, made, piste and files; got: {error!r}") from error
    if not whole_said or form < 1:
        raise BackupError(f"expected {MANIFEST} in it to say format, made, piste and files; got: {told!r:.200}")
    if form > FORMAT:
        raise BackupNewer(f"expected a backup of format {FORMAT} or older; got {form}, of a newer Piste")
    for name in sums:
        if name not in KEPT:
            raise BackupError(f"expected nothing in it but {', '.join(KEPT)}; got {name!r}")
    return {"made": texts[0], "piste": texts[1], "files": sums}


def _expect_few_parts(file: Path) -> None:
    """Its list of parts is short: a long one would be held in memory whole. Raises BackupError or OSError."""
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
    except (KeyError, RuntimeError) as error:  # missing; or said to be encrypted
        raise BackupError(f"expected {name} in it; got: {error}") from error
    if len(data) > most:
        raise BackupError(f"expected {name} of {most} bytes at most")
    return data


def restore(backup: Backup, folder: Path) -> Path | None:
    """Makes a data folder what it was when the backup was made; what was there is kept in `before-restore-1`, -2, ...

    Args:
        backup: what `read_backup` read.
        folder: the data folder, whose server is not running (`webui.store.held`).

    Returns:
        Where everything lies that was there; None where there was nothing.

    Raises:
        BackupError: its journal cannot be opened; nothing was changed.
        OSError: something cannot be written; what was there is in the folder or in the one returned else.
    """
    with drafts(folder, ".restore-") as new:
        for name, data in backup.files.items():
            write_bytes_whole(new / name, data)
        _opens(new)
        aside = _moved_aside(folder)
        for part in sorted(new.iterdir()):
            part.replace(folder / part.name)
        sync_folder(folder)
    return aside


def games_in(backup: Backup, folder: Path) -> int:
    """How many games are in it; its journal is opened beside a data folder. Raises BackupError or OSError."""
    with drafts(folder, ".restore-") as beside:
        if JOURNAL in backup.files:
            write_bytes_whole(beside / JOURNAL, backup.files[JOURNAL])
        return _opens(beside)


def _opens(folder: Path) -> int:
    """Brings the journal to this version, if there is one; how many games are in it. Raises BackupError."""
    if not (folder / JOURNAL).exists():
        return 0
    try:
        with Journal.read(folder) as journal:
            return len(journal.games())
    except JournalNewer as error:
        raise BackupNewer(f"expected a journal of this Piste or an older one in it; got: {error}") from error
    except (JournalError, sqlite3.Error) as error:
        raise BackupError(f"expected a journal that can be opened in it; got: {error}") from error


def _moved_aside(folder: Path) -> Path | None:
    there = [folder / COPIES, *(folder / f"{name}{end}" for name in KEPT for end in ("", "-wal", "-shm"))]
    there = [path for path in there if path.exists()]
    if not there:
        return None
    number = 1
    while (folder / f"{ASIDE}-{number}").exists():
        number += 1
    aside = folder / f"{ASIDE}-{number}"
    aside.mkdir(mode=0o700)
    for path in there:
        path.rename(aside / path.name)
    sync_folder(aside)
    return aside
