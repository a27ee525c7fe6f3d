"""One server a data folder: the first holds it, a second is told who that is.

Two servers would each go on with the same game, and what one wrote the other would write over. The system lets go of
the folder when the process that holds it ends, however it ends.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

NAME = "piste.lock"


class FolderHeld(OSError):
    """Another Piste serves this data folder already."""


@contextmanager
def held(folder: Path, who: str) -> Iterator[None]:
    """Holds a data folder as long as the block runs.

    Args:
        folder: it exists.
        who: what another is told, such as an address and the number of the process.

    Raises:
        FolderHeld: another process, or another block of this one, holds it.
        OSError: nothing can be written there.
    """
    path = folder / NAME
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            first = os.read(file, 200).decode(errors="replace").strip()
            why = f"{folder}: expected a data folder that no other Piste serves; got one of {first}"
            raise FolderHeld(why) from error
        os.ftruncate(file, 0)
        os.pwrite(file, who.encode(), 0)
        yield
    finally:
        os.close(file)
