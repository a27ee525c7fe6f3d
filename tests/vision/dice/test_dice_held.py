"""A die that is large in the picture stands for its pips, however sure each of them looks like a die."""

import numpy as np
from each import each
from hypothesis import given
from hypothesis import strategies as st

from vision.dice.beside import DOUBTED, of_like_size
from vision.dice.candidates import Candidate, alone
from vision.dice.held import lie_as_pips, without_pips
from vision.dice.upper import PIPS
from vision.dice.views import SearchView

VIEW = SearchView(np.eye(3), (600, 500))
SIDE, PIP = 200.0, 30.0


def spot(x: float, y: float, side: float, there: float, value: int = 1, sure: float = 0.98) -> Candidate:
    chances = tuple(sure if face == value else (1 - sure) / 5 for face in range(1, 7))
    return Candidate(x, y, side, side, there, view=VIEW, middle=(x, y), length=side, values=chances)


def places(value: int, turn: float = 0.0, along: float = 0.2, aside: tuple[float, float] = (0.0, 0.0)) -> np.ndarray:
    """Of the pips of a value, in sides of the box of its die."""
    cos, sin = np.cos(turn), np.sin(turn)
    return along * np.array(PIPS[value - 1]) @ np.array([[cos, sin], [-sin, cos]]) + aside


def pips(value: int, there: float) -> list[Candidate]:
    """Seen as dice, of a die in the middle of the picture."""
    return [spot(300 + SIDE * x, 250 + SIDE * y, PIP, there) for x, y in places(value, 0.3).tolist()]


@each("value", range(1, 7))
def test_a_die_beats_its_own_pips(value: int) -> None:
    die = spot(300, 250, SIDE, 0.97, value)
    assert without_pips([*pips(value, 0.99), die]) == [die]


def test_more_pips_in_place_need_a_less_sure_die() -> None:
    die = spot(300, 250, SIDE, 0.3, 4)
    assert without_pips([*pips(4, 0.98), die]) == [die]
    single = pips(4, 0.98)[:1]
    assert len(without_pips([*single, die])) == 2


def test_sure_dice_in_a_square_are_no_four() -> None:
    assert len(without_pips([*pips(4, 0.9999), spot(300, 250, SIDE, 0.5, 4)])) == 5


def test_dice_in_a_heap_are_no_pips() -> None:
    heap = [spot(x, y, 50, 0.99) for x, y in [(230, 180), (300, 190), (345, 270), (250, 330)]]
    assert len(without_pips([*heap, spot(300, 250, SIDE, 0.7, 5)])) == 5


def test_dice_too_large_for_pips_stay() -> None:
    dice = [spot(300 + SIDE * x, 250 + SIDE * y, SIDE * 0.4, 0.99) for x, y in places(2).tolist()]
    assert len(without_pips([*dice, spot(300, 250, SIDE, 0.8, 2)])) == 3


def test_a_die_of_no_plain_value_holds_no_pips() -> None:
    assert len(without_pips([*pips(3, 0.99), spot(300, 250, SIDE, 0.9, 3, sure=0.6)])) == 4


@given(
    st.integers(1, 6), st.floats(0, 7), st.floats(0.15, 0.25), st.tuples(st.floats(-0.1, 0.1), st.floats(-0.1, 0.1)),
    st.integers(1, 63),
)  # fmt: skip
def test_any_subset_of_pips_lies_as_its_value(
    value: int, turn: float, along: float, aside: tuple[float, float], which: int
) -> None:
    every = places(value, turn, along, aside)
    some = every[[k for k in range(len(every)) if which >> k & 1] or [0]]
    assert lie_as_pips(some, value)


@each("value", [1, 2, 3, 4, 5])
def test_six_places_lie_as_the_pips_of_a_six_alone(value: int) -> None:
    assert not lie_as_pips(places(6), value)


def test_three_corners_of_a_triangle_are_no_three() -> None:
    assert not lie_as_pips(np.array([(-0.07, -0.26), (-0.34, 0.23), (0.33, 0.13)]), 3)


def test_a_sure_speck_makes_no_sure_die_doubtful() -> None:
    speck, die = of_like_size([spot(50, 50, 20, 0.999), spot(300, 250, SIDE, 0.99)])
    assert (speck.there, die.there) == (DOUBTED, 0.99)


def test_two_faces_of_one_die_are_one_die() -> None:
    upper, side = spot(100, 100, 40, 0.99, 5), spot(100, 122.8, 40, 0.95, 3)  # 43 % of each
    nearer, farther = spot(300, 100, 40, 0.99, 5), spot(300, 126, 40, 0.95, 3)  # 35 %: two that touch
    assert alone([upper, side, nearer, farther], np.inf) == [upper, nearer, farther]
