"""Tables without a die, and with more of what could be taken for one."""

from dataclasses import replace

import numpy as np

from ..draw.props import SIZES
from .scene import Prop, Scene

LIKE_DICE = ("domino", "button", "token", "coin", "card", "tile", "polyhedron", "polyhedron")
MOST, FARTHEST = 9, 160.0  # things; mm beside the board


def without_dice(rng: np.random.Generator, scene: Scene) -> Scene:
    """The same table without dice; dominoes, buttons, coins, cards, loose tiles, polyhedra lie about instead."""
    laid = tuple(_laid(rng, scene) for _ in range(int(rng.integers(0, MOST + 1))))
    return replace(scene, dice=(), props=(*scene.props, *laid))


def _laid(rng: np.random.Generator, scene: Scene) -> Prop:
    """One thing: anywhere on a bare table, beside a board where one lies."""
    kind = LIKE_DICE[int(rng.integers(len(LIKE_DICE)))]
    wide, tall, high = (float(rng.uniform(*span)) for span in SIZES[kind])
    at = np.asarray(scene.camera.target) + rng.uniform(-1, 1, 2) * FARTHEST
    if scene.board is not None:
        size = np.asarray(scene.board.size)
        at = rng.uniform(-0.2, 1.2, 2) * size
        side = int(rng.integers(2))
        beyond = max(wide, tall) / 2 + rng.uniform(8, FARTHEST)
        at[side] = -beyond if rng.random() < 0.5 else size[side] + beyond
    turn, seed = float(rng.uniform(0, 360)), int(rng.integers(1 << 30))
    return Prop(kind, (float(at[0]), float(at[1])), turn, (wide, tall), high, seed)
