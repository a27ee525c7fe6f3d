"""What is said of a game for practice: that it is one, whom Piste plays for, and what it does when it is its turn."""

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
}
"""How Piste chooses -> what the game is."""
CHOOSES: Mapping[str, str] = {
    "random": N_("It chooses any move that is allowed, at random."),
    "advice": N_("It plays the coach’s best."),
}
"""How Piste chooses -> what is told while it does."""


def piste_name(place: int, places: int) -> str:
    """What Piste is called at a place, where it plays so many."""
    return NAME if places == 1 else f"{NAME} {place}"


def which_practice(w: Words, practice: Practice | None) -> str:
    """What the game is practised for, or against whom; "" where it is none for practice."""
    if practice is None:
        return ""
    return w.t(AGAINST[practice.plays]) if practice.seats else w.t("you play every place yourself")


def throws_asked(w: Words, view: View) -> tuple[tuple[int, str], ...]:
    """What a person may tap so that Piste draws the dice: how many, and the words; () where that is not due."""
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
    """Piste is to act, and nothing is to be done by people but to look on."""
    acts = view.due is not None and view.due.piste
    return acts and view.state in ("waiting_throw", "waiting_move", "provisional")


def for_piste(view: View) -> bool:
    """It is the turn of a place that Piste plays."""
    return view.practice is not None and view.due is not None and view.due.seat in view.practice.seats
