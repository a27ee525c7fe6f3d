"""What is written once of a game: the older events of its match, in parts; a deed writes only the newest ones.

A game's stand says how many parts belong to it, and the chain of their sums: a missing or changed part is reported
like any other corrupt row.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from referee.match import Match
from referee.values.row import same_until

from ..table import store as table_store
from ..table.values.state import Table
from .sums import GAME, Rotten, expect, linked, missing, row_sum

TOGETHER, NEWEST = 16, 8
"""Events of a part, and how many of the newest are in none, so that a move taken back touches no part."""

BEFORE = "before"
"""Key of a stand that says what parts belong to it; a stand of an older Piste has none."""

PARTS = "SELECT game, part, CAST(said AS BLOB), CAST(sum AS BLOB) FROM parts WHERE game = ? ORDER BY part"


@dataclass(frozen=True)
class WrittenGame:
    """The game that was written last, as its parts are in the file.

    Attributes:
        game: its number.
        match: as it was written.
        times: seconds, of each event of the match.
        chains: the chain of the sums up to each part.
    """

    game: int
    match: Match | None = None
    times: Sequence[float] = ()
    chains: tuple[str, ...] = ()

    def alike(self, table: Table) -> int:
        """How many parts also hold what is to be written."""
        if self.match is None or table.match is None:
            return 0
        count = min(self.match.alike(table.match) // TOGETHER, len(self.chains))
        while count and not same_until(self.times, table.times, count * TOGETHER):
            count -= 1  # a correction may have put another time to an event
        return count


def put(db: sqlite3.Connection, game: int, table: Table, before: WrittenGame | None) -> tuple[str, WrittenGame]:
    """Writes the parts of a table that the file lacks; within a transaction.

    Args:
        db: the journal.
        game: the table's number.
        table: as it stands.
        before: what was written last; None if unknown.

    Returns:
        The stand that belongs to these parts, as text, and what is written then. Raises sqlite3.Error.
    """
    known = before if before is not None and before.game == game else WrittenGame(game)
    count = 0 if table.match is None else max(0, len(table.match.events) - NEWEST) // TOGETHER
    unchanged = min(known.alike(table), count)
    if before is not known or unchanged < len(known.chains):
        db.execute("DELETE FROM parts WHERE game = ? AND part > ?", (game, unchanged))
    chains = list(known.chains[:unchanged])
    for part in range(unchanged + 1, count + 1):
        text = _text(table_store.part_to_json(table, (part - 1) * TOGETHER, part * TOGETHER))
        total = row_sum(game, part, text)
        db.execute("INSERT INTO parts VALUES (?, ?, ?, ?)", (game, part, text, total))
        chains.append(linked(chains[-1] if chains else "", (total,)))
    stand = table_store.to_json(table, count * TOGETHER)
    if count:
        stand[BEFORE] = {"parts": count, "chain": chains[-1]}
    return _text(stand), replace(known, match=table.match, times=table.times, chains=tuple(chains))


def whole(db: sqlite3.Connection, game: int, stand: bytes) -> Mapping[str, object]:
    """A stand with the earlier parts of its game, as JSON values; raises Rotten, or another of `rows.ROTTEN`."""
    values = json.loads(stand.decode())
    if not isinstance(values, dict):
        raise TypeError(f"expected a JSON object; got {type(values).__name__}")
    if BEFORE not in values:
        return values
    due = values.pop(BEFORE)
    rows = [row for row in db.execute(PARTS, (game,)) if row[1] <= due["parts"]]
    for *row, total in rows:
        expect(total, *row)
    if not _belong(rows, due):
        raise Rotten(f"expected {due['parts']} parts of game {game} as they were written; got {len(rows)}, or others")
    return table_store.with_parts(values, [json.loads(row[2].decode()) for row in rows])


def _belong(rows: Sequence[Sequence[object]], due: Mapping[str, object]) -> bool:
    """Whether these are the parts that a stand counts and chains."""
    written = len(rows), linked("", (row_sum(*row[:-1]) for row in rows))
    return written == (due["parts"], due["chain"])


def put_back(db: sqlite3.Connection, game: int, copied: Iterable[Sequence[object]]) -> bool:
    """Restores lost parts of a game from a copy's, if its own row is sound and they belong to it.

    Within a transaction; returns False otherwise, and nothing was changed. Raises sqlite3.Error.
    """
    stored = db.execute(GAME, (game,)).fetchone()
    try:
        *row, total = stored
        expect(total, *row)
        due = json.loads(row[2].decode())[BEFORE]
    except (TypeError, ValueError, KeyError):
        return False
    parts = {row[1]: row for row in copied}
    parts |= {row[1]: row for row in db.execute(PARTS, (game,)) if row[-1] == row_sum(*row[:-1]).encode()}
    rows = [parts[number] for number in range(1, due["parts"] + 1) if number in parts]
    if not _belong(rows, due):
        return False
    db.execute("DELETE FROM parts WHERE game = ?", (game,))
    for row in rows:
        db.execute("INSERT INTO parts VALUES (?, ?, ?, ?)", [x.decode() if isinstance(x, bytes) else x for x in row])
    return True


def lost(db: sqlite3.Connection, game: int) -> tuple[int, ...]:
    """The numbers of a game's events that are missing, or not as written.

    Raises what `missing` and `whole` raise if its own row, or a part of it, is not as written.
    """
    numbers = missing(db, game)
    whole(db, game, db.execute(GAME, (game,)).fetchone()[2])
    return numbers


def _text(values: Mapping[str, object]) -> str:
    return json.dumps(values, ensure_ascii=False)
