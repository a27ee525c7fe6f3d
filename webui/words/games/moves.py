"""What a player did, in one sentence: from the move as a record has it, in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from .. import N_, Words

Names: TypeAlias = Sequence[str]
Teller: TypeAlias = Callable[[Words, str, re.Match[str], Names], str]
"""Words a move: told who made it, what its form has found, and the names of all players."""


def move_sentence(w: Words, game: str, text: str, name: str, names: Names = ()) -> str:
    """A move in one sentence.

    Args:
        w: the reader's words.
        game: the game's name.
        text: the move as one word of a record, such as "24/18+13/9", "R:in" or "double".
        name: who made it.
        names: the players', in playing order.
    """
    for pattern, tell in MOVES.get(game, ()):
        found = re.fullmatch(pattern, text)
        if found is not None:
            return tell(w, name, found, names)
    return w.t("%(name)s plays %(move)s.", name=name, move=text)


def _closes(w: Words, name: str, found: re.Match[str], names: Names) -> str:
    return w.t("%(name)s closes %(tiles)s.", name=name, tiles=w.all_of(found[0].split("+")))


def _keeps(w: Words, name: str, found: re.Match[str], names: Names) -> str:
    return w.t("%(name)s sets aside %(dice)s.", name=name, dice=w.all_of(found[0].split("+")))


def _attacks(w: Words, name: str, found: re.Match[str], names: Names) -> str:
    number = int(found[1])
    other = names[number - 1] if number <= len(names) else found[1]
    return w.t("%(name)s chooses to attack %(other)s.", name=name, other=other)


def _saying(message: str) -> Teller:
    """Words a move that only says who made it."""
    return lambda w, name, found, names: w.t(message, name=name)


def _gives(w: Words, name: str, found: re.Match[str], names: Names) -> str:
    if found[1] == "?":
        return w.t("%(name)s gives a card to the partner.", name=name)
    return w.t("%(name)s gives %(card)s to the partner.", name=name, card=found[1])


def _lays_down(w: Words, name: str, found: re.Match[str], names: Names) -> str:
    return w.t("%(name)s lays down %(card)s without moving.", name=name, card=found[1])


def _card(w: Words, name: str, found: re.Match[str], names: Names) -> str:
    if not found[2]:
        return w.t("%(name)s plays %(move)s.", name=name, move=found[1])
    steps = w.all_of(_step(w, step) for step in found[2].split("+"))
    return w.t("%(name)s plays %(card)s: %(steps)s.", name=name, card=found[1], steps=steps)


def _step(w: Words, step: str) -> str:
    """One pawn's way: "in", "12>15", "40>h2", "5x30"."""
    if step == "in":
        return w.t("a pawn enters")
    start, how, to = re.split("([>x])", step)
    if how == "x":
        return w.t("the pawns on %(one)s and %(other)s change places", one=start, other=to)
    if start.startswith("h"):
        return w.t("place %(start)s to place %(place)s of the house", start=start[1:], place=to[1:])
    if to.startswith("h"):
        return w.t("%(start)s to place %(place)s of the house", start=start, place=to[1:])
    return w.t("%(start)s to %(to)s", start=start, to=to)


_TILES = ((r"\d+(?:\+\d+)*", _closes),)

MOVES: Mapping[str, Sequence[tuple[str, Teller]]] = {
    "occe_child": _TILES,
    "occe_adult": _TILES,
    "royal": _TILES,
    "trente": (
        (r"[1-6](?:\+[1-6])*", _keeps),
        (r"attack-(\d+)", _attacks),
        (r"revenge", _saying(N_("%(name)s takes revenge."))),
        (r"no-revenge", _saying(N_("%(name)s takes no revenge."))),
    ),
    "backgammon": (
        (r"double", _saying(N_("%(name)s says: I double."))),
        (r"accept", _saying(N_("%(name)s says: I accept."))),
        (r"refuse", _saying(N_("%(name)s says: I refuse."))),
    ),
    "trictrac": (
        (r"restart", _saying(N_("%(name)s says: we begin anew."))),
        (r"prolong", _saying(N_("%(name)s says: we go on."))),
    ),
    "tock": (
        (r"gives:(.+)", _gives),
        (r"discards:(.+)", _lays_down),
        (r"(\w+):((?:in|\w+[>x]\w+)(?:\+(?:in|\w+[>x]\w+))*)?", _card),
    ),
}
"""Name of a game -> the forms of its moves that have words of their own; the others are told as they stand."""
