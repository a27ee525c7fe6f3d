"""The end of a lesson: its games stop and are kept, every screen says what the class has done, its tables are free.

Only if the teacher wants it, the wall shows the podium of the tables instead.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import UTC, datetime

from flask import Blueprint, flash, redirect, request, url_for
from werkzeug.wrappers import Response

from ...interrupted import under_way
from ...store.classes import SchoolClass
from ..context import Site, first_site, here
from ..deeds import REFUSED
from ..pages.classes import the_class
from .asked import interruption_asked, may_interrupt, not_saved, with_class
from .moving import FREE
from .round import lesson_of_today, lesson_tables
from .shown import names_of

routes = Blueprint("ending", __name__, url_prefix="/enseignant/lecon/<int:number>/fin")


@routes.post("")
def end(number: int) -> Response | str:
    """Ends today's lesson of a class after asking about its games that go on, and leads to its results.

    Tables that play for another class, or for none, are left alone.

    That is written first: if the power fails between two tables, or the disk is full, the deed done again frees the
    others.
    """
    return with_class(the_class(number).id, _ended)


def _ended(school_class: SchoolClass) -> Response | str:
    first, w, number = first_site(), here(), school_class.id
    lesson = lesson_of_today(school_class, first)
    if lesson is None:
        return redirect(url_for("lesson.ask", number=number))
    mine = lesson_tables(school_class, first, lesson)
    if not may_interrupt(going := {table: view.id or 0 for table, view in mine.items() if under_way(view)}):
        title = w.t("End the lesson of %(name)s?", name=school_class.title)
        go = w.t("Yes, end the lesson of %(name)s", name=school_class.title)
        return interruption_asked(first, going, go, url_for("ending.end", number=number), title)
    ended = lesson.ended or datetime.now(UTC).isoformat(timespec="milliseconds")
    try:
        first.classes.lessons.keep(replace(lesson, ended=ended))
    except OSError:
        flash(not_saved(w))
        return redirect(url_for("teacher.show"))
    _all_look_down(first, mine)
    if failed := [place.number for place in first.every_table() if place.number in mine and not _freed(place)]:
        which = w.all_of(names_of(w, first, failed))
        flash(w.t("The lesson of %(name)s is over. Not free yet: %(tables)s.", name=school_class.title, tables=which))
        return redirect(url_for("teacher.show"))
    return redirect(url_for("classes.show", number=number))


@routes.post("/podium")
def show_podium(number: int) -> Response:
    """Shows the podium of a lesson's tables on the wall once it is over, in place of the total, or takes it off."""
    return with_class(the_class(number).id, _podium)


def _podium(school_class: SchoolClass) -> Response:
    first = first_site()
    lesson = lesson_of_today(school_class, first)
    try:
        if lesson is not None and lesson.ended:
            first.classes.lessons.keep(replace(lesson, podium=request.form.get("podium") == "show"))
    except OSError:
        flash(not_saved(here()))
    first.draw_again()
    return redirect(url_for("classes.show", number=school_class.id))


def _all_look_down(first: Site, mine: Collection[int]) -> None:
    """Takes back the teacher's call for all eyes at the tables of the lesson.

    Where no other game goes on, that is done everywhere, and all tables for practice are shut.
    """
    tables = first.every_table()
    alone = not any(under_way(place.live.snapshot()) for place in tables if place.number not in mine)
    if alone:
        first.practices.shut_all()
    for place in tables:
        if alone or place.number in mine:
            place.live.call(False)
        place.live.again()  # its pages say that the lesson is over


def _freed(place: Site) -> bool:
    """Whether nobody plays at a table any more; what was played there is kept."""
    if place.demo is not None:
        place.live.use_camera(False)  # nor does the recording play here
    if place.live.snapshot().game is None:
        return True
    try:
        place.live.new_game(FREE)
    except (*REFUSED, OSError):
        return False
    return True
