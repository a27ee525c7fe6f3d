import math

import cv2
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vision.geometry.plane import (
    Quad,
    area,
    flatten,
    homography,
    inverse,
    project,
    seat1_at,
    turned,
    unflatten_points,
)

floats = st.floats(-1.0, 1.0)


@st.composite
def quads(draw: st.DrawFn) -> Quad:
    """A convex quadrilateral, clockwise as the picture shows it, somewhat in perspective."""
    start, radius = draw(st.floats(0, 2 * math.pi)), draw(st.floats(80, 300))
    steps = [k * math.pi / 2 + start + 0.25 * draw(floats) for k in range(4)]
    reach = [radius * (1 + 0.15 * draw(floats)) for _ in range(4)]
    a, b, c, d = ((400 + r * math.cos(t), 300 + r * math.sin(t)) for t, r in zip(steps, reach, strict=True))
    return a, b, c, d


@given(quads())
def test_clockwise_quadrilaterals_have_positive_area(quad: Quad) -> None:
    assert area(quad) > 0
    assert area(quad[::-1]) < 0


@given(quads())
def test_the_unit_square_lands_on_the_corners(quad: Quad) -> None:
    landed = project(homography(quad), [(0, 1), (0, 0), (1, 0), (1, 1)])
    np.testing.assert_allclose(landed, quad, atol=1e-2)


@given(quads(), st.floats(0, 1), st.floats(0, 1))
def test_there_and_back_again(quad: Quad, x: float, y: float) -> None:
    plane = homography(quad)
    np.testing.assert_allclose(project(inverse(plane), project(plane, [(x, y)])), [(x, y)], atol=1e-6)


@given(quads(), st.integers(0, 3))
def test_turning_keeps_the_order(quad: Quad, turns: int) -> None:
    assert turned(turned(quad, turns), 4 - turns) == quad
    assert area(turned(quad, turns)) > 0


@given(quads(), st.sampled_from([(0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0)]))
def test_seat_1_sits_at_the_named_side(quad: Quad, direction: tuple[float, float]) -> None:
    corners = np.asarray(seat1_at(quad, direction))
    sides = [(corners[k] + corners[k - 1]) / 2 @ np.asarray(direction) for k in range(4)]
    assert sides[0] == max(sides)  # the side from the fourth corner to the first


def test_the_flattened_board_has_seat_1_at_the_bottom() -> None:
    image = np.zeros((300, 400, 3), np.uint8)
    quad: Quad = ((300.0, 200.0), (100.0, 200.0), (100.0, 50.0), (300.0, 50.0))  # seat 1 looks left
    cv2.circle(image, (300, 200), 12, (0, 0, 255), -1)  # first corner, at seat 1's left hand
    cv2.circle(image, (300, 50), 12, (0, 255, 0), -1)  # fourth corner, at its right hand
    flat = flatten(image, quad, 100)
    assert flat.shape == (100, 100, 3)
    assert flat[98, 1].tolist() == [0, 0, 255]
    assert flat[98, 98].tolist() == [0, 255, 0]


@given(quads())
def test_points_of_the_flattened_board_find_their_way_back(quad: Quad) -> None:
    centre = unflatten_points([(49.5, 49.5)], quad, 100)
    np.testing.assert_allclose(centre, project(homography(quad), [(0.5, 0.5)]), atol=1e-6)
