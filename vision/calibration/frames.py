"""How the frames round a table's rows of tiles are painted."""

from __future__ import annotations

import numpy as np

from ..frame import Image
from .value import Calibration, Colour

OUTSIDE = (0.56, 0.62, 0.68)
"""How far from the middle of a tile's place its frame is looked at, outwards, in depths of that place."""


def frame_colours(image: Image, calibration: Calibration) -> dict[int, Colour]:
    """Seat -> the median colour just outside its row, away from the board's middle; {} where no rows are known.

    Args:
        image: (H, W, 3) uint8 BGR, a picture of the table as it was calibrated.
        calibration: of this table.
    """
    middle = np.mean(calibration.corners, axis=0)
    around: dict[int, list[np.ndarray]] = {}
    for space, corners in calibration.slots:
        if "/" in space:
            seat = int(space.split("/")[0].removeprefix("seat-"))
            around.setdefault(seat, []).extend(_outside(image, np.asarray(corners), middle))
    medians = {seat: np.median(pixels, axis=0).tolist() for seat, pixels in around.items() if pixels}
    return {seat: (blue, green, red) for seat, (blue, green, red) in medians.items()}


def _outside(image: Image, corners: np.ndarray, middle: np.ndarray) -> list[np.ndarray]:
    """The pixels beyond the outer side of a place, as far as they are in the picture."""
    centre = corners.mean(axis=0)
    sides = (corners + np.roll(corners, -1, axis=0)) / 2
    outer = max(sides, key=lambda side: float(np.dot(side - centre, centre - middle)))
    spots = [centre + (outer - centre) * 2 * far for far in OUTSIDE]
    height, width = image.shape[:2]
    places = [(round(x), round(y)) for x, y in spots]
    return [image[y, x].astype(float) for x, y in places if 0 <= x < width and 0 <= y < height]
