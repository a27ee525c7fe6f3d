"""What a player reads first, as a value, and which words a family of games has of its own for a state of the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from .. import N_, Words
from ..practice import for_piste

View = Mapping[str, Any]
Throwing: TypeAlias = tuple[str, str]
"""How to throw: said to whoever the headline calls, and said by name."""

BOTH: Throwing = (N_("Throw both dice."), N_("%(name)s, throw both dice."))
ONE: Throwing = (N_("Throw one die only."), N_("%(name)s, throw one die only."))
BOTH_OR_ONE: Throwing = (
    N_("Throw both dice, or one only: as you like."), N_("%(name)s, throw both dice, or one only: as you like.")
)
BOTH_OR_DOUBLE: Throwing = (
    N_("Throw both dice, or double before you throw."), N_("%(name)s, throw both dice, or double before you throw.")
)


@dataclass(frozen=True)
class Now:
    """What happens now.

    Attributes:
        tone: calm, act, ask, refused, pause or end; each has its own sign on the page, not a colour alone.
        headline: a few words.
        says: whole sentences, the most important first.
        hint: what may be done, for who sees hints: in place of the last of `says`; "" where nothing is told.
    """

    tone: str
    headline: str
    says: tuple[str, ...] = ()
    hint: str = ""


Tellers: TypeAlias = Mapping[str, Callable[[Words, View], Now]]
"""A state of the table -> who tells it."""


def told_now(w: Words, view: View, tellers: Tellers) -> Now | None:
    """What is told of the table in the states that a family has words of its own for; None in all others."""
    tell_state = tellers.get(view["state"])
    return None if tell_state is None else tell_state(w, view)


def acting_name(view: View) -> str:
    """Whoever must act now; "" for nobody."""
    due = view["due"] or {}
    return next((str(player["name"]) for player in view["players"] if player["player"] == due.get("player")), "")


def how_to_throw(w: Words, view: View, how: Throwing, before: Sequence[str]) -> str:
    """By name where something about somebody else comes before it; Piste has no hands, so it is not called."""
    plain, by_name = how
    name = acting_name(view)
    return w.t(by_name, name=name) if before and name and not for_piste(view) else w.t(plain)
