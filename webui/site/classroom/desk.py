"""The live part of the teacher's page: every table small, why the teacher is needed first, and one pause for all."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import get_args

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from ...interrupted import under_way
from ...live.classroom.card import Need
from ...live.classroom.hub import TablesNow
from ...live.classroom.practice import PracticeTable
from ...store.journal import JournalError
from ...table.values.actions import Pause, Resume
from ...table.values.state import NotNow
from ..context import Site, at_table, first_site, here
from ..digits import whole
from ..lesson.notice import classroom_now
from ..pages.table import answer
from ..show.card import ShownTable, need_says, table_name
from ..streams import stream_of
from .pages import newest_pieces, shown_tables

routes = Blueprint("desk", __name__, url_prefix="/enseignant/tables")
ORDER: tuple[Need, ...] = get_args(Need)


@dataclass(frozen=True)
class DeskTable:
    """A table on the desk.

    Attributes:
        shown: its card.
        tablets: how many devices of pupils watch it.
        code: what opens a device for it; "" if it cannot be read.
        calls: why the teacher is needed, a sentence each, the most urgent first.
        urgency: the place of the first of them in `Need`; beyond it for none.
        plays, paused: people have a game before them; it is paused.
    """

    shown: ShownTable
    tablets: int
    code: str
    calls: tuple[str, ...]
    urgency: int
    plays: bool
    paused: bool


def desk_tables(now: TablesNow, ended: tuple[str, ...]) -> list[DeskTable]:
    """All tables in the order of their numbers; `ended` as `shown_tables` has it."""
    w, codes = here(), {place.number: _code(place) for place in first_site().every_table()}
    return [
        DeskTable(
            shown, table.tablets, codes.get(table.number, ""), tuple(need_says(w, need, shown) for need in table.needs),
            ORDER.index(table.needs[0]) if table.needs else len(ORDER), under_way(table.view),
            table.view.state == "paused",
        )
        for table, shown in zip(now.tables, shown_tables(now, ended, for_all=False), strict=True)
    ]  # fmt: skip


def _code(place: Site) -> str:
    with suppress(OSError):
        return place.door.table_code()
    return ""


def on_desk(now: TablesNow) -> dict[str, object]:
    """What the template of the desk's live part draws."""
    w, first, notice = here(), first_site(), classroom_now()
    tables = desk_tables(now, notice.over)
    listed = {table.number: table.name for table in first.tables.listed.all()} if first.tables else {}
    shut = first.tables.wrong if first.tables else {}
    practise, resting = now.practices
    called = [table.view.eyes for table in now.tables]
    return {
        "version": now.version,
        "tables": tables,
        "calling": sorted((table for table in tables if table.calls), key=lambda table: table.urgency),
        "shut": [(table_name(w, number, listed.get(number, "")), why) for number, why in sorted(shut.items())],
        "together": " · ".join(notice.together),
        "at_table": at_table,
        "practise": practise,
        "playing_on": not all(called),
        "under_way": practise > resting or any(table.plays and not table.paused for table in tables),
        "waiting": resting > 0 or any(called) or any(table.plays and table.paused for table in tables),
    }


@routes.get("/pieces")
def pieces() -> Response | str:
    """The live part; 204 if `version` is the newest."""
    return newest_pieces(_drawn)


@routes.get("/events")
def stream() -> Response:
    """The live part whenever anything changes at any table, as server-sent events."""
    first = first_site()
    return stream_of(first.every, first.streams, _drawn)


@routes.post("/pause")
def pause() -> AnyResponse:
    """Pauses the form's table, or lets it go on; where it names none, all, those for practice too.

    All screens then say "Eyes on me!", or no longer, also where nobody plays.
    """
    first, pauses = first_site(), request.form.get("deed") != "resume"
    number = whole(request.form.get("table", ""))
    tables: list[Site | PracticeTable] = [place for place in first.every_table() if number in (None, place.number)]
    if number is None:
        tables += first.practices.all()
        for table in tables:
            table.live.call(pauses)
    try:
        _all(tables, Pause() if pauses else Resume())
    except JournalError as error:
        return answer(503, here().t("That could not be saved: nothing was changed."), str(error))
    if request.headers.get("X-Requested-With") == "fetch":
        return Response(status=204)
    return redirect(url_for("teacher.show"))


def _all(tables: Iterable[Site | PracticeTable], deed: Pause | Resume) -> None:
    """Does it at each table that plays. Raises JournalError once it was tried everywhere."""
    failed: JournalError | None = None
    for table in tables:
        try:
            if under_way(table.live.snapshot()):
                with suppress(NotNow):
                    table.live.act(deed)
        except JournalError as error:
            failed = error
    if failed is not None:
        raise failed


def _drawn(now: TablesNow) -> str:
    return render_template("classroom/desk.html", **on_desk(now))
