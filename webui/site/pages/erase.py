"""Erases stored personal data: a game, a class, or everything. It asks first, because nothing can be restored."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from flask import Blueprint, abort, flash, redirect, request, url_for
from werkzeug.wrappers import Response

from ...store.copies import is_copy
from ...store.elsewhere import erase_elsewhere, known_copies
from ..context import here, site
from ..digits import whole
from ..hands.pages import players
from ..show.kept_games import games_played
from .asking import sure
from .classes import games_of, the_class
from .table import answer

routes = Blueprint("erase", __name__, url_prefix="/enseignant/effacer")


@routes.post("/partie")
def game() -> Response | str:
    """Erases a game."""
    number = whole(request.form.get("game", "")) or 0
    if site().live.started(number) is None:
        abort(404)
    if not request.form.get("sure"):
        return sure(
            here().t("Erase this game?"), _for_good(number), here().t("Yes, erase it"), which=_named(number)
        )
    return _erased(lambda: _erase((number,)), here().t("The game is erased."))


@routes.post("/classe")
def school_class() -> Response | str:
    """Erases a class list, and its games if requested."""
    class_erased = the_class(whole(request.form.get("class", "")) or 0)
    games = [line.id for line in games_of(class_erased)] if request.form.get("games") else []
    if not request.form.get("sure"):
        w = here()
        says = w.t("The list of %(title)s is erased for good.", title=class_erased.title)
        if games:
            more = w.tn("So is the game that it has begun.", "So are the %(n)s games that it has begun.", len(games))
            says = f"{says} {more}"
        return sure(w.t("Erase the class %(title)s?", title=class_erased.title), says, here().t("Yes, erase it"))

    def erase() -> None:
        _erase(games)
        site().classes.forget(class_erased.id)

    return _erased(erase, here().t("The class is erased."))


@routes.post("/tout")
def everything() -> Response | str:
    """Erases every game and every class; the learnt table and the codes stay."""
    if not request.form.get("sure"):
        says = here().t(
            "Every game, every result and every class list is erased for good. What was learnt of the table stays."
        )
        return sure(here().t("Erase everything?"), says, here().t("Yes, erase everything"))

    def erase() -> None:
        site().live.erase()
        _forget_drawn()
        site().classes.forget_all()
        site().seats.forget_all()
        site().door.tries.forget_all()
        erase_elsewhere(site().door.data)

    return _erased(erase, here().t("Everything is erased."))


def _erase(games: Iterable[int]) -> None:
    """Erases games, and the holders of hands in games other than the running one. Raises OSError."""
    for number in games:
        site().live.erase(number)
    _forget_drawn()
    site().seats.forget_others(players(site().live.snapshot()))


def _forget_drawn() -> None:
    """Clears the pages and pictures already made of games."""
    site().game_pages.clear()
    site().boards.clear()


def _named(number: int) -> str:
    """Players, kind and time of a game; "" if it cannot be read any more."""
    line = site().live.game_line(number)
    games = games_played(here(), () if line is None else (line,), running=None, interrupted=())
    return " · ".join(f"{game.title} · {game.about}" for game in games)


def _for_good(number: int) -> str:
    w, data = here(), site().door.data
    says = w.t("Its events and the names in it are erased for good.")
    if number == site().live.snapshot().id:
        says = w.t("It is the one at the table: it ends, and is erased for good.")
    if all(is_copy(Path(copy.path).name) for copy in known_copies(data)):
        return says
    return f"{says} " + w.t("Backups that were made before keep it.")


def _erased(erase: Callable[[], object], says: str) -> Response:
    try:
        erase()
    except OSError as error:
        return answer(503, here().t("That could not be saved: nothing was changed."), str(error))
    flash(says)
    return redirect(url_for("teacher.show"))
