"""Crops of open tiles, as the looks of a known table are made of."""

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
