"""Why these players cannot play a game, in words for whoever sets it up."""

from __future__ import annotations

from ..table.setup import NotSeated
from . import Words


def seated(w: Words, error: NotSeated) -> str:
    """What to change about the players: one or two sentences."""
    if not error.seats:
        return w.t("Nobody plays yet: tick a place, or type a first name.")
    beyond = [seat for seat in error.seats if seat > error.places]
    told = w.tn(
        "With these rules one player at most can play, at place 1.",
        "With these rules %(n)s players at most can play, at places 1 to %(n)s.",
        error.places,
    )
    if not beyond:
        return told
    untick = w.tn(
        "Untick place %(places)s.", "Untick places %(places)s.", len(beyond), places=w.all_of(beyond)
    )
    return f"{told} {untick}"
