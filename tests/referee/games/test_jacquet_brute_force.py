"""Jacquet's throws against a second implementation: men as a bag of pips to go, every order tried in full."""

import random
from itertools import permutations, product
from typing import Any, NamedTuple

from each import each

from referee.desks import desk_of
from referee.games.jacquet import Jacquet

OPTIONS = [
    {"block": block, "exit": way, "doublet_postillon": four}
    for block, way, four in product((6, 5, 99), ("exact_rearmost", "exact_any", "overshoot"), (True, False))
]


class Bag(NamedTuple):
    """My men as sorted pips to go (25 less the arrow); the postillon's apart, 0 when none runs."""

    men: tuple[int, ...]
    runner: int
    out: int


def without(men: tuple[int, ...], number: int) -> tuple[int, ...]:
    place = men.index(number)
    return men[:place] + men[place + 1 :]


def row_is_wrong(men: tuple[int, ...], block: int) -> bool:
    """Seven (or six) crosses in a row on a drawn line of arrows, no man one or two pips before the end."""
    line = "".join("x" if pips in men else "." for pips in range(24, 0, -1))
    return not {1, 2} & set(men) and "x" * (block + 1) in line


def one_die(bag: Bag, die: int, held: frozenset[int], options: dict[str, Any]) -> set[Bag]:
    result = set()
    for pips in {bag.runner} if bag.runner else set(bag.men):
        rest, left = without(bag.men, pips), pips - die
        if left > 0:
            men = tuple(sorted((*rest, left)))
            if left not in held and not row_is_wrong(men, options["block"]):
                result.add(Bag(men, left if bag.runner else 0, bag.out))
        elif not bag.runner and max(bag.men) <= 6:
            last = pips == max(bag.men)
            if {
                "exact_rearmost": left == 0 and last,
                "exact_any": left == 0,
                "overshoot": left == 0 or last,
            }[options["exit"]]:
                result.add(Bag(rest, 0, bag.out + 1))
    return result


def played(
    bag: Bag, dice: tuple[int, ...], held: frozenset[int], options: dict[str, Any]
) -> dict[int, set[Bag]]:
    """Number of dice played -> where that may end, the dice in this order, each played or left out."""
    result: dict[int, set[Bag]] = {0: {bag}}
    for die in dice:
        further = {
            count + 1: {after for item in bags for after in one_die(item, die, held, options)}
            for count, bags in result.items()
        }
        for count, bags in further.items():
            result[count] = result.get(count, set()) | bags
    return {count: bags for count, bags in result.items() if bags}


def by_hand(state: dict[str, Any], dice: tuple[int, int], options: dict[str, Any]) -> set[tuple[Any, ...]]:
    board, post = state["board"], state["post"][0]
    men = tuple(sorted(24 - index for index, count in enumerate(board) for _ in range(max(count, 0))))
    held = frozenset(24 - index for index, count in enumerate(board) if count < 0)
    start = Bag(men, 25 - post if post else 0, state["off"][0])
    four = dice[0] == dice[1] and (options["doublet_postillon"] or not post)
    best: dict[int, set[Bag]] = {}
    for order in set(permutations(dice * 2 if four else dice)):
        for count, bags in played(start, order, held, options).items():
            best[count] = best.get(count, set()) | bags
    most = max(best)
    return {drawn(bag, board) for bag in best[most]} if most else set()


def drawn(bag: Bag, board: list[int]) -> tuple[Any, ...]:
    line = [min(count, 0) + bag.men.count(24 - index) for index, count in enumerate(board)]
    return tuple(line), bag.out, 25 - bag.runner if bag.runner > 6 else 0


def asked(state: dict[str, Any], dice: tuple[int, int], options: dict[str, Any]) -> set[tuple[Any, ...]]:
    answer = desk_of(Jacquet(**options)).answer("legal_results", state, {"dice": list(dice)})
    result = [(tuple(item["board"]), item["off"][0], item["post"][0]) for item in answer["results"]]
    assert len(set(result)) == len(result)
    assert answer["pass"] == (not result)
    assert all(item["off"][1] == state["off"][1] for item in answer["results"])
    assert all(item["post"][1] == state["post"][1] for item in answer["results"])
    return set(result)


def scattered(rng: random.Random, mine: tuple[int, ...], his: tuple[int, ...]) -> dict[str, Any]:
    """A position with my men on some of these arrows, and his on some of those that are left."""
    board, count = [0] * 24, rng.randint(1, 15)
    for _ in range(count):
        board[rng.choice(mine) - 1] += 1
    free = [arrow for arrow in his if board[arrow - 1] == 0] or [0]
    other = rng.randint(1, 15)
    for _ in range(other if free != [0] else 0):
        board[rng.choice(free) - 1] -= 1
    return {"board": board, "off": [15 - count, rng.randint(0, 15 - other)], "post": [0, 0]}


def rows(rng: random.Random) -> dict[str, Any]:
    """My men in long rows, as where the block limit matters; some already too long."""
    first, length = rng.randint(1, 17), rng.randint(4, 8)
    row = [arrow for arrow in range(first, first + length) if arrow < 25 and rng.random() < 0.93]
    more = [rng.randint(1, 24) for _ in range(rng.randint(0, 3))]
    mine = tuple({*row, *more} or {1})
    state = scattered(rng, mine, tuple(range(1, 25)))
    for arrow in mine:
        state["board"][arrow - 1] = max(1, state["board"][arrow - 1]) if state["board"][arrow - 1] >= 0 else 0
    while sum(men for men in state["board"] if men > 0) > 15:
        state["board"][max(range(24), key=lambda index: state["board"][index])] -= 1
    state["off"][0] = 15 - sum(men for men in state["board"] if men > 0)
    return state


def any_position(rng: random.Random) -> dict[str, Any]:
    everywhere, home = tuple(range(1, 25)), tuple(range(19, 25))
    few = tuple(rng.sample(everywhere, rng.randint(1, 8)))
    state = rng.choice(
        (
            lambda: scattered(rng, everywhere, everywhere),
            lambda: scattered(rng, few, everywhere),
            lambda: scattered(rng, home, everywhere),
            lambda: scattered(rng, home, (1, 5, 13, 18)),
            lambda: scattered(rng, (17, 18, *home), everywhere),
            lambda: rows(rng),
        )
    )()
    mine = [arrow for arrow in range(1, 19) if state["board"][arrow - 1] > 0]
    if mine and rng.random() < 0.3:
        state["post"] = [rng.choice(mine), rng.randint(0, 18)]
    return state


@each("options", OPTIONS)
def test_every_throw_ends_where_the_second_implementation_ends(options: dict[str, Any]) -> None:
    rng = random.Random(repr(options))
    for _ in range(120):
        state = any_position(rng)
        dice = (rng.randint(1, 6), rng.randint(1, 6))
        assert asked(state, dice, options) == by_hand(state, dice, options), (state, dice)


def test_every_throw_of_games_played_at_random() -> None:
    rng = random.Random(7)
    for _ in range(4):
        state: dict[str, Any] = {
            "board": [15, *[0] * 11, -15, *[0] * 11],
            "off": [0, 0],
            "post": [1, 1],
        }
        options = rng.choice(OPTIONS)
        while max(state["off"]) < 15:
            dice = (rng.randint(1, 6), rng.randint(1, 6))
            result = by_hand(state, dice, options)
            assert asked(state, dice, options) == result, (state, dice, options)
            board, out, post = (
                rng.choice(sorted(result)) if result else (state["board"], state["off"][0], state["post"][0])
            )
            turned = [-men for men in (*board[12:], *board[:12])]
            state = {"board": turned, "off": [state["off"][1], out], "post": [state["post"][1], post]}
