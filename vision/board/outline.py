"""From the board network's maps to a quadrilateral: the outline of an area, its corners on the peaks."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from ..geometry.plane import Matrix, area

Map = NDArray[np.float32]

SNAP = 4.0  # cells that a corner may move to the corner map's peak
LEAST_CELLS = 30.0  # an area smaller than this is no board


@dataclass(frozen=True)
class Outline:
    """A quadrilateral seen in the maps.

    Attributes:
        corners: (4, 2) cells, x then y, clockwise as the picture shows them.
        fit: 0 to 1, how well the quadrilateral covers the area and nothing else.
        peak: 0 to 1, mean height of the corner map at the corners.
    """

    corners: Matrix
    fit: float
    peak: float


def outline(inside: Map, corner: Map) -> Outline | None:
    """The quadrilateral of the largest area, or None where there is none.

    Args:
        inside: (h, w) probability that a cell lies on the board.
        corner: (h, w) probability that a corner is there.
    """
    blob = largest((inside > 0.5).astype(np.uint8))
    if blob is None:
        return None
    quad = four_sides(blob)
    if quad is None:
        return None
    corners, heights = snapped(quad, corner)
    if abs(area(corners)) < LEAST_CELLS:
        return None
    if area(corners) < 0:
        corners = corners[::-1]
    return Outline(corners, overlap(corners, inside), float(heights.mean()))


def largest(mask: NDArray[np.uint8]) -> Matrix | None:
    """The convex hull (n, 2) of the largest blob of a mask, or None where it is too small."""
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    blobs = [contour for contour in contours if cv2.contourArea(contour) > LEAST_CELLS]
    if not blobs:
        return None
    hull = cv2.convexHull(max(blobs, key=cv2.contourArea)).reshape(-1, 2).astype(np.float64)
    return hull if area(hull) > 0 else hull[::-1]


def four_sides(hull: Matrix) -> Matrix | None:
    """The quadrilateral left when sides of a convex polygon go one by one, each adding least area."""
    polygon = [np.asarray(point) for point in hull]
    while len(polygon) > 4:
        costs = [added(polygon, index) for index in range(len(polygon))]
        index = int(np.argmin([cost for cost, _ in costs]))
        if costs[index][1] is None:
            return None
        polygon[index] = np.asarray(costs[index][1])
        del polygon[(index + 1) % len(polygon)]
    return np.array(polygon) if len(polygon) == 4 else None


def added(polygon: list[Matrix], index: int) -> tuple[float, Matrix | None]:
    """The area gained by dropping the side after corner `index`, and the corner that replaces its two."""
    count = len(polygon)
    a, b, c, d = (polygon[(index + k) % count] for k in (-1, 0, 1, 2))
    along, back = b - a, c - d
    cross = along[0] * back[1] - along[1] * back[0]
    if abs(cross) < 1e-9:
        return np.inf, None
    reach = ((c - b)[0] * back[1] - (c - b)[1] * back[0]) / cross
    if reach < 0:  # the neighbours part instead of meeting
        return np.inf, None
    tip = b + reach * along
    return abs(area(np.array([b, tip, c]))), tip


def snapped(quad: Matrix, corner: Map) -> tuple[Matrix, Matrix]:
    """The corners moved to the nearest strong peak of the corner map, and the map's height at each, (4,)."""
    peaks = local_peaks(corner, 0.15)
    out, heights = quad.copy(), np.zeros(4)
    for index, point in enumerate(quad):
        if len(peaks) == 0:
            break
        far = np.hypot(*(peaks[:, :2] - point).T)
        rank = peaks[:, 2] - far / (2 * SNAP)
        best = int(np.argmax(np.where(far < SNAP, rank, -np.inf)))
        if far[best] < SNAP:
            out[index], heights[index] = peaks[best, :2], peaks[best, 2]
    return out, heights


def local_peaks(heights: Map, least: float) -> Matrix:
    """Local maxima of a map above `least`: (n, 3) of x, y (fractions of a cell), height; highest first."""
    top = cv2.dilate(heights, np.ones((3, 3), np.uint8))
    ys, xs = np.nonzero((heights >= top) & (heights > least))
    order = np.argsort(-heights[ys, xs])
    ys, xs = ys[order], xs[order]
    around = sliding_window_view(np.pad(heights.astype(np.float64), 1), (3, 3))[ys, xs]
    weight = np.maximum(around - around.min(axis=(1, 2), keepdims=True), 1e-9)
    weight /= weight.sum(axis=(1, 2), keepdims=True)
    steps = np.array([-1.0, 0.0, 1.0])
    return np.stack(
        [xs + weight.sum(axis=1) @ steps, ys + weight.sum(axis=2) @ steps, heights[ys, xs]], axis=1
    )


def overlap(corners: Matrix, inside: Map) -> float:
    """Soft intersection over union of a quadrilateral (cells) with an area map."""
    mask = np.zeros(inside.shape, np.float32)
    bounded = np.clip(corners, -1000, 1000)
    cv2.fillPoly(mask, [np.round(bounded * 16).astype(np.int32)], 1.0, shift=4)
    both, either = np.minimum(mask, inside).sum(), np.maximum(mask, inside).sum()
    return float(both / max(either, 1e-6))
