"""Why a move of men on the board of arrows does not fit: what its games share, and Backgammon's own rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .. import Words

Values = Mapping[str, Any]


def place(w: Words, name: str) -> str:
    """ "arrow 12A", "the bar", "off the board"."""
    if name == "bar":
        return w.t("the bar")
    return w.t("off the board") if name == "off" else w.t("arrow %(arrow)s", arrow=name)


def _dice(w: Words, v: Values) -> str:
    return w.all_of(v["dice"])


def _left(w: Words, v: Values) -> str:
    """The dice that are left, each number once."""
    return w.one_of(dict.fromkeys(v["dice"]))


def _must_move(w: Words, v: Values) -> str:
    return w.t("With %(dice)s you still have men to move before anybody throws again.", dice=_dice(w, v))


def _must_throw(w: Words, v: Values) -> str:
    if v["due"] == 1:
        return w.t("Throw the die first, and move afterwards.")
    return w.t("Throw the dice first, and move afterwards.")


def _must_answer(w: Words, v: Values) -> str:
    if v["word"] == "double":
        return w.t("A double was offered: first it is accepted or refused.")
    if v["word"] == "party":
        return w.t("Say first how the next game begins: anew, or with the men where they stand.")
    return w.t("A question waits for its answer: answer it first.")


def _not_now(w: Words, v: Values) -> str:
    if v["word"] == "double":
        return w.t(
            "You cannot double now. A double is offered “before throwing the dice”, by who has the right to it."
        )
    return w.t("That cannot be said now.")


def _no_man_there(w: Words, v: Values) -> str:
    return w.t("You have no man on %(place)s.", place=place(w, v["arrow"]))


def _wrong_way(w: Words, v: Values) -> str:
    return w.t(
        "From %(source)s to %(target)s is the wrong way: your men go in the other direction.",
        source=place(w, v["source"]),
        target=place(w, v["target"]),
    )


def _no_die_for_it(w: Words, v: Values) -> str:
    return w.tn(
        "From %(source)s to %(target)s it is %(n)s arrow, and your dice left show %(dice)s.",
        "From %(source)s to %(target)s it is %(n)s arrows, and your dice left show %(dice)s.",
        v["steps"],
        source=place(w, v["source"]),
        target=place(w, v["target"]),
        dice=_left(w, v),
    )


def _arrow_held(w: Words, v: Values) -> str:
    return w.tn(
        "You cannot rest on %(place)s: a man of the other colour holds it.",
        "You cannot rest on %(place)s: %(n)s men of the other colour hold it.",
        v["men"],
        place=place(w, v["arrow"]),
    )


def _dice_used_up(w: Words, v: Values) -> str:
    return w.t("That is one move too many for %(dice)s.", dice=_dice(w, v))


def _more_possible(w: Words, v: Values) -> str:
    return w.tn(
        "With %(dice)s, %(most)s moves can be made and you made %(n)s: go on.",
        "With %(dice)s, %(most)s moves can be made and you made %(n)s: go on.",
        v["played"],
        dice=_dice(w, v),
        most=v["most"],
    )


def _not_a_play(w: Words, v: Values) -> str:
    return w.t("With %(dice)s the men cannot come to stand like this.", dice=_dice(w, v))


def _bar_first(w: Words, v: Values) -> str:
    return w.tn(
        "Your man on the bar comes back in first: until then “no other man can be moved”.",
        "Your %(n)s men on the bar come back in first: until then “no other man can be moved”.",
        v["waiting"],
    )


def _not_all_home(w: Words, v: Values) -> str:
    return w.tn(
        "No man leaves the board before all are in your last quarter: %(n)s is still on its way.",
        "No man leaves the board before all are in your last quarter: %(n)s are still on their way.",
        v["outside"],
    )


def _die_too_small(w: Words, v: Values) -> str:
    return w.t(
        "To leave the board from %(place)s you need %(needed)s: your dice left show %(dice)s.",
        place=place(w, v["arrow"]),
        needed=v["needed"],
        dice=_left(w, v),
    )


def _push_first(w: Words, v: Values) -> str:
    return w.t(
        "A man still stands farther back, on %(farther)s: so %(dice)s must “push” it instead.",
        farther=place(w, v["farther"]),
        dice=_left(w, v),
    )


def _greater_die_first(w: Words, v: Values) -> str:
    return w.t(
        "Of your two dice you can play only one: it is “always the one with more points”, so play the %(greater)s.",
        greater=v["greater"],
    )


BACKGAMMON: Mapping[str, Callable[[Words, Values], str]] = {
    "must_move": _must_move,
    "must_throw": _must_throw,
    "must_answer": _must_answer,
    "not_now": _not_now,
    "no_man_there": _no_man_there,
    "wrong_way": _wrong_way,
    "no_die_for_it": _no_die_for_it,
    "arrow_held": _arrow_held,
    "dice_used_up": _dice_used_up,
    "more_possible": _more_possible,
    "not_a_play": _not_a_play,
    "bar_first": _bar_first,
    "not_all_home": _not_all_home,
    "die_too_small": _die_too_small,
    "push_first": _push_first,
    "greater_die_first": _greater_die_first,
}
"""Rule id -> who words it."""
