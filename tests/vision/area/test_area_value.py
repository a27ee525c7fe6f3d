"""The dice area as a value."""

import json
import math
from dataclasses import replace

import numpy as np
import pytest
from each import each
from hypothesis import assume, given
from hypothesis import strategies as st

from vision.area.value import DiceArea, area_of, ring_of
from vision.errors import VisionError, WrongArea

SIZE = (1280, 960)
SHARE = st.floats(0, 1)
POINTS = st.lists(st.tuples(SHARE, SHARE), min_size=4, max_size=4)
MARKED = [(300.0, 700.0), (320.0, 200.0), (900.0, 180.0), (960.0, 720.0)]


def areas() -> st.SearchStrategy[DiceArea]:
    """Convex areas of any place and turn."""

    @st.composite
    def one(draw: st.DrawFn) -> DiceArea:
        middle = np.array([draw(st.floats(0.3, 0.7)), draw(st.floats(0.3, 0.7))])
        turn = draw(st.floats(0, 2 * math.pi))
        angles = turn + np.array([draw(st.floats(0, 1)) for _ in range(4)]) + np.arange(4) * math.pi / 2
        reach = np.array([draw(st.floats(0.15, 0.29)) for _ in range(4)])
        points = middle + reach[:, None] * np.column_stack([np.cos(angles), np.sin(angles)])
        try:
            return DiceArea(area_of([(float(x), float(y)) for x, y in points * 1000], (1000, 1000)).corners)
        except WrongArea:
            assume(False)
            raise

    return one()


@given(POINTS)
def test_any_four_marks_make_an_area_or_an_error(points) -> None:
    try:
        area = DiceArea(tuple(points))
    except WrongArea:
        return
    corners = np.array(area.corners)
    ahead, after = np.roll(corners, -1, axis=0) - corners, np.roll(corners, -2, axis=0) - np.roll(corners, -1, axis=0)
    assert (ahead[:, 0] * after[:, 1] - ahead[:, 1] * after[:, 0] > 0).all()  # it turns one way round, clockwise
    assert ((corners >= 0) & (corners <= 1)).all()


@given(st.permutations(MARKED))
def test_corners_may_be_shown_in_any_order(order) -> None:
    area = area_of(order, SIZE)
    np.testing.assert_allclose(area.px(SIZE)[0], order[0], atol=1e-6)
    assert {tuple(np.round(corner).tolist()) for corner in area.px(SIZE)} == set(MARKED)


@each(
    "corners",
    [
        [(300, 700), (320, 200), (900, 180)],
        [(300, 700), (320, 200), (900, 180), (340, 210)],  # a corner pushed in
        [(300, 700), (320, 680), (340, 700), (320, 720)],  # too small
        [(100, 700), (100, 200), (110, 200), (110, 700)],  # too narrow
        [(300, 700), (320, 200), (1400, 180), (960, 720)],  # beyond the picture
        [(300, 700), (320, 200), (math.nan, 180), (960, 720)],
        [(300, 700), (300, 700), (300, 700), (300, 700)],
    ],
)
def test_what_is_no_area_is_refused(corners) -> None:
    with pytest.raises(WrongArea, match="expected") as error:
        area_of(corners, SIZE)
    assert isinstance(error.value, VisionError | ValueError)


def test_a_corner_on_the_pictures_edge_is_inside() -> None:
    area = area_of([(0, 959), (0, 0), (1279, 0), (1279, 959)], SIZE)
    assert min(x for x, _ in area.corners) >= 0
    area_of([(-1, 960), (-1, -1), (1280, -1), (1280, 960)], SIZE)
    with pytest.raises(WrongArea):
        area_of([(-30, 960), (0, 0), (1279, 0), (1279, 959)], SIZE)


@given(areas(), st.booleans())
def test_an_area_survives_json_and_any_picture_size(area: DiceArea, ring: bool) -> None:
    area = DiceArea(area.corners, ring)
    assert DiceArea.from_json(json.loads(json.dumps(area.to_json()))) == area
    small, large = area.px((640, 480)) + 0.5, area.px((2560, 1920)) + 0.5
    np.testing.assert_allclose(small * 4, large, rtol=1e-9)


@given(areas())
def test_a_ring_lies_within_its_corners(area: DiceArea) -> None:
    ring, corners = DiceArea(area.corners, round=True).outline(SIZE), area.px(SIZE)
    for k in range(4):
        side, out = corners[(k + 1) % 4] - corners[k], ring - corners[k]
        off = (side[0] * out[:, 1] - side[1] * out[:, 0]) / np.hypot(*side)
        assert off.min() > -1e-4  # px inside
        assert off.min() < 2.5  # and it is drawn with few corners, but touches


def test_a_ring_is_marked_by_its_middle_and_size() -> None:
    area = ring_of((640, 480), 400, 300, SIZE)
    assert area.round
    outline = area.outline(SIZE)
    np.testing.assert_allclose(np.ptp(outline, axis=0), (400, 300), atol=0.01)
    with pytest.raises(WrongArea):
        ring_of((640, 480), 3000, 300, SIZE)
    with pytest.raises(WrongArea):
        ring_of((640, 480), 0, 300, SIZE)


@each("table", [None, 3, [], {}, {"corners": 3}, {"corners": [[1, 2]]}, {"corners": [["a", 1]] * 4}])
def test_other_json_is_refused(table) -> None:
    with pytest.raises(WrongArea, match="expected"):
        DiceArea.from_json(table)


SQUARE = DiceArea(((0.2, 0.8), (0.2, 0.2), (0.6, 0.2), (0.6, 0.8)))
STRIP = DiceArea(((0.65, 0.8), (0.65, 0.2), (0.9, 0.2), (0.9, 0.8)))


def test_the_place_beside_an_area_goes_with_it() -> None:
    both = replace(SQUARE, aside=replace(STRIP, round=True))
    assert DiceArea.from_json(json.loads(json.dumps(both.to_json()))) == both
    assert "aside" not in SQUARE.to_json()
    assert both.tray == SQUARE
    assert SQUARE.beside(both) == both
    assert SQUARE.beside(None) == SQUARE
    assert replace(STRIP, round=True).beside(both) == replace(STRIP, round=True)  # it would lie upon it


@pytest.mark.parametrize("place", [SQUARE, DiceArea(((0.55, 0.8), (0.55, 0.2), (0.9, 0.2), (0.9, 0.8)))])
def test_a_place_upon_the_area_is_none(place: DiceArea) -> None:
    with pytest.raises(WrongArea):
        replace(SQUARE, aside=place)


def test_rings_may_lie_closer_than_the_squares_that_hold_them() -> None:
    ring = DiceArea(((0.1, 0.5), (0.1, 0.1), (0.5, 0.1), (0.5, 0.5)), round=True)
    other = DiceArea(((0.45, 0.85), (0.45, 0.45), (0.85, 0.45), (0.85, 0.85)), round=True)
    assert replace(ring, aside=other).aside == other


@each("aside", [1, [], {}, {"corners": [[0, 0]]}, SQUARE.to_json()])
def test_a_kept_place_that_is_none_is_told(aside: object) -> None:
    with pytest.raises(WrongArea):
        DiceArea.from_json({**SQUARE.to_json(), "aside": aside})
