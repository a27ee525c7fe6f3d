"""Files that Piste keeps: in one folder, there whole or not at all, and put aside where they are damaged."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory


def data_folder(wanted: Path | None = None) -> Path:
    """The data folder, made if need be: `wanted`, else $XDG_DATA_HOME/piste, else ~/.local/share/piste.

    Raises OSError when it cannot be made or written to.
    """
    home = os.environ.get("XDG_DATA_HOME")
    base = Path(home) if home else Path.home() / ".local" / "share"
    folder = wanted or base / "piste"
    folder.mkdir(parents=True, exist_ok=True)
    if not os.access(folder, os.W_OK):
        raise PermissionError(13, "expected a data folder that can be written to", str(folder))
    return folder


def write_whole(path: Path, text: str) -> None:
    """Writes a file that only its owner may read (0600), whole or not at all. Raises OSError."""
    write_bytes_whole(path, text.encode("utf-8"))


def write_bytes_whole(path: Path, data: bytes) -> None:
    """As `write_whole`, bytes; where it fails nothing is left of the try. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.new")
    draft.unlink(missing_ok=True)
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
        sync_folder(path.parent)
    except OSError:
        draft.unlink(missing_ok=True)
        raise


def wipe(path: Path) -> None:
    """Deletes a file, what stood in it overwritten first; one that is not there is no fault. Raises OSError.

    No power cut after it brings back its name, and none its words. A card or disk may keep old blocks of its own
    accord: only its physical end takes those away.
    """
    try:
        with path.open("r+b") as file:
            left = path.stat().st_size
            while left > 0:
                left -= file.write(bytes(min(left, 1 << 20)))
            file.flush()
            os.fsync(file.fileno())
    except FileNotFoundError:
        return
    path.unlink(missing_ok=True)
    sync_folder(path.parent)


def wipe_below(folder: Path) -> None:
    """Wipes every file in a folder and in those below it. Raises OSError."""
    for path in [path for path in folder.rglob("*") if path.is_file()]:
        wipe(path)


@contextmanager
def drafts(beside: Path, prefix: str) -> Iterator[Path]:
    """A folder for drafts, as long as the context lasts; then they are wiped, and it goes. Raises OSError."""
    with TemporaryDirectory(dir=beside, prefix=prefix) as made:
        try:
            yield Path(made)
        finally:
            wipe_below(Path(made))


def sync_folder(folder: Path) -> None:
    """What was renamed, made or removed in a folder is so after a power cut, too. Raises OSError."""
    there = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(there)
    finally:
        os.close(there)


def put_aside(path: Path) -> None:
    """Renames a damaged file and what belongs to it; nothing is deleted."""
    _move_aside(path, ("", "-wal", "-shm"), _aside(path) + 1)


def finish_putting_aside(path: Path) -> None:
    """What belongs to a file whose own move was the last thing before the power went follows it."""
    _move_aside(path, ("-wal", "-shm"), max(1, _aside(path)))


def _aside(path: Path) -> int:
    """How many of that name were put aside."""
    number = 0
    while path.with_name(f"{path.name}.corrupt-{number + 1}").exists():
        number += 1
    return number


def _move_aside(path: Path, ends: tuple[str, ...], number: int) -> None:
    for end in ends:
        part = path.with_name(path.name + end)
        if part.exists():
            part.rename(path.with_name(f"{path.name}.corrupt-{number}{end}"))
