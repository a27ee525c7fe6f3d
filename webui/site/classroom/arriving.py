"""Where a device goes that opens the site: to its table, or to the front door."""

from __future__ import annotations

from flask import redirect, render_template, request, session
from werkzeug.wrappers import Response

from ...live.classroom.addresses import TABLE
from ...store.tables import FIRST
from ..context import Site, at_table, first_site, role
from ..lesson.notice import classroom_now
from ..roles import Role
from .pages import shown_tables, to_watch


def arrived() -> Response | str | None:
    """What somebody gets who opens the site's first address; None for the first table.

    A tablet that a table's code opened goes to that table. Others get the front door, except where the only table has a
    game. An address that names the table, /table/1/, leads to it in any case.
    """
    first = first_site()
    if TABLE in request.environ or role() is not Role.LOOKER_ON:
        return None
    tables = first.every_table()
    if (own := own_table()) is not None:
        return redirect(f"{at_table(own)}/")
    view, now = first.live.snapshot(), first.every.snapshot()
    if len(tables) == 1 and view.game is not None and not view.recorded:
        return None
    return render_template(
        "classroom/door.html",
        begun=bool(first.door.stamp()),
        demonstration=to_watch(FIRST) if view.recorded else "",
        tables=shown_tables(now, classroom_now().over) if len(tables) > 1 else [],
        version=now.version,
        to_watch=to_watch,
    )


def own_table() -> int | None:
    """The number of the table whose code opened this tablet; None for any other device."""
    return next((table.number for table in first_site().every_table() if _opened_by_its_code(table)), None)


def _opened_by_its_code(table: Site) -> bool:
    stamp = table.door.table_stamp()
    return bool(stamp) and session.get("pupil") == stamp
