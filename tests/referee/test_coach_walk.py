"""The coach against a second solver: a table walked upwards from nothing open, in Fractions, by the sheets alone.

It knows no game, no policy and no closing of the referee's; tiles are bits, throws are ordered pairs of dice.
"""

import json
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any, NamedTuple

import pytest

from referee.coach import Coach
from referee.games import find
from referee.options import build

SUMS = [sum(tile for tile in range(1, 10) if mask >> tile - 1 & 1) for mask in range(512)]
PAIRS = Counter(tuple(sorted(pair)) for pair in product(range(1, 7), repeat=2))
ONE_DIE = ("after_789", "never", "may_after_789", "may_at_6")

Dice = tuple[int, ...]
Closes = Callable[[int, int, Dice], bool]
"""Whether these bits may be shut, of those that are open, with these dice."""


class Value(NamedTuple):
    """Least expected score, chance to shut everything under it, greatest chance to shut everything."""

    score: Fraction
    shut: Fraction
    most: Fraction


def bits(tiles: Any) -> int:
    return sum(1 << tile - 1 for tile in set(tiles))


def child(free: bool, shut: int, still_open: int, dice: Dice) -> bool:
    if shut in (bits(dice), bits([sum(dice)])):
        return True
    single = shut in {bits([die]) for die in dice}
    return single and (free or bits(dice) & still_open == shut)


def adult(shut: int, still_open: int, dice: Dice) -> bool:
    return SUMS[shut] == sum(dice)


def royal(combo: bool, needed: bool, shut: int, still_open: int, dice: Dice) -> bool:
    if SUMS[shut] == sum(dice):
        return True
    if needed and any(part & still_open == part and SUMS[part] == sum(dice) for part in range(1, 512)):
        return False
    return SUMS[shut] in dice if combo else shut in {bits([die]) for die in dice}


def dice_counts(rule: str, still_open: int) -> tuple[int, ...]:
    gone = not still_open & bits((7, 8, 9))
    if rule == "after_789":
        return (1,) if gone else (2,)
    free = gone if rule == "may_after_789" else SUMS[still_open] <= 6 and rule == "may_at_6"
    return (1, 2) if free else (2,)


def possible(closes: Closes) -> dict[Dice, list[int]]:
    """Of each throw, the bits that it can ever shut: what stands open may only forbid more of them."""
    dice = [*PAIRS, *((die,) for die in range(1, 7))]
    return {roll: [shut for shut in range(1, 512) if closes(shut, shut, roll)] for roll in dice}


class Walk:
    """All 512 positions, smallest first."""

    def __init__(self, closes: Closes, one_die: str, single_ends: bool) -> None:
        self.closes, self.single_ends = closes, single_ends
        self.possible = possible(closes)
        self.known = {0: Value(Fraction(0), Fraction(1), Fraction(1))}
        for still_open in range(1, 512):
            means = [self.mean(still_open, count) for count in dice_counts(one_die, still_open)]
            self.known[still_open] = self.best(means)

    def best(self, values: list[Value]) -> Value:
        score, shut, _ = min(values, key=lambda value: (value.score, -value.shut))
        return Value(score, shut, max(value.most for value in values))

    def mean(self, still_open: int, count: int) -> Value:
        rolls = PAIRS if count == 2 else {(die,): 1 for die in range(1, 7)}
        after = [(weight, self.after(still_open, roll)) for roll, weight in rolls.items()]
        total = sum(rolls.values())
        return Value(*(sum(weight * value[at] for weight, value in after) / total for at in range(3)))

    def after(self, still_open: int, roll: Dice) -> Value:
        results = [value for _, value in self.closings(still_open, roll)]
        return self.best(results) if results else Value(Fraction(SUMS[still_open]), Fraction(0), Fraction(0))

    def closings(self, still_open: int, roll: Dice) -> list[tuple[int, Value]]:
        fits = [shut for shut in self.possible[roll] if shut & still_open == shut]
        return [
            (shut, self.left(still_open ^ shut, shut, roll))
            for shut in fits
            if self.closes(shut, still_open, roll)
        ]

    def left(self, rest: int, shut: int, roll: Dice) -> Value:
        if rest and self.single_ends and SUMS[shut] != sum(roll):
            return Value(Fraction(SUMS[rest]), Fraction(0), Fraction(0))
        return self.known[rest]


def sheets() -> list[tuple[str, dict[str, Any], Closes]]:
    """Every combination of the options of a sheet that touch the play of one frame."""
    result: list[tuple[str, dict[str, Any], Closes]] = [
        ("occe_child", {"single": single, "one_die": dice}, partial(child, single == "free"))
        for single in ("if_other_shut", "free")
        for dice in ONE_DIE
    ]
    result += [("occe_adult", {"one_die": dice}, adult) for dice in ONE_DIE]
    for combo, needed, ends in product((True, False), repeat=3):
        options = {"single_combo": combo, "single_only_if_needed": needed, "single_ends": ends}
        result.append(("royal", {**options, "one_die": "never"}, partial(royal, combo, needed)))
    return [*result, ("royal", {"one_die": "may_after_789"}, partial(royal, True, False))]


SHEETS = sheets()


@pytest.mark.parametrize(
    ("name", "options", "closes"), SHEETS, ids=[f"{name}{json.dumps(options)}" for name, options, _ in SHEETS]
)
def test_every_position_has_the_same_value_twice(name: str, options: dict[str, Any], closes: Closes) -> None:
    coach = Coach(build(find(name), options))
    walk = Walk(closes, options["one_die"], options.get("single_ends", False))
    for still_open, value in walk.known.items():
        tiles = [tile for tile in range(1, 10) if still_open >> tile - 1 & 1]
        result = (coach.expected_score(tiles), coach.p_shut(tiles), coach.max_p_shut(tiles))
        assert result == value, tiles
    compare_advice(coach, walk)


def compare_advice(coach: Coach, walk: Walk) -> None:
    """Every throw at every ninth position: each closing's worth and cost."""
    for still_open in range(1, 512, 9):
        tiles = [tile for tile in range(1, 10) if still_open >> tile - 1 & 1]
        for roll in walk.possible:
            wanted = {shut: value[:2] for shut, value in walk.closings(still_open, roll)}
            advice = coach.costs(tiles, roll)
            assert {bits(a.close.tiles): (a.expected_score, a.p_shut) for a in advice} == wanted
            least = min((score for score, _ in wanted.values()), default=Fraction(0))
            assert all(a.cost == a.expected_score - least for a in advice)


def test_the_walk_knows_the_published_fraction() -> None:
    walk = Walk(adult, "may_after_789", False)
    assert walk.known[511].most == Fraction(956177159, 9795520512)
