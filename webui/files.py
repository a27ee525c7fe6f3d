"""Files that Piste keeps: in one folder, there whole or not at all, and put aside where they are damaged."""

from __future__ import annotations

import os
from pathlib import Path


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
    except OSError:
        draft.unlink(missing_ok=True)
        raise


def put_aside(path: Path) -> None:
    """Renames a damaged file and what belongs to it; nothing is deleted."""
    number = 1
    while path.with_name(f"{path.name}.corrupt-{number}").exists():
        number += 1
    for end in ("", "-wal", "-shm"):
        part = path.with_name(path.name + end)
        if part.exists():
            part.rename(path.with_name(f"{path.name}.corrupt-{number}{end}"))
