"""Places where a die may lean or lie on something, and how it is held there before it is let go."""

from dataclasses import dataclass

import numpy as np

from ..describe.camera import Floats
from ..describe.scene import Scene
from .quaternion import Quaternion, quaternion_of, rotation_of
from .solids import Solid, ground_under


@dataclass(frozen=True, eq=False)
class Held:
    """A die held somewhere: centre (3,) mm and turn, in the world with y up the page."""

    centre: Floats
    turn: Quaternion


def _about(axis: int, angle: float) -> Floats:
    cos, sin = np.cos(angle), np.sin(angle)
    rotation = np.eye(3)
    first, second = (axis + 1) % 3, (axis + 2) % 3
    rotation[first, first] = rotation[second, second] = cos
    rotation[second, first], rotation[first, second] = sin, -sin
    return rotation


def any_side(rng: np.random.Generator) -> Floats:
    """One of a cube's 24 ways to lie level, (3, 3)."""
    axes = rng.permutation(3)
    rotation = np.zeros((3, 3))
    rotation[np.arange(3), axes] = rng.choice([-1.0, 1.0], 3)
    if np.linalg.det(rotation) < 0:
        rotation[2] *= -1
    return rotation


def any_turn(rng: np.random.Generator) -> Quaternion:
    """Any turn in space, each as likely."""
    w, x, y, z = (rng.normal(size=4)).tolist()
    length = float(np.sqrt(w * w + x * x + y * y + z * z))
    return (w / length, x / length, y / length, z / length)


def against(rng: np.random.Generator, solids: tuple[Solid, ...], solid: Solid, side: float) -> Held | None:
    """A die with one lower edge on the ground and the other over, or against, an upper edge of a solid.

    Returns:
        How it is held; None where the solid is too low over the ground beside it.
    """
    edge, outward = _edge(rng, solid)
    beside = edge[:2] + outward * side * 0.5
    ground, _ = ground_under(solids, (float(beside[0]), float(beside[1])), solid.top - 1.5)
    high = min(solid.top - ground, side * 0.95)
    if high < 1.5:
        return None
    least = max(np.radians(13), np.arcsin(min(1.0, high / side)) * 0.9 if high < 0.6 * side else 0.0)
    tilt = float(rng.uniform(min(least, 0.7), np.radians(45)))
    reach = min(high / np.tan(tilt), side * np.cos(tilt)) + 0.3
    frame = np.stack([-outward, [outward[1], -outward[0]], [0, 0]], axis=1)
    frame = np.column_stack([np.vstack([frame[:2, :2], [0, 0]]), [0, 0, 1]])
    if np.linalg.det(frame) < 0:
        frame[:, 1] = -frame[:, 1]
    turned = _about(2, float(rng.normal(0, 0.15) if rng.random() < 0.7 else rng.uniform(-0.8, 0.8)))
    rotation = frame @ turned @ _about(1, -tilt) @ _about(0, float(rng.normal(0, 0.06))) @ any_side(rng)
    inward = side / 2 * (np.cos(tilt) - np.sin(tilt)) - reach
    centre = np.array([*(edge[:2] - outward * inward), 0.0])
    centre[2] = ground + float(np.abs(rotation[2]).sum()) * side / 2 + 0.2
    return Held(centre, quaternion_of(rotation))


def _edge(rng: np.random.Generator, solid: Solid) -> tuple[Floats, Floats]:
    """A point (3,) of an upper edge of a level solid and the direction (2,) away from the solid there."""
    if solid.shape == "cylinder":
        angle = rng.uniform(0, 2 * np.pi)
        own = np.array([np.cos(angle), np.sin(angle), 0.0])
        return np.asarray(solid.centre) + own * solid.half[0] + (0, 0, solid.half[2]), own[:2]
    axis, sign = int(rng.random() < solid.half[0] / (solid.half[0] + solid.half[1])), rng.choice([-1.0, 1.0])
    own, out = np.zeros(3), np.zeros(3)
    own[axis], own[1 - axis], own[2] = (
        sign * solid.half[axis],
        rng.uniform(-0.9, 0.9) * solid.half[1 - axis],
        solid.half[2],
    )
    out[axis] = sign
    rotation = rotation_of(solid.turn)
    return np.asarray(solid.centre) + rotation @ own, (rotation @ out)[:2]


def upon(rng: np.random.Generator, solid: Solid, side: float) -> Held:
    """A die held level just over a solid's top, its centre over it."""
    own = rng.uniform(-0.7, 0.7, 2) * np.minimum(solid.half[:2], side * 0.6)
    if max(solid.half[:2]) > side:
        own = rng.uniform(-0.9, 0.9, 2) * solid.half[:2]
    centre = np.asarray(solid.centre) + rotation_of(solid.turn) @ np.array([*own, 0.0])
    centre[2] = solid.top + side / 2 + 0.3
    rotation = _about(2, rng.uniform(0, 2 * np.pi)) @ any_side(rng)
    return Held(centre, quaternion_of(rotation))


def lying(side: float, centre: Floats, rotation: Floats) -> Solid | None:
    """A level die as a solid that another may lean on; None when it is not level."""
    if np.abs(rotation[2]).max() < 0.999:
        return None
    axis = rotation[:, int(np.abs(rotation[2]).argmin())]
    angle = float(np.arctan2(axis[1], axis[0]))
    x, y, z = (float(part) for part in centre)
    turn: Quaternion = (float(np.cos(angle / 2)), 0.0, 0.0, float(np.sin(angle / 2)))
    return Solid("die", "box", (x, y, z), (side / 2,) * 3, turn)


def in_sight(scene: Scene, centre: Floats) -> bool:
    """Whether a point (3,) of the world lies well inside the picture."""
    pixel = scene.camera.project(np.array([[centre[0], -centre[1], centre[2]]]))[0]
    return bool((pixel > 12).all() and (pixel < np.asarray(scene.camera.size) - 13).all())
