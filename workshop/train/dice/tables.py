"""Drawn tables with a board, to learn from: their pictures, their boards as they are found, their dice as seen flat."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.plane import Matrix, Quad, project, quad_of
from vision.observation import BoardSeen

from .store import Annotation

WRONG = (0.003, 0.01)
"""How well the board's corners are found, in sides: usually, and on every fourth table."""


def with_board(labels: Path, every: int = 1) -> Iterator[tuple[NDArray[np.uint8], dict[str, Any]]]:
    """Tables of workshop.scenes, every so-manieth, that have a board: the picture (H, W, 3) BGR and its truth."""
    for line in islice(labels.read_text(encoding="utf-8").splitlines(), None, None, every):
        truth = json.loads(line)
        if truth["board"] is not None:
            image = cv2.imread(str(labels.parent / truth["image"]))
            assert image is not None, truth["image"]
            yield np.asarray(image, np.uint8), truth


def found_board(board: dict[str, Any], rng: np.random.Generator) -> BoardSeen:
    """The board with corners about as wrong as the finder's."""
    corners = found_corners(board, WRONG[int(rng.random() < 0.25)], rng)
    return BoardSeen(board["layout"], corners, True, 1.0)


def found_corners(board: dict[str, Any], wrong: float, rng: np.random.Generator) -> Quad:
    """The corners of a table's board as a finder tells them that is `wrong` by so much, in sides."""
    corners = np.array(board["corners"])
    side = float(np.hypot(*(corners - np.roll(corners, 1, axis=0)).T).mean())
    return quad_of(corners + rng.normal(0, wrong * side, (4, 2)))


def annotation(die: dict[str, Any], back: Matrix) -> Annotation:
    """A die of the truth in a flat picture, by the homography from the photograph to it: value 0 cocked, -1 covered."""
    x, y, width, height = die["box"]
    ring = die.get("outline") or [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
    seen = project(back, ring)
    low, high = seen.min(axis=0), seen.max(axis=0)
    (x, y), (width, height) = (low + high) / 2, (high - low) * (0.95 if "outline" in die else 0.85)
    value = -1 if die.get("covered") else die["value"] or 0
    return Annotation(float(x), float(y), float(width), float(height), value, "outline" in die)
