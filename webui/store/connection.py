"""A connection to a journal's file that raises only SQLite's errors."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import TypeVar

Answer = TypeVar("Answer")


class JournalConnection(sqlite3.Connection):
    """SQLite quotes a corrupt schema in its message; if that is not text, Python would raise UnicodeDecodeError."""

    def execute(self, *asked: object) -> sqlite3.Cursor:
        """As in every connection. Raises sqlite3.Error."""
        return _with_sqlite_errors(super().execute, *asked)

    def executescript(self, script: str, /) -> sqlite3.Cursor:
        """As in every connection. Raises sqlite3.Error."""
        return _with_sqlite_errors(super().executescript, script)


def _with_sqlite_errors(does: Callable[..., Answer], *asked: object) -> Answer:
    try:
        return does(*asked)
    except UnicodeDecodeError as error:
        damaged = sqlite3.DatabaseError("expected a schema that is text; it is damaged")
        damaged.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise damaged from error
