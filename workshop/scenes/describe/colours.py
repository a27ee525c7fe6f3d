"""Boards whose digits and grounds have any two colours, of equal brightness too."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from .scene import Colour, DrawnBoard, Tile
from .stock import hue

LEAST_APART = 32.0
"""How far ink and ground lie apart at least (CIE 1976): a child tells them apart at arm's length."""

EQUAL = 12.0
"""Difference in CIE lightness (0 to 100) up to which two colours count as equally bright."""

EQUALLY_BRIGHT = 0.5
"""Share of such boards whose digits are as bright as their grounds."""

SHARED = (0.4, 0.7)
"""Below the first share one ground serves the board, below the second each seat has one; else each number."""

BY_SEAT = 0.5
"""Share of the boards with inks of their own that have one for each seat; the others have one for each number."""

BARE = (0.4, 0.7)
"""Below the first share such digits stand on bare wood, below the second on one paint; else each ink has its ground."""

TRIES = 400


def coloured(rng: np.random.Generator, board: DrawnBoard) -> DrawnBoard:
    """The same loose tiles, painted: one ground a board, a seat or a number, and an ink of any other colour.

    Args:
        rng: source of chance.
        board: as it was drawn at random.
    """
    writing = replace(board.writing, manner="printed", paper=None, ink=_any(rng))
    equal = bool(rng.random() < EQUALLY_BRIGHT)
    grounds = [distinct_colour(rng, writing.ink, equal=equal) for _ in range(9)]
    style = rng.random()
    tiles = tuple(
        replace(tile, paint=grounds[0 if style < SHARED[0] else tile.seat if style < SHARED[1] else tile.digit - 1])
        for tile in board.tiles
    )
    return replace(board, writing=writing, tiles=tiles)


def inked(rng: np.random.Generator, board: DrawnBoard) -> DrawnBoard:
    """The same loose tiles, their digits in a colour for each number or each seat.

    The ground is bare wood, one paint for the board, or one for each number or seat; every ink is told apart from it.

    Args:
        rng: source of chance.
        board: as it was drawn at random.
    """
    by_seat, equal = bool(rng.random() < BY_SEAT), bool(rng.random() < EQUALLY_BRIGHT)
    style = rng.random()
    paints: list[Colour | None] = [_any(rng) for _ in range(9)]
    grounds = [None] * 9 if style < BARE[0] else paints[:1] * 9 if style < BARE[1] else paints
    inks = [distinct_colour(rng, ground or board.tile_wood.colour, equal=equal) for ground in grounds]

    def of(tile: Tile) -> Tile:
        which = tile.seat if by_seat else tile.digit - 1
        return replace(tile, paint=grounds[which], ink=inks[which])

    writing = replace(board.writing, manner="printed", paper=None)
    return replace(board, writing=writing, tiles=tuple(of(tile) for tile in board.tiles))


def lightness(colour: Colour) -> float:
    """CIE lightness of a colour (BGR, 0 to 255): 0 to 100."""
    return float(_lab(colour)[0])


def difference(first: Colour, second: Colour) -> float:
    """CIE 1976 difference between two colours (BGR, 0 to 255); 2 is just seen, 100 is black beside white."""
    return float(np.linalg.norm(_lab(first) - _lab(second)))


def distinct_colour(rng: np.random.Generator, ink: Colour, *, equal: bool = False) -> Colour:
    """A colour distinct from another, as bright as it or of any brightness; the farthest if none is enough."""
    tried = [_any(rng) for _ in range(TRIES)]
    alike = [colour for colour in tried if not equal or abs(lightness(colour) - lightness(ink)) < EQUAL] or tried
    apart = [difference(colour, ink) for colour in alike]
    enough = [colour for colour, far in zip(alike, apart, strict=True) if far >= LEAST_APART]
    return enough[0] if enough else alike[int(np.argmax(apart))]


def _any(rng: np.random.Generator) -> Colour:
    return hue(rng, (0, 1), (0.15, 1))


def _lab(colour: Colour) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    pixel = np.asarray(colour, np.float32).reshape(1, 1, 3) / 255
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_BGR2LAB)[0, 0], np.float32)
