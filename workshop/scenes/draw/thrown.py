"""Dice that lie as a throw left them, drawn over everything else and cut where something stands before them.

Two convex bodies that do not meet are parted by a plane: the one on the camera's side hides the other.
"""

from dataclasses import replace
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from ..describe.camera import Floats, Viewpoint
from ..describe.scene import Cube, Scene
from ..physics.solids import Solid, cube_solid, solids
from .cubes import blend, drawn_pose, posed
from .die import Patch
from .painter import Painter

Drawn = tuple[Cube, Patch, float]
"""A die, how it was drawn, and the share of it that other things than hands hide, 0 to 1."""


def hides(front: Solid, back: Solid, eye: Floats) -> bool:
    """Whether `front` can hide something of `back` from an eye (3,), mm of the world; never both ways."""
    first, second = front.corners(), back.corners()
    axes = [*front.axes().T, *back.axes().T]
    axes += [np.cross(a, b) for a in axes[:3] for b in axes[3:]]
    best, hidden = -np.inf, False
    for axis in axes:
        length = np.linalg.norm(axis)
        if length < 1e-3:
            continue
        a, b, here = first @ axis / length, second @ axis / length, float(eye @ axis / length)
        for gap, middle, near in (
            (b.min() - a.max(), (b.min() + a.max()) / 2, -1),
            (a.min() - b.max(), (a.min() + b.max()) / 2, 1),
        ):
            if gap > best:
                best, hidden = gap, bool((here - middle) * near > 0)
    return hidden


def draw_thrown(painter: Painter, scene: Scene) -> list[Drawn]:
    """Draw all of a scene's dice with their shadows, the farther ones first."""
    camera = painter.camera
    eye = camera.where * (1, -1, 1)
    still = [solid for solid in solids(scene) if solid.what != "floor"]
    bodies = [cube_solid(cube) for cube in scene.dice]
    order = _back_to_front(bodies, eye)
    patches = {number: _patch(painter, scene, scene.dice[number]) for number in order}
    cut = {n: _behind(camera, patches[n], [s for s in still if hides(s, bodies[n], eye)]) for n in order}
    for number in order:
        bare = np.zeros_like(patches[number].bgra)
        blend(painter, replace(cut[number], bgra=bare))
    for number in order:
        blend(painter, replace(cut[number], shade=np.zeros_like(cut[number].shade)))
    return [(scene.dice[n], patches[n], _hidden(patches, cut, n, order)) for n in order]


def _patch(painter: Painter, scene: Scene, cube: Cube) -> Patch:
    pose, look = posed(cube)
    high = float(pose.centre[2]) / cube.side - 0.5
    return drawn_pose(painter, pose, look, cube.ground, scene.look, 0.8 + 2 * min(3.0, max(0.0, high)))


def _back_to_front(bodies: list[Solid], eye: Floats) -> list[int]:
    over = np.zeros((len(bodies), len(bodies)), bool)
    for first, second in combinations(range(len(bodies)), 2):
        over[first, second] = hides(bodies[first], bodies[second], eye)
        over[second, first] = not over[first, second]
    far = [-float(np.linalg.norm(eye - body.centre)) for body in bodies]
    left, order = list(range(len(bodies))), list[int]()
    while left:
        nearest = min(left, key=lambda n: (int(over[n, left].sum()), far[n]))
        left.remove(nearest)
        order.append(nearest)
    return order


def _behind(camera: Viewpoint, patch: Patch, before: list[Solid]) -> Patch:
    """The patch without what the outlines of the solids before it cover."""
    height, width = patch.shade.shape
    mask = np.full((height, width), 255, np.uint8)
    for solid in before:
        pixels = camera.straight(solid.corners() * (1, -1, 1)) - patch.corner
        if (pixels.min(axis=0) < (width, height)).all() and (pixels.max(axis=0) > 0).all():
            hull = cv2.convexHull(pixels.astype(np.float32))
            cv2.fillConvexPoly(
                mask, np.round(np.clip(hull, -20000, 20000) * 16).astype(np.int32), 0, cv2.LINE_AA, 4
            )
    bgra = patch.bgra.copy()
    bgra[..., 3] = cv2.multiply(bgra[..., 3], mask, scale=1 / 255)
    return replace(patch, bgra=bgra, shade=np.asarray(patch.shade * (mask / np.float32(255)), np.float32))


def _hidden(patches: dict[int, Patch], cut: dict[int, Patch], number: int, order: list[int]) -> float:
    """Share of a die that solids and the dice drawn after it hide."""
    whole = patches[number].bgra[..., 3] > 127
    visible = cut[number].bgra[..., 3] > 127
    for later in order[order.index(number) + 1 :]:
        _clear(visible, patches[number], cut[later])
    return 1 - float(visible.sum()) / max(1, int(whole.sum()))


def _clear(visible: NDArray[np.bool_], patch: Patch, over: Patch) -> None:
    (x, y), (height, width) = patch.corner, visible.shape
    left, top = max(x, over.corner[0]), max(y, over.corner[1])
    right = min(x + width, over.corner[0] + over.shade.shape[1])
    bottom = min(y + height, over.corner[1] + over.shade.shape[0])
    if left < right and top < bottom:
        there = np.s_[
            top - over.corner[1] : bottom - over.corner[1], left - over.corner[0] : right - over.corner[0]
        ]
        visible[top - y : bottom - y, left - x : right - x] &= over.bgra[there][..., 3] <= 127
