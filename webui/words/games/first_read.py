"""The player's first sentences, as a value, and each family of games' own words for a state of the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeAlias

from ...table.values.view import Stage, View, ViewT
from .. import N_, Words
from ..practice import for_piste

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
    """The headline of a view, with its sentences.

    Attributes:
        tone: calm, act, ask, refused, pause, eyes or end; each has its own sign on the page, not a colour alone.
        headline: a few words.
        says: whole sentences, the most important first.
        hint: the possible moves, for players who see hints, replacing the last of `says`; "" for none.
        praised: the closing that it praises, or that was praised last, until the next throw; "" for none.
        praises: the first of `says` is that praise.
    """

    tone: str
    headline: str
    says: tuple[str, ...] = ()
    hint: str = ""
    praised: str = ""
    praises: bool = False


def moved(w: Words, view: View, name: str, headline: str) -> str:
    """A sentence that Piste has moved."""
    return w.t("%(name)s has moved", name=name)


def tiles_to_turn(w: Words, view: View) -> tuple[str, ...]:
    """What a person must do to the board so that it fits again: "Open 7 and 2 again."; () for nothing."""
    fixes = view.put_back
    again = [fix.tile for fix in fixes if fix.state == "open"]
    close = [fix.tile for fix in fixes if fix.state == "closed"]
    texts = [w.t("Open %(tiles)s again.", tiles=w.all_of(again))] if again else []
    texts += [w.t("Close %(tiles)s.", tiles=w.all_of(close))] if close else []
    return (" ".join(texts),) if texts else ()


@dataclass(frozen=True)
class FamilyWords(Generic[ViewT]):
    """A family of games' own words.

    Attributes:
        tellers: a state of the table -> its headline and sentences; in other states all families say the same.
        chooses: the headline while Piste, with that name, chooses what to play.
        put_right: what hands must do so that a refused board fits again.
        plays: the headline while Piste's move stands, from its name and a person's headline.
    """

    tellers: Mapping[Stage, Callable[[Words, ViewT], Now]]
    chooses: Callable[[Words, ViewT, str], str]
    plays: Callable[[Words, ViewT, str, str], str] = moved
    put_right: Callable[[Words, ViewT], tuple[str, ...]] = tiles_to_turn


def thinks_over(w: Words, name: str, dice: Sequence[int] = ()) -> str:
    """A sentence that Piste chooses its play, with its dice."""
    if dice:
        return w.t("%(name)s has %(dice)s…", name=name, dice=w.all_of(dice))
    return w.t("%(name)s chooses…", name=name)


def acting_name(view: View) -> str:
    """The player who must act now; "" for nobody."""
    return view.names.get(view.acting, "")


def how_to_throw(w: Words, view: View, how: Throwing, before: Sequence[str]) -> str:
    """By name if a sentence about somebody else precedes it; Piste has no hands, so it is not addressed."""
    plain, by_name = how
    name = acting_name(view)
    return w.t(by_name, name=name) if before and name and not for_piste(view) else w.t(plain)
