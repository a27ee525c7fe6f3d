"""Crops of tiles, as the looks of a known table are made of."""

import numpy as np
from numpy.typing import NDArray

COUNT, SIDE = 6, 40
Crops = NDArray[np.uint8]


def crops(ink: tuple[int, int, int], ground: tuple[int, int, int], *, shift: int = 0, seed: int = 1) -> Crops:
    """Open tiles: on each a stroke of its own."""
    rng = np.random.default_rng(seed)
    shown = np.broadcast_to(np.array(ground, np.float32), (COUNT, SIDE, SIDE, 3)).copy()
    for index in range(COUNT):
        column, row = 12 + 2 * index + shift, 10 + shift
        shown[index, row : row + 20, column : column + 5] = ink
        shown[index, row : row + 5, 12 + shift : 28 + shift] = ink
    return np.clip(shown + rng.normal(0, 2.5, shown.shape), 0, 255).astype(np.uint8)


def backs(ground: tuple[int, int, int], *, drawn: bool = False, shift: int = 0, seed: int = 2) -> Crops:
    """Closed tiles: plain, or each with a child's drawing."""
    rng = np.random.default_rng(seed)
    shown = np.broadcast_to(np.array(ground, np.float32), (COUNT, SIDE, SIDE, 3)).copy()
    for index in range(COUNT if drawn else 0):
        shown[index, 14 + shift : 26 + shift, 10 + index + shift : 30 + index + shift] = (40, 60, 200)
        shown[index, 18 + shift : 22 + shift, 14 + shift : 26 + shift] = (30, 200, 220)
    return np.clip(shown + rng.normal(0, 2.5, shown.shape), 0, 255).astype(np.uint8)
