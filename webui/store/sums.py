"""Checksums of the journal's rows: a flipped bit is reported, never taken for another throw, table or game.

Each event has a sum, and each game a chain of its events' sums: a missing or misplaced event breaks it. A game's own
sum covers its setup, its stand, the number of its events and their chain.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from hashlib import blake2b

SIZE = 8
"""Bytes of a sum: it detects decay, not forgery."""

GAME = """
SELECT id, CAST(setup AS BLOB), CAST(stand AS BLOB), seq, CAST(chain AS BLOB), CAST(sum AS BLOB) FROM games WHERE id = ?
"""
EVENTS = """
SELECT game, seq, CAST(at AS BLOB), CAST(line AS BLOB), CAST(sum AS BLOB) FROM events WHERE game = ? ORDER BY seq
"""


class Rotten(ValueError):
    """A row is not as it was written."""


def row_sum(*parts: object) -> str:
    """The sum of a row's columns, in their order; text and its bytes give the same."""
    total = blake2b(digest_size=SIZE)
    for part in parts:
        data = part if isinstance(part, bytes) else str(part).encode()
        total.update(len(data).to_bytes(8, "big") + data)
    return total.hexdigest()


def expect(stored: object, *parts: object) -> None:
    """Raises Rotten if a row's columns do not match their stored sum."""
    if stored not in ((due := row_sum(*parts)), due.encode()):
        raise Rotten(f"expected a row as it was written; its sum should be {stored!r} and is {due}")


def linked(chain: str, sums: Iterable[str]) -> str:
    """A chain extended by these sums; "" begins one."""
    for total in sums:
        chain = row_sum(chain, total)
    return chain


def sealed(db: sqlite3.Connection, game: int) -> None:
    """Gives a game the sum of its current row. Raises sqlite3.Error."""
    row = db.execute(GAME, (game,)).fetchone()
    if row is not None:
        db.execute("UPDATE games SET sum = ? WHERE id = ?", (row_sum(*row[:-1]), game))


def missing(db: sqlite3.Connection, game: int) -> tuple[int, ...]:
    """The numbers of a game's events that are missing, or not as written.

    All of them, if they are sound but their chain is another's. Raises sqlite3.Error, or Rotten if there is no such
    game, or its own row is not as written.
    """
    stored = db.execute(GAME, (game,)).fetchone()
    if stored is None:
        raise Rotten(f"expected a game {game}; there is none")
    *row, total = stored
    expect(total, *row)
    sound, sums = set(), []
    for *event, event_sum in db.execute(EVENTS, (game,)):
        sums.append(row_sum(*event))
        if event_sum == sums[-1].encode():
            sound.add(event[1])
    due = range(1, row[3] + 1)
    lost = tuple(seq for seq in due if seq not in sound)
    if not lost and linked("", sums).encode() != row[4]:
        return tuple(due)
    return lost
