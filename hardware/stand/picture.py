"""The stand put together, drawn in parallel perspective."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from ..optics import BOARD_MM
from .mesh import Triangles
from .size import DEEP, StandSize

PRINTED, WOOD, BOARD, LENS = (150, 120, 70), (140, 185, 215), (196, 216, 232), (60, 60, 60)
"""Colours, BGR."""
ASIDE, ABOVE = -38.0, 24.0
"""Degrees that it is looked at from."""


def picture(size: StandSize, meshes: Mapping[str, Triangles], scale: float = 1.5) -> NDArray[np.uint8]:
    """The stand beside its board, (h, w, 3) uint8 BGR, `scale` px a millimetre; meshes by the names of the parts."""
    solids = [(part, PRINTED) for part in assembled(size, meshes)] + [(rod, WOOD) for rod in rods(size)]
    solids += [(_box((size.ahead + 12, -BOARD_MM / 2, 0), (BOARD_MM, BOARD_MM, 8)), BOARD)]
    solids += [(_box((size.arm - 8, -8, size.height - 4), (16, 16, 12)), LENS)]
    faces = np.concatenate([solid for solid, _ in solids])
    colours = np.concatenate([np.tile(colour, (len(solid), 1)) for solid, colour in solids])
    seen = faces @ _looking().T
    normal = np.cross(seen[:, 1] - seen[:, 0], seen[:, 2] - seen[:, 0])
    normal /= np.linalg.norm(normal, axis=1, keepdims=True) + 1e-9
    light = 0.55 + 0.45 * np.clip(normal @ np.array([-0.45, 0.55, 0.7]), 0, 1)
    low, high = seen[..., :2].reshape(-1, 2).min(axis=0), seen[..., :2].reshape(-1, 2).max(axis=0)
    wide, tall = np.ceil((high - low + 30) * scale).astype(int).tolist()
    canvas, depth = np.full((2 * tall, 2 * wide, 3), 255, np.uint8), np.full((2 * tall, 2 * wide), -np.inf)
    flat = (seen - (*low, 0) + (15, 15, 0)) * (2 * scale)
    flat[..., 1] = 2 * tall - flat[..., 1]
    for index in np.flatnonzero(normal[:, 2] > 0):
        _fill(canvas, depth, flat[index], colours[index] * light[index])
    return np.asarray(cv2.resize(canvas, (wide, tall), interpolation=cv2.INTER_AREA), np.uint8)


def _fill(
    canvas: NDArray[np.uint8],
    depth: NDArray[np.float64],
    corners: NDArray[np.float64],
    colour: NDArray[np.float64],
) -> None:
    """A triangle (3, 3) of px and nearness, wherever nothing nearer was drawn before."""
    left, top = np.floor(corners[:, :2].min(axis=0)).astype(int)
    right, bottom = np.ceil(corners[:, :2].max(axis=0)).astype(int) + 1
    x, y = np.meshgrid(np.arange(left, right), np.arange(top, bottom))
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = corners
    whole = (by - cy) * (ax - cx) + (cx - bx) * (ay - cy)
    if abs(whole) < 1e-9:
        return
    first = ((by - cy) * (x - cx) + (cx - bx) * (y - cy)) / whole
    second = ((cy - ay) * (x - cx) + (ax - cx) * (y - cy)) / whole
    near = first * az + second * bz + (1 - first - second) * cz
    part = np.s_[top:bottom, left:right]
    inside = (first >= -1e-6) & (second >= -1e-6) & (first + second <= 1 + 1e-6) & (near > depth[part])
    depth[part][inside] = near[inside]
    canvas[part][inside] = colour.astype(np.uint8)


def assembled(size: StandSize, meshes: Mapping[str, Triangles]) -> list[Triangles]:
    """The printed parts where they belong: x towards the board, y to its left, z up, the upright at the origin."""
    top = size.axis + size.wall + size.hole
    end = size.arm + (DEEP + size.wall) / 2
    upside_down = np.array([[1, 0, 0], [0, -1, 0], [0, 0, -1]])
    along = np.array([[0, 0, -1], [0, -1, 0], [-1, 0, 0]])
    return [
        meshes["foot"],
        meshes["elbow"] @ upside_down.T + np.array([0, 0, top]),
        meshes["holder"] @ along.T + np.array([end, 0, size.axis]),
    ]


def rods(size: StandSize) -> list[Triangles]:
    """Both wooden rods, in short pieces so that they are hidden rightly."""
    upright = _rod(size.rod / 2, size.upright) + np.array([0, 0, size.plate])
    arm = _rod(size.rod / 2, size.reach)[:, :, [2, 0, 1]] + np.array([size.rod / 2, 0, size.axis])
    return [upright, arm]


def _looking() -> NDArray[np.float64]:
    """3x3: from (x, y, z) to right, up and towards whoever looks."""
    aside, above = np.radians([ASIDE, ABOVE])
    turn = np.array([[np.cos(aside), -np.sin(aside), 0], [np.sin(aside), np.cos(aside), 0], [0, 0, 1]])
    tip = np.array([[1, 0, 0], [0, np.sin(above), np.cos(above)], [0, -np.cos(above), np.sin(above)]])
    return np.asarray(tip @ turn)


def _rod(radius: float, long: float, sides: int = 24, pieces: int = 24) -> Triangles:
    """A cylinder along z from the origin, without its ends."""
    angles = np.linspace(0, 2 * np.pi, sides + 1)
    ring = np.column_stack([radius * np.cos(angles), radius * np.sin(angles)])
    steps = np.linspace(0, long, pieces + 1)
    found = []
    for low, high in pairwise(steps):
        for here, there in pairwise(ring):
            a, b, c, d = (*here, low), (*there, low), (*there, high), (*here, high)
            found += [(a, b, c), (a, c, d)]
    return np.asarray(found, np.float64)


def _box(corner: tuple[float, float, float], size: tuple[float, float, float], pieces: int = 12) -> Triangles:
    """A box, its faces in small pieces so that they are hidden rightly."""
    found = []
    for axis in range(3):
        one, other = (axis + 1) % 3, (axis + 2) % 3
        for side in (0.0, 1.0):
            for i in range(pieces):
                for j in range(pieces):
                    quad = np.zeros((4, 3))
                    quad[:, axis] = side
                    quad[:, one] = np.array([i, i + 1, i + 1, i]) / pieces
                    quad[:, other] = np.array([j, j, j + 1, j + 1]) / pieces
                    quad = (quad if side else quad[::-1]) * size + corner
                    found += [quad[[0, 1, 2]], quad[[0, 2, 3]]]
    return np.asarray(found, np.float64)
