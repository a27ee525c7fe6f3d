"""How dice fly and hands reach."""

from dataclasses import dataclass

import numpy as np

from ..describe.camera import Floats
from ..describe.die_look import DieLook
from ..describe.scene import Cube, DrawnHand, Place
from ..draw.cubes import posed
from ..draw.die import Pose

HOPS = 2.5
HOP_MM = 26.0


@dataclass(frozen=True, eq=False)
class Posture:
    """How a die is at one moment.

    Attributes:
        pose: in the die renderer's world (y up the page, heights from the ground).
        look: what it is made of.
        ground: height, mm, of what it stands on.
    """

    pose: Pose
    look: DieLook
    ground: float


def eased(share: float) -> float:
    """A movement that starts and ends softly, 0 to 1."""
    part = min(1.0, max(0.0, share))
    return part * part * (3 - 2 * part)


def at_rest(cube: Cube) -> Posture:
    """A die where it came to rest."""
    pose, look = posed(cube)
    return Posture(pose, look, cube.ground)


def flight(cube: Cube, start: Place, share: float) -> Posture:
    """A die on its way from a hand to its rest: it rolls, hops lower and lower, and slows down.

    Args:
        cube: where it comes to rest.
        start: where the hand lets it go, mm.
        share: of the time, 0 to 1.
    """
    rest = at_rest(cube)
    here, there = np.array([start[0], -start[1]]), np.asarray(rest.pose.centre[:2], float)
    left = (1 - min(1.0, share)) ** 2.2
    way = there - here
    length = float(np.linalg.norm(way))
    ahead = way / max(length, 1e-6)
    sway = np.array([-ahead[1], ahead[0]]) * np.sin(left * 3) * 14
    place = there - way * left + sway
    angle = -left * length / (cube.side * 0.55)
    rotation = (
        _about((-ahead[1], ahead[0], 0.0), angle) @ _about((0.0, 0.0, 1.0), left * 2.5) @ rest.pose.rotation
    )
    lowest = float(np.abs(rotation[2]).sum()) * cube.side / 2 if left > 1e-3 else float(rest.pose.centre[2])
    hop = HOP_MM * left * abs(np.sin(np.pi * HOPS * (1 - left))) + 45 * left**3
    centre = np.array([*place, lowest + hop], np.float32)
    return Posture(Pose(centre, np.asarray(rotation, np.float32), cube.side), rest.look, cube.ground)


def _about(axis: tuple[float, float, float], angle: float) -> Floats:
    """Rotation (3, 3) about an axis by an angle in radians."""
    x, y, z = axis
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * (cross @ cross))


def reaching(fingertips: Place, outward: Floats, size: float, lift: float, seed: int) -> DrawnHand:
    """A right hand that comes from `outward` (2,) with its fingertips at a place, mm."""
    along = -np.asarray(outward)
    side = np.array([-along[1], along[0]])
    wrist = np.asarray(fingertips) - along * size * 0.86 + side * size * 0.16
    turn = float(np.degrees(np.arctan2(along[1], along[0])))
    return DrawnHand((float(wrist[0]), float(wrist[1])), turn, size, lift + 30, False, seed, lift)
