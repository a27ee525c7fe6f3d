"""Exact values of the tile games against published and independently computed numbers."""

from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.coach import Coach
from referee.games import find
from referee.games.tiles import Close
from referee.games.tiles.policy import Policy, highest_first
from referee.options import build

FULL = range(1, 10)

# Expected score, chance to shut under it, greatest chance; then the same two for "highest tile first".
TABLE: list[tuple[str, dict[str, Any], tuple[float, float, float], tuple[float, float]]] = [
    ("occe_child", {}, (15.7145, 2.545, 2.997), (15.9028, 2.294)),
    ("occe_child", {"single": "free"}, (14.3877, 2.834, 3.581), (15.9028, 2.294)),
    ("occe_adult", {}, (11.6632, 6.948, 7.422), (12.2683, 5.563)),
    ("occe_adult", {"one_die": "never"}, (11.1575, 7.089, 7.143), (11.3733, 6.958)),
    ("royal", {}, (5.6151, 31.48, 32.89), (7.2294, 25.47)),
    ("royal", {"single_combo": False}, (6.1743, 24.81, 26.27), (7.5404, 21.91)),
    (
        "royal",
        {"single_combo": False, "single_only_if_needed": True},
        (7.5228, 22.04, 22.58),
        (7.6322, 21.78),
    ),
    (
        "royal",
        {"single_combo": False, "single_only_if_needed": True, "single_ends": True},
        (9.5565, 12.66, 13.17),
        (9.6770, 12.11),
    ),
]


@pytest.mark.parametrize(("name", "options", "best", "advice"), TABLE)
def test_the_table_of_optimal_play(
    name: str, options: dict[str, Any], best: tuple[float, float, float], advice: tuple[float, float]
) -> None:
    game = build(find(name), options)
    coach = Coach(game)
    assert float(coach.expected_score(FULL)) == pytest.approx(best[0], abs=5.1e-5)
    assert 100 * float(coach.p_shut(FULL)) == pytest.approx(best[1], abs=5.1e-3)
    assert 100 * float(coach.max_p_shut(FULL)) == pytest.approx(best[2], abs=5.1e-3)
    score, shut = Policy(game, highest_first).worth(frozenset(FULL))
    assert score / 36**9 == pytest.approx(advice[0], abs=5.1e-5)
    assert 100 * shut / 36**9 == pytest.approx(advice[1], abs=5.1e-3)


def test_a_published_fraction() -> None:
    """One or two dice as one likes once 7, 8, 9 are shut: README of UnaryPlus/shut-the-box-strategy."""
    game = build(find("occe_adult"), {"one_die": "may_after_789"})
    assert Coach(game).max_p_shut(FULL) == Fraction(956177159, 9795520512)


def by_hand(game: Any, position: frozenset[int]) -> dict[frozenset[int], float]:
    """Least expected scores of a position and all within it, smallest first, in floating point."""
    worth = {frozenset[int](): 0.0}
    for size in range(1, len(position) + 1):
        for tiles in map(frozenset, combinations(sorted(position), size)):
            worth[tiles] = min(mean_by_hand(game, tiles, count, worth) for count in game.dice_allowed(tiles))
    return worth


def mean_by_hand(game: Any, tiles: frozenset[int], count: int, worth: dict[frozenset[int], float]) -> float:
    """The mean over all rolls, each die told from the other, of the best that can be made of each."""
    rolls = list(product(range(1, 7), repeat=count))
    best = []
    for roll in rolls:
        rests = [(shut, tiles - set(shut)) for shut in game.closings(tiles, roll)]
        after = [sum(rest) if game.ends_turn(roll, Close(shut)) else worth[rest] for shut, rest in rests]
        best.append(min(after, default=sum(tiles)))
    return sum(best) / len(rolls)


@pytest.mark.parametrize(
    ("name", "options"), [*(row[:2] for row in TABLE), ("occe_adult", {"one_die": "may_at_6"})]
)
@settings(max_examples=5, deadline=None)
@given(position=st.frozensets(st.integers(1, 9), max_size=6))
def test_positions_by_hand(name: str, options: dict[str, Any], position: frozenset[int]) -> None:
    game = build(find(name), options)
    coach = Coach(game)
    for tiles, worth in by_hand(game, position).items():
        assert float(coach.expected_score(tiles)) == pytest.approx(worth, abs=1e-9)


def test_nothing_open_is_done() -> None:
    coach = Coach(find("royal")())
    assert (coach.expected_score(()), coach.p_shut(()), coach.max_p_shut(())) == (0, 1, 1)


@settings(max_examples=20, deadline=None)
@given(open_tiles=st.frozensets(st.integers(1, 9), min_size=1), a=st.integers(1, 6), b=st.integers(1, 6))
def test_advice_is_ordered_and_complete(open_tiles: frozenset[int], a: int, b: int) -> None:
    game = find("occe_child")()
    advice = Coach(game).costs(open_tiles, (a, b))
    assert {entry.close.tiles for entry in advice} == set(game.closings(open_tiles, (a, b)))
    assert [entry.cost for entry in advice] == sorted(entry.cost for entry in advice)
    assert all(entry.cost == entry.expected_score - advice[0].expected_score for entry in advice)


@pytest.mark.parametrize(("open_tiles", "dice"), [({1, 2, 3}, 6), ({7, 8, 9}, 21), ({1, 2, 9}, 21)])
def test_odds_of_the_next_throw(open_tiles: set[int], dice: int) -> None:
    coach = Coach(find("occe_adult")())
    odds = coach.odds(open_tiles)
    assert len(odds) == dice
    assert sum(throw.chance for throw in odds) == 1
    open_odds = sum(throw.chance for throw in odds if throw.closings)
    assert coach.chance_to_go_on(open_tiles) == open_odds


def test_the_value_before_a_throw_is_the_mean_after_it() -> None:
    coach = Coach(find("royal")())
    tiles = (1, 4, 5, 6)
    after = [
        throw.chance * (coach.costs(tiles, throw.dice)[0].expected_score if throw.closings else sum(tiles))
        for throw in coach.odds(tiles)
    ]
    assert sum(after) == coach.expected_score(tiles)
