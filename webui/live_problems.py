"""What is wrong at a live table, in words for pages and programs."""

from __future__ import annotations

from collections.abc import Iterable

from .table_state import Table


def problems(journal: Iterable[str], camera: str, table: Table | None) -> list[str]:
    """The journal's own words, then camera_lost, board_moved and light_low.

    Args:
        journal: what is wrong with the journal.
        camera: ok, lost or none.
        table: the table that is followed, if any.
    """
    found = list(journal)
    sight = None if table is None else table.sight
    if camera == "lost":
        found.append("camera_lost")
    if sight is not None and sight.on and sight.moved:
        found.append("board_moved")
    if sight is not None and sight.on and sight.light_low:
        found.append("light_low")
    return found
