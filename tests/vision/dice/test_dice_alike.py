"""Dice that lie together are alike: what a sure die makes of doubtful places beside it."""

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.dice.alike import FITTED, Kinship, differences, shares, weighed_together
from vision.dice.candidates import Candidate
from vision.dice.views import SearchView

WHITE, RED, GREY = (240, 240, 240), (40, 40, 200), (90, 90, 90)


def spot(x: float, side: float, there: float) -> Candidate:
    view = SearchView(np.eye(3), (800, 400), (0.0, 0.0), whole=True)
    return Candidate(x, 200.0, side, side, there, view=view, middle=(x, 200.0), length=side, values=(1.0,))


def table(*props: tuple[int, int, tuple[int, int, int]]) -> np.ndarray:
    """A grey table with plain squares on it: where, how wide, of which colour."""
    image = np.full((400, 800, 3), GREY, np.uint8)
    for x, side, colour in props:
        cv2.rectangle(image, (x - side // 2, 200 - side // 2), (x + side // 2, 200 + side // 2), colour, -1)
    return image


def there(image: np.ndarray, *spots: Candidate) -> dict[float, float]:
    return {item.middle[0]: item.there for item in weighed_together(image, spots)}


def test_like_dice_are_likelier_and_other_sizes_less_likely() -> None:
    image = table((100, 60, WHITE), (300, 60, WHITE), (500, 60, RED), (700, 20, WHITE))
    reported = there(image, spot(100, 60, 0.95), spot(300, 60, 0.4), spot(500, 60, 0.4), spot(700, 20, 0.4))
    assert reported[300] > 0.9 > reported[500] > 0.35 > 0.15 > reported[700]
    assert reported[100] == 0.95  # no other is sure


def test_without_a_sure_die_nothing_is_said() -> None:
    image = table((100, 60, WHITE), (300, 60, WHITE))
    assert there(image, spot(100, 60, 0.7), spot(300, 60, 0.4)) == {100: 0.7, 300: 0.4}
    assert weighed_together(image, []) == []


def test_the_surest_comes_first() -> None:
    image = table((100, 60, WHITE), (300, 60, WHITE), (500, 60, WHITE), (700, 15, RED))
    order = [item.middle[0] for item in weighed_together(
        image, [spot(100, 60, 0.99), spot(700, 15, 0.85), spot(300, 60, 0.8), spot(500, 60, 0.5)]
    )]  # fmt: skip
    assert order[-1] == 700


def test_what_is_hardly_a_die_is_left_as_it_is() -> None:
    image = table((100, 60, WHITE), (300, 60, WHITE))
    assert differences(image, [spot(100, 60, 0.99), spot(300, 60, 0.001)])[1] is None
    assert there(image, spot(100, 60, 0.99), spot(300, 60, 0.001))[300] == 0.001


def test_it_is_laid_beside_the_likest_of_several() -> None:
    image = table((100, 60, RED), (300, 30, WHITE), (500, 60, WHITE))
    apart = differences(image, [spot(100, 60, 0.99), spot(300, 30, 0.99), spot(500, 60, 0.3)])
    assert apart[2] is not None
    assert apart[2][0] == pytest.approx(0)
    assert apart[2][1] > 3


@settings(max_examples=60, deadline=None)
@given(size=st.floats(0, 4), steps=st.floats(0, 40), more=st.floats(0.01, 2))
def test_the_farther_apart_the_less_is_added(size: float, steps: float, more: float) -> None:
    base = FITTED.weighed(shares(size, steps))
    assert FITTED.weighed(shares(size + more, steps)) <= base
    assert FITTED.weighed(shares(size, steps + more)) <= base
    assert Kinship(0, 0, 0, 0).weighed(shares(size, steps)) == 0


def test_a_picture_may_end_within_a_die() -> None:
    image = table((0, 60, WHITE), (300, 60, WHITE))
    assert there(image, spot(0, 60, 0.99), spot(300, 60, 0.5))[300] > 0.5
