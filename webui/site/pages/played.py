"""A game that was played, or goes on, moment by moment: forwards, backwards, and again in some twenty seconds."""

from __future__ import annotations

from dataclasses import dataclass, replace

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask_babel import get_locale
from werkzeug.wrappers import Response

from ...table.setup import NO_GAME, Setup
from ...words import words
from ...words.certificate import certificate as certificate_of
from ..context import signed_in, site
from ..digits import whole
from ..show.page import game_name
from ..show.played import Moment, moment_board, moments
from .frames import colours

routes = Blueprint("played", __name__, url_prefix="/partie")
AT_ONCE = 40
"""Moments that are handed out in one piece at most."""


@dataclass(frozen=True)
class JournalGame:
    """A game of the journal.

    Attributes:
        number: of the journal.
        setup: what was agreed on.
        moments: its events, at least one.
    """

    number: int
    setup: Setup
    moments: tuple[Moment, ...]


@routes.get("")
def newest() -> Response:
    """The game that goes on; the rules' page is of no use here, so the table where there is none."""
    game = site().live.snapshot().get("id")
    return redirect(url_for("played.show", number=game) if game else url_for("table.show"))


@routes.get("/<int:number>")
def show(number: int) -> Response | str:
    """One moment of a game, and its story; that of another than the running one is the teacher's."""
    if not _may_read(number):
        return redirect(url_for("login.ask", back=request.path))
    game = _game(number)
    at = min(max(whole(request.args.get("pas", "")) or 1, 1), len(game.moments))
    return render_template(
        "played/game.html",
        game=game,
        title=game_name(words(str(get_locale())), {"name": game.setup.game, "profile": game.setup.profile}),
        instant=_with_crops(game, at),
        board=_board(game, at),
    )


@routes.get("/<int:number>/moments")
def pieces(number: int) -> str:
    """Some moments in one piece, for who steps through them with scripts: from `pas` on, each `tous` events."""
    if not _may_read(number):
        abort(401)
    game = _game(number)
    first, stride = whole(request.args.get("pas", "")) or 1, whole(request.args.get("tous", "")) or 1
    numbers = range(max(first, 1), len(game.moments) + 1, max(stride, 1))[:AT_ONCE]
    shown = [(_with_crops(game, at), _board(game, at)) for at in numbers]
    return render_template("played/moments.html", game=game, shown=shown)


@routes.get("/<int:number>/diplome.pdf")
def certificate(number: int) -> Response:
    """The certificate of a game that is over, made anew each time; that of another than the newest is the teacher's."""
    if not _may_read(number):
        return redirect(url_for("login.ask", back=request.path))
    kept, match, w = site().live.kept(number), site().live.match(number), words(str(get_locale()))
    if kept is None or match is None:
        abort(404)
    told = certificate_of(w, kept[1].setup, match, kept[0])
    if told is None:
        abort(404)
    # what draws it takes memory, and few games end with one
    from hardware.print.certificate_page import sheet

    shown = Response(sheet(told), mimetype="application/pdf")
    shown.headers["Content-Disposition"] = f'inline; filename="piste-{number}.pdf"'
    return shown


def _may_read(number: int) -> bool:
    return signed_in() or site().live.snapshot().get("id") == number


def _game(number: int) -> JournalGame:
    """A game with at least one moment; 404 for any other."""
    live = site().live
    kept = live.kept(number)
    if kept is None or kept[1].setup.game == NO_GAME:
        abort(404)
    setup = kept[1].setup
    told = moments(setup, live.lines(number), str(get_locale()))
    if not told:
        abort(404)
    return JournalGame(number, setup, told)


def _with_crops(game: JournalGame, at: int) -> Moment:
    moment = game.moments[at - 1]
    return replace(moment, crops=site().live.crops_at(game.number, moment.t) if moment.tone == "throw" else ())


def _board(game: JournalGame, at: int) -> object:
    return moment_board(game.setup, _with_crops(game, at), str(get_locale()), colours().now)
