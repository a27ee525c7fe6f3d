"""Why a move of Jacquet does not fit: its own rules, quoting the sheet where a phrase decides."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .. import Words
from .refusals_backgammon import place

Values = Mapping[str, Any]


def _postillon_first(w: Words, v: Values) -> str:
    return w.t(
        "Only your postillon, on %(place)s, moves before it has come to the other player's grand jan.",
        place=place(w, v["post"]),
    )


def _postillon_stays(w: Words, v: Values) -> str:
    return w.t(
        "Your postillon is on %(place)s: a %(die)s would take it beyond the last arrow.",
        place=place(w, v["post"]),
        die=v["die"],
    )


def _too_long_block(w: Words, v: Values) -> str:
    return w.t(
        "You may not hold more than %(most)s arrows in a row (%(row)s here) “before you have put a man on the 23rd or"
        " 24th arrow” of your way.",
        most=v["most"],
        row=v["row"],
    )


def _not_all_arrived(w: Words, v: Values) -> str:
    return w.tn(
        "Men leave the board once all of yours are on the other player's grand jan: %(n)s is still on its way.",
        "Men leave the board once all of yours are on the other player's grand jan: %(n)s are still on their way.",
        v["outside"],
    )


def _not_exact(w: Words, v: Values) -> str:
    return w.t(
        "To leave the board from %(place)s takes exactly %(needed)s, up to “the last arrow plus one”:"
        " %(die)s is not it.",
        place=place(w, v["arrow"]),
        needed=v["needed"],
        die=v["die"],
    )


def _rearmost_first(w: Words, v: Values) -> str:
    return w.t(
        "Men leave the board “in order, beginning with the one farthest” from the end: that is on %(place)s.",
        place=place(w, v["farther"]),
    )


def _touched_man(w: Words, v: Values) -> str:
    return w.t(
        "You touched a man on %(place)s without saying “J'adoube”: you must move it.",
        place=place(w, v["arrow"]),
    )


JACQUET: Mapping[str, Callable[[Words, Values], str]] = {
    "postillon_first": _postillon_first,
    "postillon_stays": _postillon_stays,
    "too_long_block": _too_long_block,
    "not_all_arrived": _not_all_arrived,
    "not_exact": _not_exact,
    "rearmost_first": _rearmost_first,
    "touched_man": _touched_man,
}
"""Rule id -> who words it."""
