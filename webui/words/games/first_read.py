"""What a player reads first, as a value, and which words a family of games has of its own for a state of the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from .. import Words

View = Mapping[str, Any]


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
