"""The class's page: every table as a card, live, also for a projector."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from flask import Blueprint, Response, render_template, request
from markupsafe import Markup, escape

from ...live.classroom.hub import TablesNow
from ..context import at_table, first_site, here
from ..lesson.notice import ClassroomNotice, classroom_now, lessons_today, next_at
from ..pages.wall import THEMES
from ..show.card import ShownTable, shown_card
from ..streams import stream_of

routes = Blueprint("salle", __name__)
NUMBER = re.compile(r"\b\d+(?:[\u00a0\u202f]\d+)*\b")


@routes.get("/salle")
def show() -> str:
    """The page; with `mur` for a projector."""
    theme = THEMES.get(request.args.get("theme", ""), "")
    template = "classroom/wall.html" if "mur" in request.args else "classroom/page.html"
    return _drawn(template, first_site().every.snapshot(), classroom_now(), theme=theme, query={"mur": ""})


@routes.get("/salle/pieces")
def pieces() -> Response | str:
    """The changing part; 204 if `version` is the newest."""
    return newest_pieces(_pieces)


@routes.get("/salle/events")
def stream() -> Response:
    """The changing part whenever anything changes at any table, as server-sent events."""
    first = first_site()
    return stream_of(first.every, first.streams, _pieces)


def to_watch(number: int) -> str:
    """The address of a table that leads to it, never to the front door."""
    return f"{at_table(number) or request.script_root + '/table/1'}/"


def newest_pieces(draw: Callable[[TablesNow], str]) -> Response | str:
    """A drawing of all tables as they stand; 204 if the `version` of the request is the newest."""
    now = first_site().every.snapshot()
    return Response(status=204) if request.args.get("version") == str(now.version) else draw(now)


def shown_tables(now: TablesNow, ended: tuple[str, ...], *, for_all: bool = True) -> list[ShownTable]:
    """All tables as cards, in the reader's words; `ended` and `for_all` as `shown_card` has them."""
    w, first, lessons = here(), first_site(), lessons_today()
    cards = [
        shown_card(
            w, table.view, table.painted, table.number, table.name, table.colour, ended=ended, for_all=for_all
        )
        for table in now.tables
    ]
    places = [first.at_table(table.number) for table in now.tables]
    return [
        replace(card, next="" if place is None else next_at(lessons, place, table.view))
        for card, place, table in zip(cards, places, now.tables, strict=True)
    ]


def _pieces(now: TablesNow) -> str:
    """The changing part, drawn once for all who look in a language: cards, or with `porte` the front door's list."""
    template = "classroom/door_tables.html" if "porte" in request.args else "classroom/pieces.html"
    notice = classroom_now()
    of = (template, now.version, here().language, request.script_root, notice)
    return first_site().pieces.get(of, lambda token: _drawn(template, now, notice), "")


def _drawn(template: str, now: TablesNow, notice: ClassroomNotice, **more: object) -> str:
    return render_template(
        template, tables=shown_tables(now, notice.over), version=now.version, notice=notice, at_table=at_table,
        to_watch=to_watch, with_totals=_with_totals, **more,
    )


def _with_totals(text: str) -> Markup:
    """A sentence whose numbers stand out."""
    return Markup(NUMBER.sub(r'<strong class="total">\g<0></strong>', str(escape(text))))
