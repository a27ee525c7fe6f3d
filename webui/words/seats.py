"""Why these players cannot play a game, and why nobody may join one, for the person setting it up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..table.transitions.players import FULL, GAMES, MISSED, SET_UP, TURNS
from ..table.values.setup import NotSeated, Setup
from . import N_, Nn_, Words

NOBODY_JOINS: Mapping[str, str] = {
    FULL: N_("Every place of this game is taken."),
    SET_UP: N_("This game began from a position set up by hand: whoever comes now plays in the next game."),
    GAMES: N_("Games of this series are over already: whoever comes now plays in the next series."),
    TURNS: N_("Here everybody throws in turn, and all have thrown already: whoever comes now plays in the next game."),
    MISSED: N_("The free place has missed its turn: whoever comes now plays in the next game."),
}
"""Why nobody may join the running game."""


ALSO_NEXT = (
    Nn_("%(names)s plays in the next game.", "%(names)s play in the next game."),
    Nn_("%(names)s plays in the next series.", "%(names)s play in the next series."),
)
IN_PLACE_NEXT = (
    Nn_("%(names)s plays in the next game, for %(others)s.", "%(names)s play in the next game, for %(others)s."),
    Nn_("%(names)s plays in the next series, for %(others)s.", "%(names)s play in the next series, for %(others)s."),
)
"""Who comes into the next game, or series, and for whom."""


def next_says(w: Words, now: Sequence[str], after: Setup) -> str:
    """Who comes into the next game, and who makes room: a sentence; "" for nobody.

    Args:
        w: the reader's words.
        now: who plays now.
        after: the next game.
    """
    comes = [name for name in after.names if name not in now]
    goes = [name for name in now if name not in after.names]
    if not comes:
        return ""
    alone, place = ALSO_NEXT[after.games > 1], IN_PLACE_NEXT[after.games > 1]
    one, many = place if goes else alone
    return w.tn(one, many, len(comes), names=w.all_of(comes), others=w.all_of(goes))


def unseen(w: Words) -> str:
    """What to do about a name with invisible characters."""
    return w.t("A name holds signs that nobody can see: it must be typed again.")


def seated(w: Words, error: NotSeated) -> str:
    """What to change about the players: one or two sentences."""
    if not error.seats:
        return w.t("Nobody plays yet: tick a place, or type a first name.")
    if len(error.seats) < error.least:
        return too_few(w, error)
    beyond = [seat for seat in error.seats if seat > error.places]
    sentence = w.tn(
        "With these rules one player at most can play, at place 1.",
        "With these rules %(n)s players at most can play, at places 1 to %(n)s.",
        error.places,
    )
    if not beyond:
        return sentence
    untick = w.tn(
        "Untick place %(places)s.", "Untick places %(places)s.", len(beyond), places=w.all_of(beyond)
    )
    return f"{sentence} {untick}"


def too_few(w: Words, error: NotSeated) -> str:
    """The number of players that a game needs."""
    return w.tn("This game needs %(n)s player.", "This game needs %(n)s players.", error.least)


def wrong_number(w: Words, error: NotSeated) -> str:
    """The number of players that a game has at most, or needs, if pupils were ticked for it."""
    if len(error.seats) < error.least:
        return too_few(w, error)
    return w.tn(
        "With these rules one player at most can play.",
        "With these rules %(n)s players at most can play.",
        error.places,
    )
