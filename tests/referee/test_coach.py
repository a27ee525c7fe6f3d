"""Exact values of the tile games against published and independently computed numbers."""

import re
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from each import each
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.coach import Coach
from referee.errors import BadQuestion
from referee.games import find
from referee.games.tiles import Close
from referee.games.tiles.policy import TilePolicy, Worth
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


def highest_first(worth: Worth, close: Close) -> Any:
    """The highest tile, then the next highest: the advice of S3."""
    return (*(-tile for tile in reversed(close.tiles)), 0)


@each(("name", "options", "best", "advice"), TABLE)
def test_the_table_of_optimal_play(
    name: str, options: dict[str, Any], best: tuple[float, float, float], advice: tuple[float, float]
) -> None:
    game = build(find(name), options)
    coach = Coach(game)
    assert float(coach.expected_score(FULL)) == pytest.approx(best[0], abs=5.1e-5)
    assert 100 * float(coach.p_shut(FULL)) == pytest.approx(best[1], abs=5.1e-3)
    assert 100 * float(coach.max_p_shut(FULL)) == pytest.approx(best[2], abs=5.1e-3)
    score, shut = TilePolicy(game, highest_first).worth(frozenset(FULL))
    assert score / 36**9 == pytest.approx(advice[0], abs=5.1e-5)
    assert 100 * shut / 36**9 == pytest.approx(advice[1], abs=5.1e-3)


SWITCHES: dict[str, dict[str, Any]] = {
    "OCCE child (`if_other_shut`)": {},
    "OCCE child (`single=free`)": {"single": "free"},
    "OCCE adult (`after_789`)": {},
    "OCCE adult (`never`)": {"one_die": "never"},
    "Royal (default: combos for one die too)": {},
    "Royal (`single_combo=False`)": {"single_combo": False},
    "Royal (`False` + `single_only_if_needed`)": {"single_combo": False, "single_only_if_needed": True},
    "Royal (…+ `single_ends`)": {
        "single_combo": False,
        "single_only_if_needed": True,
        "single_ends": True,
    },
}
"""What each row of the reading's table of optimal play is called there."""


def printed_rows(rules: str) -> dict[str, list[str]]:
    """Each variant's numbers as they are printed: score, chance, greatest chance, then score and chance."""
    table = rules.partition("Optimal play")[2].partition("Check against")[0]
    rows = re.findall(r"^\| ((?:OCCE|Royal) .+?) \|(.+)\|$", table, re.MULTILINE)
    return {name: re.findall(r"[0-9]+\.[0-9]+", numbers) for name, numbers in rows}


@pytest.mark.parametrize("row", SWITCHES)
def test_the_table_of_optimal_play_as_it_is_printed(row: str, shared: Path) -> None:
    rows = printed_rows((shared / "rules" / "RULES.md").read_text(encoding="utf-8"))
    assert set(rows) == set(SWITCHES)
    game = build(find("_".join(row.lower().split()[:2]) if row[0] == "O" else "royal"), SWITCHES[row])
    coach = Coach(game)
    score, shut = (Fraction(value, 36**9) for value in TilePolicy(game, highest_first).worth(frozenset(FULL)))
    result = (
        coach.expected_score(FULL),
        100 * coach.p_shut(FULL),
        100 * coach.max_p_shut(FULL),
        score,
        100 * shut,
    )
    assert [f"{float(first):.{digits(text)}f}" for first, text in zip(result, rows[row], strict=True)] == rows[row]


def digits(text: str) -> int:
    """How many stand behind the point."""
    return len(text.partition(".")[2])


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


def test_two_closings_may_be_equally_good() -> None:
    """1 to 4 open, a 5 is thrown. By hand: of 2 and 3, three faces of six leave 5 points, a 2 leaves 3 open, a 3
    leaves 2 open, a 5 shuts both: (3 x 5 + 15/6 + 10/6) / 6 points; 1 and 4 come to the same."""
    first, second = Coach(find("occe_adult")()).costs((1, 2, 3, 4), (5,))
    assert {first.close.tiles, second.close.tiles} == {(1, 4), (2, 3)}
    assert first.expected_score == second.expected_score == Fraction(115, 36)
    assert second.cost == 0


@settings(max_examples=30, deadline=None)
@given(
    open_tiles=st.frozensets(st.integers(1, 9), min_size=1),
    name=st.sampled_from(["occe_child", "occe_adult", "royal"]),
    dice=st.sampled_from([None, 1, 2]),
)
def test_throws_that_allow_the_same_stand_together(
    open_tiles: frozenset[int], name: str, dice: int | None
) -> None:
    coach = Coach(find(name)())
    groups = coach.grouped(open_tiles, dice)
    by_throw = {throw.dice: throw for throw in coach.odds(open_tiles, dice)}
    assert len({group.closings for group in groups}) == len(groups)
    assert sorted(dice for group in groups for dice in group.throws) == sorted(by_throw)
    for group in groups:
        assert {by_throw[dice].closings for dice in group.throws} == {group.closings}
        assert group.chance == sum(by_throw[dice].chance for dice in group.throws)
    assert [group.chance for group in groups] == sorted((g.chance for g in groups), reverse=True)


def test_one_die_or_two() -> None:
    """1, 2 and 3 open, any set with the dice's sum: by hand, one die closes with 1 to 6, two with 2 to 6."""
    coach = Coach(build(find("occe_adult"), {"one_die": "may_at_6"}))
    first, two = sorted(coach.dice_choices((1, 2, 3)), key=lambda choice: choice.dice)
    assert (first.p_go_on, two.p_go_on) == (1, Fraction(15, 36))
    assert (first.cost, two.cost) == (0, two.expected_score - first.expected_score)
    assert two.cost > 0
    assert coach.expected_score((1, 2, 3)) == first.expected_score
    assert [choice.dice for choice in coach.dice_choices((1, 2, 3))] == [1, 2]


@pytest.mark.parametrize(("tiles", "counts"), [((7,), [2]), ((1, 2), [1]), ((), [])])
def test_where_there_is_no_choice_of_dice(tiles: tuple[int, ...], counts: list[int]) -> None:
    choices = Coach(find("occe_child")()).dice_choices(tiles)
    assert [choice.dice for choice in choices] == counts
    assert all(choice.cost == 0 for choice in choices)


@pytest.mark.parametrize("tiles", [(0,), (10,), (2, 2)])
def test_tiles_that_are_not_there(tiles: tuple[int, ...]) -> None:
    with pytest.raises(BadQuestion, match="open: expected a list of different tiles from 1 to 9"):
        Coach(find("occe_adult")()).expected_score(tiles)


@pytest.mark.parametrize("dice", [(), (7,), (1, 2, 3)])
def test_dice_that_are_not_thrown(dice: tuple[int, ...]) -> None:
    with pytest.raises(BadQuestion, match="dice: expected a list of one or two dice"):
        Coach(find("occe_adult")()).costs(FULL, dice)
