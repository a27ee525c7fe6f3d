"""The printed tags (AprilTag 36h11, ids 0 to 3) that may stand just outside the board's corners."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from ..frame import Image
from ..geometry.plane import Quad
from ..observation import Box, Point

IDS = range(4)
SMALLEST_SIDE = 12.0  # px; a smaller tag's eight cells merge
COMFORTABLE_SIDE = 40.0  # px; a region whose tag may be smaller is enlarged
TAG_REGION, LEAST_TAG = 0.4, 0.035  # of the board's side


@dataclass(frozen=True)
class Tag:
    """One tag in the picture.

    Attributes:
        id: 0 to 3.
        corners: px, clockwise seen from above, first the tag's own top left.
    """

    id: int
    corners: tuple[Point, Point, Point, Point]

    @property
    def center(self) -> Point:
        """The mean of the corners, px."""
        x, y = np.mean(self.corners, axis=0)
        return float(x), float(y)


def find_tags(image: Image, regions: Sequence[tuple[Box, float]] | None = None) -> tuple[Tag, ...]:
    """The tags 0 to 3 in a picture, each id once, by id.

    Args:
        image: (H, W, 3) uint8 BGR.
        regions: where to look and the least side a tag can have there: ((x, y, width, height), side) px. Much
            quicker than the whole picture (None), and it sees smaller tags.
    """
    height, width = image.shape[:2]
    whole = ((0.0, 0.0, float(width), float(height)), 0.025 * max(width, height))
    by_id: dict[int, Tag] = {}
    for box, side in [whole] if regions is None else regions:
        for tag in _in_region(image, box, side):
            by_id.setdefault(tag.id, tag)
    return tuple(by_id[tag] for tag in sorted(by_id))


def board_tags(image: Image, quad: Quad) -> tuple[Tag, ...]:
    """The tags 0 to 3 just outside four corners of a board, px, each id once, by id."""
    return find_tags(image, _regions(quad))


def mirrored(image: Image) -> bool:
    """Whether a picture shows the tags as in a mirror: two of them at least can be read only when it is flipped."""
    return len(find_tags(np.ascontiguousarray(image[:, ::-1]))) >= 2 > len(find_tags(image))


def _regions(quad: Quad) -> list[tuple[Box, float]]:
    """Where tags may stand outside the corners, and the least side that one can have there, px."""
    points = np.asarray(quad)
    before, after = points - np.roll(points, 1, axis=0), points - np.roll(points, -1, axis=0)
    regions = []
    for point, first, second in zip(points, before, after, strict=True):
        middle = point + 0.1 * (first + second)
        sides = np.hypot(*first), np.hypot(*second)
        half = TAG_REGION / 2 * np.abs(np.stack([first, second])).sum(axis=0)
        half = np.maximum(half, TAG_REGION / 2 * max(sides) * 0.7)
        box = (middle[0] - half[0], middle[1] - half[1], 2 * half[0], 2 * half[1])
        regions.append((box, LEAST_TAG * float(min(sides))))
    return regions


def _in_region(image: Image, box: Box, side: float) -> list[Tag]:
    x0, y0 = max(0, int(box[0])), max(0, int(box[1]))
    crop = image[y0 : max(y0, int(box[1] + box[3])), x0 : max(x0, int(box[0] + box[2]))]
    if min(crop.shape[:2]) < SMALLEST_SIDE:
        return []
    grey = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY)
    scale = min(3.0, max(1.0, COMFORTABLE_SIDE / max(side, SMALLEST_SIDE)))
    if scale > 1.0 and max(grey.shape) * scale < 2000:
        grey = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    else:
        scale = 1.0
    rate = 4 * max(side, SMALLEST_SIDE) * scale / max(grey.shape)
    corners, ids, _ = _detector(round(min(2.0, max(0.02, rate)), 2)).detectMarkers(grey)
    if ids is None:
        return []
    # Centres of enlarged pixels: u = (x + 0.5) * scale - 0.5.
    return [
        Tag(int(tag), _points((quad.reshape(4, 2) + 0.5) / scale - 0.5 + (x0, y0)))
        for quad, tag in zip(corners, ids.ravel(), strict=True)
        if int(tag) in IDS
    ]


def _points(quad: NDArray[np.floating[Any]]) -> tuple[Point, Point, Point, Point]:
    a, b, c, d = ((float(x), float(y)) for x, y in quad)
    return a, b, c, d


@cache
def _detector(perimeter_rate: float) -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    parameters.minMarkerPerimeterRate = perimeter_rate
    parameters.maxMarkerPerimeterRate = 4.0
    parameters.adaptiveThreshWinSizeMin = 23  # one window instead of three: a third of the time
    parameters.adaptiveThreshWinSizeMax = 23
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    return cv2.aruco.ArucoDetector(dictionary, parameters)
