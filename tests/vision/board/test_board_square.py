"""Whether four corners can be a square's, and where a wrong one belongs."""

import numpy as np
from each import each
from hypothesis import given
from hypothesis import strategies as st

from vision.board.square import UNSQUARE, completed, unsquare
from vision.geometry.plane import Quad, turned
from workshop.scenes.draw.die import looking_at

PICTURE = (1280, 960)
TILT, AZIMUTH = st.floats(0.0, 0.85), st.floats(-3.1, 3.1)


def quad_seen(tilt: float, azimuth: float, focal: float = 1280.0) -> Quad:
    """A board of 480 mm, a little beside the camera's middle."""
    camera = looking_at((290, 220), 800, tilt, azimuth, focal, PICTURE)
    square = np.array([(0, 0, 0), (0, 480, 0), (480, 480, 0), (480, 0, 0)], np.float32)
    return turned([tuple(corner) for corner in camera.project(square).tolist()], 0)


def moved(quad: Quad, index: int, by: float) -> Quad:
    """One corner put aside, across the diagonal that it ends, by a share of it."""
    corner, opposite = np.asarray(quad[index]), np.asarray(quad[(index + 2) % 4])
    x, y = corner - opposite
    aside = tuple((corner + by * np.array([-y, x])).tolist())
    return turned([aside if k == index else quad[k] for k in range(4)], 0)


@given(TILT, AZIMUTH, st.floats(0.6, 2.4))
def test_a_square_is_told_from_any_side_through_any_lens(tilt: float, azimuth: float, focal: float) -> None:
    assert unsquare(quad_seen(tilt, azimuth, focal * PICTURE[0]), PICTURE) < 0.012


@given(st.floats(0.0, 0.15), AZIMUTH, st.integers(0, 3), st.sampled_from([-0.2, 0.2]))
def test_a_corner_far_aside_is_noticed(tilt: float, azimuth: float, wrong: int, by: float) -> None:
    assert unsquare(moved(quad_seen(tilt, azimuth), wrong, by), PICTURE) > UNSQUARE


def test_a_wrong_corner_is_nearly_always_put_where_it_belongs() -> None:
    """Where two squares through three corners nearly meet, neither may be found."""
    result = []
    for tilt in (0.15, 0.3, 0.45, 0.6, 0.75):
        for azimuth in np.arange(-3.0, 3.0, 0.5):
            quad = quad_seen(tilt, float(azimuth))
            for wrong, by in ((0, 0.25), (1, -0.15), (2, 0.1), (3, -0.25)):
                mended = completed(moved(quad, wrong, by), wrong, PICTURE)
                off = min((np.abs(np.subtract(item, quad)).max() for item in mended), default=np.inf)
                result.append(off < 0.1 * 480)  # near enough for a second look
    assert np.mean(result) > 0.9


def test_three_corners_on_one_line_have_no_fourth() -> None:
    line: Quad = ((0.0, 0.0), (100.0, 0.0), (200.0, 0.0), (50.0, 80.0))
    assert completed(line, 3, PICTURE) == ()


@each("wrong", range(4))
def test_two_corners_in_one_place_tell_nothing_and_break_nothing(wrong: int) -> None:
    quad: Quad = ((0.0, 0.0), (100.0, 0.0), (100.0, 0.0), (50.0, 80.0))
    assert all(np.isfinite(corner).all() for corner in completed(quad, wrong, PICTURE))
