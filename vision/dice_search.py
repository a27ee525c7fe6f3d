"""The search for dice: one network over a picture tells where dice may be, and about how large."""

from dataclasses import dataclass
from math import exp
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from .frame import Image
from .network import Network, in_parts

Floats = NDArray[np.float32]

CELL = 8
"""Pixels between two answers of the network."""
LEAST, GREATEST = 12.0, 64.0
"""Longer side, px, of the dice that it knows."""
REACH, PART = 64, 640
"""How far, px, an answer depends on its surroundings; the longest side that is looked at in one go."""
MAYBE = 0.1
"""What is less likely a die is no candidate."""


@dataclass(frozen=True)
class Found:
    """A candidate: centre and sides px, and how likely a die lies there."""

    x: float
    y: float
    width: float
    height: float
    there: float

    @property
    def side(self) -> float:
        """The longer side, px."""
        return max(self.width, self.height)


class Search:
    """Finds what may be dice of 12 to 64 px.

    Args:
        network_path: the .onnx file of models/dice (dice.onnx).

    Raises:
        BrokenNetwork: the file is no such network.
    """

    def __init__(self, network_path: Path) -> None:
        shapes = {"cells": (None, 5, None, None)}
        self._network = Network(network_path, input_shape=(None, 3, None, None), outputs=shapes)

    def candidates(self, image: Image, least: float = MAYBE) -> tuple[Found, ...]:
        """What may be a die in a picture as it is, in its pixels; none twice at one cell.

        Args:
            image: (H, W, 3) uint8 BGR, of any sides.
            least: how likely a die must be.
        """
        padded = cv2.copyMakeBorder(
            image, 0, -image.shape[0] % CELL, 0, -image.shape[1] % CELL, cv2.BORDER_REPLICATE
        )
        cells = in_parts(self._cells, np.asarray(padded, np.uint8), cell=CELL, reach=REACH, most=PART)
        there = 1 / (1 + np.exp(-np.clip(cells[0], -30, 30)))
        peaks = (there >= least) & (there >= cv2.dilate(there, np.ones((3, 3), np.uint8)))
        found = (_found(cells[:, row, column], int(row), int(column), float(there[row, column]))
                 for row, column in zip(*np.nonzero(peaks), strict=True))  # fmt: skip
        return tuple(one for one in found if LEAST * 0.6 <= one.side <= GREATEST * 1.3)

    def _cells(self, picture: Image) -> Floats:
        """(H, W, 3) uint8 -> (5, H / 8, W / 8)."""
        batch = np.ascontiguousarray(picture.transpose(2, 0, 1)[None], np.float32)
        batch *= np.float32(1 / 255)
        return np.asarray(self._network(batch)[0][0], np.float32)


def _found(cell: Floats, row: int, column: int, there: float) -> Found:
    """One cell's answer (5,) in the pixels of the picture that the network saw."""
    middle = (CELL - 1) / 2
    x, y = column * CELL + middle + float(cell[1]) * CELL, row * CELL + middle + float(cell[2]) * CELL
    width, height = (32 * exp(min(3.0, max(-3.0, float(side)))) for side in cell[3:5])
    return Found(x, y, width, height, there)
