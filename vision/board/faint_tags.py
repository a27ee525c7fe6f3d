"""Tags too small or too blurred to be decoded: still, each corner's tag resembles its own number most.

A tag 15 px wide, or one out of focus, keeps the large patches of its pattern. Around every corner of the flattened
board the four tags are laid, in every size and quarter turn; the turn of the board for which all corners together
fit clearly better than for the others is told.
"""

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from ..frame import Image
from ..geometry.plane import UNIT, Quad, homography, warp
from .tags import IDS

SIDE = 200  # px that the board's side is brought to
REACH = 0.17  # of the board's side: how far from its corner a tag's paper may reach
SIZES = tuple(np.geomspace(0.05, 0.11, 7))  # of the board's side: a tag's own side
PAPER = 1.25  # the white around a tag, one cell each way
BLUR = 0.8  # px
ALIKE = 0.7  # correlations below count nothing
CLEAR = 0.1  # how much better than the next the best turn must be

Grey = NDArray[np.float32]


def first_corner(image: Image, quad: Quad) -> int | None:
    """The index (0 to 3) of the corner that tag 0 stands at, or None where nothing tells it clearly.

    Args:
        image: (H, W, 3) uint8 BGR.
        quad: the board's corners, px, clockwise.
    """
    plane = homography(quad)
    likeness = np.array([alike(around(image, plane, x, y)) for x, y in UNIT])  # (corner, id)
    counted = np.maximum(0.0, likeness - ALIKE)
    fits = [sum(float(counted[(first + tag) % 4, tag]) for tag in IDS) for first in range(4)]
    best, next_best = sorted(range(4), key=lambda first: -fits[first])[:2]
    return best if fits[best] - fits[next_best] >= CLEAR else None


def around(image: Image, plane: NDArray[np.float64], x: float, y: float) -> Grey:
    """The flattened surroundings of one corner, grey, 68 px a side."""
    side = round(2 * REACH * SIDE)
    flat = warp(image, plane, (x - REACH, y - REACH, x + REACH, y + REACH), (side, side))
    return np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY), dtype=np.float32)


def alike(surroundings: Grey) -> list[float]:
    """For each tag the best correlation, -1 to 1, of any of its looks with any place in a picture."""
    return [max(_best(surroundings, look) for look in _looks(tag)) for tag in IDS]


def _best(surroundings: Grey, look: Grey) -> float:
    return float(cv2.matchTemplate(surroundings, look, cv2.TM_CCOEFF_NORMED).max())


@cache
def _looks(tag: int) -> tuple[Grey, ...]:
    """A tag on its paper in every size and quarter turn, a little blurred."""
    code = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11).generateImageMarker(tag, 80)
    paper = cv2.copyMakeBorder(code, 10, 10, 10, 10, cv2.BORDER_CONSTANT, value=255)
    looks = []
    for share in SIZES:
        side = round(share * SIDE * PAPER)
        small = cv2.resize(paper, (side, side), interpolation=cv2.INTER_AREA).astype(np.float32)
        soft = np.asarray(cv2.GaussianBlur(small, (0, 0), BLUR), dtype=np.float32)
        looks += [np.ascontiguousarray(np.rot90(soft, turns)) for turns in range(4)]
    return tuple(looks)
