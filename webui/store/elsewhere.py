"""Backups and copies that were written elsewhere: their places, so that erasing everything finds them too.

One on an absent medium is named to the teacher, and erased when it returns. Only a file that is still what Piste wrote
is erased.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from ..files import wipe, write_whole
from .copies import is_copy

FILE = "elsewhere.json"
MOST = 200
"""How many backups are remembered; the oldest are forgotten first."""
CHUNK = 1 << 20


@dataclass(frozen=True)
class CopyElsewhere:
    """A backup or copy.

    Attributes:
        path: where it was written, absolute.
        total: its SHA-256, in hexadecimal digits.
        owed: it must still be erased, because it was absent.
    """

    path: str
    total: str
    owed: bool = False


def known_copies(folder: Path) -> tuple[CopyElsewhere, ...]:
    """What a data folder remembers, oldest first; nothing if its file is damaged."""
    try:
        stored = json.loads((folder / FILE).read_text(encoding="utf-8"))
        return tuple(
            CopyElsewhere(str(copy["path"]), str(copy["total"]), copy["owed"] is True) for copy in stored[-MOST:]
        )
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return ()


def remember(folder: Path, file: Path) -> None:
    """Remembers the place of a backup or a copy. Raises OSError."""
    path, total = str(file.resolve()), _total(file)
    with _alone(folder):
        others = [copy for copy in known_copies(folder) if copy.path != path]
        _keep(folder, [*others, CopyElsewhere(path, total)])


def forget_copies(folder: Path, paths: Iterable[str]) -> None:
    """Forgets surplus copies that were deleted. Raises OSError."""
    gone = frozenset(paths)
    if gone:
        with _alone(folder):
            _keep(folder, [copy for copy in known_copies(folder) if copy.path not in gone])


def erase_elsewhere(folder: Path, *, copies_alone: bool = False) -> tuple[str, ...]:
    """Erases every present backup and copy, or only the copies.

    Returns:
        The paths of the absent ones, which are owed now.

    Raises OSError.
    """
    with _alone(folder):
        asked = [
            replace(copy, owed=copy.owed or not copies_alone or is_copy(Path(copy.path).name))
            for copy in known_copies(folder)
        ]
        return _settled(folder, asked)


def settle(folder: Path) -> tuple[str, ...]:
    """Erases owed files that have returned; returns the paths still owed. Raises OSError.

    Does nothing while the data folder itself is absent.
    """
    try:
        with _alone(folder):
            return _settled(folder, known_copies(folder))
    except FileNotFoundError:
        return ()


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """One thread or process at a time. Raises OSError."""
    there = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(there, fcntl.LOCK_EX)
        yield
    finally:
        os.close(there)


def _settled(folder: Path, copies: Iterable[CopyElsewhere]) -> tuple[str, ...]:
    left = [copy for copy in copies if not (copy.owed and _gone(copy))]
    if left != list(known_copies(folder)):
        _keep(folder, left)
    return tuple(copy.path for copy in left if copy.owed)


def _gone(copy: CopyElsewhere) -> bool:
    """Whether it is erased now, or replaced by something else; False if it is absent, or cannot be erased."""
    path = Path(copy.path)
    try:
        if path.is_file():
            if _total(path) == copy.total:
                wipe(path)
            return True
        return is_copy(path.name) and path.parent.is_dir()  # the medium is there (`webui.store.medium`), and it is not
    except OSError:
        return False


def _total(file: Path) -> str:
    total = hashlib.sha256()
    with file.open("rb") as data:
        while part := data.read(CHUNK):
            total.update(part)
    return total.hexdigest()


def _keep(folder: Path, copies: list[CopyElsewhere]) -> None:
    if copies:
        write_whole(folder / FILE, json.dumps([asdict(copy) for copy in copies[-MOST:]], ensure_ascii=False) + "\n")
    else:
        (folder / FILE).unlink(missing_ok=True)
