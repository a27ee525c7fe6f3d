"""A cloth on which dice are thrown, and beside them a place where dice are set aside: Trente, picture by picture.

    table = aside_table(seed=7)
    look_at_aside(table, thrown=(4, 2), aside=(6, 5)).image
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from vision.area.value import DiceArea, area_of

from .area import SIZE, AreaLook, AreaRig, look_at
from .describe.camera import Floats
from .describe.men import DiceFloor
from .describe.sample import sample_scene
from .describe.sample_look import random_camera
from .describe.sample_men import ground
from .describe.scene import Cube, Split
from .draw.painter import raised

CLOTH = (330.0, 210.0)
"""Its width and height, mm."""
THROWN, ASIDE = (0.03, 0.68), (0.76, 0.97)
"""From where to where, in shares of its width, dice are thrown and set aside."""
DEEP = (0.03, 0.97)
"""The same of its height, for both."""
SIDE = 17.0
"""Of a die, mm."""
SLACK = 6.0
"""By how much a die may lie beside its place, mm: dice never touch."""
DICE = 6
Values: TypeAlias = tuple[int | None, ...]


@dataclass(frozen=True)
class AsideTable:
    """A table of Trente.

    Attributes:
        rig: the cloth, the camera and the light.
        area: where dice are thrown, and the place beside it, as they were marked.
    """

    rig: AreaRig
    area: DiceArea


def aside_table(seed: int, split: Split = "exam") -> AsideTable:
    """A table at random; the same seed gives the same one."""
    rng = np.random.default_rng((seed, 31))
    on = replace(ground(rng, "cloth", split), size=CLOTH)
    scene = sample_scene(rng, "occe", split, 0.0, SIZE)
    camera = random_camera(rng, on.size, 0.0, SIZE, "occe")
    scene = replace(scene, kind="none", board=None, tags=(), dice=(), hands=(), props=(), camera=camera)
    rig = AreaRig(scene, on, (), None, (), camera.project(_edge(on, (0.0, 1.0))), False, (seed, 31))
    return AsideTable(rig, replace(_marked(rig, THROWN), aside=_marked(rig, ASIDE)))


def look_at_aside(table: AsideTable, thrown: Values, aside: Values = (), number: int = 0) -> AreaLook:
    """One picture of it; `number` tells how the dice lie that were thrown, those aside lie where they lay.

    None is a die that was taken from its place.
    """
    rig = table.rig
    rng, lay = np.random.default_rng((*rig.seed, 1, number)), np.random.default_rng((*rig.seed, 2))
    dice = _laid(rig, rng, thrown, rng.permutation(_places(rig.on, THROWN, 4, 3)))
    dice += _laid(rig, lay, aside, _places(rig.on, ASIDE, 1, DICE))
    return look_at(replace(rig, dice=tuple(dice)), np.random.default_rng((*rig.seed, 3, number)))


def _laid(rig: AreaRig, rng: np.random.Generator, values: Values, places: Floats) -> list[Cube]:
    """Dice in these places: one that was taken leaves the others where they lie."""
    dice = [(value, _die(rig, rng, value or 1, at)) for value, at in zip(values, places, strict=False)]
    return [die for value, die in dice if value is not None]


def _edge(on: DiceFloor, across: tuple[float, float]) -> Floats:
    """The corners (4, 3) mm of a part of the cloth, clockwise as the camera sees them."""
    (left, right), (top, bottom) = np.array(across) * on.size[0], np.array(DEEP) * on.size[1]
    return raised(np.array([(left, bottom), (left, top), (right, top), (right, bottom)]), on.thick)


def _marked(rig: AreaRig, across: tuple[float, float]) -> DiceArea:
    corners = rig.scene.camera.project(_edge(rig.on, across))
    return area_of([(float(x), float(y)) for x, y in np.clip(corners, 0, np.array(SIZE) - 1.0)], SIZE)


def _places(on: DiceFloor, across: tuple[float, float], columns: int, rows: int) -> Floats:
    """The middles (n, 2) mm of so many places in a part of the cloth."""
    xs = on.size[0] * np.linspace(across[0], across[1], 2 * columns + 1)[1::2]
    ys = on.size[1] * np.linspace(DEEP[0], DEEP[1], 2 * rows + 1)[1::2]
    return np.array([(x, y) for x in xs for y in ys])


def _die(rig: AreaRig, rng: np.random.Generator, value: int, at: Floats) -> Cube:
    x, y = at + rng.uniform(-SLACK, SLACK, 2)
    seed = rig.seed[0]  # all of one set
    return Cube(value, "flat", (float(x), float(y)), rig.on.thick, float(rng.uniform(0, 360)), SIDE, seed)
