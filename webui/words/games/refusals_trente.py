"""Why something at the dice table of Trente does not fit, a kind sentence for each of its rules.

Where a phrase of the sheet decides, the sentence says it in the sheet's words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from .. import Words

Values = Mapping[str, Any]


def _numbers(value: Any) -> list[int]:
    """A value as a list: it may come as one number or as several."""
    return list(value) if isinstance(value, Iterable) else [value]


def _must_keep(w: Words, v: Values) -> str:
    return w.t(
        "You threw %(dice)s: set aside at least one die before you throw the others again.",
        dice=w.all_of(_numbers(v["dice"])),
    )


def _throw_to_keep(w: Words, v: Values) -> str:
    return w.tn("First throw the last die.", "First throw the %(n)s dice.", v["due"])


def _not_thrown(w: Words, v: Values) -> str:
    return w.t(
        "You threw %(dice)s: you cannot set aside %(kept)s.",
        dice=w.all_of(_numbers(v["dice"])),
        kept=w.all_of(_numbers(v["kept"])),
    )


def _aside_thrown(w: Words, v: Values) -> str:
    return w.tn(
        "The rule says “a die set aside cannot be thrown again”: leave %(aside)s and throw the last die only.",
        "The rule says “a die set aside cannot be thrown again”: leave %(aside)s and throw the other %(n)s dice only.",
        v["due"],
        aside=w.all_of(_numbers(v["aside"])),
    )


def _aside_stays(w: Words, v: Values) -> str:
    return w.t(
        "The rule says “a die set aside cannot be thrown again”: put %(aside)s back aside.",
        aside=w.all_of(_numbers(v["aside"])),
    )


def _first_die_decides(w: Words, v: Values) -> str:
    return w.t(
        "The first die set aside decides: with 1, 2 or 3 it is 12 or less, with 4, 5 or 6 it is 30 or more."
    )


def _target_first(w: Words, v: Values) -> str:
    return w.t(
        "You attack at %(level)s: first say whom, player %(targets)s.",
        level=v["level"],
        targets=w.one_of(_numbers(v["targets"])),
    )


def _no_attack_due(w: Words, v: Values) -> str:
    return w.t("There is nobody to choose: the threshold is not passed, or the rule says whom you attack.")


def _not_yourself(w: Words, v: Values) -> str:
    return w.t(
        "You cannot attack yourself: choose player %(targets)s.", targets=w.one_of(_numbers(v["targets"]))
    )


def _target_dead(w: Words, v: Values) -> str:
    return w.t(
        "Player %(target)s is out of this round already: choose player %(targets)s.",
        target=v["target"],
        targets=w.one_of(_numbers(v["targets"])),
    )


def _not_a_target(w: Words, v: Values) -> str:
    return w.t(
        "Player %(target)s cannot be attacked now: choose player %(targets)s.",
        target=v["target"],
        targets=w.one_of(_numbers(v["targets"])),
    )


def _revenge_first(w: Words, v: Values) -> str:
    return w.t("Player %(player)s is out but may take revenge: say yes or no first.", player=v["player"])


def _no_revenge_due(w: Words, v: Values) -> str:
    return w.t("No revenge now: only a player whom another has just knocked out may take it.")


TRENTE: Mapping[str, Callable[[Words, Values], str]] = {
    "must_keep": _must_keep,
    "throw_to_keep": _throw_to_keep,
    "not_thrown": _not_thrown,
    "aside_thrown": _aside_thrown,
    "aside_stays": _aside_stays,
    "first_die_decides": _first_die_decides,
    "target_first": _target_first,
    "no_attack_due": _no_attack_due,
    "not_yourself": _not_yourself,
    "target_dead": _target_dead,
    "not_a_target": _not_a_target,
    "revenge_first": _revenge_first,
    "no_revenge_due": _no_revenge_due,
}
"""Rule id -> who words it."""
