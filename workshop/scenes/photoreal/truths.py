"""What truly lies in a photographed table: the same lines as the quick renderer writes, and what hides what."""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from ..describe.camera import Floats, Viewpoint
from ..describe.scene import Cube, Scene
from ..draw.cubes import outline
from ..draw.hands import capsules_of
from ..draw.painter import raised
from ..draw.props import footprint
from ..draw.render import label_line
from ..draw.thrown import hides
from ..physics.solids import cube_solid, solids
from .cast import die_points
from .forms import rod, upright

SOURCE = "scenes/photoreal"
TALL = 20.0
"""Things from this height on, mm, hide what lies behind them."""
Mask = NDArray[np.uint8]


def truth_of(scene: Scene) -> dict[str, Any]:
    """One line of labels.jsonl, without `image`; a tile behind a cup or under a die is covered too."""
    dice_seen = [(cube, box_of(cube, scene.camera), hidden_share(cube, scene)) for cube in scene.dice]
    line = label_line(scene, dice_seen, hands_mask(scene), SOURCE)
    behind = standing_mask(scene)
    for tile in line["tiles"]:
        tile["covered"] = tile["covered"] or _share(behind, np.array(tile["quad"])) > 1 / 3
    return line


def box_of(cube: Cube, camera: Viewpoint) -> tuple[float, float, float, float]:
    """A die's tight box in the finished picture: left, top, width, height, px."""
    pixels = camera.project(die_points(cube)) + 0.5
    (left, top), (right, bottom) = pixels.min(axis=0), pixels.max(axis=0)
    return float(left), float(top), float(right - left), float(bottom - top)


def hidden_share(cube: Cube, scene: Scene) -> float:
    """Share of a die, 0 to 1, that walls, rims, tiles, things and other dice hide from the camera."""
    camera, own = scene.camera, cube_solid(cube)
    eye = camera.where * (1, -1, 1)
    others = [*solids(scene), *(cube_solid(other) for other in scene.dice if other is not cube)]
    over = _blank(camera)
    for solid in others:
        if solid.what not in ("floor", "board") and hides(solid, own, eye):
            _fill(over, camera, upright(solid.corners()))
    hull = cv2.convexHull(outline(cube, camera).astype(np.float32))[:, 0]
    return _share(over, np.asarray(hull, np.float64))


def hands_mask(scene: Scene) -> Mask | None:
    """Where hands are in the finished picture, (H, W), 255 there; None without hands."""
    if not scene.hands:
        return None
    mask = _blank(scene.camera)
    for hand in scene.hands:
        for capsule in capsules_of(hand):
            ends = upright(np.array([capsule.start, capsule.end]))
            _fill(mask, scene.camera, upright(rod(ends[0], ends[1], capsule.radii).vertices))
    return mask


def standing_mask(scene: Scene) -> Mask:
    """Where tall things and dice are."""
    mask = _blank(scene.camera)
    for prop in scene.props:
        if prop.high >= TALL:
            base = footprint(prop)
            _fill(mask, scene.camera, np.concatenate([raised(base, 0.0), raised(base, prop.high)]))
    for cube in scene.dice:
        _fill(mask, scene.camera, upright(cube_solid(cube).corners()))
    return mask


def _blank(camera: Viewpoint) -> Mask:
    return np.zeros((camera.size[1], camera.size[0]), np.uint8)


def _fill(mask: Mask, camera: Viewpoint, points: Floats) -> None:
    """Fill the outline of what points (n, 3), mm, in the board's frame span."""
    before = points * (1, 1, -1) @ camera.rotation[2] + camera.translation[2] > 20
    if before.sum() < 3:
        return
    pixels = np.clip(camera.project(points[before]), -20000, 20000).astype(np.float32)
    cv2.fillConvexPoly(mask, np.round(cv2.convexHull(pixels) * 16).astype(np.int32), 255, cv2.LINE_8, 4)


def _share(hidden: Mask, corners: Floats) -> float:
    own = np.zeros_like(hidden)
    cv2.fillConvexPoly(own, np.round(corners).astype(np.int32), 255)
    whole = cv2.countNonZero(own)
    return cv2.countNonZero(cv2.bitwise_and(own, hidden)) / whole if whole else 0.0
