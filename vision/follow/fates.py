"""What became of dice since the table was last still: evidence of a throw, from their former places."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from ..observation import TURN, Die, Fate, Observation

NUDGE = 1.5
"""Die widths within which a die with the same value was nudged, or lifted and put back, not thrown."""

MOST = 6
"""More dice than this are not laid beside those that are missed."""

Touched = Callable[[Die], bool]
"""Whether the picture changed where a die lies."""


@dataclass(frozen=True)
class DiceSoFar:
    """The dice on a table, as far as its readings at rest go.

    Attributes:
        dice: as they last lay still, those off the board that belong to no throw among them, and those that were taken
            and not thrown since.
        left: dice of the last settled reading that left rest since.
        taken: dice that lay there before the settled reading, and no more.
        aside: dice off the board that belong to no throw; None before there is a settled reading.
    """

    dice: tuple[Die, ...] = ()
    left: tuple[Die, ...] = ()
    taken: tuple[Die, ...] = ()
    aside: tuple[Die, ...] | None = None

    def without(self, gone: Sequence[Die]) -> DiceSoFar:
        """The same once these dice of the last settled reading were seen to leave rest."""
        return replace(self, left=(*self.left, *gone))

    def after_rest(self, observation: Observation, touched: Touched) -> tuple[DiceSoFar, Observation]:
        """The same once dice lie still again, and what was seen with what became of each.

        Args:
            observation: every die that lies there now among it.
            touched: whether the picture changed where a die lies since the table was last still.
        """
        away = (*self.left, *self.taken)
        became, missed = fates(self.dice, observation.dice, touched, away)
        gone = tuple(die for die in missed if die not in self.taken)
        threw = _threw(self.dice, observation.dice, touched, away)
        taken = () if threw else tuple(old for old in self.dice if not any(old.same(die) for die in observation.dice))
        aside = self.aside
        if threw or aside is None:
            aside = tuple(die for die in observation.dice if die.state == "off-board" and not touched(die))
        after = DiceSoFar((*observation.dice, *taken), taken=taken, aside=aside)
        fate = dict(zip(observation.dice, became, strict=True))
        dice = after.without_strays(observation.dice)
        return after, replace(observation, dice=dice, fates=tuple(fate[die] for die in dice), gone=gone)

    def without_strays(self, dice: Sequence[Die]) -> tuple[Die, ...]:
        """The dice of a reading without those off the board that belong to no throw."""
        return tuple(die for die in dice if not any(die.same(old) for old in self.aside or ()))


def _threw(before: Sequence[Die], after: Sequence[Die], touched: Touched, gone: Sequence[Die]) -> bool:
    """Whether the dice at rest seem to have been thrown since they last lay still.

    A throw brings at least one die that was not there, or moves one onto another value, or moves them all.
    Pushing one die aside with its value kept is none; nor is one lifted and put back. A die that was seen to be
    gone and lies there again with another value was thrown, at any distance.

    Args:
        before: the dice as they last lay still.
        after: the dice as they lie now.
        touched: whether the picture changed, between the two, where a die of `after` lies.
        gone: the dice of `before` that were seen to be taken up.
    """
    lain = [die for die in after if not touched(die)]
    free = [old for old in before if not any(old.same(die) for die in lain)]
    stirred = sorted((die for die in after if touched(die)), key=lambda die: _nearest(die, before))
    moves = [_fate(die, free, gone) for die in stirred]
    lying = len(lain)
    if "new" in moves:
        return True
    return bool(moves) and lying == 0 and all(move == "far" for move in moves)


def _fate(die: Die, free: list[Die], gone: Sequence[Die]) -> str:
    """What became of a die where the picture changed: near, far (the same one moved on), or new."""
    width = die.side
    by_distance = sorted(free, key=lambda other: other.distance(die))
    nearest = by_distance[0] if by_distance else None
    if nearest is not None and nearest.distance(die) <= TURN * width:
        free.remove(nearest)
        taken_up = any(nearest.same(other) for other in gone)
        return "new" if taken_up and nearest.value not in (None, die.value) else "near"
    alike = [other for other in by_distance if other.value == die.value]
    if not alike:
        return "new"
    free.remove(alike[0])
    return "near" if alike[0].distance(die) <= NUDGE * width else "far"


def fates(
    before: Sequence[Die], after: Sequence[Die], touched: Touched, gone: Sequence[Die] = ()
) -> tuple[tuple[Fate, ...], tuple[Die, ...]]:
    """What became of each die of `after`, and the dice of `before` that are missed.

    A die that was not touched lies as it lay. Of the others each is laid beside one of those that are missed, so that
    together they moved least.

    Args:
        before: the dice as they last lay still, those that were taken since among them.
        after: the dice as they lie now.
        touched: whether the picture changed, between the two, where a die of `after` lies.
        gone: the dice of `before` that were seen to be taken up.
    """
    lain = [die for die in after if not touched(die)]
    missed = [old for old in before if not any(old.same(die) for die in lain)]
    stirred = [die for die in after if touched(die)]
    homes = _homes(stirred, missed)
    became = tuple(
        _stirred_fate(die, homes.get(id(die)), gone)
        if touched(die)
        else Fate(off=0.0 if any(old.same(die) for old in before) else math.inf)
        for die in after
    )
    return became, tuple(old for old in missed if old not in homes.values())


def _homes(stirred: Sequence[Die], missed: Sequence[Die]) -> dict[int, Die]:
    """Which of the missed dice each stirred one may be, by its id: the way in which all together moved least."""
    if not stirred or not missed or len(missed) > MOST or len(stirred) > MOST:
        return {}
    few, many = (stirred, missed) if len(stirred) <= len(missed) else (missed, stirred)
    best = min(
        permutations(many, len(few)),
        key=lambda way: sum(moved.distance(other) for moved, other in zip(few, way, strict=True)),
    )
    pairs = zip(few, best, strict=True) if few is stirred else zip(best, few, strict=True)
    return {id(die): old for die, old in pairs}


def _stirred_fate(die: Die, home: Die | None, gone: Sequence[Die]) -> Fate:
    if home is None:
        return Fate(True, math.inf)
    away = any(home.same(other) for other in gone)
    return Fate(True, home.distance(die) / die.side, home.value, away)


def left(before: Sequence[Die], after: Sequence[Die], touched: Touched) -> tuple[Die, ...]:
    """The dice of `before` that lie there no more: the picture changed there and no die lies near."""
    return tuple(
        die for die in before if touched(die) and all(die.distance(other) > NUDGE * die.side for other in after)
    )


def steady(before: Sequence[Die], after: Sequence[Die], touched: Touched, bared: Touched) -> tuple[Die, ...]:
    """The dice as they lie now; where the picture did not change, as they were read before, if that was surer.

    One that is read no more lies there yet unless its place is `bared`: a faint die leaves less of a change.
    """
    dice = list(after)
    for old in before:
        news = [die for die in dice if old.same(die)]
        lies = not touched(old) and (news or not bared(old))
        if lies and all(old.sure > die.sure for die in news):
            dice = [die for die in dice if die not in news] + [old]
    return tuple(dice)


def turned_as(before: Sequence[Die], after: Sequence[Die], touched: Touched) -> tuple[Die, ...]:
    """The dice as they lie now; those that lie as they lay are turned as they were."""
    return tuple(
        next((replace(die, turn=old.turn) for old in before if old.turn is not None and old.same(die)), die)
        if die.state == "flat" and die.turn is None and not touched(die)
        else die
        for die in after
    )


def on_the_move(die: Die) -> Die:
    """A die that left rest: what it showed counts no more."""
    return replace(die, value=None, state="moving", at=None, turn=None, chances=())


def _nearest(die: Die, others: Sequence[Die]) -> float:
    return min((die.distance(other) for other in others), default=math.inf)
