"""Whether a table can be read at all, by how surely it is read; and if not, what most likely keeps it from that."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import mean
from typing import Protocol

from .frame import Image
from .geometry.plane import sides
from .light import BURNT, FAINT, SMALL, Light, light
from .observation import UNREADABLE, Die, Piece, PieceKind, Point, Why

DIE, TILES = 0.6, 0.95
"""The surest die of a table that can be read is at least so sure, and so are its tiles in the mean."""
TINY = 10.0
"""px: of dice that are smaller the pips run together."""
DIM = 60
"""Brightness below which darkness is the likeliest reason, where the contrast is below FAINT, too."""
ROW, BESIDE = 0.1, 3.0
"""Glare lies over one row: so doubtful is it at least in the mean, and so many times as doubtful as the others."""


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
    seen = tuple(tiles)
    plain = [tile.sure for tile in seen if tile.kind != "unknown"]
    unsure = 2 * len(plain) < len(seen) or (bool(plain) and mean(plain) < TILES)
    return unsure or max(dice, default=1.0) < DIE


def likeliest(
    tiles: Iterable[TileSeen], light: Light | None, corners: Sequence[Point] | None, die_px: float | None
) -> Why:
    """What most likely keeps a table that cannot be read from being read.

    Args:
        tiles: those that can be seen.
        light: figures of the picture, None where none were taken.
        corners: of the board, px; None without a board.
        die_px: mean longer side of the dice, None without dice.
    """
    if (light is not None and light.glare > BURNT) or _over_one_row(tiles):
        return "glare"
    if (corners is not None and float(sides(corners).mean()) < SMALL) or (die_px is not None and die_px < TINY):
        return "small"
    if light is not None and light.brightness < DIM and light.contrast < FAINT:
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
