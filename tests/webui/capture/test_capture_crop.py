"""Only the board and its margin are left of a picture."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.geometry.plane import quad_of
from vision.geometry.straight import Plane
from vision.observation import BoardSeen, Die
from webui.capture.crop import MARGIN, cropped

WIDE, HIGH = 320, 240


def board(corners: list[tuple[float, float]], lens: float = 0.0) -> BoardSeen:
    return BoardSeen("occe", quad_of(np.array(corners)), True, 0.9, lens)


PLAIN = board([(90, 190), (100, 50), (230, 60), (240, 185)])
BENT = board([(90, 190), (100, 50), (230, 60), (240, 185)], lens=-0.08)


@given(st.integers(0, 2**32 - 1), st.sampled_from([PLAIN, BENT]))
def test_what_lies_beyond_the_margin_leaves_no_trace(seed: int, board: BoardSeen) -> None:
    rng = np.random.default_rng(seed)
    image, room = rng.integers(0, 256, (2, HIGH, WIDE, 3), dtype=np.uint8)
    ring = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * MARGIN * 1.08 + np.array([(0, 0), (1, 0), (1, 1), (0, 1)])
    many = np.concatenate([np.linspace(ring[k], ring[(k + 1) % 4], 40) for k in range(4)])
    inside = np.zeros((HIGH, WIDE), np.uint8)
    cv2.fillPoly(inside, [np.round(Plane(board, (WIDE, HIGH)).to_picture(many)).astype(np.int32)], 1)
    other = np.where(inside[..., None] > 0, image, room)
    assert np.array_equal(cropped(image, board).image, cropped(other, board).image)


def test_the_board_is_unchanged_and_its_coordinates_move_with_it() -> None:
    image = np.random.default_rng(1).integers(0, 256, (HIGH, WIDE, 3), dtype=np.uint8)
    before = image.copy()
    crop = cropped(image, PLAIN)
    left, top = crop.at
    np.testing.assert_allclose(np.add(crop.board.corners, crop.at), PLAIN.corners, atol=1e-3)
    assert np.array_equal(crop.image[100 - top : 150 - top, 130 - left : 200 - left], image[100:150, 130:200])
    assert crop.die(Die(3, "flat", (140, 110, 20, 20), 0.9)).box == (140 - left, 110 - top, 20, 20)
    assert crop.board.lens == cropped(image, BENT).board.lens == 0
    assert np.array_equal(image, before)


@pytest.mark.parametrize(
    "corners", [[(2, 238), (2, 2), (317, 2), (317, 238)], [(-5, 200), (20, 10), (300, 10), (330, 230)]]
)
def test_a_board_filling_the_picture_is_cut_at_its_edge(corners: list[tuple[float, float]]) -> None:
    image = np.full((HIGH, WIDE, 3), 77, np.uint8)
    assert cropped(image, board(corners)).image.shape[:2] == (HIGH, WIDE)
