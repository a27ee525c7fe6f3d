"""The table for a projector: live, without controls."""

from __future__ import annotations

from flask import Blueprint, Response, render_template, request

from ...table.values.view import View
from ..context import here, site
from ..lesson.notice import LessonNotice, lesson_at
from ..show.wall import wall
from ..streams import event_stream

routes = Blueprint("wall", __name__, url_prefix="/mur")
THEMES = {"clair": "is-light", "sombre": "is-dark"}
"""What `theme` of the address may be; without one, as the device wishes."""


@routes.get("")
def show() -> str:
    """The page."""
    theme = THEMES.get(request.args.get("theme", ""), "")
    view = site().live.snapshot()
    return render_template("wall/page.html", **_wall(view, lesson_at(site(), view)), theme=theme)


@routes.get("/pieces")
def pieces() -> Response | str:
    """The changing part; 204 if `version` is the newest."""
    view = site().live.snapshot()
    if request.args.get("version") == str(view.version):
        return Response(status=204)
    return _drawn(view)


@routes.get("/events")
def stream() -> Response:
    """The changing part at each new version, as server-sent events."""
    return event_stream(site(), _drawn)


def _drawn(view: View) -> str:
    """The changing part, drawn once for all walls of a language."""
    lesson = lesson_at(site(), view)
    of = ("wall", view.version, here().language, lesson)
    return site().pieces.get(of, lambda token: render_template("wall/pieces.html", **_wall(view, lesson)), "")


def _wall(view: View, lesson: LessonNotice) -> dict[str, object]:
    return {"wall": wall(view, here().language, ended=lesson.ended, after=lesson.next), "seating": lesson.seating}
