"""Dice laid into a drawn table by the die renderer."""

from math import cos, radians, sin

import numpy as np

from ..describe.camera import Floats, Viewpoint
from ..describe.die_look import DieLook, random_look
from ..describe.scene import Cube, SceneLook
from ..physics.quaternion import Quaternion, rotation_of
from .die import Lighting, Patch, Pinhole, Pose, leaning, render_die, resting
from .painter import Painter

_FLIP = np.diag([1.0, -1.0, -1.0])


def pinhole(camera: Viewpoint, ground: float) -> Pinhole:
    """The same camera in the die renderer's world: y up the page, heights counted from `ground`."""
    translation = camera.translation - camera.rotation[:, 2] * ground
    parts = (camera.matrix, camera.rotation @ _FLIP, translation)
    matrix, rotation, shift = (np.asarray(part, np.float32) for part in parts)
    return Pinhole(matrix, rotation, shift)


def lamp(look: SceneLook) -> Lighting:
    """The scene's main light for the die renderer."""
    flat, high = radians(look.lamp), radians(look.height)
    toward = (cos(flat) * cos(high), -sin(flat) * cos(high), sin(high))
    strength = 0.25 + 0.4 * look.shade
    return Lighting(toward, 1 - strength, strength, 0.05 + 0.5 * (1 - look.hard))


def posed(cube: Cube) -> tuple[Pose, DieLook]:
    """Its place and looks for the die renderer; both follow from its seed (how it leans from `lean`, where given)."""
    rng = np.random.default_rng(cube.seed)
    look = random_look(rng)
    at = (cube.at[0], -cube.at[1])
    if cube.pose is not None:
        return _as_thrown(cube, cube.pose), look
    if cube.value is None:
        leans = np.random.default_rng(cube.lean) if cube.lean else rng
        return leaning(leans, at, cube.side, look), look
    return resting(cube.value, radians(-cube.turn), at, cube.side, look), look


def outline(cube: Cube, camera: Viewpoint) -> Floats:
    """Its eight corners (8, 2) in the finished picture, px: rounded dice lie a little inside them."""
    pose, _ = posed(cube)
    signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float32)
    corners = np.asarray(pose.centre + (signs * pose.side / 2) @ pose.rotation.T, np.float32)
    return camera.bend(np.asarray(pinhole(camera, cube.ground).project(corners), np.float64))


def lies(cube: Cube) -> tuple[float, float]:
    """Degrees that its upmost face leans, 0 to 55, and that it lies turned, 0 to 90, clockwise from above."""
    pose, _ = posed(cube)
    rotation = np.asarray(pose.rotation, np.float64)
    upmost = int(np.abs(rotation[2]).argmax())
    lean = float(np.degrees(np.arccos(min(1.0, abs(rotation[2, upmost])))))
    edges = rotation[:2, [axis for axis in range(3) if axis != upmost]]
    angles = np.arctan2(-edges[1], edges[0])
    return lean, float(np.degrees(np.angle(np.exp(4j * angles).sum()) / 4) % 90)


def _as_thrown(cube: Cube, pose: Quaternion) -> Pose:
    rotation = rotation_of(pose).astype(np.float32)
    lift = float(np.abs(rotation[2]).sum()) * cube.side / 2 if cube.lift is None else cube.lift
    return Pose(np.array([cube.at[0], -cube.at[1], lift], np.float32), rotation, cube.side)


def drawn_die(painter: Painter, cube: Cube, look: SceneLook) -> Patch:
    """Draw one die with its shadow and return what was drawn (undistorted pixels)."""
    pose, die_look = posed(cube)
    patch = drawn_pose(painter, pose, die_look, cube.ground, look)
    blend(painter, patch)
    return patch


def drawn_pose(
    painter: Painter, pose: Pose, die_look: DieLook, ground: float, look: SceneLook, reach: float = 0.8
) -> Patch:
    """A die in any pose, `ground` mm over the table, ready to be laid in; its shadow up to `reach` sides away."""
    return render_die(pose, pinhole(painter.camera, ground), lamp(look), die_look, reach)


def blend(painter: Painter, patch: Patch) -> None:
    """Lay a drawn die into the picture: its shadow, then itself."""
    picture = painter.picture
    (x, y), (height, width) = patch.corner, patch.shade.shape
    left, top = max(0, x), max(0, y)
    right, bottom = min(picture.shape[1], x + width), min(picture.shape[0], y + height)
    if left >= right or top >= bottom:
        return
    cut = np.s_[top - y : bottom - y, left - x : right - x]
    under = picture[top:bottom, left:right].astype(np.float32)
    under *= 1 - patch.shade[cut][..., None]
    cover = patch.bgra[cut][..., 3:].astype(np.float32) / 255
    under += (patch.bgra[cut][..., :3] - under) * cover
    picture[top:bottom, left:right] = under.astype(np.uint8)


def box_of(patch: Patch, camera: Viewpoint) -> tuple[float, float, float, float]:
    """The die's tight box in the finished picture, px: the lens bends the middles of its sides."""
    return bent_box(patch.box, camera)


def bent_box(box: tuple[float, float, float, float], camera: Viewpoint) -> tuple[float, float, float, float]:
    """A tight box (left, top, width, height, px) of the undistorted picture, in the finished one."""
    x, y, width, height = box
    middles: Floats = np.array(
        [[x, y + height / 2], [x + width, y + height / 2], [x + width / 2, y], [x + width / 2, y + height]]
    )
    bent = camera.bend(middles - 0.5)
    left, right, top, bottom = bent[0, 0], bent[1, 0], bent[2, 1], bent[3, 1]
    return float(left + 0.5), float(top + 0.5), float(right - left), float(bottom - top)
