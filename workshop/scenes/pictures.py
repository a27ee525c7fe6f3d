"""Pictures of tables by the number, each with its truth: picture i depends on the seed and on i alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from .describe.clutter import without_dice
from .describe.sample import sample_scene
from .describe.scene import Kind, Scene, Split
from .draw.render import render
from .draw.textures import Picture

STEEPEST = 35.0
"""Tables are seen from this tilt, degrees, at least now and then, however tidy the set-up."""
TAGS = {"yes": True, "no": False, "some": None}
"""What `--tags` means to sample_scene."""


@dataclass(frozen=True)
class Order:
    """Which tables are wanted.

    Attributes:
        kind, split, harsh, size, tags, trouble, colours: as `sample_scene` has them.
        beyond: only tables seen from a larger tilt, degrees, below STEEPEST.
        without_dice: no die, but more that could be taken for one.
        physics: share of tables onto which MuJoCo throws the dice.
        cocked: share of such dice that are set down leaning.
    """

    kind: Kind = "occe"
    split: Split = "train"
    harsh: float = 0.3
    size: tuple[int, int] = (640, 480)
    tags: bool | None = None
    trouble: float = 0.0
    colours: float = 0.0
    beyond: float = -1.0
    without_dice: bool = False
    physics: float = 0.0
    cocked: float = 0.3


def pictures(order: Order, seed: int, count: int) -> Iterator[tuple[Picture, dict[str, Any]]]:
    """So many pictures, (H, W, 3) uint8 BGR, and their truths."""
    for index in range(count):
        yield render(_table(np.random.default_rng((seed, index)), order))


def _table(rng: np.random.Generator, order: Order) -> Scene:
    wish = (order.kind, order.split, order.harsh, order.size, order.tags, order.trouble, order.colours)
    scene = sample_scene(rng, *wish)
    while scene.camera.tilt <= order.beyond:
        scene = sample_scene(rng, *wish)
    if order.without_dice:
        scene = without_dice(rng, scene)
    if order.physics > 0 and rng.random() < order.physics:
        from .physics.throwing import throw  # needs MuJoCo, of the extra train

        scene = throw(rng, scene, order.cocked)
    return scene
