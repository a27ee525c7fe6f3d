"""Whether tiles show their numbers only in the flipped picture: then it is mirrored, also where no tag can say so."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from ..frame import Image
from ..layout import Layout
from ..observation import BoardSeen, Piece

SURE = 0.97
"""How surely a tile must show its own number to speak."""
FEW, MANY = 2, 5
"""So many that speak, at most, leave it open whether a picture is mirrored; from so many on it is as they say."""

ReadTiles: TypeAlias = Callable[[Image, BoardSeen, Layout], tuple[Piece, ...]]


def readable(pieces: Iterable[Piece]) -> bool:
    """Whether so many tiles show their own numbers that their picture is not mirrored."""
    return _speaking(pieces) >= MANY


def only_flipped(read: ReadTiles, image: Image, board: BoardSeen, layout: Layout, pieces: Iterable[Piece]) -> bool:
    """Whether tiles can be read only once the picture is flipped; False where they tell nothing either way.

    Args:
        read: reads the tiles of a picture.
        image: (H, W, 3) uint8 BGR.
        board: where the board is in it.
        layout: of that board.
        pieces: its tiles as they were read.
    """
    return _speaking(pieces) <= FEW and readable(read(*flipped(image, board), layout))


def flipped(image: Image, board: BoardSeen) -> tuple[Image, BoardSeen]:
    """A picture seen in a mirror, and its board there; the first corner is still at the left hand of seat 1."""
    right = image.shape[1] - 1
    a, b, c, d = ((right - x, y) for x, y in board.corners)
    return np.ascontiguousarray(image[:, ::-1]), replace(board, corners=(d, c, b, a))


def _speaking(pieces: Iterable[Piece]) -> int:
    return sum(piece.reads == piece.number and piece.sure >= SURE for piece in pieces)
