"""Sentences about a practice game: that it is one, for whom Piste plays, and what it does on its turn."""

from __future__ import annotations

from collections.abc import Mapping

from ..table.values.practice import Practice
from ..table.values.view import View
from . import N_, Words

NAME = "Piste"
"""What the places are called that Piste plays; where it plays several, with their number."""

AGAINST: Mapping[str, str] = {
    "random": N_("against Piste, which plays at random"),
    "advice": N_("against Piste, which plays the coach’s best"),
    "gnubg": N_("against Piste, which plays as GNU Backgammon would"),
}
"""How Piste chooses -> what the game is."""
CHOOSES: Mapping[str, str] = {
    "random": N_("It chooses any move that is allowed, at random."),
    "advice": N_("It plays the coach’s best."),
    "gnubg": N_("It plays as GNU Backgammon would."),
}
"""How Piste chooses -> what is told while it does."""


def piste_name(place: int, places: int) -> str:
    """Piste's name at a place, if it plays so many."""
    return NAME if places == 1 else f"{NAME} {place}"


def which_practice(w: Words, practice: Practice | None) -> str:
    """The purpose of the practice, or the opponent; "" for other games."""
    if practice is None:
        return ""
    return w.t(AGAINST[practice.plays]) if practice.seats else w.t("you play every place yourself")


def throws_asked(w: Words, view: View) -> tuple[tuple[int, str], ...]:
    """The buttons with which Piste draws the dice: how many, and the words; () if no throw is due."""
    due, practice = view.due, view.practice
    if practice is None or practice.dice != "piste" or view.state != "waiting_throw":
        return ()
    if due is None or due.what != "throw" or due.piste:
        return ()
    if not due.may:
        return ((due.dice, w.tn("Throw the die", "Throw the dice", due.dice)),)
    counts = sorted((due.dice, *due.may), reverse=True)
    return tuple((count, w.tn("Throw one die", "Throw %(n)s dice", count)) for count in counts)


def piste_plays(view: View) -> bool:
    """True if Piste is to act and people only watch."""
    acts = view.due is not None and view.due.piste
    return acts and view.state in ("waiting_throw", "waiting_move", "provisional")


def for_piste(view: View) -> bool:
    """True on the turn of a place that Piste plays."""
    return view.practice is not None and view.due is not None and view.due.seat in view.practice.seats
