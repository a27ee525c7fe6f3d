"""Matches of Backgammon that other programs wrote, as records: every throw, play and double is verified."""

from __future__ import annotations

from pathlib import Path

from referee.errors import BadRecord, RefereeError
from referee.record import Record

from . import mat, sgf
from .match import record_of

READERS = {".mat": mat.read, ".sgf": sgf.read}
"""The readers of files, by the end of their names."""


def imported(name: str, content: bytes) -> Record:
    """The record of a match that another program wrote.

    Args:
        name: of the file; its ending determines the format.
        content: all of it, UTF-8 or else Latin-1 text.

    Raises:
        BadRecord: no such match, or one in which something is not legal, with the line.
    """
    read = READERS.get(Path(name).suffix.lower())
    if read is None:
        raise BadRecord(1, f"expected a file whose name ends in {' or '.join(READERS)}; got {name!r}")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("latin-1")
    try:
        return record_of(read(text))
    except BadRecord:
        raise
    except RefereeError as error:  # points, or a score before the first game, that no match has
        raise BadRecord(1, str(error)) from error
