"""Class lists: made, changed, and the games of each pupil. For the teacher only."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ...records.pupils import pupil_lines
from ...store.classes import ClassError, SchoolClass, names_of
from ...store.journal import GameLine
from ...table.values.languages import LANGUAGES
from ..context import here, site
from ..show.classes import unfit
from ..show.kept_games import games_played
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
    school_class, live, w = the_class(number), site().live, here()
    games = games_of(school_class)
    lines = pupil_lines(school_class.pupils, games)
    shown = games if request.args.get("all") else games[-LISTED:]
    played = games_played(w, shown, running=live.snapshot().id, interrupted=live.left_open())
    over = sum(line.over for line in games)
    return render_template("people/class.html", one=school_class, lines=lines, games=played, many=len(games), over=over)


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


def games_of(school_class: SchoolClass) -> tuple[GameLine, ...]:
    """The games of the journal that this class has begun, oldest first."""
    lines = ((site().live.game_line(game.id), game.started) for game in school_class.games)
    games = (line for line, started in lines if line is not None and line.started == started)
    return tuple(sorted((line for line in games if line.setup.practice is None), key=lambda line: line.started))
