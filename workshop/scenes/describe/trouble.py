"""Boards with more amiss than most have: tiles missing, swapped, crooked; rows all turned."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from .colours import LEAST_APART, difference, distinct_colour
from .scene import DrawnBoard, Tile

Tiles = tuple[Tile, ...]
MOST_MISSING = 7
MOST_GONE, TURNED = 5, (0.4, 0.9)
"""Of a board of one wood: the most places empty on one side, and which share of the other tiles there is turned."""


def troubled(rng: np.random.Generator, board: DrawnBoard) -> DrawnBoard:
    """A board with one to three more things amiss; loose tiles only.

    Args:
        rng: source of chance.
        board: as it was drawn at random.
    """
    ways = rng.permutation(len(_WAYS))[: int(rng.integers(1, 4))]
    tiles = board.tiles
    for way in sorted(int(index) for index in ways):
        tiles = _WAYS[way](rng, tiles)
    return replace(board, tiles=tiles)


def of_one_wood(rng: np.random.Generator, board: DrawnBoard) -> DrawnBoard:
    """Empty places beside turned tiles, all of the very wood of the bare board; loose tiles only.

    Args:
        rng: source of chance.
        board: as it was drawn at random.
    """
    seats = set((rng.permutation(4)[: int(rng.integers(1, 5))] + 1).tolist())
    tiles = list(board.tiles)
    for seat in sorted(seats):
        row = [index for index, tile in enumerate(tiles) if tile.seat == seat]
        gone = set(rng.permutation(row)[: int(rng.integers(1, MOST_GONE + 1))].tolist())
        share = rng.uniform(*TURNED)
        for index in row:
            turned = "closed" if rng.random() < share else "open"
            tiles[index] = replace(tiles[index], state="missing" if index in gone else turned)
    wood, writing = board.tile_wood, replace(board.writing, back="plain")
    if writing.paper is None and difference(writing.ink, wood.colour) < LEAST_APART:
        writing = replace(writing, ink=distinct_colour(rng, wood.colour))
    rims = tuple(replace(rim, colour=None) if rim.style == "raised" else rim for rim in board.rims)
    bare = tuple(replace(tile, paint=None) for tile in tiles)
    return replace(board, wood=wood, paint=None, rims=rims, writing=writing, tiles=bare)


def _missing(rng: np.random.Generator, tiles: Tiles) -> Tiles:
    """Some places empty: scattered ones, or side by side."""
    count, start = int(rng.integers(1, MOST_MISSING + 1)), int(rng.integers(len(tiles)))
    together = rng.random() < 0.3
    lost = {(start + k) % len(tiles) for k in range(count)} if together else set(_some(rng, tiles, count))
    return tuple(replace(t, state="missing") if k in lost else t for k, t in enumerate(tiles))


def _swapped(rng: np.random.Generator, tiles: Tiles) -> Tiles:
    """Two or four tiles in each other's places, one pair after the other."""
    order = list(tiles)
    for _ in range(int(rng.integers(1, 3))):
        first, second = _some(rng, tiles, 2)
        a, b = order[first], order[second]
        order[first], order[second] = replace(a, digit=b.digit), replace(b, digit=a.digit)
    return tuple(order)


def _crooked(rng: np.random.Generator, tiles: Tiles) -> Tiles:
    """A few tiles turned by up to 25 degrees."""
    bent = set(_some(rng, tiles, int(rng.integers(1, 5))))
    return tuple(
        replace(t, turn=float(rng.uniform(-25, 25))) if k in bent else t for k, t in enumerate(tiles)
    )


def _alike(rng: np.random.Generator, tiles: Tiles) -> Tiles:
    """Some seats' tiles all turned, or all but one: what is seldom seen beside its contrary."""
    seats = set((rng.permutation(4)[: int(rng.integers(1, 5))] + 1).tolist())
    spared, state = int(rng.integers(len(tiles))), "closed" if rng.random() < 0.75 else "open"

    def stands(index: int, tile: Tile) -> str:
        if tile.seat not in seats or tile.state == "missing":
            return tile.state
        return ("open" if state == "closed" else "closed") if index == spared else state

    return tuple(replace(tile, state=stands(k, tile)) for k, tile in enumerate(tiles))


def _some(rng: np.random.Generator, tiles: Tiles, count: int) -> list[int]:
    return [int(index) for index in rng.permutation(len(tiles))[:count]]


_WAYS: tuple[Callable[[np.random.Generator, Tiles], Tiles], ...] = (_missing, _swapped, _crooked, _alike)
