"""Class lists: made, changed, and the games of each pupil. For the teacher only."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from hardware.print.certificate import by_hand

from ...records.lessons import LessonPlayed, lessons_played
from ...records.pupils import pupil_lines
from ...store.classes import ClassError, SchoolClass, names_of
from ...store.journal import GameLine
from ...table.values.languages import LANGUAGES
from ..context import Site, at_table, first_site, here, site
from ..lesson.notice import podium_shown
from ..show.card import table_name
from ..show.class_results import (
    SHOWN,
    class_says,
    day_says,
    games_says,
    lessons_shown,
    mean,
    only_kind,
    pupils_shown,
)
from ..show.classes import unfit
from ..show.kept_games import GameListed, games_played
from .login import asked_in
from .table import answer

routes = Blueprint("classes", __name__, url_prefix="/enseignant/classe")
LISTED = 40
"""Games of a class that are listed at first, the newest: a school year holds hundreds."""


@routes.get("")
def ask_new() -> str:
    """The page that makes a class."""
    return _form_page(None, "", "")


@routes.post("")
def add() -> Response | tuple[str, int]:
    """Makes a class; 422 and the form as it was sent if the list is invalid."""
    return _store(None)


@routes.get("/<int:number>")
def show(number: int) -> str:
    """A class: its pupils and their games."""
    school_class, w, every = the_class(number), here(), bool(request.args.get("all"))
    at_tables = played_at_tables(school_class)
    games, lessons = [line for _, line in at_tables], lessons_at(school_class, at_tables)
    pupils = pupils_shown(w, pupil_lines(school_class.pupils, games))
    return render_template(
        "people/class.html",
        one=school_class,
        day=day_says(w, lessons[-1].day, date.today()) if lessons else "",
        together=class_says(w, lessons),
        by_hand=w.all_of(name for name in school_class.pupils if by_hand(name)),
        lessons=lessons_shown(w, lessons if every else lessons[-SHOWN:], date.today()),
        pupils=pupils,
        kind=only_kind(w, [pupil.line for pupil in pupils]),
        mean=lambda kind: mean(w, kind),
        games=games_listed(at_tables if every else at_tables[-LISTED:]),
        many=len(games),
        counted=games_says(w, games),
        podium=podium_shown(school_class),
        more=not every and len(lessons) > SHOWN,
    )


@routes.get("/<int:number>/liste")
def ask(number: int) -> str:
    """The page that changes a class."""
    school_class = the_class(number)
    return _form_page(school_class, school_class.title, "\n".join(school_class.pupils))


@routes.post("/<int:number>/liste")
def change(number: int) -> Response | tuple[str, int]:
    """Changes a class; 422 and the form as it was sent if the list is invalid."""
    return _store(the_class(number))


def _store(school_class: SchoolClass | None) -> Response | tuple[str, int]:
    title, text = request.form.get("title", ""), request.form.get("pupils", "")
    if (wanted := request.form.get("language", "")) in LANGUAGES:
        return asked_in(wanted, lambda: _form_page(school_class, title, text))
    try:
        lists, names = site().classes, names_of(text)
        stored = lists.add(title, names) if school_class is None else lists.change(school_class.id, title, names)
    except ClassError as error:
        return _form_page(school_class, title, text, unfit(here(), error)), 422
    except OSError as error:
        return answer(503, here().t("That could not be saved: nothing was changed."), str(error))
    if stored is None:
        abort(404)
    return redirect(url_for("classes.show", number=stored.id))


def _form_page(school_class: SchoolClass | None, title: str, text: str, wrong: str = "") -> str:
    return render_template("people/class_list.html", one=school_class, title=title, text=text, wrong=wrong)


def the_class(number: int) -> SchoolClass:
    """The class of that number; 404 if there is none."""
    school_class = site().classes.find(number)
    return abort(404) if school_class is None else school_class


def games_at_tables(school_class: SchoolClass) -> tuple[tuple[Site, GameLine], ...]:
    """The games that this class has begun at all open tables, oldest first, each with its table."""
    first, found = first_site(), list[tuple[Site, GameLine]]()
    for game in school_class.games:
        table = first.at_table(game.table)
        line = None if table is None else table.live.game_line(game.id)
        if table is not None and line is not None and line.started == game.started and line.setup.practice is None:
            found.append((table, line))
    return tuple(sorted(found, key=lambda of_table: of_table[1].started))


def played_at_tables(school_class: SchoolClass) -> tuple[tuple[Site, GameLine], ...]:
    """Those in which somebody has thrown: the others count for nobody."""
    return tuple(of_table for of_table in games_at_tables(school_class) if of_table[1].results.played)


def lessons_at(
    school_class: SchoolClass, at_tables: Iterable[tuple[Site, GameLine]]
) -> tuple[LessonPlayed[GameLine], ...]:
    """The lessons of a class, oldest first, by its games and their tables."""
    prepared = site().classes.lessons.of_class(school_class.id)
    return lessons_played(((table.number, line.id, line) for table, line in at_tables), prepared)


def games_listed(games: Iterable[tuple[Site, GameLine]]) -> tuple[GameListed, ...]:
    """Games of all tables as pages list them, newest first; each names its table if there are several."""
    w, several = here(), len(first_site().every_table()) > 1
    each = (
        replace(game, about=f"{game.about} · {table_name(w, place.number, place.named.name)}") if several else game
        for place, line in games
        for game in games_played(
            w, (line,), running=place.live.snapshot().id, interrupted=place.live.left_open(), at=at_table(place.number)
        )
    )
    return tuple(reversed(list(each)))
