"""Whether the light and the picture's sharpness do: numbers first, then words."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from .frame import Image
from .geometry.plane import sides
from .observation import Point

_WIDTH = 640
"""px: figures are taken at this width, so that they mean the same for every camera."""

DARK, FAINT = 40, 90
"""Brightness below which it is dark, where the contrast is below the second, too."""
SMALL = 240.0
"""px: a board whose mean side is shorter cannot be read surely."""
BLURRED, BURNT = 0.12, 0.04
"""Sharpness below which a picture is blurred; share of burnt out pixels above which there is glare."""


@dataclass(frozen=True)
class Light:
    """Figures of one picture, taken on the board where it is known.

    Attributes:
        brightness: mean grey, 0 to 255.
        contrast: distance of the 5th and 95th percentile of grey.
        sharpness: 99th percentile of the absolute Laplacian, divided by the contrast.
        glare: share of pixels that are burnt out, 0 to 1.
    """

    brightness: float
    contrast: float
    sharpness: float
    glare: float


def light(image: Image, corners: Sequence[Point] | None = None) -> Light:
    """Measures a picture, inside a polygon (px) where one is given."""
    scale = min(1.0, _WIDTH / image.shape[1])
    part, polygon = (image, None) if corners is None else around(image, corners, scale)
    small = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else part
    mask = np.full(small.shape[:2], 255, np.uint8)
    if polygon is not None:
        mask[:] = 0
        cv2.fillConvexPoly(mask, np.round(polygon * scale).astype(np.int32), 255)
    if not mask.any():
        mask[:] = 255
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    edges = cv2.convertScaleAbs(cv2.Laplacian(grey, cv2.CV_16S))
    burnt = cv2.inRange(small, (252, 252, 252), (255, 255, 255))
    levels = _counts(grey, mask)
    contrast = float(_level(levels, 0.95) - _level(levels, 0.05))
    return Light(
        brightness=float(levels @ np.arange(256) / levels.sum()),
        contrast=contrast,
        sharpness=_level(_counts(edges, mask), 0.99) / max(contrast, 12.0),
        glare=float(cv2.mean(burnt, mask)[0]) / 255,
    )


def around(image: Image, corners: Sequence[Point], scale: float) -> tuple[Image, NDArray[np.float64] | None]:
    """The part of a picture that holds a polygon, px, and the polygon there; all of it where none of it is shown.

    The part begins at a pixel that stays one in the picture made smaller by `scale`, as nearly as can be.
    """
    polygon = np.asarray(corners, np.float64)
    low, high = (edge * scale for edge in (polygon.min(axis=0), polygon.max(axis=0) + 1))
    left, top = np.round(np.floor(np.maximum(0, low)) / scale).astype(int).tolist()
    right, bottom = np.round(np.ceil(high) / scale).astype(int).tolist()
    part = image[top : max(top, bottom), left : max(left, right)]
    if min(part.shape[:2]) * scale < 1:
        return image, None
    return part, polygon - (left, top)


def _counts(grey: MatLike, mask: MatLike) -> NDArray[np.float64]:
    """How many of the masked points have each grey level, (256,)."""
    return np.asarray(cv2.calcHist([grey], [0], mask, [256], [0, 256]).ravel(), np.float64)


def _level(counts: NDArray[np.float64], share: float) -> int:
    """The grey level below which this share of the points lies."""
    below = np.cumsum(counts)
    return int(np.searchsorted(below, share * below[-1]))


def faults(image: Image, corners: Sequence[Point] | None = None) -> frozenset[str]:
    """Warnings: light_low, blurred, glare; of a known board also board_small, board_cut."""
    seen, found = light(image, corners), set()
    if seen.brightness < DARK and seen.contrast < FAINT:
        found.add("light_low")
    if seen.sharpness < BLURRED:
        found.add("blurred")
    if seen.glare > BURNT:
        found.add("glare")
    if corners is not None:
        found |= {"board_small"} if float(sides(corners).mean()) < SMALL else set()
        found |= {"board_cut"} if board_cut(corners, (image.shape[1], image.shape[0])) else set()
    return frozenset(found)


def board_cut(corners: Sequence[Point], size: tuple[int, int]) -> bool:
    """Whether a corner, px, lies outside a picture of this width and height."""
    points = np.array(corners)
    return bool((points < -1).any() or (points > size).any())
