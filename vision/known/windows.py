"""Which cells of the table's plane belong to what: the board, its slots, what is new, and where to search for dice."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from ..geometry.plane import Matrix, Window
from ..layout import Layout
from .ground import AROUND, CELL_MM, Mask, shape_of, to_cells
from .value import KnownDice

PAD = 1.6
"""Dice that are searched around what differs: a search sees a die by what is around it."""
LEAST = 0.15
"""Share of a die's area that must differ for a die to be searched there."""
WINDOWS, WIDE = 8, 0.3
"""Parts of the plane, and share of it, beyond which all of it is searched."""


def on_board(layout: Layout) -> Mask:
    """(h, w), the cells of the board itself."""
    return _on_board(shape_of(layout), tuple(map(tuple, to_cells([(0.0, 0.0), (1.0, 1.0)], layout).tolist())))


@lru_cache(maxsize=4)
def _on_board(shape: tuple[int, int], low: tuple[tuple[float, ...], ...]) -> Mask:
    mask = np.zeros(shape, np.bool_)
    (left, top), (right, bottom) = np.round(low).astype(int)
    mask[max(0, top) : bottom + 1, max(0, left) : right + 1] = True
    mask.setflags(write=False)
    return mask


def slot_cells(places: Matrix, layout: Layout, wider: float = 1.1) -> NDArray[np.int16]:
    """(h, w), the number of the slot that a cell belongs to; -1 beside them."""
    numbers = np.full(shape_of(layout), -1, np.int16)
    across, back = (places[1] - places[0]) * wider / 2, (places[2] - places[0]) * wider / 2
    for number, (place, right, up) in enumerate(zip(places[0], across, back, strict=True)):
        corners = np.stack([place - right - up, place + right - up, place + right + up, place - right + up])
        cv2.fillConvexPoly(numbers, np.round(to_cells(corners, layout)).astype(np.int32), number)
    return numbers


def die_cells(dice: KnownDice, layout: Layout) -> float:
    """Side of a die in cells, the smallest that may lie there."""
    if dice.span is None:
        return 2.0
    return max(2.0, 0.8 * dice.span[0] * sum(layout.size_mm) / 2 / CELL_MM)


def blobs(off: Mask, layout: Layout, dice: KnownDice) -> list[tuple[int, int, int, int]]:
    """Left, top, right, bottom, in cells, of each coherent part that is large enough to be a die's."""
    count, _, stats, _ = cv2.connectedComponentsWithStats(off.astype(np.uint8), connectivity=8)
    least = max(2.0, LEAST * die_cells(dice, layout) ** 2)
    return [(x, y, x + w, y + h) for x, y, w, h, area in stats[1:count].tolist() if area >= least]


def windows_of(off: Mask, layout: Layout, dice: KnownDice) -> tuple[Window, ...]:
    """Parts of the unit square's plane around what is off; () where all of it must be searched."""
    pad = PAD * max(3.0, die_cells(dice, layout) / 0.8)
    parts = _merged([(x0 - pad, y0 - pad, x1 + pad, y1 + pad) for x0, y0, x1, y1 in blobs(off, layout, dice)])
    rows, columns = off.shape
    area = sum((right - left) * (bottom - top) for left, top, right, bottom in parts)
    if len(parts) > WINDOWS or area > WIDE * rows * columns:
        return ()
    scale = (1 + 2 * AROUND) / np.array([columns, rows, columns, rows])
    boxes = [(np.clip(part, 0, (columns, rows, columns, rows)) * scale - AROUND).tolist() for part in parts]
    return tuple((left, top, right, bottom) for left, top, right, bottom in boxes)


def share_in(off: Mask, known: Mask, side: int) -> float:
    """The greatest share of what is known in a square of `side` cells, at least 2, that is off; 0 where nothing is.

    Args:
        off, known: (h, w), cells that changed, and cells with a known former look.
    """
    box = (max(2, side),) * 2
    new, whole = (
        cv2.boxFilter(cells.astype(np.float32), cv2.CV_32F, box, normalize=False, borderType=cv2.BORDER_CONSTANT)
        for cells in (off, known | off)
    )
    return float((new / np.maximum(whole, 1.0)).max(initial=0.0))


Part = tuple[float, float, float, float]


def _merged(parts: Sequence[Part]) -> list[Part]:
    """The same, those that overlap made one."""
    left = list(parts)
    done: list[Part] = []
    while left:
        part = left.pop()
        near = [other for other in left if _overlap(part, other)]
        if near:
            left = [other for other in left if other not in near]
            x0, y0, x1, y1 = np.array([part, *near]).T
            left.append((float(x0.min()), float(y0.min()), float(x1.max()), float(y1.max())))
        else:
            done.append(part)
    return done


def _overlap(first: Part, second: Part) -> bool:
    return first[0] < second[2] and second[0] < first[2] and first[1] < second[3] and second[1] < first[3]
