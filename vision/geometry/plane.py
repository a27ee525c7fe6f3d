"""A board's corners, and the board flattened: seen from straight above with seat 1 at the bottom.

The unit square is the board seen so: x right, y down towards seat 1. Corner 1, at its left hand, is (0, 1);
corners 2, 3 and 4 follow clockwise: (0, 0), (1, 0), (1, 1).
"""

from collections.abc import Mapping, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from ..frame import Image
from ..observation import Point, Side

Quad = tuple[Point, Point, Point, Point]
Matrix = NDArray[np.float64]
Window = tuple[float, float, float, float]
"""Left, top, right, bottom of a part of a plane, the board, or a seat's place on it, being the unit square."""

DIRECTIONS: Mapping[Side, Point] = {
    "bottom": (0.0, 1.0),
    "top": (0.0, -1.0),
    "left": (-1.0, 0.0),
    "right": (1.0, 0.0),
}
"""From the picture's middle to each of its sides, y down."""
USUAL_FOCAL = 1.0
"""Focal length of a lens of usual width, in parts of the picture's longer side."""
MEAN_LIGHT, GAINS = 0.45, (0.5, 8.0)
UNIT = np.array([(0, 1), (0, 0), (1, 0), (1, 1)], dtype=np.float64)


def homography(corners: Sequence[Point], size: float = 1.0) -> Matrix:
    """From the board's square of side `size` to picture pixels, (3, 3)."""
    source = (UNIT * size).astype(np.float32)
    target = np.asarray(corners, dtype=np.float32)
    return np.asarray(cv2.getPerspectiveTransform(source, target), dtype=np.float64)


def project(matrix: Matrix, points: Sequence[Point] | Matrix) -> Matrix:
    """Points (n, 2) through a homography, (n, 2)."""
    flat = np.asarray(points, dtype=np.float64).reshape(-1, 2)
    ones = np.concatenate([flat, np.ones((len(flat), 1))], axis=1) @ matrix.T
    return np.asarray(ones[:, :2] / ones[:, 2:])


def flatten(image: Image, corners: Sequence[Point], size: int) -> Image:
    """The board seen from straight above: (size, size, 3), seat 1 at the bottom.

    Args:
        image: (H, W, 3) uint8 BGR.
        corners: the four outer corners, px, in the order of BoardSeen.
        size: px of the square's side.
    """
    return warp(image, homography(corners), (0.0, 0.0, 1.0, 1.0), (size, size))


def unflatten_points(points: Sequence[Point] | Matrix, corners: Sequence[Point], size: int) -> Matrix:
    """Points (n, 2) of the flattened board of side `size`, px, back in the picture, (n, 2) px."""
    unit = (np.asarray(points, dtype=np.float64).reshape(-1, 2) + 0.5) / size
    return project(homography(corners), unit)


def warp(
    image: Image,
    plane: Matrix,
    window: tuple[float, float, float, float],
    shape: tuple[int, int],
) -> Image:
    """A rectangle of a plane, as a picture.

    Args:
        image: (H, W, 3) uint8 BGR.
        plane: (3, 3) from plane coordinates to picture pixels.
        window: left, top, right, bottom in plane coordinates.
        shape: height and width of the result, px.
    """
    height, width = shape
    left, top, right, bottom = window
    across, down = (right - left) / width, (bottom - top) / height
    # Result pixel centres -> plane: x = left + (u + 0.5) * across.
    to_plane = np.array([[across, 0, left + across / 2], [0, down, top + down / 2], [0, 0, 1]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpPerspective(image, plane @ to_plane, (width, height), flags=flags), dtype=np.uint8
    )


def inverse(matrix: Matrix) -> Matrix:
    """The homography back."""
    return np.asarray(np.linalg.inv(matrix), dtype=np.float64)


def shrunk(image: Image, scale: float) -> Image:
    """The picture made smaller by `scale` (0 to 1), every pixel counted."""
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.uint8)


def halved(image: Image, scale: float) -> tuple[Image, float]:
    """The picture halved as often as it stays no smaller than `scale` (0 to 1) asks, and by how much that is.

    Much faster than `shrunk`; a linear warp that follows does the rest and skips no pixel.
    """
    done = 1.0
    while done / 2 >= scale and min(image.shape[:2]) > 1:
        image = np.asarray(
            cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), dtype=np.uint8
        )
        done /= 2
    return image, done


def smaller(scale: float) -> Matrix:
    """From a picture's pixels to those of the same made smaller by `scale`, (3, 3)."""
    shift = 0.5 * scale - 0.5
    return np.array([[scale, 0, shift], [0, scale, shift], [0, 0, 1.0]])


def batch(pictures: Sequence[Image] | NDArray[np.uint8]) -> NDArray[np.float32]:
    """Pictures (n, H, W, 3) as a network takes them: (n, 3, H, W), BGR, each brought to one mean light."""
    floats = np.asarray(pictures, dtype=np.float32) / 255
    light = floats.mean(axis=(1, 2, 3), keepdims=True)
    gain = np.clip(MEAN_LIGHT / np.maximum(light, 1e-3), *GAINS)
    return np.ascontiguousarray((floats * gain).transpose(0, 3, 1, 2), dtype=np.float32)


def area(corners: Sequence[Point] | Matrix) -> float:
    """Signed area, px²: positive when the corners go clockwise as the picture shows them (y down)."""
    points = np.asarray(corners, dtype=np.float64)
    x, y = points[:, 0], points[:, 1]
    return float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum() / 2)


def sides(corners: Sequence[Point] | Matrix) -> Matrix:
    """How long each side is, (4,): the k-th ends at corner k."""
    points = np.asarray(corners, dtype=np.float64)
    return np.asarray(np.hypot(*(points - np.roll(points, 1, axis=0)).T))


def turned(corners: Sequence[Point], turns: int) -> Quad:
    """The same corners with the `turns`-th (0..3) first."""
    a, b, c, d = (tuple(map(float, corners[(turns + k) % 4])) for k in range(4))
    return a, b, c, d  # type: ignore[return-value]  # each is a pair


def seat1_at(corners: Sequence[Point], direction: Point) -> Quad:
    """The corners turned so that seat 1's side, fourth to first, lies farthest along `direction`.

    Args:
        corners: four, clockwise.
        direction: (x, y) in the picture, y down: (0, 1) is the side lowest in the picture.
    """
    points = np.asarray(corners, dtype=np.float64)
    middles = (points + np.roll(points, 1, axis=0)) / 2  # of the side that ends at corner k
    return turned(corners, int(np.argmax(middles @ np.asarray(direction))))


def camera_over(
    plane: Matrix, picture: tuple[int, int], focal: float = USUAL_FOCAL
) -> tuple[float, float, float]:
    """Where a camera stands over a plane: (x, y) on it and how high, in the plane's own lengths.

    Args:
        plane: (3, 3) from the plane to the picture's pixels.
        picture: its width and height, px; the lens looks at its middle.
        focal: its length, in parts of the picture's longer side.
    """
    width, height = picture
    focal *= max(width, height)
    inward = np.array([[1 / focal, 0, -width / 2 / focal], [0, 1 / focal, -height / 2 / focal], [0, 0, 1.0]])
    axes = inward @ plane
    axes = axes / (0.5 * (np.linalg.norm(axes[:, 0]) + np.linalg.norm(axes[:, 1])))
    left, _, right = np.linalg.svd(
        np.stack([axes[:, 0], axes[:, 1], np.cross(axes[:, 0], axes[:, 1])], axis=1)
    )
    x, y, high = -(left @ right).T @ axes[:, 2]
    return float(x), float(y), abs(float(high))


def quad_of(corners: Matrix) -> Quad:
    """The four rows of an array as points."""
    return turned([(float(x), float(y)) for x, y in corners], 0)
