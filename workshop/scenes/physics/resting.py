"""What a die that came to rest counts as.

A die is flat when its upper face leans less than `die.COCKED_FROM` (12 degrees), whatever it lies on: the board, a
tile, another die. Such a face can be read, and CONTRACTS' "value null when it has no upper face" names nothing
else; `Cube.rests` tells what is under it, for those whose rules of the house ask for more. Beyond 12 degrees it
is cocked, wherever it is. A flat one whose centre is beyond the board's outline is off-board.
"""

from dataclasses import replace

import numpy as np

from ..describe.camera import Floats
from ..describe.scene import Cube, Scene
from ..draw.cubes import posed
from ..draw.die import upper
from .quaternion import quaternion_of, rotation_of
from .solids import Solid, ground_under

DOUBTFUL = (4.0, 12.0)
"""Degrees: a die that leans so much is labelled flat, but hard to tell from a cocked one; throws keep it rare."""


def lean_of(rotation: Floats) -> float:
    """Degrees that the upmost face of a die (3, 3) leans."""
    return float(np.degrees(np.arccos(np.clip(np.abs(rotation[2]).max(), 0, 1))))


def doubtful(cube: Cube) -> bool:
    """Whether a thrown die leans a little, or stands on its edge on nothing but the ground: it did not come to rest."""
    assert cube.pose is not None, "a thrown die has a pose"
    low, high = DOUBTFUL
    unsettled = cube.value is None and cube.rests in ("table", "floor", "")
    return unsettled or low < lean_of(rotation_of(cube.pose)) < high


def lain(
    scene: Scene, solids: tuple[Solid, ...], cube: Cube, centre: Floats, rotation: Floats, rests: str
) -> Cube:
    """A die as it lies.

    Args:
        scene: where.
        solids: the scene's solids.
        cube: which (its seed and side).
        centre: (3,) mm, of the world with y up the page.
        rotation: (3, 3), from its axes to that world.
        rests: what it rests or leans on.
    """
    x, y, z = (float(part) for part in centre)
    lowest = z - float(np.abs(rotation[2]).sum()) * cube.side / 2
    ground, _ = ground_under(solids, (x, y), lowest + 0.5 + 0.1 * cube.side)
    placed = replace(
        cube,
        value=None,
        at=(x, -y),
        ground=ground,
        turn=0.0,
        pose=quaternion_of(rotation),
        lift=z - ground,
        rests=rests,
    )
    value = upper(*posed(placed))
    return replace(placed, value=value, state=_state(scene, (x, -y), value))


def _state(scene: Scene, at: tuple[float, float], value: int | None) -> str:
    if value is None:
        return "cocked"
    none = scene.board is None and scene.men is None
    if none or all(0 <= here <= end for here, end in zip(at, scene.extent, strict=True)):
        return "flat"
    return "off-board"


def flying(solids: tuple[Solid, ...], cube: Cube, centre: Floats, rotation: Floats) -> Cube:
    """A die on its way: state moving, without a value."""
    x, y, z = (float(part) for part in centre)
    ground, _ = ground_under(solids, (x, y), z)
    pose = quaternion_of(rotation)
    return replace(
        cube, value=None, state="moving", at=(x, -y), ground=ground, turn=0.0, pose=pose, lift=z - ground
    )
