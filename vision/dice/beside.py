"""Dice of one table are of about one size: those of a board, and those that lie together where there is none.

Dominoes, coins and spare things lie beside a board; many look like a face of a die, few are as large as one of these.
Where there is none, what is many times smaller than a sure die is a speck or a pip of a large one.
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
CERTAIN = 0.99
"""The probability from which a candidate certainly is a die."""
UNLIKE = 0.2
"""Standard deviation of the logarithm of the sizes that dice of one set are read with."""
APART = 2.3
"""Times by which dice that lie together differ: in photographs learnt from 999 of 1,000 are nearer to the largest."""
DOUBTED = 0.4
"""Highest probability of a die of quite another size: too low for a report, enough for a question."""
OUT = 0.25
"""How far beyond the board's edge a die's middle lies beside it, in its sides."""


def beside(spot: Candidate, board: BoardSeen) -> bool:
    """Whether a candidate lies beside the board."""
    inside = cv2.pointPolygonTest(np.array(board.corners, np.float32), (spot.x, spot.y), True)
    return bool(inside < -OUT * spot.side)


def of_one_size(spots: Sequence[Candidate], board: BoardSeen) -> list[Candidate]:
    """The candidates of a flat view: what is not as large as the sure dice on the board is less likely one."""
    sure = [spot.there >= SURE and not beside(spot, board) for spot in spots]
    if not any(sure):
        return list(spots)
    usual = float(np.median([spot.length for spot, is_sure in zip(spots, sure, strict=True) if is_sure]))
    return [spot if is_sure else _weighed(spot, usual) for spot, is_sure in zip(spots, sure, strict=True)]


def of_like_size(spots: Sequence[Candidate]) -> list[Candidate]:
    """The candidates of a picture without a board: of quite another size than its dice, none is a die for sure.

    They are as large as the largest undoubted die: anything smaller may be a speck, even with a high score.
    """
    surest = max(spots, key=lambda spot: spot.there, default=None)
    if surest is None or surest.there < SURE:
        return list(spots)
    usual = max((spot.side for spot in spots if spot.there >= CERTAIN), default=surest.side)
    unlike = [not 1 / APART <= spot.side / usual <= APART and spot.there > DOUBTED for spot in spots]
    return [replace(spot, there=DOUBTED) if other else spot for spot, other in zip(spots, unlike, strict=True)]


def _weighed(spot: Candidate, usual: float) -> Candidate:
    unlike = np.log(spot.length / usual) / UNLIKE
    there = sigmoid(logit(spot.there) - float(unlike**2) / 2)
    return replace(spot, there=there)
