"""Where motion counts: on a board and on a strip around it; people may move beyond."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from ..frame import Frame
from ..observation import BoardSeen
from .motion import SIDE, Mask, Part, Thumbnail, thumbnail

STRIP = 0.15
"""Share of a board's side around it within which motion counts."""


@dataclass(frozen=True, eq=False)
class Near:
    """A board and a strip of STRIP of its side around it, in all pictures of one size.

    Attributes:
        shape: height and width of the pictures, px.
        part: the upright rectangle around it, px.
        mask: (h, w), what of a thumbnail of that part lies on the board or on the strip.
    """

    shape: tuple[int, int]
    part: Part
    mask: Mask

    def thumbnail(self, frame: Frame) -> Thumbnail:
        """A thumbnail of this part of a frame, or of all of one that has another size."""
        return thumbnail(frame, self.part if self._fits(frame) else None)

    def of(self, now: Thumbnail) -> Mask | None:
        """Where motion counts in a thumbnail; None: everywhere, it is of pictures of another size."""
        return self.mask if self.mask.shape == now.colour.shape[:2] else None

    def _fits(self, frame: Frame) -> bool:
        return frame.image.shape[:2] == self.shape


def near(board: BoardSeen | None, frame: Frame) -> Near | None:
    """What is near a board in pictures as large as this one; None without a board, or where it is out of sight."""
    if board is None:
        return None
    height, width = shape = frame.image.shape[:2]
    wide = outline(board)
    cell = max(1.0, max(shape) / SIDE)
    columns, rows = (_cells(wide[:, k], cell, side) for k, side in enumerate((width, height)))
    if columns.start >= columns.stop or rows.start >= rows.stop:
        return None
    inside = (wide - (columns.start, rows.start)) / cell
    mask = np.zeros([max(1, round((side.stop - side.start) / cell)) for side in (rows, columns)], np.uint8)
    cv2.fillConvexPoly(mask, np.round(inside).astype(np.int32), 1)
    return Near((height, width), (rows, columns), mask > 0) if mask.any() else None


def outline(board: BoardSeen) -> NDArray[np.float64]:
    """(4, 2) px: the corners of a board with the strip around it."""
    corners = np.array(board.corners)
    return np.asarray(corners.mean(axis=0) + (1 + 2 * STRIP) * (corners - corners.mean(axis=0)))


def _cells(places: NDArray[np.float64], cell: float, side: int) -> slice:
    """The pixels of whole points of a thumbnail, within a side of the picture, around some places."""
    first, last = np.floor(places.min() / cell) - 1, np.ceil(places.max() / cell) + 2
    return slice(max(0, round(first * cell)), min(side, max(0, round(last * cell))))
