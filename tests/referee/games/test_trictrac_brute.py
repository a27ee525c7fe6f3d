"""Le Tric Trac's throws against a second referee that shares nothing with the first.

It follows fifteen single men, tries every two of them with every order of the dice, and only then asks of each whole
try which phrase of the sheet forbids it.
"""

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from referee.desks import desk_of
from referee.games import find
from referee.options import build

HOUSES = [
    {"home": home, "puissance": puissance, "pont": pont}
    for home in ("exact", "overshoot")
    for puissance in ("any", "opp_empty")
    for pont in ("each_throw", "each_turn")
]
ARRIVED = 24


class Table(NamedTuple):
    """My men one by one, his men by arrow, all by my numbers; his captured and my points so far."""

    mine: tuple[int, ...]
    his: tuple[tuple[int, int], ...]
    taken: int
    points: int

    def bosse(self) -> int:
        return self.mine.count(12)

    def against(self, arrow: int) -> int:
        return dict(self.his).get(arrow, 0)


class Try(NamedTuple):
    """What was done: (man, from, to, by privilege) of each step, and the table before and after each."""

    steps: tuple[tuple[int, int, int, bool], ...]
    tables: tuple[Table, ...]


def landed(table: Table, man: int, arrow: int) -> Table:
    mine = (*table.mine[:man], arrow, *table.mine[man + 1 :])
    his, taken, points = dict(table.his), table.taken, table.points
    if arrow == ARRIVED:
        points += 1
    elif his.get(arrow) == 1:
        del his[arrow]
        taken, points = taken + 1, points + 1
    return Table(mine, tuple(sorted(his.items())), taken, points)


def tries(table: Table, dice: tuple[int, ...], men: range) -> Iterator[Try]:
    """Every sequence of men for these dice in this order; by privilege a man short of 13 goes to 12."""
    for order in itertools.product(men, repeat=len(dice)):
        for power in itertools.product((False, True), repeat=len(dice)):
            yield done(table, tuple(zip(order, dice, power, strict=True)))


def done(table: Table, wishes: tuple[tuple[int, int, bool], ...]) -> Try:
    steps, tables = [], [table]
    for man, die, power in wishes:
        source = tables[-1].mine[man]
        target = source + die - (1 if power else 0)
        steps.append((man, source, target, power))
        tables.append(landed(tables[-1], man, min(target, ARRIVED)))
    return Try(tuple(steps), tuple(tables))


def forbidden(first: Try, house: dict[str, str], *, direct: bool) -> bool:
    """True when some phrase of the sheet forbids it; `direct` where two men could take the bosse by themselves."""
    counts = [table.bosse() for table in first.tables]
    together = counts in ([0, 1, 2], [2, 1, 0])
    powers = [power for _, _, _, power in first.steps]
    if counts[-1] == 1 or (1 in counts and not together):
        return True  # "par un ruban de 2 dames", "ne peuvent être retirées qu'ensemble"
    if any(powers):
        opposed = house["puissance"] == "opp_empty" and first.tables[0].against(13)
        landing = all(target == 12 for _, _, target, _ in first.steps)
        if direct or opposed or not landing or not all(powers) or counts != [0, 1, 2]:
            return True  # "lorsqu'il ne peut réussir ce coup avec d'autres dames"
    if not together and any(table.points >= 12 for table in first.tables[:-1]):
        return True  # "même si ceci se produit par le premier de ses deux coups"
    return any(step_forbidden(first, index, house) for index in range(len(first.steps)))


def step_forbidden(first: Try, index: int, house: dict[str, str]) -> bool:
    man, source, target, _ = first.steps[index]
    before = first.tables[index]
    if source >= ARRIVED or target == 13 or before.against(target) > 1:
        return True
    if target > ARRIVED and house["home"] == "exact":
        return True
    entered = {moved for moved, came, _, _ in first.steps[:index] if came == 1}
    return 1 in before.mine and source != 1 and man not in entered


def answer(state: dict[str, Any], dice: tuple[int, int], house: dict[str, str]) -> dict[str, Any]:
    """What the desk must say, results as a set."""
    board = state["board"]
    mine = [arrow for arrow, men in enumerate(board, start=1) for _ in range(max(0, men))]
    his = tuple((arrow, -men) for arrow, men in enumerate(board, start=1) if men < 0)
    table = Table((*[1] * state["start"][0], *mine), his, 0, state["score"][0])
    men = range(len(table.mine))
    pairs = [attempt for order in {dice, dice[::-1]} for attempt in tries(table, order, men)]
    direct = any(
        not any(step[3] for step in attempt.steps) and not forbidden(attempt, house, direct=False)
        for attempt in pairs
        if [stand.bosse() for stand in attempt.tables] == [0, 1, 2]
    )
    singles = [attempt for die in set(dice) for attempt in tries(table, (die,), men)]
    allowed = [attempt for attempt in (*pairs, *singles) if not forbidden(attempt, house, direct=direct)]
    whole = [attempt for attempt in allowed if len(attempt.steps) == 2 or attempt.tables[-1].points >= 12]
    ends = {attempt.tables[-1] for attempt in whole or allowed} or {table}
    return {
        "results": {result(state, end, dice, house) for end in ends},
        "pass": not allowed,
        "dice_used": 2 if whole else len(allowed) and 1,
        "throw_again_if_not_won": dice[0] == dice[1],
    }


def result(state: dict[str, Any], end: Table, dice: tuple[int, int], house: dict[str, str]) -> Any:
    stands = Counter(end.mine)
    board = [0] * 24
    for arrow in range(2, 24):
        board[arrow - 1] = stands[arrow] - end.against(arrow)
    points = end.points
    if all(stands[arrow] >= 2 for arrow in (7, 8, 9, 10, 11, 12)) and not (
        house["pont"] == "each_turn" and dice[0] == dice[1]
    ):
        points += 2
    other = state["score"][1]
    value = 4 if other < 1 else 3 if other < 3 else 2 if other < 7 else 1
    won = points >= 12
    return (
        tuple(board),
        (stands[1], state["start"][1] + end.taken),
        (state["off"][0] + stands[ARRIVED], state["off"][1]),
        (points, other),
        won,
        value if won else 0,
    )


def as_set(fields: Any) -> dict[str, Any]:
    """The desk's answer in the form of `answer`; a result that stands twice is a mistake."""
    results = [
        (*(tuple(item[key]) for key in ("board", "start", "off", "score")), item["won"], item["multiplier"])
        for item in fields["results"]
    ]
    assert len(set(results)) == len(results)
    return {**fields, "results": set(results)}


# Positions: each style leans on another phrase of the sheet.


def position(rng: random.Random) -> dict[str, Any]:
    board, start, off = [0] * 24, [0, 0], [0, 0]
    his_side(board, start, off, rng)
    mine_side(board, start, off, rng)
    score = [rng.choice((0, 3, 8, 9, 10, 11, 11)), rng.randint(0, 11)]
    return {"board": board, "start": start, "off": off, "score": score}


def his_side(board: list[int], start: list[int], off: list[int], rng: random.Random) -> None:
    left = 15
    start[1] = rng.choice((0, 0, 0, 2, 9))
    left -= start[1]
    if rng.random() < 0.5:
        put = min(left, rng.randint(2, 5))
        board[12], left = -put, left - put
    thick = rng.choice((1, 1, 2, 2, 4))
    for arrow in rng.sample([a for a in range(2, 24) if a not in (12, 13)], rng.randint(0, 12)):
        put = min(left, rng.randint(1, thick))
        board[arrow - 1], left = -put, left - put
    off[1] += left


COUNTS = {"bosse": (0, 2, 2, 3, 4), "few": (0, 2, 2, 3), "take": (0,)}
"""Men on the bosse."""


def mine_side(board: list[int], start: list[int], off: list[int], rng: random.Random) -> None:
    style = rng.choice(("any", "enter", "bosse", "take", "take", "pont", "home", "few", "few"))
    left = rng.randint(1, 4) if style == "few" else 15
    if style == "enter" or rng.random() < 0.15:
        start[0] = min(left, rng.choice((1, 1, 2, 2, 5, 15)))
        left -= start[0]
    count = rng.choice(COUNTS.get(style, (0, 0, 2)))
    if left >= count:
        board[11], left = count, left - count
    near = {"bosse": range(6, 19), "take": range(6, 13), "pont": range(7, 12), "home": range(17, 24)}.get(
        style, range(2, 24)
    )
    if style == "pont" and left >= 12 - count:
        for arrow in range(7, 13 if not count else 12):
            board[arrow - 1], left = 2, left - 2
        near = range(2, 24)
    arrows = [a for a in near if a not in (12, 13) and board[a - 1] >= 0]
    for _ in range(min(left, rng.randint(1, 12)) if arrows else 0):
        board[rng.choice(arrows) - 1] += 1
        left -= 1
    if board[12] > 0 or board[11] == 1:
        raise AssertionError("no such position")
    off[0] += 15 - start[0] - sum(men for men in board if men > 0)


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: "-".join(house.values()))
def test_both_referees_say_the_same(house: dict[str, str]) -> None:
    rng = random.Random(repr(house))
    desk = desk_of(build(find("trictrac"), house))
    observation: Counter[Any] = Counter()
    for _ in range(40):
        state = position(rng)
        dice = rng.randint(1, 6), rng.randint(1, 6)
        dice = (dice[0], dice[0]) if rng.random() < 0.2 else dice
        text = as_set(desk.answer("legal_results", state, {"dice": list(dice)}))
        assert text == answer(state, dice, house), (state, dice)
        observation[text["dice_used"]] += 1
    assert len(observation) > 1
