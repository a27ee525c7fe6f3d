"""How dice are looked at: through homographies whose truth a camera tells."""

import cv2
import numpy as np
import pytest
from each import each

from vision.dice.reader import over, pyramid
from vision.dice.views import SearchView, around, around_in_picture, flat_view, foot, through
from vision.geometry.plane import homography, project
from vision.layout import load_layout
from vision.observation import BoardSeen
from workshop.scenes.draw.die import looking_at

SIDE = 480.0


def corners(tilt: float, azimuth: float, focal: float = 1000.0) -> BoardSeen:
    """A board of 480 mm seen by a camera in the middle of whose picture it lies."""
    camera = looking_at((SIDE / 2, SIDE / 2), 900, tilt, azimuth, focal, (1000, 1000))
    square = np.array([(0, 0, 0), (0, SIDE, 0), (SIDE, SIDE, 0), (SIDE, 0, 0)], np.float32)
    first, two, three, four = (tuple(corner) for corner in camera.project(square).tolist())
    return BoardSeen("occe", (first, two, three, four), True, 1.0)


@each("azimuth", [0.3, 2.0, -1.2])
@each("tilt", [0.15, 0.4, 0.8])
def test_what_stands_points_up_wherever_it_stands(tilt: float, azimuth: float) -> None:
    board, camera = (
        corners(tilt, azimuth),
        looking_at((SIDE / 2, SIDE / 2), 900, tilt, azimuth, 1000, (1000, 1000)),
    )
    view = over(board, load_layout(board.layout), None, (1000, 1000))
    for place in [(60, 60), (400, 90), (240, 240), (100, 420)]:
        ends = camera.project(np.array([(*place, 0), (*place, 20)], np.float32))
        low, high = project(np.linalg.inv(view.matrix), ends)
        turned = view.upright((float(low[0]), float(low[1]))).T @ (high - low)
        assert turned[1] < 0
        if np.hypot(*(low - np.asarray(view.foot))) > 0.3 * SIDE:  # else it is seen from right above
            assert abs(turned[0]) < 0.2 * abs(turned[1])


def test_a_usual_lens_reveals_the_cameras_foot() -> None:
    camera = looking_at((0, 0), 900, 0.5, 0.9, 1000, (1000, 1000))
    to_picture = camera.matrix @ np.column_stack(
        [camera.rotation[:, 0], camera.rotation[:, 1], camera.translation]
    )
    assert foot(np.asarray(to_picture, np.float64), (1000, 1000)) == pytest.approx(camera.where[:2], abs=8)


def test_a_view_from_above_shows_lengths_as_they_are() -> None:
    board = corners(0.6, 1.0)
    view = flat_view(board.corners, (SIDE, SIDE), 0.5, around(0.25), (1000, 1000))
    back = project(np.linalg.inv(view.matrix), board.corners)
    assert view.size == (360, 360)
    assert np.hypot(*(back[1] - back[0])) == pytest.approx(SIDE / 2, rel=1e-4)
    assert np.hypot(*(back[2] - back[1])) == pytest.approx(SIDE / 2, rel=1e-4)


@each("tilt", [0.0, 0.5, 0.85])
@each("shift", [(0, 0), (380, 0), (-200, 420)])
def test_a_view_leaves_out_only_what_no_picture_shows(tilt: float, shift: tuple[int, int]) -> None:
    board = np.array(corners(tilt, 0.4).corners) + shift
    places = np.random.default_rng(1).uniform(-0.42, 1.42, (500, 2))
    left, top, right, bottom = around_in_picture([(x, y) for x, y in board], 0.42, (1000, 1000))
    points = project(homography([(x, y) for x, y in board]), places)
    shown = ((points >= 0) & (points < 1000)).all(axis=1)
    x, y = places[shown].T
    assert ((left <= x) & (x <= right) & (top <= y) & (y <= bottom)).all()
    assert left < x.min() + 0.1
    assert right > x.max() - 0.1
    assert top < y.min() + 0.1
    assert bottom > y.max() - 0.1


def test_a_board_beyond_the_picture_is_shown_whole() -> None:
    board = [(x + 9000.0, y) for x, y in corners(0.2, 0.4).corners]
    assert around_in_picture(board, 0.3, (1000, 1000)) == around(0.3)


def test_a_picture_as_it_is_is_upright() -> None:
    (view, *_) = pyramid((640, 480), (20.0, 30.0))
    assert not view.flat
    assert (view.upright((5.0, 5.0)) == np.eye(2)).all()


@pytest.mark.parametrize("scale", [0.4, 1.0, 3.0])
def test_every_pixel_counts_when_a_picture_is_made_smaller(scale: float) -> None:
    fine = np.zeros((240, 240, 3), np.uint8)
    fine[::2] = 200  # lines that linear interpolation alone would skip or double
    matrix = np.diag([scale, scale, 1.0])
    image = through(fine, matrix, (60, 60))
    if scale == 3.0:
        assert image[5:-5, 5:-5].std() < 20
    assert image.shape == (60, 60, 3)


def test_a_place_far_outside_the_picture_shows_nothing() -> None:
    view = SearchView(np.array([[3.0, 0, 9000], [0, 3.0, 9000], [0, 0, 1]]), (40, 40))
    assert not view.of(np.full((100, 100, 3), 90, np.uint8)).any()


def test_a_huge_place_outside_the_picture_shows_nothing() -> None:
    view = SearchView(np.array([[40.0, 0, 90], [0, 40.0, 20], [0, 0, 1]]), (40, 40))
    assert view.of(np.full((100, 100, 3), 9, np.uint8)).sum() == 0


@pytest.mark.parametrize("scale", [0.25, 0.5, 2.0])
def test_a_whole_picture_is_shown_as_by_its_homography(scale: float) -> None:
    picture = cv2.GaussianBlur(np.random.default_rng(4).integers(0, 255, (96, 128, 3), dtype=np.uint8), (0, 0), 4)
    step = 1 / scale
    matrix = np.array([[step, 0, step / 2 - 0.5], [0, step, step / 2 - 0.5], [0, 0, 1.0]])
    size = (round(128 * scale), round(96 * scale))
    quick, plain = (SearchView(matrix, size, whole=whole).of(picture).astype(int) for whole in (True, False))
    assert np.abs(quick - plain)[3:-3, 3:-3].max() <= 3
