"""Whether the light and the picture's sharpness do: numbers first, then words."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from .frame import Image
from .observation import Point

_WIDTH = 640
"""px: figures are taken at this width, so that they mean the same for every camera."""


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
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
    mask = np.full(small.shape[:2], 255, np.uint8)
    if corners is not None:
        mask[:] = 0
        cv2.fillConvexPoly(mask, np.round(np.array(corners) * scale).astype(np.int32), 255)
    inside = mask > 0
    if not inside.any():
        inside[:] = True
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    low, high = np.percentile(grey[inside], (5, 95))
    edges = np.abs(cv2.Laplacian(grey, cv2.CV_32F))[inside]
    burnt = (small.min(axis=2) >= 252)[inside]
    contrast = float(high - low)
    return Light(
        float(grey[inside].mean()),
        contrast,
        float(np.percentile(edges, 99)) / max(contrast, 12.0),
        float(burnt.mean()),
    )


def faults(image: Image, corners: Sequence[Point] | None = None) -> frozenset[str]:
    """Warnings: light_low, blurred, glare; of a known board also board_small, board_cut."""
    seen, found = light(image, corners), set()
    if seen.brightness < 40 and seen.contrast < 90:
        found.add("light_low")
    if seen.sharpness < 0.12:
        found.add("blurred")
    if seen.glare > 0.04:
        found.add("glare")
    if corners is not None:
        found |= _board_faults(corners, image.shape[1], image.shape[0])
    return frozenset(found)


def _board_faults(corners: Sequence[Point], width: int, height: int) -> set[str]:
    points = np.array(corners)
    sides = np.linalg.norm(points - np.roll(points, 1, axis=0), axis=1)
    found = {"board_small"} if float(sides.mean()) < 240 else set()
    outside = (points < -1).any() or (points[:, 0] > width).any() or (points[:, 1] > height).any()
    return found | {"board_cut"} if outside else found
