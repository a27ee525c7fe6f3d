"""Whether the light and the picture's sharpness do, and a table is read surely: numbers first, then words."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import mean
from typing import Protocol

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from .frame import Image
from .geometry.plane import sides
from .observation import UNREADABLE, Die, Piece, PieceKind, Point, Why

_WIDTH = 640
"""px: figures are taken at this width, so that they mean the same for every camera."""

DARK, FAINT = 40, 90
"""Brightness below which it is dark, where the contrast is below the second, too."""
SMALL = 240.0
"""px: a board whose mean side is shorter cannot be read surely."""
BLURRED, BURNT = 0.12, 0.04
"""Sharpness below which a picture is blurred; share of burnt out pixels above which there is glare."""
DIE, TILES = 0.6, 0.95
"""The surest die of a table that can be read is at least so sure, and so are its tiles in the mean."""
TINY = 10.0
"""px: of dice that are smaller the pips run together."""
DIM = 60
"""Brightness below which darkness is the likeliest reason, where the contrast is below FAINT, too."""
ROW, BESIDE = 0.1, 3.0
"""Glare lies over one row: so doubtful is it at least in the mean, and so many times as doubtful as the others."""


@dataclass(frozen=True)
class Light:
    """Figures of one picture, taken on the board where it is known.

    Attributes:
        brightness: mean grey, 0 to 255.
        contrast: distance of the 5th and 95th percentile of grey.
        sharpness: 99th percentile of the absolute Laplacian, divided by the contrast.
        glare: share of pixels that are burnt out, 0 to 1.
    """

    brightness: float
    contrast: float
    sharpness: float
    glare: float


def light(image: Image, corners: Sequence[Point] | None = None) -> Light:
    """Measures a picture, inside a polygon (px) where one is given."""
    scale = min(1.0, _WIDTH / image.shape[1])
    part, polygon = (image, None) if corners is None else around(image, corners, scale)
    small = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else part
    mask = np.full(small.shape[:2], 255, np.uint8)
    if polygon is not None:
        mask[:] = 0
        cv2.fillConvexPoly(mask, np.round(polygon * scale).astype(np.int32), 255)
    if not mask.any():
        mask[:] = 255
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    edges = cv2.convertScaleAbs(cv2.Laplacian(grey, cv2.CV_16S))
    burnt = cv2.inRange(small, (252, 252, 252), (255, 255, 255))
    levels = _counts(grey, mask)
    contrast = float(_level(levels, 0.95) - _level(levels, 0.05))
    return Light(
        brightness=float(levels @ np.arange(256) / levels.sum()),
        contrast=contrast,
        sharpness=_level(_counts(edges, mask), 0.99) / max(contrast, 12.0),
        glare=float(cv2.mean(burnt, mask)[0]) / 255,
    )


def around(image: Image, corners: Sequence[Point], scale: float) -> tuple[Image, NDArray[np.float64] | None]:
    """The part of a picture that holds a polygon, px, and the polygon there; all of it where none of it is shown.

    The part begins at a pixel that stays one in the picture made smaller by `scale`, as nearly as can be.
    """
    polygon = np.asarray(corners, np.float64)
    low, high = (edge * scale for edge in (polygon.min(axis=0), polygon.max(axis=0) + 1))
    left, top = np.round(np.floor(np.maximum(0, low)) / scale).astype(int).tolist()
    right, bottom = np.round(np.ceil(high) / scale).astype(int).tolist()
    part = image[top : max(top, bottom), left : max(left, right)]
    if min(part.shape[:2]) * scale < 1:
        return image, None
    return part, polygon - (left, top)


def _counts(grey: MatLike, mask: MatLike) -> NDArray[np.float64]:
    """How many of the masked points have each grey level, (256,)."""
    return np.asarray(cv2.calcHist([grey], [0], mask, [256], [0, 256]).ravel(), np.float64)


def _level(counts: NDArray[np.float64], share: float) -> int:
    """The grey level below which this share of the points lies."""
    below = np.cumsum(counts)
    return int(np.searchsorted(below, share * below[-1]))


def faults(image: Image, corners: Sequence[Point] | None = None) -> frozenset[str]:
    """Warnings: light_low, blurred, glare; of a known board also board_small, board_cut."""
    measured, warnings = light(image, corners), set()
    if measured.brightness < DARK and measured.contrast < FAINT:
        warnings.add("light_low")
    if measured.sharpness < BLURRED:
        warnings.add("blurred")
    if measured.glare > BURNT:
        warnings.add("glare")
    if corners is not None:
        warnings |= {"board_small"} if float(sides(corners).mean()) < SMALL else set()
        warnings |= {"board_cut"} if board_cut(corners, (image.shape[1], image.shape[0])) else set()
    return frozenset(warnings)


def board_cut(corners: Sequence[Point], size: tuple[int, int]) -> bool:
    """Whether a corner, px, lies outside a picture of this width and height."""
    points = np.array(corners)
    return bool((points < -1).any() or (points > size).any())


class TileSeen(Protocol):
    """What of a tile is asked."""

    @property
    def space(self) -> str:
        """Its space's name."""

    @property
    def kind(self) -> PieceKind:
        """Open, closed, missing or unknown."""

    @property
    def sure(self) -> float:
        """0 to 1."""


def unreadable(dice: Sequence[float], tiles: Iterable[TileSeen]) -> bool:
    """Whether a table is read too unsurely to play on; False where nothing lies there to be read.

    Args:
        dice: how sure the value of each die is, 0 to 1.
        tiles: those that can be seen. Unknown ones may be covered, unless they are the most.
    """
    every = tuple(tiles)
    plain = [tile.sure for tile in every if tile.kind != "unknown"]
    unsure = 2 * len(plain) < len(every) or (bool(plain) and mean(plain) < TILES)
    return unsure or max(dice, default=1.0) < DIE


def likeliest(
    tiles: Iterable[TileSeen], measured: Light | None, corners: Sequence[Point] | None, die_px: float | None
) -> Why:
    """What most likely keeps a table that cannot be read from being read.

    Args:
        tiles: those that can be seen.
        measured: figures of the picture, None where none were taken.
        corners: of the board, px; None without a board.
        die_px: mean longer side of the dice, None without dice.
    """
    if (measured is not None and measured.glare > BURNT) or _over_one_row(tiles):
        return "glare"
    if (corners is not None and float(sides(corners).mean()) < SMALL) or (die_px is not None and die_px < TINY):
        return "small"
    if measured is not None and measured.brightness < DIM and measured.contrast < FAINT:
        return "dark"
    return "blurred"


def warned(
    image: Image, corners: Sequence[Point] | None, dice: Iterable[Die], pieces: Sequence[Piece]
) -> frozenset[str]:
    """The warning of UNREADABLE that a picture deserves, or none.

    Args:
        image: (H, W, 3) uint8 BGR.
        corners: of the board, px; None without a board.
        dice, pieces: what was read in it.
    """
    flat = [die for die in dice if die.state == "flat" and die.value is not None]
    if not unreadable([die.sure for die in flat], pieces):
        return frozenset()
    px = mean(die.side for die in flat) if flat else None
    why = likeliest(pieces, light(image, corners), corners, px)
    return frozenset(word for word, meant in UNREADABLE.items() if meant == why)


def _over_one_row(tiles: Iterable[TileSeen]) -> bool:
    rows: dict[str, list[float]] = {}
    for tile in tiles:
        rows.setdefault(tile.space.rpartition("/")[0], []).append(1 - tile.sure)
    doubts = sorted(mean(row) for row in rows.values())
    return len(doubts) > 1 and doubts[-1] >= max(ROW, BESIDE * mean(doubts[:-1]))
