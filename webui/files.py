"""Files that Piste keeps: in one folder, there whole or not at all, and put aside where they are damaged."""

from __future__ import annotations

import errno
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
    """Writes a file that only its owner may read (0600), whole or not at all; its folder is there. Raises OSError."""
    write_bytes_whole(path, text.encode("utf-8"))


def write_bytes_whole(path: Path, data: bytes) -> None:
    """As `write_whole`, bytes; where it fails nothing is left of the try. Raises OSError."""
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
    """The small files of a data folder, which may vanish in mid-game: a stick is pulled, a folder moved away.

    While one cannot be read it says what it said last, and nothing is written to what lies where the folder was.

    Args:
        path: where it is.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._last = dict[str, bytes]()
        self._used = self._filled()

    @property
    def there(self) -> bool:
        """It is the folder that was opened: the place at which a stick was mounted is empty once that is gone."""
        return self._filled() or not self._used

    def read(self, name: str) -> bytes | None:
        """What a file says; None for none, or a folder in its place. Raises OSError where it was never read."""
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
        """Writes a file as `write_whole` does; a folder in its place is put aside. Raises OSError where all is gone."""
        if not self.there:
            raise FileNotFoundError(errno.ENOENT, "expected the data folder that was opened", str(self.path))
        if (self.path / name).is_dir():
            put_aside(self.path / name)
        write_whole(self.path / name, text)
        self._last[name], self._used = text.encode(), True

    def wipe(self, name: str) -> None:
        """Deletes a file as `wipe` does, and what was put aside in its place. Raises OSError."""
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
