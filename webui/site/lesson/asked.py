"""What the pages of a lesson ask before games are interrupted, and what they answer."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TypeVar

from flask import flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ...store.classes import SchoolClass
from ...store.lessons import ClassLesson
from ...table.values.setup import NotSeated
from ...words import Words
from ...words.seats import wrong_number
from ..context import Site, first_site, here
from .round import lesson_of_today, unnoted
from .shown import names_of

Answered = TypeVar("Answered")
INTERRUPTS = "interrupts"
"""The field that says which games may be interrupted."""


def with_class(number: int, does: Callable[[SchoolClass], Answered]) -> Answered | Response:
    """Does something with a class while no round of it begins, and nobody erases it; if somebody has, says so."""
    first, w = first_site(), here()
    with first.classes.lessons.beginning:
        if (school_class := first.classes.find(number)) is not None:
            return does(school_class)
    flash(w.t("This class was erased meanwhile: nothing was begun or changed."))
    return redirect(url_for("teacher.show"))


def may_interrupt(going: Mapping[int, int]) -> bool:
    """Whether the teacher has agreed to interrupt all these games, by table."""
    agreed = set(request.form.get(INTERRUPTS, "").split())
    return all(f"{table}:{game}" in agreed for table, game in going.items())


def as_agreed(going: Mapping[int, int]) -> str:
    """The value of that field for these games, by table."""
    return " ".join(f"{table}:{game}" for table, game in going.items())


def interruption_asked(first: Site, going: Mapping[int, int], go: str, where: str, title: str = "") -> str:
    """The page that asks before games are interrupted; the answer sends the form's values again.

    Args:
        first: the site at the first table.
        going: the games, by table.
        go: words of the button that interrupts them.
        where: address that the answer goes to.
        title: the question, if it is about more than these games.
    """
    w, own = here(), ("csrf_token", INTERRUPTS)
    return render_template(
        "confirm.html",
        title=title or w.tn("Interrupt the game of %(n)s table?", "Interrupt the games of %(n)s tables?", len(going)),
        which=w.all_of(names_of(w, first, going)),
        lines=(),
        says=w.tn(
            "The game is kept as it stands: “New game” offers it again at any time.",
            "The games are kept as they stand: “New game” at each table offers its own again at any time.",
            len(going),
        ),
        where=where,
        again=[(name, text) for name, text in request.form.items(multi=True) if name not in own],
        yes=(INTERRUPTS, as_agreed(going)),
        go=go,
        back=w.t("Go on with this game") if len(going) == 1 else w.t("Go on with these games"),
        back_to="teacher.show",
    )


def list_changed(school_class: SchoolClass) -> bool:
    """Whether the class has other pupils than the form, which numbers them, was drawn with."""
    names = ", ".join(school_class.pupils)
    return request.form.get("pupils", names) != names


def swapped(at: Mapping[int, int]) -> Mapping[int, int]:
    """The places of two pupils after they swapped: those whom the form moves; nobody's if it does not move two.

    Args:
        at: the table of each pupil, 0 for none.
    """
    moved = request.form.getlist("moved")
    pair = [pupil for pupil in at if str(pupil) in moved]
    return {one: at[other] for one, other in zip(pair, reversed(pair), strict=True)} if len(pair) == 2 else {}


def reported(school_class: SchoolClass, first: Site, failed: Collection[int]) -> Response:
    """Leads to the teacher's page, or, if it failed at a table or could not be noted, to the lesson, which finishes."""
    w, lesson = here(), lesson_of_today(school_class, first)
    owed = _unnoted(first, lesson) - {*failed} if lesson is not None else set()
    if failed:
        flash(w.t("%(names)s: that could not be done.", names=w.all_of(names_of(w, first, failed))))
    if owed:
        flash(w.t("%(names)s: that is done, but could not be noted.", names=w.all_of(names_of(w, first, owed))))
    return redirect(url_for("lesson.ask", number=school_class.id) if failed or owed else url_for("teacher.show"))


def _unnoted(first: Site, lesson: ClassLesson) -> set[int]:
    """The tables where something of the newest round is done, or failed just now, and is not noted as done."""
    *_, of_round = lesson.rounds
    school_class = first.classes.find(lesson.school_class)
    begun = [] if school_class is None else unnoted(school_class, first, of_round)
    return {change.table for change in of_round.left} | {place.number for place, _ in begun}


def not_saved(w: Words) -> str:
    """What stands on a form that could not be saved, and waits as it was sent."""
    return w.t("That could not be saved: nothing was changed.")


def why_refused(w: Words, why: ValueError) -> str:
    """Why no game can begin like this: a sentence."""
    if isinstance(why, NotSeated):
        return wrong_number(w, why)
    return w.t("No game can begin like this: look at the game and the handicaps.")
