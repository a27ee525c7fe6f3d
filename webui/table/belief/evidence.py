"""The evidence of a look about the dice, as likelihoods, never a verdict: how they lie, and what became of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import combinations, product
from math import inf, log, prod

from vision.follow.fates import fates
from vision.observation import Die, Fate, Observation

from .priors import NOISE

REAL = 0.5
"""A detection less sure than this may well not be a die."""

MOST_READINGS = 12
"""The number of readings of a throw that are followed."""

GONE = 0.05
"""The probability that a detection was a die, once it is no longer read although nothing moved."""

MOST_DICE = 7
"""Beyond this number of dice not every choice is followed: one more than any game throws."""

NEVER = 1e-6
"""Least probability of anything."""


@dataclass(frozen=True)
class SettledDice:
    """Settled dice: dice that came to lie differently than before, until they are moved again.

    Attributes:
        t: seconds, when they were first seen so.
        dice: as last read, from the left.
        fates: what became of each of them, in the same order.
        judged: their throw was reported not to count, or refused.
        missed: dice moved since then, while nothing could be decided.
    """

    t: float = 0.0
    dice: tuple[Die, ...] = ()
    fates: tuple[Fate, ...] = ()
    judged: bool = False
    missed: bool = False

    @classmethod
    def of(cls, look: Observation) -> SettledDice:
        """The settled dice of a look."""
        fates = look.fates or (Fate(True, inf),) * len(look.dice)
        pairs = sorted(zip(look.dice, fates, strict=True), key=lambda pair: pair[0].box[:2])
        return cls(look.time, tuple(die for die, _ in pairs), tuple(fate for _, fate in pairs))

    def after(self, look: Observation) -> SettledDice:
        """The settled dice of a look after a time without looks: the places of the dice show what became of them."""

        def touched(die: Die) -> bool:
            return not any(old.same(die) and old.value == die.value for old in self.dice)

        became, gone = fates(self.dice, look.dice, touched)
        return SettledDice.of(replace(look, fates=became, gone=gone))

    def again(self, look: Observation) -> SettledDice:
        """The same dice as read now: each keeps its index, and one that is no longer read is probably none."""
        now = in_order(look.dice)
        dice = [
            next((die for die in now if old.same(die)), replace(old, sure=0.0, there=GONE))
            for old in self.dice
        ]
        more = [die for die in now if not any(old.same(die) for old in self.dice)]
        fates = (*self.fates, *(Fate(False, inf) for _ in more))
        return replace(self, dice=(*dice, *more), fates=fates)

    @cached_property
    def stirred(self) -> tuple[int, ...]:
        """Indices of the dice that moved."""
        return tuple(k for k, fate in enumerate(self.fates) if fate.fresh)

    @cached_property
    def odds(self) -> tuple[tuple[float, float], ...]:
        """For each die the logarithms of how likely it lies so, thrown and not thrown."""
        return tuple(_odds(die, fate) for die, fate in zip(self.dice, self.fates, strict=True))

    @cached_property
    def thrown_among(self) -> tuple[int, ...]:
        """Indices of the dice that may have been thrown: not those in the place where dice are set aside."""
        return tuple(k for k, die in enumerate(self.dice) if not die.aside)


def in_order(dice: Iterable[Die]) -> list[Die]:
    """Dice at rest, from the left."""
    return sorted((die for die in dice if die.state != "moving"), key=lambda die: die.box[:2])


def dice_changed(look: Observation) -> bool:
    """Whether dice lie differently than when the table was last still."""
    return bool(look.gone) or any(fate.fresh for fate in look.fates)


def possible_throws(settled: SettledDice, due: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The dice that may be the throw, by their indices from the left, likeliest first.

    Stains and digits are sometimes read as dice, and a die may remain from the throw before.

    Args:
        settled: the dice.
        due: numbers of dice that may be thrown; () for any.
    """
    every = settled.thrown_among
    stirred = tuple(k for k in settled.stirred if k in every)
    sure = tuple(k for k in stirred if settled.dice[k].sure >= REAL)
    lying = tuple(k for k in every if settled.dice[k].sure >= REAL)
    options = [sure or stirred, lying, stirred, every]
    if due and max(due) < len(stirred) <= MOST_DICE:
        options += combinations(stirred, max(due))
    candidates = dict.fromkeys(some for some in options if some and any(k in stirred for k in some))
    return tuple(sorted(candidates, key=lambda some: (due != () and len(some) not in due, -belong(settled, some))))


def belong(settled: SettledDice, some: Sequence[int]) -> float:
    """Logarithm of how likely exactly these dice were thrown, given what became of each."""
    return sum(thrown if k in some else lay for k, (thrown, lay) in enumerate(settled.odds))


def _odds(die: Die, fate: Fate) -> tuple[float, float]:
    """The logarithms of how likely a die lies so, thrown and not thrown; a die set aside was not thrown."""
    lay = log(max(1 - die.there, NOISE.stain)) if fate.fresh and not die.aside else 0.0
    return log(_landed(die, fate)), lay


def _landed(die: Die, fate: Fate) -> float:
    """How likely a die of a throw lies so."""
    if not fate.fresh:
        return NOISE.lies_on
    return max(die.there, NEVER) * (1.0 if fate.stirred else NOISE.unnoticed)


def stays(settled: SettledDice) -> float:
    """Logarithm of how much likelier the dice lie so if they were pushed or put back than if they were thrown."""
    return sum(log(_stays(die, fate)) for die, fate in zip(settled.dice, settled.fates, strict=True) if fate.fresh)


def _stays(die: Die, fate: Fate) -> float:
    """How much likelier one die lies so if it was pushed or put back than if it was thrown."""
    near, far = NOISE.put_back
    if not fate.stirred:
        return NOISE.came_up
    if fate.off == inf:
        return NOISE.unseen
    another = fate.was is not None and die.value is not None and fate.was != die.value
    return far if another or fate.off > NOISE.near else near


def chances(die: Die) -> tuple[float, ...]:
    """Probability of each value 1 to 6 of a flat die, limited to the measured accuracy of readers."""
    if die.chances:
        raw = die.chances
    elif die.value is not None:
        raw = tuple(die.sure if value == die.value else (1 - die.sure) / 5 for value in range(1, 7))
    else:
        raw = (1 / 6,) * 6
    whole = sum(raw)
    return tuple((1 - NOISE.misread) * part / whole + NOISE.misread / 6 for part in raw)


def flat(die: Die) -> float:
    """Probability that a die lies flat on the board, limited to the measured accuracy of readers."""
    return max(1 - max(NOISE.leans, die.leans) if die.state == "flat" else 1 - die.sure, NEVER)


def readings(dice: Sequence[Die]) -> tuple[tuple[tuple[int, ...], float], ...]:
    """What the dice may show together, each with the logarithm of how likely, likeliest first."""
    return _readings(tuple(dice))


@lru_cache(maxsize=64)
def _readings(dice: tuple[Die, ...]) -> tuple[tuple[tuple[int, ...], float], ...]:
    most = 6 if len(dice) < 3 else 4 if len(dice) < 4 else 2  # of many dice few are misread at once
    each = [sorted(enumerate(chances(die), 1), key=lambda pair: -pair[1])[:most] for die in dice]
    ways = sorted(product(*each), key=lambda way: -prod(chance for _, chance in way))[:MOST_READINGS]
    lies = sum(log(flat(die)) for die in dice)
    return tuple(
        (tuple(value for value, _ in way), lies + sum(log(chance) for _, chance in way)) for way in ways
    )


def shows(dice: Sequence[Die], values: Sequence[int]) -> float:
    """Logarithm of how likely thrown dice are read so if they show these values, in this order."""
    if len(dice) != len(values):
        return log(NOISE.misread)
    return sum(log(flat(die) * chances(die)[value - 1]) for die, value in zip(dice, values, strict=True))


def void(dice: Sequence[Die]) -> float:
    """Logarithm of how likely a die of a throw leans or lies beside the board."""
    return log(max(1 - prod(flat(die) for die in dice), NEVER))


def still_shows(settled: SettledDice, values: Sequence[int]) -> float:
    """Logarithm of how much likelier dice are read so if they were pushed or put back than if they were thrown.

    Only dice that moved give new information; a stain remains what it was. Unmoved dice keep what they show: a value
    that one of them has belongs to no other.

    Args:
        settled: the dice.
        values: what the dice of the throw before show.
    """
    if not settled.stirred or len(values) > MOST_DICE:
        return 0.0
    return _still_shows(settled.dice, settled.fates, tuple(sorted(values)))


def fits(dice: Sequence[Die], values: Sequence[int]) -> float:
    """Logarithm of how much likelier dice are read so if they show these values, in any order, than by chance."""
    if len(dice) != len(values) or len(dice) > MOST_DICE:
        return -inf
    return _best([[_still_lies(die, value) for value in values] for die in dice])


@lru_cache(maxsize=64)
def _still_shows(dice: tuple[Die, ...], fates: tuple[Fate, ...], values: tuple[int, ...]) -> float:
    flat = [(die, fate) for die, fate in zip(dice, fates, strict=True) if die.state == "flat"]
    if len(flat) > MOST_DICE:
        return 0.0
    padded = (*values, *(0,) * max(0, len(flat) - len(values)))
    lain = [[_still_lies(die, value) for value in padded] for die, fate in flat if not fate.fresh]
    stirred = [[_put_back(die, fate, value) for value in padded] for die, fate in flat if fate.fresh]
    return _best([*lain, *stirred]) - _best(lain)


def _best(rows: Sequence[Sequence[float]]) -> float:
    """The greatest sum of one entry per row, no two from the same column."""
    reached = {0: 0.0}
    for row in rows:
        further: dict[int, float] = {}
        for taken, weight in reached.items():
            for column, more in enumerate(row):
                both = taken | 1 << column
                if both != taken and weight + more > further.get(both, -inf):
                    further[both] = weight + more
        reached = further
    return max(reached.values())


def _still_lies(die: Die, value: int) -> float:
    """Logarithm of how likely an unmoved die is read so if it showed this before; 0 if it was no die."""
    return log(6 * chances(die)[value - 1]) if value else 0.0


def _put_back(die: Die, fate: Fate, value: int) -> float:
    """The same for a die that moved; a stain shows what it showed."""
    shows_now = value or fate.was
    return 0.0 if shows_now is None else log(6 * chances(die)[shows_now - 1])
