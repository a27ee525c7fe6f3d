"""Boards with more amiss than most have: tiles missing, swapped, crooked; rows all turned."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from .scene import DrawnBoard, Tile

Tiles = tuple[Tile, ...]
MOST_MISSING = 7


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
        one, other = _some(rng, tiles, 2)
        a, b = order[one], order[other]
        order[one], order[other] = replace(a, digit=b.digit), replace(b, digit=a.digit)
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
