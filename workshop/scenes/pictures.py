"""Pictures of tables by the number, each with its truth: picture i depends on the seed and on i alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from .describe.clutter import without_dice
from .describe.colours import inked
from .describe.mirrored import mirrored
from .describe.sample import sample_scene
from .describe.scene import Kind, Scene, Split
from .describe.trouble import of_one_wood
from .draw.render import render
from .draw.textures import Picture

TAGS = {"yes": True, "no": False, "some": None}
"""What `--tags` means to sample_scene."""


@dataclass(frozen=True)
class Order:
    """Which tables are wanted.

    Attributes:
        kind, split, harsh, size, tags, trouble, colours: as `sample_scene` has them.
        inks: share of occe boards whose digits have a colour for each number or each player.
        one_wood: share of occe boards with empty places beside turned tiles, all of one wood.
        mirrored: share of occe boards with a lamp mirrored along a row.
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
    inks: float = 0.0
    one_wood: float = 0.0
    mirrored: float = 0.0
    without_dice: bool = False
    physics: float = 0.0
    cocked: float = 0.3


def pictures(order: Order, seed: int, count: int) -> Iterator[tuple[Picture, dict[str, Any]]]:
    """So many pictures, (H, W, 3) uint8 BGR, and their truths."""
    for index in range(count):
        yield picture(order, seed, index)


def picture(order: Order, seed: int, index: int) -> tuple[Picture, dict[str, Any]]:
    """One of them."""
    return render(_table(np.random.default_rng((seed, index)), order))


def _table(rng: np.random.Generator, order: Order) -> Scene:
    wish = (order.kind, order.split, order.harsh, order.size, order.tags, order.trouble, order.colours)
    scene = _harder(rng, sample_scene(rng, *wish), order)
    if order.without_dice:
        scene = without_dice(rng, scene)
    if order.physics > 0 and rng.random() < order.physics:
        from .physics.throwing import throw  # needs MuJoCo, of the extra train

        scene = throw(rng, scene, order.cocked)
    return scene


def _harder(rng: np.random.Generator, scene: Scene, order: Order) -> Scene:
    """The table with other inks, of one wood or glaring, as often as asked for; `rng` is touched by shares alone."""
    if scene.board is None or scene.board.layout != "occe":
        return scene
    for share, harder in ((order.inks, inked), (order.one_wood, of_one_wood)):
        if scene.board is not None and share > 0 and rng.random() < share:
            scene = replace(scene, board=harder(rng, scene.board))
    return mirrored(rng, scene) if order.mirrored > 0 and rng.random() < order.mirrored else scene
