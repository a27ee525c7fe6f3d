"""One server a data folder: the first holds it, a second is told who that is.

Two servers would each go on with the same game, and what one wrote the other would write over. The system lets go of
the folder when the process that holds it ends, however it ends. It holds a file that says who it is, and a name of the
system's, which stands though somebody deletes the file.
"""

from __future__ import annotations

import errno
import fcntl
import os
import socket
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
        with socket.socket(socket.AF_UNIX) as name:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                _take_name(name, folder)
            except BlockingIOError as error:
                first = os.read(file, 200).decode(errors="replace").strip()
                first = first or f"another process, whose {NAME} was deleted"
                why = f"{folder}: expected a data folder that no other Piste serves; got one of {first}"
                raise FolderHeld(why) from error
            os.ftruncate(file, 0)
            os.pwrite(file, who.encode(), 0)
            yield
    finally:
        os.close(file)


def _take_name(name: socket.socket, folder: Path) -> None:
    """Takes the folder's name among this machine's sockets, which lies in no file that somebody could delete.

    Raises BlockingIOError where another has it. Systems that have no such names do with the file.
    """
    there = folder.stat()
    try:
        name.bind(f"\0piste-{there.st_dev}-{there.st_ino}")
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise BlockingIOError(errno.EWOULDBLOCK, os.strerror(errno.EWOULDBLOCK), str(folder)) from error
