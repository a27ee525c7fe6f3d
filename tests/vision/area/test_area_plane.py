"""The dice area's plane, and the area alone in a picture."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from vision.area.plane import AREA, alone, area_alone, inset, plane_of
from vision.area.value import DiceArea, area_of, ring_of
from vision.frame import Frame
from vision.geometry.plane import homography, inverse, project
from workshop.scenes.describe.camera import Viewpoint

SIZE = (1280, 960)


def seen_from(tilt: float, azimuth: float, focal: float, wide: float, deep: float) -> tuple[Viewpoint, DiceArea]:
    """A rectangle of so many millimetres that lies flat, and where a camera shows it."""
    camera = Viewpoint(SIZE, focal * SIZE[0], (wide / 2, deep / 2), 2.6 * max(wide, deep), tilt, azimuth)
    corners = camera.project(np.array([(0, deep, 0), (0, 0, 0), (wide, 0, 0), (wide, deep, 0)], float))
    return camera, area_of([(float(x), float(y)) for x, y in corners], SIZE)


@given(st.floats(0, 40), st.floats(0, 360), st.floats(0.9, 1.3), st.floats(200, 400), st.floats(200, 400))
def test_a_rectangle_that_lies_flat_is_seen_square_from_above(tilt, azimuth, focal, wide, deep) -> None:
    """The lens of the camera is not known: what is as large both ways is so to a tenth."""
    camera, area = seen_from(tilt, azimuth, focal, wide, deep)
    back = inverse(homography(plane_of(area, SIZE).corners))
    steps = np.add([(0, 0, 0), (20, 0, 0), (0, 20, 0)], [wide / 2, deep / 2, 0])
    middle, across, down = project(back, camera.project(steps))
    across, down = across - middle, down - middle
    assert 0.88 < np.hypot(*across) / np.hypot(*down) < 1.14
    assert abs(across @ down) < 0.12 * np.hypot(*across) * np.hypot(*down)


@given(st.floats(0, 40), st.floats(0, 360), st.floats(0.9, 1.3), st.floats(200, 400), st.floats(-150, 150))
@example(40.0, 0.0, 1.3, 200.0, 150.0)  # its edge lies beyond the picture's: nobody can mark it
def test_a_circle_that_lies_flat_is_seen_round_from_above(tilt, azimuth, focal, wide, aside) -> None:
    """As a person marks it: a ring that is upright in the picture, the camera standing at its lower side."""
    turn = np.radians(azimuth + 90)
    target = (aside * np.cos(turn), aside * np.sin(turn))
    camera = Viewpoint(SIZE, focal * SIZE[0], target, 3.2 * wide, tilt, azimuth)
    angles = np.linspace(0, 2 * np.pi, 64)
    edge = camera.project(np.column_stack([np.cos(angles), np.sin(angles), np.zeros(64)]) * wide / 2)
    (left, top), (right, bottom) = edge.min(axis=0), edge.max(axis=0)
    assume(min(left, top) >= 0 and right <= SIZE[0] and bottom <= SIZE[1])
    area = ring_of(((left + right) / 2, (top + bottom) / 2), right - left, bottom - top, SIZE)
    back = inverse(homography(plane_of(area, SIZE).corners))
    steps = np.array([(0, 0, 0), (20 * np.cos(turn), 20 * np.sin(turn), 0), (-20 * np.sin(turn), 20 * np.cos(turn), 0)])
    middle, across, down = project(back, camera.project(steps))
    assert 0.85 < np.hypot(*(across - middle)) / np.hypot(*(down - middle)) < 1.18
    points = project(back, edge)
    assert 0.9 < np.ptp(points[:, 0]) / np.ptp(points[:, 1]) < 1.12


@given(st.floats(0, 40), st.floats(0, 360), st.floats(200, 400), st.floats(120, 400))
def test_the_plane_just_holds_the_area(tilt, azimuth, wide, deep) -> None:
    _, area = seen_from(tilt, azimuth, 1.0, wide, deep)
    plane = plane_of(area, SIZE)
    assert plane.layout == AREA.name
    inside = project(inverse(homography(plane.corners)), area.outline(SIZE))
    assert inside.min() > -0.01
    assert inside.max() < 1.01
    assert np.ptp(inside, axis=0).max() > 0.97  # no larger than it must be


def test_an_impossible_rectangle_is_taken_as_pictured() -> None:
    area = area_of([(200, 700), (500, 200), (1100, 200), (760, 720)], SIZE)
    corners = np.array(plane_of(area, SIZE).corners)
    np.testing.assert_allclose(np.ptp(corners, axis=0), (900, 900))
    assert set(np.round(corners[:, 0])) == {200, 1100}


def busy(seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 256, (960, 1280, 3), dtype=np.uint8)


@given(st.booleans(), st.integers(0, 3))
def test_nothing_beyond_the_area_is_left(ring: bool, seed: int) -> None:
    area = area_of([(300, 700), (320, 200), (900, 180), (960, 720)], SIZE)
    area = DiceArea(area.corners, ring)
    image = busy(seed)
    shown = alone(image, area)
    edge = area.outline(SIZE).astype(np.float32)
    mask = np.zeros((960, 1280), np.uint8)
    cv2.fillPoly(mask, [np.round(edge).astype(np.int32)], 1)
    assert (shown[mask > 0] == image[mask > 0]).all()
    assert (shown[mask == 0] == shown[0, 0]).all()
    assert (alone(shown, area) == shown).all()
    beyond = image.copy()
    beyond[mask == 0] = 7  # whatever lies there, the picture is the same
    assert (alone(beyond, area) == shown).all()
    assert (image == busy(seed)).all()


def test_the_larger_still_shows_the_area_alone_too() -> None:
    area = ring_of((640, 480), 500, 400, SIZE)
    still = cv2.resize(busy(), (2560, 1920))
    frame = area_alone(Frame(busy(), 3.0, np.asarray(still, np.uint8)), area)
    assert frame.time == 3.0
    assert frame.still is not None
    assert frame.still.shape == (1920, 2560, 3)
    assert (frame.still[0, 0] == frame.still[-1, -1]).all()
    assert (frame.still[960, 1280] == still[960, 1280]).all()
    assert area_alone(replace(frame, still=None), area).still is None


@pytest.mark.parametrize(("x", "least", "most"), [(300, -3, -0.9), (320, -0.01, 0.01), (380, 2.9, 3.1)])
def test_a_boxs_depth_inside_is_measured_in_sides(x: float, least: float, most: float) -> None:
    area = area_of([(320, 720), (320, 240), (960, 240), (960, 720)], SIZE)
    assert least <= inset(area, (x - 10, 470, 20, 20), SIZE) <= most
