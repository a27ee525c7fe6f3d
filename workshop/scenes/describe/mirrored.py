"""A lamp that varnish mirrors along one row of tiles."""

from dataclasses import replace

import numpy as np

from .sample_board import seat_frame
from .scene import Mirrored, Scene

STRENGTH, WIDTH = (0.3, 0.9), (0.3, 1.3)
"""How strong such a streak is, and how wide, in heights of a tile."""
SLANT = 0.35
"""Standard deviation of where its ends lie beside the row's, in heights of a tile."""


def mirrored(rng: np.random.Generator, scene: Scene) -> Scene:
    """The same table, a long lamp mirrored along a part of one row; as it is where no row of loose tiles stands.

    Args:
        rng: source of chance.
        scene: a table.
    """
    board = scene.board
    if board is None or not board.rims:
        return scene
    rim = board.rims[int(rng.integers(len(board.rims)))]
    _, right, inward = seat_frame(board.size[0], rim.seat)
    tall, level = board.tiles[0].size[1], board.thick + board.tiles[0].thick
    first, last = sorted(rng.uniform(-0.7, 0.7, 2))
    along = [first, max(last, first + 0.3)]
    beside = rng.normal(0, SLANT, 2) * tall
    at = [rim.centre + right * share * rim.size[0] + inward * off for share, off in zip(along, beside, strict=True)]
    ends = scene.camera.straight(np.array([[*place, level] for place in at]))
    wide = scene.camera.scale((float(at[0][0]), float(at[0][1])), level) * tall * float(rng.uniform(*WIDTH))
    (left, top), (across, down) = ends.tolist()
    streak = Mirrored(((left, top), (across, down)), wide, float(rng.uniform(*STRENGTH)))
    return replace(scene, look=replace(scene.look, mirrored=streak))
