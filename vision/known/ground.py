"""The table without dice, seen from straight above in large cells: what differs from it is where dice may be.

Cells are logarithms of light. How the lamp differs from then to now is taken out in patches of cells, so that a
brighter day, a warmer lamp and a broad shadow change nothing; the edge of a hard shadow does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from ..dice.views import DIE_MM
from ..frame import Image
from ..geometry.plane import Matrix, halved, homography, inverse, project, sides, smaller
from ..layout import Layout
from ..observation import BoardSeen, Box, Point

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]

AROUND = 0.42
"""How much around the board is known, as a share of its sides: as far as dice are searched for."""
CELL_MM = DIE_MM[0] / 2
"""Side of a cell on a usual board, mm: the smallest dice are two cells wide."""
BLACK = 6.0
"""Levels that are added before logarithms are taken: in the dark a camera tells no ratio."""
LAMP, THIN = 16, 4
"""Cells a side of a patch in which the lamp is taken to be one, several dice wide; every how many of them are asked."""
FINE = 1.3
"""Pixels of the picture to a cell, about, once it is made smaller."""
DIFFERS = 0.11
"""By how much the logarithm of a cell's light must differ in some colour, at least, to be another thing."""
SPREADS = 3.5
"""The same in spreads, as the cell was seen to differ from lesson to lesson, and as its own edges let expect."""
EDGE = 0.35
"""Share of the contrast beside a cell by which it may differ: board and camera never stand exactly as they stood."""
MEMORY = 8
"""Lessons that the mean of a cell remembers."""


@dataclass(frozen=True, eq=False)
class Sampled:
    """One picture in cells.

    Attributes:
        cells: (h, w, 3) float32, logarithms of blue, green and red light.
        visible: (h, w), where the picture shows them.
    """

    cells: Floats
    visible: Mask


@dataclass(frozen=True, eq=False)
class Ground:
    """The bare table.

    Attributes:
        mean: (h, w, 3) float32, of logarithms of light.
        spread: (h, w) float32, variance of what remained once the lamp was taken out.
        count: (h, w) float32, lessons in which a cell was bare; 0: never seen so.
        allowed: (h, w) float32, by how much a cell may differ and still be bare.
        known: (h, w), cells that were seen bare.
    """

    mean: Floats
    spread: Floats
    count: Floats
    allowed: Floats
    known: Mask



def shape_of(layout: Layout) -> tuple[int, int]:
    """Rows and columns of cells: the same number for every board of a layout, independent of its size."""
    return _shape(layout.size_mm)


def _shape(size_mm: tuple[float, float]) -> tuple[int, int]:
    deep, wide = size_mm
    return round(deep * (1 + 2 * AROUND) / CELL_MM), round(wide * (1 + 2 * AROUND) / CELL_MM)


def sampled(image: Image, board: BoardSeen, layout: Layout) -> Sampled:
    """A picture through a straight lens in the cells of its board's plane."""
    cell = float(sides(board.corners).mean()) * CELL_MM * 2 / sum(layout.size_mm)  # px
    source, scale = halved(image, min(1.0, FINE / max(cell, 1e-6)))
    matrix = smaller(scale) @ from_cells(board, layout)
    rows, columns = shape_of(layout)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    flat = cv2.warpPerspective(source, matrix, (columns, rows), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    shown = _shown(board, layout.size_mm, (image.shape[1], image.shape[0]))
    flat = np.asarray(flat, np.uint8)
    if not layout.seats:  # a dice area: beyond it the picture is wholly black
        shown = shown & (flat.max(axis=2) > 0)
    return Sampled(np.asarray(cv2.LUT(flat, LOGARITHMS), np.float32), shown)


LOGARITHMS = np.log(np.arange(256, dtype=np.float32) + np.float32(BLACK))


def from_cells(board: BoardSeen, layout: Layout) -> Matrix:
    """From cells (column, row) to the picture's pixels, (3, 3)."""
    return _from_cells(board, layout.size_mm)


def _from_cells(board: BoardSeen, size_mm: tuple[float, float]) -> Matrix:
    rows, columns = _shape(size_mm)
    across, down = (1 + 2 * AROUND) / columns, (1 + 2 * AROUND) / rows
    to_unit = np.array([[across, 0, across / 2 - AROUND], [0, down, down / 2 - AROUND], [0, 0, 1.0]])
    return np.asarray(homography(board.corners) @ to_unit)


@lru_cache(maxsize=2)
def _shown(board: BoardSeen, size_mm: tuple[float, float], picture: tuple[int, int]) -> Mask:
    """(h, w), cells whose middle lies in a picture (width, height); kept for a fixed camera."""
    rows, columns = _shape(size_mm)
    matrix = _from_cells(board, size_mm)
    places = np.stack([*np.meshgrid(np.arange(columns), np.arange(rows)), np.ones((rows, columns))], axis=-1)
    shown = places @ matrix.T
    before = shown[..., 2] > 1e-9
    pixels = shown[..., :2] / np.where(before, shown[..., 2], 1.0)[..., None]
    inside = (pixels > 0).all(axis=2) & (pixels < np.subtract(picture, 1)).all(axis=2)
    mask = np.asarray(before & inside)
    mask.setflags(write=False)
    return mask


def ratio(ground: Ground, now: Sampled) -> tuple[Floats, Mask]:
    """(h, w, 3), the logarithm of how light is to what it was, 0 where nothing is known; and where something is."""
    both = ground.known & now.visible
    off = np.zeros_like(now.cells)
    cv2.subtract(now.cells, ground.mean, off, both.view(np.uint8))
    return off, both


def lamp(off: Floats, both: Mask) -> Floats:
    """(h, w, 3), how the lamp differs: the median of each patch of cells, smoothed between them."""
    rows, columns = both.shape
    high, wide = -(-rows // LAMP), -(-columns // LAMP)
    few, there = off[::THIN, ::THIN], both[::THIN, ::THIN]
    patches = few[there]
    half = len(patches) // 2
    overall = np.partition(patches, half, axis=0)[half] if len(patches) else np.zeros(3, np.float32)
    side = LAMP // THIN
    padded = np.empty((high * side, wide * side, 3), np.float32)
    padded[:] = overall
    padded[: few.shape[0], : few.shape[1]][there] = patches
    patches = padded.reshape(high, side, wide, side, 3).transpose(0, 2, 4, 1, 3).reshape(high, wide, 3, -1)
    middle = np.ascontiguousarray(np.partition(patches, side * side // 2, axis=3)[..., side * side // 2])
    smooth = cv2.resize(middle, (wide * LAMP, high * LAMP), interpolation=cv2.INTER_LINEAR)
    return np.asarray(smooth[:rows, :columns], np.float32)


def _allowed(mean: Floats, spread: Floats) -> Floats:
    contrast = cv2.morphologyEx(mean, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)).max(axis=2)
    return np.asarray(np.maximum(DIFFERS, SPREADS * np.sqrt(spread)) + EDGE * contrast, np.float32)


def differs(ground: Ground, now: Sampled) -> Mask:
    """(h, w), cells that show something else than the bare table."""
    off, both = ratio(ground, now)
    blue, green, red = cv2.split(cv2.absdiff(off, lamp(off, both)))
    return np.asarray((cv2.max(cv2.max(blue, green), red) > ground.allowed) & both)


def learnt(ground: Ground | None, now: Sampled, bare: Mask) -> Ground:
    """The bare table after one more lesson.

    Args:
        ground: as it was known; None before the first lesson.
        now: one picture.
        bare: (h, w), cells that are surely bare in it.
    """
    bare = bare & now.visible
    if ground is None:
        return _ground(np.where(bare[..., None], now.cells, 0), np.zeros(bare.shape), bare.astype(np.float32))
    shift = lamp(*ratio(ground, now))
    first, again = bare & ~ground.known, bare & ground.known
    off = np.where(again[..., None], now.cells - ground.mean - shift, np.float32(0))
    weight = 1 / np.minimum(ground.count + 1, MEMORY)
    mean = np.where(first[..., None], now.cells - shift, ground.mean + weight[..., None] * off)
    spread = ground.spread + again * weight * (np.square(off).max(axis=2) - ground.spread)
    return _ground(mean, spread, np.minimum(ground.count + bare, 99))


def without(ground: Ground, cells: Mask) -> Ground:
    """The same as if these cells, (h, w), had never been seen."""
    return _ground(ground.mean, np.where(cells, 0, ground.spread), np.where(cells, 0, ground.count))


def _ground(mean: NDArray[Any], spread: NDArray[Any], count: NDArray[Any]) -> Ground:
    mean, spread, known = np.asarray(mean, np.float32), np.asarray(spread, np.float32), np.asarray(count > 0)
    known.setflags(write=False)
    return Ground(_held(mean), _held(spread), _held(count), _held(_allowed(mean, spread)), known)


def covers(boxes: Sequence[Box], board: BoardSeen, layout: Layout, wider: float) -> Mask:
    """(h, w), cells that boxes of the picture, px, cover, each made `wider` times as large."""
    mask = np.zeros(shape_of(layout), np.uint8)
    back = inverse(from_cells(board, layout))
    for x, y, width, height in boxes:
        middle, half = np.array([x + width / 2, y + height / 2]), np.array([width, height]) * wider / 2
        around = middle + half * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
        cv2.fillConvexPoly(mask, np.round(project(back, around)).astype(np.int32), 1)
    return np.asarray(mask > 0)


def part_of(box: Box, board: BoardSeen, layout: Layout) -> tuple[slice, slice]:
    """Rows and columns of the cells that a box of the picture, px, covers, its corners left out."""
    x, y, width, height = box
    sides_px = [(x, y + height / 2), (x + width, y + height / 2), (x + width / 2, y), (x + width / 2, y + height)]
    cells = project(inverse(from_cells(board, layout)), sides_px)
    (left, top), (right, bottom) = np.floor(cells.min(axis=0) + 0.5), np.ceil(cells.max(axis=0) + 0.5)
    return slice(max(0, int(top)), max(0, int(bottom))), slice(max(0, int(left)), max(0, int(right)))


def to_cells(points: Sequence[Point] | NDArray[np.float64], layout: Layout) -> NDArray[np.float64]:
    """Cells (n, 2), column and row, of points (n, 2) of the unit square."""
    rows, columns = shape_of(layout)
    return np.asarray((np.asarray(points) + AROUND) / (1 + 2 * AROUND) * (columns, rows) - 0.5)


def _held(values: NDArray[Any]) -> Floats:
    """The same, never to be written to again."""
    array = np.ascontiguousarray(values, np.float32)
    array.setflags(write=False)
    return array
