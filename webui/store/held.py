"""One server per data folder: the first holds it, a second one learns which process that is.

Two servers would continue the same game and overwrite each other. The system releases the folder when the process that
holds it ends, however it ends. A file names the process, and a name of the system's remains if somebody deletes it.
"""

from __future__ import annotations

import errno
import fcntl
import os
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from .tables import FIRST, every_folder

NAME = "piste.lock"


class FolderHeld(OSError):
    """Another Piste already serves this data folder.

    Attributes:
        folder: the folder.
        by: what that Piste said of itself; "" if it cannot be read.
    """

    def __init__(self, folder: Path, by: str) -> None:
        first = by or f"another process, whose {NAME} was deleted"
        super().__init__(f"{folder}: expected a data folder that no other Piste serves; got one of {first}")
        self.folder, self.by = folder, by


@contextmanager
def held(folder: Path, who: str) -> Iterator[None]:
    """Holds a data folder while the block runs.

    Args:
        folder: it exists.
        who: what another process learns, such as an address and a process number.

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
                raise FolderHeld(folder, os.read(file, 200).decode(errors="replace").strip()) from error
            os.ftruncate(file, 0)
            os.pwrite(file, who.encode(), 0)
            yield
    finally:
        os.close(file)


@contextmanager
def tables_held(data: Path, who: str) -> Iterator[None]:
    """Holds the folder of each table beside the first, also of one that was taken away. Raises what `held` raises."""
    with ExitStack() as stack:
        for number, folder in every_folder(data).items():
            if number != FIRST:
                stack.enter_context(held(folder, who))
        yield


def _take_name(name: socket.socket, folder: Path) -> None:
    """Takes the folder's name among this machine's sockets, which is in no file that somebody could delete.

    Raises BlockingIOError if another has it. Systems without such names rely on the file.
    """
    there = folder.stat()
    try:
        name.bind(f"\0piste-{there.st_dev}-{there.st_ino}")
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise BlockingIOError(errno.EWOULDBLOCK, os.strerror(errno.EWOULDBLOCK), str(folder)) from error
