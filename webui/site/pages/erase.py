"""Erases stored personal data: a game, a class, or everything. It asks first, because nothing can be restored."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path

from flask import Blueprint, abort, flash, redirect, request, url_for
from werkzeug.wrappers import Response

from ...files import wipe
from ...store.classes import ClassGame, SchoolClass
from ...store.copies import is_copy
from ...store.elsewhere import erase_elsewhere, known_copies
from ...store.erasing import erase_closed, erase_closed_games
from ...store.tables import NAME as TABLES
from ...store.tables import every_folder
from ..context import Site, first_site, here, site
from ..digits import whole
from ..hands.pages import players
from ..show.kept_games import games_played
from .asking import sure
from .classes import games_at_tables, the_class
from .table import answer

routes = Blueprint("erase", __name__, url_prefix="/enseignant/effacer")
WHO = "the site, which erases"
"""What another process learns meanwhile of the folder of a table that is not open."""


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
    return _erased(lambda: _erase(site(), (number,)), here().t("The game is erased."))


@routes.post("/classe")
def school_class() -> Response | str:
    """Erases a class list, and its games at all tables if requested."""
    class_erased = the_class(whole(request.form.get("class", "")) or 0)
    if not request.form.get("sure"):
        w, games = here(), _games_by_table(class_erased) if request.form.get("games") else {}
        says = w.t("The list of %(title)s is erased for good.", title=class_erased.title)
        if count := sum(map(len, games.values())):
            more = w.tn("So is the game that it has begun.", "So are the %(n)s games that it has begun.", count)
            says = f"{says} {more}"
        return sure(w.t("Erase the class %(title)s?", title=class_erased.title), says, here().t("Yes, erase it"))

    def erase() -> None:
        newest = site().classes.find(class_erased.id)
        games = _games_by_table(newest) if newest and request.form.get("games") else {}
        _at_each_table(
            lambda table: _erase(table, [game.id for game in games.get(table.number, ())]),
            {number: partial(erase_closed_games, games=of, who=WHO) for number, of in games.items()},
        )
        site().classes.forget(class_erased.id)
        first_site().draw_again()  # the page of all tables may have said what it did

    return _erased(erase, here().t("The class is erased."))


def _games_by_table(class_erased: SchoolClass) -> dict[int, list[ClassGame]]:
    """The games of a class by table: what open tables have, and what was played at others."""
    games: dict[int, list[ClassGame]] = {}
    for table, line in games_at_tables(class_erased):
        games.setdefault(table.number, []).append(ClassGame(line.id, line.started, table.number))
    for game in class_erased.games:
        if first_site().at_table(game.table) is None:
            games.setdefault(game.table, []).append(game)
    return games


@routes.post("/tout")
def everything() -> Response | str:
    """Erases every game of every table, and every class; the learnt tables and the codes stay."""
    if not request.form.get("sure"):
        says = here().t(
            "Every game, every result and every class list is erased for good. What was learnt of the table stays."
        )
        return sure(here().t("Erase everything?"), says, here().t("Yes, erase everything"))

    def erase() -> None:
        data = site().door.data
        _at_each_table(_erase_all, dict.fromkeys(every_folder(data), partial(erase_closed, who=WHO)))
        first_site().publisher.forget()
        first_site().practices.shut_all()
        site().classes.forget_all()
        site().door.tries.forget_all()
        for damaged in data.glob(f"{TABLES}.*"):
            wipe(damaged)
        erase_elsewhere(data)

    return _erased(erase, here().t("Everything is erased."))


class NotAllErased(OSError):
    """Something was erased, and something was not: erasing again completes it."""


def _at_each_table(erase: Callable[[Site], object], closed: Mapping[int, Callable[[Path], object]]) -> None:
    """Erases at each open table, and in the folders of these that are not open: one that fails keeps no other from it.

    Raises OSError if nothing was erased, else NotAllErased.
    """
    first, done, wrong = first_site(), 0, list[OSError]()
    there = {table.number: table for table in first.every_table()}
    folders = every_folder(first.door.data)
    for number in sorted({*there, *(set(folders) & set(closed))}):
        try:
            if number in there:
                erase(there[number])
            else:
                closed[number](folders[number])
            done += 1
        except OSError as error:
            wrong.append(error)
    if wrong and done:
        raise NotAllErased(wrong[0].errno, str(wrong[0])) from wrong[0]
    if wrong:
        raise wrong[0]


def _erase_all(table: Site) -> None:
    """Erases everything at an open table. Raises OSError."""
    table.live.erase()
    _forget_drawn(table)
    table.seats.forget_all()
    erase_elsewhere(table.seats.data)


def _erase(table: Site, games: Iterable[int]) -> None:
    """Erases games of a table, and the holders of hands in games other than the running one. Raises OSError."""
    for number in games:
        table.live.erase(number)
    _forget_drawn(table)
    table.seats.forget_others(players(table.live.snapshot()))


def _forget_drawn(table: Site) -> None:
    """Clears the pages and pictures already made of games."""
    table.game_pages.clear()
    table.boards.clear()
    table.analyst.forget()


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
        with first_site().classes.lessons.beginning:  # no round begins meanwhile
            erase()
    except NotAllErased as error:
        says = here().t("Not everything could be erased: please erase once more.")
        return answer(503, says, str(error))
    except OSError as error:
        return answer(503, here().t("That could not be saved: nothing was changed."), str(error))
    first_site().publisher.erased()
    flash(says)
    return redirect(url_for("teacher.show"))
