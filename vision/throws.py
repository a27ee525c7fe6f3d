"""Whether dice that came to rest were thrown: told from where they lay before, never by values alone."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from .observation import Die

NUDGE = 1.5
"""Die widths within which a die with the same value was nudged, or lifted and put back, not thrown."""
TURN = 0.7
"""Die widths within which two readings are of one die, even with another value: a cocked die set straight."""

Touched = Callable[[Die], bool]
"""Whether the picture changed where a die lies."""


def thrown(before: Sequence[Die], after: Sequence[Die], touched: Touched, gone: Sequence[Die] = ()) -> bool:
    """Whether the dice at rest were thrown since they last lay still.

    A throw brings at least one die that was not there, or moves one onto another value, or moves them all.
    Pushing one die aside with its value kept is none; nor is one lifted and put back. A die that was seen to be
    gone and lies there again with another value was thrown, wherever it fell.

    Args:
        before: the dice as they last lay still.
        after: the dice as they lie now.
        touched: whether the picture changed, between the two, where a die of `after` lies.
        gone: the dice of `before` that were seen to be taken up.
    """
    lain = [die for die in after if not touched(die)]
    free = [old for old in before if not any(same(old, die) for die in lain)]
    stirred = sorted((die for die in after if touched(die)), key=lambda die: _nearest(die, before))
    moves = [_fate(die, free, gone) for die in stirred]
    lying = len(lain)
    if "new" in moves:
        return True
    return bool(moves) and lying == 0 and all(move == "far" for move in moves)


def _fate(die: Die, free: list[Die], gone: Sequence[Die]) -> str:
    """What became of a die where the picture changed: near, far (the same one moved on), or new."""
    width = max(die.box[2:])
    by_distance = sorted(free, key=lambda one: distance(one, die))
    nearest = by_distance[0] if by_distance else None
    if nearest is not None and distance(nearest, die) <= TURN * width:
        free.remove(nearest)
        taken_up = any(same(nearest, one) for one in gone)
        return "new" if taken_up and nearest.value not in (None, die.value) else "near"
    alike = [one for one in by_distance if one.value == die.value]
    if not alike:
        return "new"
    free.remove(alike[0])
    return "near" if distance(alike[0], die) <= NUDGE * width else "far"


def left(before: Sequence[Die], after: Sequence[Die], touched: Touched) -> tuple[Die, ...]:
    """The dice of `before` that lie there no more: the picture changed there and no die lies near."""
    return tuple(
        die
        for die in before
        if touched(die) and all(distance(die, one) > NUDGE * max(die.box[2:]) for one in after)
    )


def distance(one: Die, other: Die) -> float:
    """px between the centres of two dice."""
    return math.dist(center(one), center(other))


def same(one: Die, other: Die) -> bool:
    """Whether two readings are of one die that stayed in its place."""
    return distance(one, other) <= TURN * max(*one.box[2:], *other.box[2:])


def center(die: Die) -> tuple[float, float]:
    """px, of the die's box."""
    x, y, w, h = die.box
    return x + w / 2, y + h / 2


def _nearest(die: Die, others: Sequence[Die]) -> float:
    return min((distance(die, one) for one in others), default=math.inf)
