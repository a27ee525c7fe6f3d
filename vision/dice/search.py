"""The search for dice: one network over a picture tells where dice may be, and about how large."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from ..frame import Image
from ..network import Network, in_parts
from ..observation import Box

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Marks = NDArray[np.bool_]
"""Places of a picture."""
ItemT = TypeVar("ItemT")

CELL = 8
"""Pixels between two answers of the network."""
LEAST, GREATEST = 12.0, 64.0
"""Longer side, px, of the dice that it knows."""
REACH, PART = 32, 480
"""How far, px, an answer is shown its surroundings; the longest side that is looked at in one go."""
PLANES, NOTHING = 11, -30.0
"""Answers of a cell; the answer where nothing was looked at: no die."""
SHARED = 0.4
"""Share of a place that two dice which touch do not share: of 6,900 photographed ones five pairs share more."""
MAYBE = 0.1
"""What is less likely a die is no candidate."""


@dataclass(frozen=True)
class Detection:
    """A candidate: centre and sides px, and how likely a die lies there (its objectness).

    `shows`: the chances of its six values, as the search sees them.
    """

    x: float
    y: float
    width: float
    height: float
    there: float
    shows: tuple[float, ...] = ()

    @property
    def side(self) -> float:
        """The longer side, px."""
        return max(self.width, self.height)

    @property
    def box(self) -> Box:
        """x, y, width, height."""
        return (self.x - self.width / 2, self.y - self.height / 2, self.width, self.height)


def non_maximum_suppressed(
    candidates: Sequence[tuple[float, Detection, ItemT]], unlike: float, shared: float = SHARED
) -> list[ItemT]:
    """Non-maximum suppression: best first, those that share no place with a better one.

    Args:
        candidates: how good, where, and what is kept of it.
        unlike: how many times larger another may be and still be a double.
        shared: how much of the smaller one's place doubles share at least.
    """
    ranked = sorted(candidates, key=lambda candidate: -candidate[0])
    boxes = np.array([(box.x, box.y, box.width, box.height) for _, box, _ in ranked], np.float64).reshape(-1, 4)
    left, best = np.ones(len(ranked), np.bool_), []
    for at, (_, _, box) in enumerate(ranked):
        if left[at]:
            best.append(box)
            left[at + 1 :] &= ~_same(boxes[at], boxes[at + 1 :], unlike, shared)
    return best


def _same(box: Doubles, others: Doubles, unlike: float, shared: float) -> NDArray[np.bool_]:
    """Which of the other boxes (n, 4), centres and sides, are of the same die as one (4,)."""
    side, sides = box[2:].max(), others[:, 2:].max(1)
    ends, others_ends = box[:2] + box[2:] / 2, others[:, :2] + others[:, 2:] / 2
    starts, others_starts = box[:2] - box[2:] / 2, others[:, :2] - others[:, 2:] / 2
    both = np.minimum(ends, others_ends) - np.maximum(starts, others_starts)
    areas = np.minimum(box[2] * box[3], others[:, 2] * others[:, 3])
    alike = np.maximum(side, sides) <= unlike * np.minimum(side, sides)
    return np.asarray(alike & (both > 0).all(1) & (both.prod(1) > shared * areas), np.bool_)


class Search:
    """Finds what may be dice of 12 to 64 px.

    Args:
        network_path: the .onnx file of models/dice (dice.onnx).

    Raises:
        BrokenNetwork: the file is no such network.
    """

    def __init__(self, network_path: Path) -> None:
        shapes = {"cells": (None, 11, None, None)}
        self._network = Network(network_path, input_shape=(None, 3, None, None), outputs=shapes)

    def cells(self, image: Image, where: Marks | None = None) -> Floats:
        """The network's answers (11, H / 8, W / 8), rounded up, to a picture as it is.

        Args:
            image: (H, W, 3) uint8 BGR, of any sides.
            where: (h, w), of any sides, which parts of the picture are looked at; None: all. Elsewhere no die is.
        """
        beyond = -image.shape[0] % CELL, -image.shape[1] % CELL
        picture = cv2.copyMakeBorder(image, 0, beyond[0], 0, beyond[1], cv2.BORDER_REPLICATE)
        height, width = picture.shape[0] // CELL, picture.shape[1] // CELL
        marks = np.ones((1, 1), np.uint8) if where is None else where.astype(np.uint8)
        wanted = cv2.resize(marks, (width, height), interpolation=cv2.INTER_NEAREST).astype(np.bool_)
        answers = np.full((PLANES, height, width), NOTHING, np.float32)
        parts = in_parts(self._cells, np.asarray(picture, np.uint8), wanted, cell=CELL, reach=REACH, most=PART)
        for region, part in parts:
            answers[:, *region] = part
        return answers

    def _cells(self, picture: Image) -> Floats:
        """(H, W, 3) uint8 -> (11, H / 8, W / 8)."""
        batch = np.ascontiguousarray(picture.transpose(2, 0, 1)[None], np.float32)
        batch *= np.float32(1 / 255)
        return np.asarray(self._network(batch)[0][0], np.float32)


def candidates(cells: Floats, least: float = MAYBE) -> tuple[Detection, ...]:
    """What may be a die by the network's answers, px of the picture that it saw; none twice at one cell.

    Args:
        cells: as `Search.cells` tells them.
        least: how likely a die must be.
    """
    there = chances(cells[0])
    peaks = (there >= least) & (there >= cv2.dilate(there, np.ones((3, 3), np.uint8)))
    detections = (_detection(cells[:, row, column], int(row), int(column), float(there[row, column]))
                 for row, column in zip(*np.nonzero(peaks), strict=True))  # fmt: skip
    return tuple(detection for detection in detections if LEAST * 0.6 <= detection.side <= GREATEST * 1.3)


def chances(logits: Floats) -> Floats:
    """How likely each is."""
    return np.asarray(1 / (1 + np.exp(-np.clip(logits, -30, 30))), np.float32)


def softmax(logits: Floats) -> Floats:
    """Chances that sum to 1."""
    raised = np.exp(logits - logits.max())
    return np.asarray(raised / raised.sum(), np.float32)


def logit(chance: float) -> float:
    """The log odds of a chance, of one neither certain nor impossible."""
    chance = min(1 - 1e-5, max(1e-5, chance))
    return log(chance / (1 - chance))


def sigmoid(odds: float) -> float:
    """The chance whose log odds these are."""
    return 1 / (1 + exp(-min(30.0, max(-30.0, odds))))


def _detection(cell: Floats, row: int, column: int, there: float) -> Detection:
    """One cell's answer (11,) in the pixels of the picture that the network saw."""
    middle = (CELL - 1) / 2
    x, y = column * CELL + middle + float(cell[1]) * CELL, row * CELL + middle + float(cell[2]) * CELL
    width, height = (32 * exp(min(3.0, max(-3.0, float(side)))) for side in cell[3:5])
    return Detection(x, y, width, height, there, tuple(softmax(cell[5:]).tolist()))
