"""Drawn tables with a board, to learn from: their boards as they are found, their dice as seen flat."""

from __future__ import annotations

from typing import Any

import numpy as np

from vision.geometry.plane import Matrix, project, quad_of
from vision.observation import BoardSeen

from .store import Annotation

WRONG = (0.003, 0.01)
"""How well the board's corners are found, in sides: usually, and on every fourth table."""


def wrong_corners(board: dict[str, Any], rng: np.random.Generator) -> BoardSeen:
    """The board with corners about as wrong as the finder's."""
    wrong, corners = WRONG[int(rng.random() < 0.25)], np.array(board["corners"])
    side = float(np.hypot(*(corners - np.roll(corners, 1, axis=0)).T).mean())
    return BoardSeen(board["layout"], quad_of(corners + rng.normal(0, wrong * side, (4, 2))), True, 1.0)


def annotation(die: dict[str, Any], back: Matrix) -> Annotation:
    """A die of the truth in a flat picture, by the homography from the photograph to it: value 0 cocked, -1 covered."""
    x, y, width, height = die["box"]
    ring = die.get("outline") or [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
    outline = project(back, ring)
    low, high = outline.min(axis=0), outline.max(axis=0)
    (x, y), (width, height) = (low + high) / 2, (high - low) * (0.95 if "outline" in die else 0.85)
    value = -1 if die.get("covered") else die["value"] or 0
    return Annotation(float(x), float(y), float(width), float(height), value, "outline" in die)
