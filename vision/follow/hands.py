"""Hands over the table: what is large, new, full of detail and reaches in from beyond the table."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np

from ..observation import BoardSeen, Piece
from .clear import Clear
from .motion import Mask, Thumbnail, changed
from .near import outline

TABLE = "table"
"""Stands in `Observation.hands` for a hand that covers no space of a board."""
LARGE = 0.012
"""Share of the picture, or of the board where it is known, that a hand covers at least."""
DETAILED = 0.06
"""Share of a hand's points whose detail differs too; a shadow's edge is soft and has less."""
EVERYTHING = 0.6
"""When more of the picture than this differs, the camera or the light changed: no hand."""


def hand_mask(clear: Clear, now: Thumbnail, board: BoardSeen | None = None) -> Mask:
    """Where hands are, given what is known of the same table without them; (h, w), empty where there is none."""
    nothing = np.zeros(now.colour.shape[:2], np.bool_)
    differs = clear.differs(now).astype(np.uint8)
    other = np.asarray(cv2.morphologyEx(differs, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), np.uint8)
    least = LARGE * (_area(board) * now.scale**2 if board else other.size)
    points = cv2.countNonZero(other)
    if points > EVERYTHING * other.size or points < least:
        return nothing
    detail = changed(clear.lit(now), now)
    beyond = _beyond(now, board)
    count, names, stats, _ = cv2.connectedComponentsWithStats(other, connectivity=8)
    for name in range(1, count):
        if stats[name, cv2.CC_STAT_AREA] < least:
            continue
        part = names == name
        if (part & beyond).any() and detail[part].mean() >= DETAILED:
            nothing |= part
    return nothing


def covered(mask: Mask, scale: float, board: BoardSeen | None, pieces: Iterable[Piece]) -> frozenset[str]:
    """Names of the spaces under a hand mask; {"table"} for a hand that covers none; empty without a hand.

    Args:
        mask: of hand_mask.
        scale: small px for each px of the frame.
        board: None where none is known; with one, a hand that stays off it is no hand over the board.
        pieces: of the board, for where its spaces are.
    """
    if not mask.any():
        return frozenset()
    wide = cv2.dilate(mask.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    names = {piece.space for piece in pieces if _at(wide, piece.center[0] * scale, piece.center[1] * scale)}
    if names:
        return frozenset(names)
    if board is not None:
        inside = np.zeros(mask.shape, np.uint8)
        cv2.fillConvexPoly(inside, np.round(np.array(board.corners) * scale).astype(np.int32), 1)
        if not (mask & (inside > 0)).any():
            return frozenset()
    return frozenset({TABLE})


def _area(board: BoardSeen) -> float:
    return float(cv2.contourArea(np.array(board.corners, np.float32)))


def _beyond(now: Thumbnail, board: BoardSeen | None) -> Mask:
    """(h, w), where hands come from: the picture's edge, and all beyond a board and the strip around it."""
    table = np.ones(now.colour.shape[:2], np.uint8)
    if board is not None:
        table[:] = 0
        cv2.fillConvexPoly(table, np.round(outline(board) * now.scale).astype(np.int32), 1)
    return np.asarray(np.pad(table[2:-2, 2:-2], 2) == 0, np.bool_)


def _at(mask: Mask, x: float, y: float) -> bool:
    row, column = round(y), round(x)
    return 0 <= row < mask.shape[0] and 0 <= column < mask.shape[1] and bool(mask[row, column])
