"""Where Piste keeps what it must remember."""

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
