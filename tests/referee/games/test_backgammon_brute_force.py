"""Backgammon told a second time, with men as a list and every order of the dice tried: the two must agree.

Nothing of the referee's search or board is used here; positions come from the corners of the game: men on the
barrière, closed boards, men to bear off, all men on few arrows.
"""

import random
from collections import Counter
from itertools import permutations

import pytest

from referee.games.backgammon import Backgammon

Cells = tuple[int, ...]
Side = tuple[tuple[int, ...], tuple[int, ...]]
"""My men and the opponent's: each one's arrow in my numbers, sorted; 25 my bar, 0 mine off, -1 his bar, 99 his off."""


def read(cells: Cells) -> Side:
    mine, his = [0] * cells[0] + [25] * cells[25], [-1] * cells[26] + [99] * cells[27]
    for arrow in range(1, 25):
        (mine if cells[arrow] > 0 else his).extend([arrow] * abs(cells[arrow]))
    return tuple(sorted(mine)), tuple(sorted(his))


def written(side: Side) -> Cells:
    mine, his = map(Counter, side)
    arrows = (mine[arrow] - his[arrow] for arrow in range(1, 25))
    return (mine[0], *arrows, mine[25], his[-1], his[99])


def one_die(side: Side, die: int) -> set[Side]:
    """Every position after one man moved with one die."""
    mine, his = side
    result = set()
    for man in set(mine) - {0}:
        if 25 in mine and man != 25:
            continue
        goal = man - die
        if his.count(goal) > 1 and goal > 0:
            continue
        if goal <= 0 and (max(mine) > 6 or (goal < 0 and man != max(mine))):
            continue
        mine_now, his_now = list(mine), list(his)
        mine_now[mine.index(man)] = max(goal, 0)
        if goal > 0 and goal in his:
            his_now[his.index(goal)] = -1
        result.add((tuple(sorted(mine_now)), tuple(sorted(his_now))))
    return result


def played(side: Side, dice: tuple[int, ...]) -> dict[int, set[tuple[int, Side]]]:
    """By how many dice were played: (the first of them, the end), of every way with the dice in this order."""
    ways: dict[int, set[tuple[int, Side]]] = {0: {(0, side)}}
    now = {(dice[0], side)}
    for count, die in enumerate(dice, start=1):
        now = {(first, after) for first, before in now for after in one_die(before, die)}
        ways[count] = now
    return ways


def ends_by_hand(cells: Cells, throw: tuple[int, int], single: str) -> set[Cells]:
    dice = throw * 2 if throw[0] == throw[1] else throw
    ways: dict[int, set[tuple[int, Side]]] = {}
    for order in set(permutations(dice)):
        for count, ends in played(read(cells), order).items():
            ways.setdefault(count, set()).update(ends)
    most = max(count for count, ends in ways.items() if ends)
    ends = ways[most] if most else set()
    if most == 1 and throw[0] != throw[1]:
        greater = {end for end in ends if end[0] == max(throw)}
        ends = greater if greater or single == "strict_high" else ends
    return {written(side) for _, side in ends}


def spread(rng: random.Random, places: list[int], men: int, most: int = 15) -> Counter[int]:
    """Men on some of these places, at most so many on each."""
    result: Counter[int] = Counter()
    while sum(result.values()) < men:
        place = rng.choice(places)
        if result[place] < most:
            result[place] += 1
    return result


def anywhere(rng: random.Random) -> Cells:
    mine_at = rng.sample(range(1, 25), rng.randint(2, 10))
    his_at = [arrow for arrow in range(1, 25) if arrow not in mine_at]
    mine = spread(rng, [*mine_at, *([25] * rng.randint(0, 2)), *([0] * rng.randint(0, 1))], 15)
    his = spread(rng, [*rng.sample(his_at, rng.randint(2, 9)), *([-1] * rng.randint(0, 1))], 15)
    return (mine[0], *(mine[n] - his[n] for n in range(1, 25)), mine[25], his[-1], 0)


def barred(rng: random.Random) -> Cells:
    """Men on the barrière before a quarter that is held but for a few arrows."""
    held = rng.sample(range(19, 25), rng.randint(3, 6))
    his = Counter(dict.fromkeys(held, 2)) + spread(rng, [*range(1, 12), *held], 15 - 2 * len(held))
    mine = spread(rng, [25, 25, *(n for n in range(1, 25) if not his[n])], 14)
    mine[25] += 1
    return (mine[0], *(mine[n] - his[n] for n in range(1, 25)), mine[25], his[-1], 0)


def bearing_off(rng: random.Random) -> Cells:
    """Men in the last quarter, or all but one, some of them off; now and then the opponent among them."""
    off, late = rng.randint(0, 14), rng.randint(0, 1)
    mine = spread(rng, rng.sample(range(1, 7), rng.randint(1, 6)), 15 - off - late)
    mine[rng.randint(7, 12) if late else 0] += late
    free = [n for n in range(1, 25) if not mine[n]]
    his = spread(rng, rng.sample(free, rng.randint(2, 6)), 15)
    return (off + mine[0], *(mine[n] - his[n] for n in range(1, 25)), 0, 0, 0)


def few_arrows(rng: random.Random) -> Cells:
    """All men of each on one to three arrows."""
    arrows = rng.sample(range(1, 25), rng.randint(2, 6))
    cut = rng.randint(1, len(arrows) - 1)
    mine, his = spread(rng, arrows[:cut], 15), spread(rng, arrows[cut:], 15)
    return (0, *(mine[n] - his[n] for n in range(1, 25)), 0, 0, 0)


@pytest.mark.parametrize("single", ["strict_high", "international"])
@pytest.mark.parametrize("kind", [anywhere, barred, bearing_off, few_arrows])
def test_both_tell_the_same_ends(kind, single) -> None:  # type: ignore[no-untyped-def]  # parametrized functions
    game, rng = Backgammon(single=single), random.Random(f"{kind.__name__} {single}")
    lengths: Counter[bool] = Counter()
    for _ in range(400):
        cells = kind(rng)
        first = rng.randint(1, 6)
        for throw in ((first, rng.randint(1, 6)), (first, first)):
            ends = game.results(cells, throw)
            assert len(set(ends)) == len(ends)
            assert set(ends) == ends_by_hand(cells, throw, single), (cells, throw)
            lengths[bool(ends)] += 1
    assert lengths[True] > 100


def test_the_two_rules_for_one_die_differ_now_and_then() -> None:
    rng = random.Random(5)
    different = 0
    for _ in range(1000):
        cells, throw = barred(rng), (6, rng.randint(1, 5))
        strict, free = (
            set(Backgammon(single=single).results(cells, throw))
            for single in ("strict_high", "international")
        )
        assert strict <= free
        different += strict != free
    assert 10 < different < 500
