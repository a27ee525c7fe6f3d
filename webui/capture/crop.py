"""The board cut out of a picture; the rest is never stored."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.frame import Image
from vision.geometry.plane import Matrix, quad_of
from vision.geometry.straight import Plane
from vision.observation import BoardSeen, Die

MARGIN = 0.14
"""Share of the board's sides that is kept around it: room for the printed tags and for a die that rolled off."""
PIECES = 12
"""Points that a side of the margin is drawn with: a lens may bend it."""


@dataclass(frozen=True, eq=False)
class Crop:
    """A board and its margin, cut out.

    Attributes:
        image: (H, W, 3) uint8 BGR; one colour beyond the margin, so that nothing of the room is left.
        board: the board in pixels of `image`; its lens is unknown there.
        at: px of the whole picture, x and y, of the top left pixel.
    """

    image: Image
    board: BoardSeen
    at: tuple[int, int]

    def die(self, die: Die) -> Die:
        """A die of the whole picture, in pixels of the crop."""
        x, y, width, height = die.box
        return replace(die, box=(x - self.at[0], y - self.at[1], width, height))


def cropped(image: Image, board: BoardSeen, margin: float = MARGIN) -> Crop:
    """The board and its margin; everything beyond is painted over.

    Args:
        image: (H, W, 3) uint8 BGR; unchanged.
        board: where the board is in it, px.
        margin: share of the board's sides.
    """
    height, width = image.shape[:2]
    edge = Plane(board, (width, height)).to_picture(_ring(margin))
    left, top = np.clip(np.floor(edge.min(axis=0)).astype(int), 0, (width - 1, height - 1)).tolist()
    right, bottom = np.clip(np.ceil(edge.max(axis=0)).astype(int) + 1, (left + 1, top + 1), (width, height)).tolist()
    part = image[top:bottom, left:right].copy()
    inside = _filled(part, edge - (left, top))
    corners = np.subtract(board.corners, (left, top))
    beside = inside & ~_filled(part, corners)
    part[~inside] = np.median(part[beside if beside.any() else inside], axis=0).astype(np.uint8)
    return Crop(part, replace(board, corners=quad_of(corners), lens=0.0), (left, top))


def _ring(margin: float) -> Matrix:
    """Points (n, 2) around the unit square, `margin` outside it."""
    low, far = -margin, 1 + margin
    turns = np.array([(low, low), (far, low), (far, far), (low, far)])
    shares = np.arange(PIECES)[:, None] / PIECES
    sides = [turns[k] + shares * (turns[(k + 1) % 4] - turns[k]) for k in range(4)]
    return np.concatenate(sides)


def _filled(image: Image, polygon: Matrix) -> np.ndarray:
    """Which pixels (H, W) lie in a polygon (n, 2) px."""
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round(polygon).astype(np.int32)], 1)
    return mask.astype(np.bool_)
