"""Which of the dice that are seen were thrown, and what they may show."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from math import prod

from vision.observation import Die

from .state import Lying

REAL = 0.5
"""What is read less surely than this may well be no die at all."""

MOST_READINGS = 4


def in_order(dice: Iterable[Die]) -> list[Die]:
    """As they lie, from the left."""
    return sorted(dice, key=lambda die: (die.box[0], die.box[1]))


def values(dice: Iterable[Die]) -> tuple[int, ...]:
    """What those show that show something."""
    return tuple(die.value for die in dice if die.value is not None)


def lying(dice: Iterable[Die]) -> tuple[Lying, ...]:
    """The dice at rest, to be known again."""
    return tuple(
        Lying(die.value, die.state, (x + w / 2, y + h / 2), max(w, h) / 2, die.sure)
        for die in in_order(die for die in dice if die.state != "moving")
        for x, y, w, h in (die.box,)
    )


def real(before: Sequence[Lying]) -> int:
    """How many of them are surely dice."""
    return sum(die.sure >= REAL for die in before)


def gone(before: Sequence[Lying], dice: Sequence[Die]) -> bool:
    """A die that surely lay there lies there no more."""
    return any(
        old.sure >= REAL and not any(_off(die, old) < 1.5 * old.half for die in dice) for old in before
    )


def thrown(before: Sequence[Lying], dice: Iterable[Die], due: tuple[int, ...]) -> list[Die]:
    """The dice at rest that belong to a new throw, from the left.

    Stains and digits are sometimes taken for dice, and a die may have been left lying from the throw before. Such
    are left out, the least likely to have been thrown first, until as many remain as are due.

    Args:
        before: what lay there before the throw.
        dice: what is seen now.
        due: numbers of dice that may lie there; () for any.
    """
    resting = in_order(die for die in dice if die.state != "moving")
    old = [die for die in resting if any(_same(die, one) for one in before)]
    fresh = [die for die in resting if die not in old or die.sure >= REAL]
    sure = [die for die in resting if die.sure >= REAL]
    if not due:
        return sure or fresh
    moved = [die for die in resting if die not in old]
    for some in (fresh, moved, sure, [die for die in moved if die.sure >= REAL]):
        if len(some) in due:
            return some
    if len(sure) < max(due) <= len(fresh):
        return in_order(sorted(fresh, key=lambda die: -die.sure)[: max(due)])
    return sure or fresh


def _same(die: Die, old: Lying) -> bool:
    """A die that lies where it lay and shows what it showed."""
    return die.value == old.value and _off(die, old) < old.half / 2


def _off(die: Die, old: Lying) -> float:
    """px between the middles, along the farther axis."""
    x, y, w, h = die.box
    return max(abs(x + w / 2 - old.middle[0]), abs(y + h / 2 - old.middle[1]))


def readings(dice: Sequence[Die]) -> tuple[tuple[tuple[int, ...], float], ...]:
    """What the dice may show together and how likely each is, likeliest first, a few."""
    each = [_guesses(die) for die in dice]
    ways = sorted(product(*each), key=lambda way: -prod(chance for _, chance in way))
    return tuple(
        (tuple(value for value, _ in way), round(prod(chance for _, chance in way), 3))
        for way in ways[:MOST_READINGS]
    )


def _guesses(die: Die) -> list[tuple[int, float]]:
    """The three likeliest values of a die and their chances."""
    if die.chances:
        ranked = sorted(enumerate(die.chances, 1), key=lambda pair: -pair[1])
        return [pair for pair in ranked[:3] if pair[1] > 0.01] or ranked[:1]
    if die.value is not None:
        return [(die.value, die.sure)]
    return [(value, 1 / 6) for value in range(1, 7)]
