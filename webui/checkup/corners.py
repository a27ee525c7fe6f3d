"""Places of a form: a board's four corners, a dice area; checked and put in order."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np

from vision.area.value import DiceArea, area_of, ring_of
from vision.errors import WrongArea
from vision.geometry.plane import Quad, turned

LEAST = 0.01
"""Share of the picture that a board covers at least."""
BEYOND = 0.25
"""Share of the picture that a corner may lie outside of it."""


class NotABoard(ValueError):
    """Four points that cannot be a board's corners."""


def corners_of_form(form: Mapping[str, str], width: int, height: int) -> Quad:
    """The corners x1, y1 to x4, y4 of a form, px, clockwise, the first one first.

    Raises NotABoard if a number is missing, or the corners do not outline something like a board.
    """
    try:
        points = [(float(form[f"x{k}"]), float(form[f"y{k}"])) for k in range(1, 5)]
    except (KeyError, ValueError) as error:
        raise NotABoard(f"expected four corners x1, y1 to x4, y4; got {dict(form)}") from error
    spots = np.array(points, np.float64)
    size = np.array([width, height])
    inside = (spots >= -BEYOND * size) & (spots <= (1 + BEYOND) * size)
    if not inside.all():  # also false for NaN
        raise NotABoard(f"expected corners in a picture of {width} x {height}; got {points}")
    return clockwise(spots, LEAST * width * height)


def clockwise(spots: np.ndarray, least: float) -> Quad:
    """The four points (4, 2) in their order round the board, the first one first.

    Raises NotABoard if they make no convex shape of at least `least` px².
    """
    out = spots - spots.mean(axis=0)
    angles = np.arctan2(out[:, 1], out[:, 0])  # y points down: growing angles go clockwise
    order = np.argsort((angles - angles[0]) % (2 * np.pi), kind="stable")
    ring = spots[order].astype(np.float32)
    if not cv2.isContourConvex(ring) or cv2.contourArea(ring) < least:
        raise NotABoard(f"expected the corners of a board; got {spots.tolist()}")
    return turned([(float(x), float(y)) for x, y in spots[order]], 0)


def area_of_form(form: Mapping[str, str], width: int, height: int) -> DiceArea:
    """The dice area of a form, in a picture of that size: its `shape` is "ring", or else that of four corners.

    Four corners are x1, y1 to x4, y4, px, in any order; a ring is its middle x, y and its wide and high.
    Raises WrongArea if a number is missing, or they outline no area.
    """
    corners = [f"{axis}{k}" for k in (1, 2, 3, 4) for axis in "xy"]
    names = ["x", "y", "wide", "high"] if form.get("shape") == "ring" else corners
    try:
        numbers = [float(form[name]) for name in names]
    except (KeyError, ValueError) as error:
        raise WrongArea(f"expected numbers {', '.join(names)}; got {dict(form)}") from error
    if form.get("shape") == "ring":
        return ring_of((numbers[0], numbers[1]), numbers[2], numbers[3], (width, height))
    return area_of(list(zip(numbers[::2], numbers[1::2], strict=True)), (width, height))
