"""The end of a lesson: every game stops and is kept, every screen says what the class has done, the tables are free."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from flask import Blueprint, flash, redirect, url_for
from werkzeug.wrappers import Response

from ...store.classes import SchoolClass
from ..context import Site, first_site, here
from ..deeds import REFUSED
from ..pages.classes import the_class
from .asked import interruption_asked, may_interrupt, not_saved, with_class
from .moving import FREE
from .round import in_play, lesson_of_today
from .shown import names_of

routes = Blueprint("ending", __name__, url_prefix="/enseignant/lecon/<int:number>/fin")


@routes.post("")
def end(number: int) -> Response | str:
    """Ends today's lesson of a class after asking about games that go on, and leads to its results.

    That is written first: if the power fails between two tables, the deed done again frees the others.
    """
    return with_class(the_class(number).id, _ended)


def _ended(school_class: SchoolClass) -> Response | str:
    first, w, number = first_site(), here(), school_class.id
    lesson = lesson_of_today(school_class, first)
    if lesson is None:
        return redirect(url_for("lesson.ask", number=number))
    tables = first.every_table()
    if not may_interrupt(going := in_play(tables)):
        return interruption_asked(first, going, w.t("Yes, end the lesson"), url_for("ending.end", number=number))
    try:
        first.classes.lessons.keep(replace(lesson, ended=datetime.now(UTC).isoformat(timespec="milliseconds")))
    except OSError:
        flash(not_saved(w))
        return redirect(url_for("teacher.show"))
    first.practices.shut_all()
    if failed := [place.number for place in tables if not _freed(place)]:
        flash(w.t("%(names)s: that could not be done.", names=w.all_of(names_of(w, first, failed))))
        return redirect(url_for("teacher.show"))
    return redirect(url_for("classes.show", number=number))


def _freed(place: Site) -> bool:
    """Whether nobody plays at a table any more; what was played there is kept."""
    place.live.call(False)
    if place.demo is not None:
        place.live.use_camera(False)  # nor does the recording play here
    if place.live.snapshot().game is None:
        return True
    try:
        place.live.new_game(FREE)
    except (*REFUSED, OSError):
        return False
    return True
