"""Fairness of dice: the counts, the chi-square law against printed tables and exact laws, the verdicts."""

import random
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import product
from math import factorial

import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st

from referee.core import Paused, Placed, Roll
from referee.fairness import FACES, PAIRS, Tally, chi_square, of_faces, of_pairs, p_value, tally
from referee.games.tiles import Close

dice = st.lists(st.integers(1, 6), min_size=1, max_size=6).map(tuple)


# Critical values as printed in tables of the chi-square distribution.
@each(
    ("square", "df", "p"),
    [
        (2.706, 1, 0.10),
        (3.841, 1, 0.05),
        (6.635, 1, 0.01),
        (5.991, 2, 0.05),
        (9.210, 2, 0.01),
        (7.815, 3, 0.05),
        (9.488, 4, 0.05),
        (1.145, 5, 0.95),
        (4.351, 5, 0.50),
        (9.236, 5, 0.10),
        (11.0705, 5, 0.05),
        (15.086, 5, 0.01),
        (20.515, 5, 0.001),
        (18.307, 10, 0.05),
        (10.851, 20, 0.95),
        (19.337, 20, 0.50),
        (28.412, 20, 0.10),
        (31.4104, 20, 0.05),
        (37.566, 20, 0.01),
        (45.315, 20, 0.001),
    ],
)
def test_the_law_is_the_printed_table(square: float, df: int, p: float) -> None:
    assert p_value(square, df) == pytest.approx(p, rel=2e-3)


@each("df", [1, 2, 5, 20])
def test_the_ends_of_the_law(df: int) -> None:
    assert p_value(0, df) == 1
    assert p_value(5000, df) == 0


@given(square=st.floats(0, 200), more=st.floats(0.01, 50), df=st.integers(1, 30))
def test_p_falls_with_the_square_and_grows_with_freedom(
    square: float, more: float, df: int
) -> None:
    assert 0 <= p_value(square + more, df) <= p_value(square, df) + 1e-12 <= 1 + 2e-12
    assert p_value(square, df) <= p_value(square, df + 1) + 1e-12


@given(square=st.floats(0.05, 100), df=st.integers(3, 25))
def test_the_law_by_adding_up_its_density(square: float, df: int) -> None:
    """The density x^(df/2 - 1) e^(-x/2), by Simpson's rule, as a share of the whole."""

    def area(least: float, most: float, steps: int = 4000) -> float:
        width = (most - least) / steps
        xs = [least + index * width for index in range(steps + 1)]
        from_density = [x ** (df / 2 - 1) * 2.718281828459045 ** (-x / 2) for x in xs]
        inner = 4 * sum(from_density[1:-1:2]) + 2 * sum(from_density[2:-1:2])
        return (from_density[0] + inner + from_density[-1]) * width / 3

    top = 400.0
    beyond = area(square, top)
    assert p_value(square, df) == pytest.approx(beyond / (area(0, square) + beyond), abs=2e-4)


def exact_law(n: int) -> list[tuple[Fraction, float]]:
    """Every chi-square that n fair dice can have, with its exact probability: face by face, by dice and squares."""
    ways: dict[tuple[int, int], float] = {(0, 0): 1.0}
    for _ in FACES:
        grown: defaultdict[tuple[int, int], float] = defaultdict(float)
        for (count, squares), weight in ways.items():
            for more in range(n - count + 1):
                grown[count + more, squares + more * more] += weight / factorial(more)
        ways = grown
    scale = factorial(n) / 6**n
    return [(Fraction(6 * squares, n) - n, w * scale) for (count, squares), w in ways.items() if count == n]


def test_with_the_fewest_dice_p_is_nearly_exact() -> None:
    """30 dice, 5 of each face expected: below one in twenty the law is off by less than 0.2 percent points."""
    law = exact_law(30)
    assert sum(chance for _, chance in law) == pytest.approx(1)
    compared = 0
    for square, _ in law:
        p = p_value(float(square), 5)
        if p < 0.05:
            compared += 1
            exact = sum(chance for other, chance in law if other >= square)
            assert p == pytest.approx(exact, abs=2e-3)
    assert compared > 20


@given(st.lists(dice, max_size=40))
def test_counts_are_the_counts(throws: list[tuple[int, ...]]) -> None:
    counted = tally(Roll(throw) for throw in throws)
    faces = Counter(die for throw in throws for die in throw)
    pairs = Counter(tuple(sorted(throw)) for throw in throws if len(throw) == 2)
    assert counted.faces == tuple(faces[face] for (face,) in FACES)
    assert counted.pairs == tuple(pairs[pair] for pair in PAIRS)
    assert (counted.dice, counted.throws_of_two) == (faces.total(), pairs.total())


@given(st.lists(dice, max_size=30), st.integers(0, 30))
def test_tallies_add_up(throws: list[tuple[int, ...]], cut: int) -> None:
    rolls = [Roll(throw) for throw in throws]
    assert tally(rolls[:cut]) + tally(rolls[cut:]) == tally(rolls)


def test_what_is_no_throw_is_passed_over() -> None:
    events = [Close((3,)), Placed((("slot-1", "closed"),)), Roll((4, 2)), Paused("")]
    assert tally(events) == tally([Roll((2, 4))])


@pytest.mark.parametrize("wrong", [(7, 1), (0,), (True,)])
def test_a_die_shows_one_to_six(wrong: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="expected faces from 1 to 6"):
        tally([Roll(wrong)])


def test_a_square_by_hand() -> None:
    """60 dice, 10 of each expected: 5 8 9 8 10 20 give (25 + 4 + 1 + 4 + 0 + 100) / 10."""
    verdict = of_faces(Tally(faces=(5, 8, 9, 8, 10, 20)))
    assert verdict.chi_square == Fraction(134, 10)
    assert (verdict.outcome, verdict.count, verdict.expected) == ((6,), 20, 10)
    assert (verdict.n, verdict.df, verdict.rule) == (60, 5, "unusual")
    assert verdict.p == pytest.approx(0.0199, abs=1e-4)


def test_shares_need_not_be_equal() -> None:
    """Eight of which 2 and 6 are expected: 3 and 5 give 1/2 + 1/6."""
    shares = (Fraction(1, 4), Fraction(3, 4))
    assert chi_square((3, 5), shares) == Fraction(2, 3)
    assert chi_square((2, 6), shares) == 0
    assert chi_square((0, 0), shares) == 0


@given(st.lists(st.integers(0, 60), min_size=6, max_size=6), st.permutations(range(6)))
def test_no_face_is_special(counts: list[int], order: list[int]) -> None:
    moved = tuple(counts[index] for index in order)
    assert of_faces(Tally(faces=moved)).chi_square == of_faces(Tally(faces=tuple(counts))).chi_square


@given(st.integers(5, 200))
def test_even_counts_are_as_usual_as_can_be(each: int) -> None:
    verdict = of_faces(Tally(faces=(each,) * 6))
    assert (verdict.chi_square, verdict.p, verdict.rule) == (0, 1.0, "usual")
    pairs = of_pairs(Tally(pairs=tuple(each if a == b else 2 * each for a, b in PAIRS)))
    assert (pairs.chi_square, pairs.p, pairs.df, pairs.n) == (0, 1.0, 20, 36 * each)


@pytest.mark.parametrize(
    ("faces", "rule"), [((29, 0, 0, 0, 0, 0), "too_few"), ((30, 0, 0, 0, 0, 0), "very_rare")]
)
def test_no_verdict_on_few_dice(faces: tuple[int, ...], rule: str) -> None:
    verdict = of_faces(Tally(faces=faces))
    assert verdict.rule == rule
    assert verdict.needed == 30
    assert (verdict.p is None) == (rule == "too_few")


@pytest.mark.parametrize(("n", "rule"), [(0, "too_few"), (179, "too_few"), (180, "very_rare")])
def test_no_verdict_on_few_pairs(n: int, rule: str) -> None:
    verdict = of_pairs(Tally(pairs=(n, *(0,) * 20)))
    assert (verdict.rule, verdict.needed, verdict.n) == (rule, 180, n)


def thrown(seed: int, count: int, weights: tuple[int, ...]) -> Tally:
    rng = random.Random(seed)
    return tally(Roll(tuple(rng.choices(range(1, 7), weights, k=2))) for _ in range(count))


def test_fair_dice_pass() -> None:
    counted = thrown(1, 600, (1,) * 6)
    assert (of_faces(counted).rule, of_pairs(counted).rule) == ("usual", "usual")


def test_a_loaded_die_is_noticed() -> None:
    """Dice that show a 6 twice as often as another face."""
    verdict = of_faces(thrown(1, 300, (1, 1, 1, 1, 1, 2)))
    assert (verdict.rule, verdict.outcome) == ("very_rare", (6,))
    assert verdict.count > verdict.expected


def test_dice_that_stick_together_are_noticed_by_their_pairs_alone() -> None:
    """Each face as often as it should be, but both dice always show the same."""
    counted = tally(Roll((face, face)) for face in range(1, 7) for _ in range(40))
    assert of_faces(counted).rule == "usual"
    assert of_pairs(counted).rule == "very_rare"


def test_fair_dice_are_called_unusual_as_often_as_is_said() -> None:
    """Of 400 series of fair dice about one of twenty has a chance below 0.05: 20, give or take four deviations."""
    below = Counter(
        kind
        for seed in range(400)
        for kind, verdict in zip("fp", map_both(thrown(seed, 180, (1,) * 6)), strict=True)
        if verdict < 0.05
    )
    assert 3 <= below["f"] <= 37
    assert 3 <= below["p"] <= 37


def map_both(counted: Tally) -> tuple[float, float]:
    faces, pairs = of_faces(counted).p, of_pairs(counted).p
    assert faces is not None
    assert pairs is not None
    return faces, pairs


def test_the_pairs_are_all_throws_of_two() -> None:
    assert set(PAIRS) == {tuple(sorted(pair)) for pair in product(range(1, 7), repeat=2)}
