"""What the tile networks are shown, in training and in play: a strip before each seat, a crop of each slot.

A row lives in the unit square of its own seat (vision/geometry/plane.py, the corners turned so that the seat is at
the bottom). For loose tiles a slot's place is its middle; for hinged ones the middle of its front edge, where
a folded tile ends.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from ..frame import Image
from ..geometry.plane import Matrix, Quad, Window, homography, project, turned, warp
from ..observation import Point

STRIP_SHAPE = (128, 320)
"""Height and width, px, of what the rows' network is shown."""


@dataclass(frozen=True)
class Row:
    """A row of equally spaced slots in the unit square of its seat.

    Attributes:
        first: the first slot's place, from the seat's left.
        last: the last slot's place.
        count: how many slots.
        sure: 0 to 1.
    """

    first: Point
    last: Point
    count: int
    sure: float = 1.0

    @property
    def pitch(self) -> NDArray[np.float64]:
        """From one slot to the next, (2,)."""
        return np.asarray(np.subtract(self.last, self.first) / (self.count - 1))

    def places(self) -> Matrix:
        """Every slot's place, (count, 2)."""
        return np.asarray(self.first + np.arange(self.count)[:, None] * self.pitch)


def seat_plane(corners: Quad, seat: int) -> Matrix:
    """From the unit square of a seat (1 to 4, that seat at the bottom) to picture pixels, (3, 3)."""
    return homography(turned(corners, seat - 1))


def strip(image: Image, plane: Matrix, window: Window) -> Image:
    """The picture of a seat's side of the board, (128, 320, 3)."""
    return warp(image, plane, window, STRIP_SHAPE)


def to_strip(points: Matrix, window: Window) -> Matrix:
    """Points (n, 2) of a seat's unit square, in pixels of its strip, (n, 2)."""
    left, top, right, bottom = window
    height, width = STRIP_SHAPE
    scale = np.array([width / (right - left), height / (bottom - top)])
    return np.asarray((np.asarray(points) - (left, top)) * scale - 0.5)


def from_strip(points: Matrix, window: Window) -> Matrix:
    """Pixels (n, 2) of a strip, in the seat's unit square, (n, 2)."""
    left, top, right, bottom = window
    height, width = STRIP_SHAPE
    scale = np.array([(right - left) / width, (bottom - top) / height])
    return np.asarray((np.asarray(points) + 0.5) * scale + (left, top))


def slot_axes(plane: Matrix, row: Row, hinged: bool) -> tuple[Matrix, Matrix, Matrix]:
    """Each slot's place, and its steps to the right and to the back, in picture pixels: three (count, 2).

    A step is one slot long. To the back of a loose tile it lies in the board; of a hinged one, that may
    stand, it is as long as the step to the right and only its direction is the board's.
    """
    places, pitch = row.places(), row.pitch
    back = np.array([pitch[1], -pitch[0]])
    origin = project(plane, places)
    right = project(plane, places + pitch / 2) - project(plane, places - pitch / 2)
    up = project(plane, places + back / 2) - project(plane, places - back / 2)
    if hinged:
        up *= (np.linalg.norm(right, axis=1) / np.maximum(np.linalg.norm(up, axis=1), 1e-9))[:, None]
    return origin, right, up


def crop_matrices(
    axes: tuple[Matrix, Matrix, Matrix], window: tuple[float, float, float], shape: tuple[int, int]
) -> Matrix:
    """From each crop's pixels to the picture's, (count, 2, 3).

    Args:
        axes: every slot's place and its steps to the right and to the back, each (count, 2) px.
        window: what the crop shows, in slots: half its width, how far to the front, how far to the back.
        shape: height and width of the crop, px.
    """
    origin, right, back = axes
    (half, front, rear), (height, width) = window, shape
    across, down = right * 2 * half / width, -back * (front + rear) / height
    start = origin - right * half + back * rear + (across + down) / 2
    return np.stack([across, down, start], axis=2)


def slot_crops(
    image: Image,
    axes: tuple[Matrix, Matrix, Matrix],
    window: tuple[float, float, float],
    shape: tuple[int, int],
) -> NDArray[np.uint8]:
    """What stands in each slot, digits upright: (count, *shape, 3). `axes` as slot_axes gives them."""
    size, flags = (shape[1], shape[0]), cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    crops = [
        cv2.warpAffine(image, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
        for matrix in crop_matrices(axes, window, shape)
    ]
    return np.asarray(crops, dtype=np.uint8)
