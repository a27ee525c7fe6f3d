"""Corners to a fraction of a pixel, on boards whose corners and lens are known exactly."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.board.refine import Refined, refined
from vision.frame import Image
from vision.geometry.plane import Quad, sides
from vision.geometry.straight import Plane
from vision.observation import BoardSeen

SIZE = (640, 480)
CORNERS: Quad = ((131.4, 440.7), (172.2, 52.9), (488.1, 40.3), (552.6, 418.6))
BOARD = BoardSeen("occe", CORNERS, True, 0.9)
GREEN, BROWN = (60, 110, 40), (70, 120, 170)
FINE = 4  # samples across a pixel


@cache
def drawn(k: float = 0.0, noise: float = 3.0, rim: bool = False) -> Image:
    """A brown board on green cloth, each pixel the mean of 16 exact samples."""
    steps = (np.arange(SIZE[0] * FINE) + 0.5) / FINE - 0.5, (np.arange(SIZE[1] * FINE) + 0.5) / FINE - 0.5
    places = np.stack(np.meshgrid(*steps), axis=-1)
    unit = Plane(replace(BOARD, lens=k), SIZE).to_board(places.reshape(-1, 2)).reshape(places.shape)
    inside = ((unit >= 0) & (unit <= 1)).all(axis=-1)
    small = np.array(GREEN) + share(inside) * np.subtract(BROWN, GREEN)
    if rim:  # four dark frames along the middle of each side, a fiftieth of it inside
        x, y = np.abs(unit[..., 0] - 0.5), np.abs(unit[..., 1] - 0.5)
        framed = ((x < 0.3) & (y > 0.38) & (y < 0.48)) | ((y < 0.3) & (x > 0.38) & (x < 0.48))
        small += share(framed) * np.subtract((30, 30, 40), BROWN)
    small += np.random.default_rng(4).normal(0, noise, small.shape)
    return np.clip(np.rint(small), 0, 255).astype(np.uint8)


def share(samples: NDArray[np.bool_]) -> NDArray[np.float64]:
    """How much of each pixel they make up, (h, w, 1)."""
    return np.asarray(samples.reshape(SIZE[1], FINE, SIZE[0], FINE).mean(axis=(1, 3))[..., None])


def aside(dx: float, dy: float) -> Quad:
    """The corners as one may have guessed them."""
    a, b, c, d = np.add(CORNERS, [(dx, dy), (-dy, dx), (dy, -dx), (-dx, -dy)]).tolist()
    return tuple(a), tuple(b), tuple(c), tuple(d)


def off(corners: Refined) -> float:
    """How far the worst corner is off, px."""
    return float(np.hypot(*np.subtract(corners.corners, CORNERS).T).max())


@settings(max_examples=20, deadline=None)
@given(st.floats(-4, 4), st.floats(-4, 4))
def test_corners_are_found_to_a_third_of_a_pixel(dx: float, dy: float) -> None:
    corners = refined(drawn(), aside(dx, dy))
    assert corners.sides == 4
    assert corners.lens == 0.0
    assert off(corners) < 0.3


def test_frames_along_the_sides_are_not_the_boards_edge() -> None:
    corners = refined(drawn(rim=True), aside(-2.0, 1.5))
    assert off(corners) < 0.3


@pytest.mark.parametrize("k", [-0.08, -0.14])
def test_the_bending_of_the_sides_tells_the_lens(k: float) -> None:
    corners = refined(drawn(k), aside(1.5, -2.0))
    assert corners.lens == pytest.approx(k, abs=0.012)
    assert off(corners) < 0.8


@pytest.mark.parametrize("k", [-0.08, 0.05])
def test_corners_are_as_exact_where_the_lens_is_known(k: float) -> None:
    corners = refined(drawn(k), aside(-2.0, 2.0), k)
    assert corners.lens == k
    assert off(corners) < 0.3


def test_a_picture_without_edges_changes_nothing() -> None:
    plain = np.random.default_rng(1).normal(120, 6, (SIZE[1], SIZE[0], 3)).astype(np.uint8)
    assert refined(plain, CORNERS) == Refined(CORNERS, 0.0, 0)


def test_a_hidden_side_stays_and_the_others_are_refined() -> None:
    image = drawn().copy()
    hand = np.array([(60, 480), (200, 380), (520, 370), (640, 480)])
    cv2.fillConvexPoly(image, hand, (120, 150, 200))  # over all of the side of seat 1
    corners = refined(image, aside(3.0, 1.0))
    assert corners.sides == 3
    assert np.hypot(*np.subtract(corners.corners, CORNERS).T)[1:3].max() < 0.3
    assert off(corners) < 0.02 * sides(CORNERS).mean()
