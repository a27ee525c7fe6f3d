"""Files of Piste: in one folder, written completely or not at all, and put aside if damaged."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory


def data_folder(wanted: Path | None = None) -> Path:
    """The data folder, created if needed: `wanted`, else $XDG_DATA_HOME/piste, else ~/.local/share/piste.

    Raises OSError if it cannot be created or written to.
    """
    home = os.environ.get("XDG_DATA_HOME")
    base = Path(home) if home else Path.home() / ".local" / "share"
    folder = wanted or base / "piste"
    folder.mkdir(parents=True, exist_ok=True)
    if not os.access(folder, os.W_OK):
        raise PermissionError(13, "expected a data folder that can be written to", str(folder))
    return folder


def write_whole(path: Path, text: str) -> None:
    """Writes a file for its owner only (0600), completely or not at all; its folder must exist. Raises OSError."""
    write_bytes_whole(path, text.encode("utf-8"))


def write_bytes_whole(path: Path, data: bytes) -> None:
    """As `write_whole`, for bytes; a failure leaves nothing. Raises OSError."""
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


class Folder:
    """The small files of a data folder, which may vanish during a game: a stick is pulled, a folder moved away.

    While a file cannot be read, its last content counts, and nothing is written in the folder's place.

    Args:
        path: where it is.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._last = dict[str, bytes]()
        self._used = self._filled()

    @property
    def there(self) -> bool:
        """True for the folder that was opened: the mount point of a removed stick is an empty one."""
        return self._filled() or not self._used

    def read(self, name: str) -> bytes | None:
        """The content of a file; None for none, or a folder in its place. Raises OSError if it was never readable."""
        try:
            self._last[name] = (self.path / name).read_bytes()
        except (FileNotFoundError, IsADirectoryError):
            if self.there:
                self._last.pop(name, None)
        except OSError:
            if name not in self._last:
                raise
        return self._last.get(name)

    def write(self, name: str, text: str) -> None:
        """Writes a file as `write_whole` does; a folder in its place is put aside. Raises OSError if all is gone."""
        if not self.there:
            raise FileNotFoundError(errno.ENOENT, "expected the data folder that was opened", str(self.path))
        if (self.path / name).is_dir():
            put_aside(self.path / name)
        write_whole(self.path / name, text)
        self._last[name], self._used = text.encode(), True

    def wipe(self, name: str) -> None:
        """Deletes a file as `wipe` does, and what was put aside from its place. Raises OSError."""
        for path in self.path.glob(f"{name}*"):
            if path.is_dir():
                wipe_below(path)
            else:
                wipe(path)
        self._last.pop(name, None)

    def _filled(self) -> bool:
        try:
            with os.scandir(self.path) as there:
                return next(there, None) is not None
        except OSError:
            return False


def wipe(path: Path) -> None:
    """Deletes a file, overwriting its content first; a missing one is no error. Raises OSError.

    After a power cut neither its name nor its content returns. A card or disk may keep old blocks of its own
    accord: only physical destruction removes those.
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
    """A folder for drafts during the context; then they are wiped, and it is removed. Raises OSError."""
    with TemporaryDirectory(dir=beside, prefix=prefix) as made:
        try:
            yield Path(made)
        finally:
            wipe_below(Path(made))


def sync_folder(folder: Path) -> None:
    """Makes renamed, new and removed files of a folder survive a power cut. Raises OSError."""
    there = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(there)
    finally:
        os.close(there)


def put_aside(path: Path) -> None:
    """Renames a damaged file and its companions; deletes nothing."""
    _move_aside(path, ("", "-wal", "-shm"), _aside(path) + 1)


def finish_putting_aside(path: Path) -> None:
    """Completes the move of a file's companions after a power cut."""
    _move_aside(path, ("-wal", "-shm"), max(1, _aside(path)))


def _aside(path: Path) -> int:
    """The number of files of that name put aside."""
    number = 0
    while path.with_name(f"{path.name}.corrupt-{number + 1}").exists():
        number += 1
    return number


def _move_aside(path: Path, ends: tuple[str, ...], number: int) -> None:
    for end in ends:
        part = path.with_name(path.name + end)
        if part.exists():
            part.rename(path.with_name(f"{path.name}.corrupt-{number}{end}"))
