"""Eight corners in three maps become two leaves, however the board lies; a picture without a board gives none."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from each import each
from numpy.typing import NDArray

from vision.errors import BrokenNetwork
from vision.geometry.plane import DIRECTIONS
from vision.men.finder import HEIGHT, STRIDE, WIDTH, LeavesFinder, assembled

SHAPE = (HEIGHT // STRIDE, WIDTH // STRIDE)
BOARD = np.array([
    [(12.3, 40.2), (16.6, 8.4), (30.0, 8.0), (30.2, 40.0)],
    [(32.4, 40.0), (32.2, 8.0), (47.5, 8.3), (52.1, 39.6)],
])  # fmt: skip
"""Leaves in cells."""


def maps_of(leaves: NDArray[np.float64]) -> NDArray[np.float64]:
    """What a network that makes no mistake answers."""
    maps = np.zeros((3, *SHAPE))
    ys, xs = np.mgrid[: SHAPE[0], : SHAPE[1]]
    for leaf in leaves:
        field = np.zeros(SHAPE, np.uint8)
        cv2.fillConvexPoly(field, np.round(leaf).astype(np.int32), 1)
        maps[0] = np.maximum(maps[0], field)
    outer, inner = (*leaves[0, :2], *leaves[1, 2:]), (*leaves[0, 2:], *leaves[1, :2])
    for channel, points in ((1, outer), (2, inner)):
        for x, y in points:
            maps[channel] = np.maximum(maps[channel], 0.95 * np.exp(-((xs - x) ** 2 + (ys - y) ** 2) / 2.5))
    return maps


def test_both_leaves_are_found_to_a_part_of_a_cell() -> None:
    found = assembled(maps_of(BOARD))
    assert found is not None
    leaves, sure = found
    assert leaves == pytest.approx(BOARD, abs=0.5)
    assert sure > 0.7


@each("degrees", [-30, 20, 85, 95, 170])
def test_a_turned_board_has_its_lowest_side_near(degrees: int) -> None:
    angle, middle = np.radians(degrees), np.array([32.0, 24.0])
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    leaves = (BOARD - middle) @ turn.T * 0.8 + middle
    found = assembled(maps_of(leaves))
    assert found is not None
    near, far = (np.array([found[0][0, first], found[0][1, last]]).mean(axis=0) for first, last in ((0, 3), (1, 2)))
    assert (near - far) @ DIRECTIONS["bottom"] > 0
    corners = {tuple(np.round(point)) for point in found[0].reshape(-1, 2)}
    assert len(corners & {tuple(np.round(point)) for point in leaves.reshape(-1, 2)}) >= 5


def test_a_mark_beside_the_board_is_no_corner_of_it() -> None:
    maps = maps_of(BOARD)
    maps[1, 20, 60] = 0.99
    found = assembled(maps)
    assert found is not None
    assert found[0] == pytest.approx(BOARD, abs=0.5)


@each("height", [0.0, 0.03])
def test_an_empty_table_has_no_leaves(height: float) -> None:
    assert assembled(np.full((3, *SHAPE), height)) is None


def test_another_network_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BrokenNetwork, match=r"expected an \.onnx file"):
        LeavesFinder(tmp_path / "leaves.onnx")
