"""Dice beside a board: of one set with those that lie on it, and so of their size.

Dominoes, coins and spare things lie there; many look like a face of a die, few are as large as one of these dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from ..observation import BoardSeen
from .candidates import Candidate
from .search import logit, sigmoid

SURE = 0.8
"""How likely what lies on the board must be a die to tell the dice's size."""
UNLIKE = 0.2
"""How far (a deviation, of the logarithm) dice of one set are told as larger or smaller than one another."""
OUT = 0.25
"""How far beyond the board's edge a die's middle lies beside it, in its sides."""


def beside(spot: Candidate, board: BoardSeen) -> bool:
    """Whether a candidate lies beside the board."""
    seen = spot.seen
    inside = cv2.pointPolygonTest(np.array(board.corners, np.float32), (seen.x, seen.y), True)
    return bool(inside < -OUT * max(seen.width, seen.height))


def of_one_size(spots: Sequence[Candidate], board: BoardSeen) -> list[Candidate]:
    """The candidates of a flat view: beside the board, what is not as large as the dice on it is less likely one."""
    out = [beside(spot, board) for spot in spots]
    sides = [spot.side for spot, off in zip(spots, out, strict=True) if not off and spot.seen.there >= SURE]
    if not sides:
        return list(spots)
    usual = float(np.median(sides))
    return [_weighed(spot, usual) if off else spot for spot, off in zip(spots, out, strict=True)]


def _weighed(spot: Candidate, usual: float) -> Candidate:
    unlike = np.log(spot.side / usual) / UNLIKE
    there = sigmoid(logit(spot.seen.there) - float(unlike**2) / 2)
    return replace(spot, seen=replace(spot.seen, there=there))
