"""Why a move of Le Tric Trac does not fit: one kind sentence for each rule, quoting the sheet where it decides."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .. import Words

Values = Mapping[str, Any]


def _enter_first(w: Words, v: Values) -> str:
    return w.tn(
        "You still have %(n)s man waiting on arrow %(arrow)s: “Il faut tout d'abord mettre ses dames en jeu avant de"
        " les faire avancer”.",
        "You still have %(n)s men waiting on arrow %(arrow)s: “Il faut tout d'abord mettre ses dames en jeu avant de"
        " les faire avancer”.",
        v["waiting"],
        arrow=v["arrow"],
    )


def _bosse_by_two(w: Words, v: Values) -> str:
    return w.t(
        "Two men take your bosse, arrow %(arrow)s, together: "
        "“en même temps, au cours du même coup de dés”. One man may not stop there alone.",
        arrow=v["arrow"],
    )


def _bosse_last_two(w: Words, v: Values) -> str:
    return w.t(
        "The last two men leave your bosse, arrow %(arrow)s, together: "
        "“les 2 dernières dames ne peuvent être retirées qu'ensemble”.",
        arrow=v["arrow"],
    )


def _bosse_closed(w: Words, v: Values) -> str:
    return w.t(
        "Arrow %(arrow)s is the other player's bosse: “Aucune dame ne pourra s'y poser”. Yours is arrow %(own)s.",
        arrow=v["arrow"],
        own=v["own"],
    )


def _privilege_denied(w: Words, v: Values) -> str:
    named = {"arrow": v["arrow"], "toward": v["toward"], "dice": w.all_of(v["dice"])}
    if v["reason"] == "entering":
        return w.t("Bring all your men into play before two of them may take your bosse.")
    if v["reason"] == "taken":
        return w.t("You hold your bosse already: with %(dice)s no man stops on arrow %(arrow)s.", **named)
    if v["reason"] == "opposed":
        return w.t(
            "The other player holds arrow %(toward)s: while he does, it does not lead you to your bosse.",
            **named,
        )
    if v["reason"] == "direct":
        return w.t(
            "Other men of yours reach your bosse with %(dice)s: the dice of arrow %(toward)s help only "
            "“lorsqu'il ne peut réussir ce coup avec d'autres dames”.",
            **named,
        )
    return w.t(
        "With %(dice)s you may stop on your bosse, arrow %(arrow)s, only where both dice lead two men to "
        "arrow %(toward)s.",
        **named,
    )


def _home_exact(w: Words, v: Values) -> str:
    return w.tn(
        "From arrow %(arrow)s a man arrives with exactly %(n)s point: %(dice)s does not do it.",
        "From arrow %(arrow)s a man arrives with exactly %(n)s points: %(dice)s does not do it.",
        v["needed"],
        arrow=v["arrow"],
        dice=w.one_of(dict.fromkeys(v["dice"])),
    )


def _winning_move(w: Words, v: Values) -> str:
    return w.t(
        "With %(dice)s you can make only one move, and one of them wins the party: that one counts for both dice,"
        " so play it.",
        dice=w.all_of(v["dice"]),
    )


TRICTRAC: Mapping[str, Callable[[Words, Values], str]] = {
    "enter_first": _enter_first,
    "bosse_by_two": _bosse_by_two,
    "bosse_last_two": _bosse_last_two,
    "bosse_closed": _bosse_closed,
    "privilege_denied": _privilege_denied,
    "winning_move": _winning_move,
    "home_exact": _home_exact,
}
"""Rule id -> who words it."""
