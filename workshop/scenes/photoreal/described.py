"""A scene as solids and light: all that a renderer needs, and nothing that it gives."""

from dataclasses import dataclass, replace

import numpy as np

from ..describe.board import DrawnBoard
from ..describe.camera import Floats, Viewpoint
from ..describe.scene import Cube, Scene
from ..physics.solids import ground_under, solids_of
from .boards import board_solids
from .cast import die_solid
from .clutter import prop_solids, tag_solids
from .forms import Mesh, Surface
from .hand import hand_solids
from .room import Room, room_of
from .wood import tabletop

FARTHEST = 1800.0
"""Half the side of the largest table top, mm."""


@dataclass(frozen=True, eq=False)
class Description:
    """What is to be photographed.

    Attributes:
        solids: everything there is.
        room: its light.
        camera: that it is seen by.
    """

    solids: tuple[Mesh, ...]
    room: Room
    camera: Viewpoint


def described(scene: Scene) -> Description:
    """A scene's solids, light and camera. Dice should be `settled` first."""
    ppm = float(np.clip(scene.camera.scale(scene.camera.target) * 1.25, 1.0, 5.0))
    solids = [table_solid(scene, ppm)]
    for tag in scene.tags:
        solids += tag_solids(tag)
    for prop in scene.props:
        solids += prop_solids(prop)
    if scene.board is not None:
        solids += board_solids(scene.board, ppm)
    solids += [die_solid(cube) for cube in scene.dice]
    for hand in scene.hands:
        solids += hand_solids(hand)
    return Description(tuple(solids), room_of(scene), scene.camera)


def table_solid(scene: Scene, ppm: float) -> Mesh:
    """The table top under all that the camera sees, at height 0."""
    low, high = _in_picture(scene.camera)
    side = float(max(high - low))
    pixels = int(np.clip(side * ppm, 256, 1700))
    picture, heights, rough = tabletop(scene.table, side, pixels)
    x, y = (low + high) / 2
    half = side / 2
    corners = np.array(
        [
            [x - half, -y - half, 0],
            [x + half, -y - half, 0],
            [x + half, -y + half, 0],
            [x - half, -y + half, 0],
        ]
    )
    uv = np.array([[0.0, 0], [1, 0], [1, 1], [0, 1]])
    coat = 0.5 if scene.table.kind in ("white", "stone") else 0.0
    fuzz = 0.3 if scene.table.kind == "cloth" else 0.0
    return Mesh(
        corners, ((0, 1, 2, 3),), uv, Surface(picture, rough, coat=coat, fuzz=fuzz, bump=heights), False
    )


def _in_picture(camera: Viewpoint) -> tuple[Floats, Floats]:
    """Lowest and highest (x, y), mm, of the table in the picture and a little beyond."""
    width, height = camera.size
    across, down = np.meshgrid(np.linspace(-8, width + 8, 5), np.linspace(-8, height + 8, 5))
    pixels = np.column_stack([across.ravel(), down.ravel()])
    rays = (
        np.column_stack([(pixels - camera.matrix[:2, 2]) / camera.focal, np.ones(len(pixels))])
        @ camera.rotation
    )
    eye = camera.where
    drop = np.maximum(rays[:, 2], 1e-3)
    points = eye[:2] + rays[:, :2] * (eye[2] / drop)[:, None]
    points = np.clip(points, np.array(camera.target) - FARTHEST, np.array(camera.target) + FARTHEST)
    return np.asarray(points.min(axis=0) - 30), np.asarray(points.max(axis=0) + 30)


def settled(scene: Scene) -> Scene:
    """The same scene without dice that could not lie as they do: flat ones half upon a rim or a tile, or over an edge.

    Dice whose pose is known lie as they lie.
    """
    if scene.board is None or scene.board.layout == "box":
        return scene
    dice = tuple(lying for cube in scene.dice if (lying := _settled(cube, scene.board)) is not None)
    return replace(scene, dice=dice)


def _settled(cube: Cube, board: DrawnBoard) -> Cube | None:
    if cube.pose is not None or cube.ground == 0:
        return cube
    reach = np.array([[x, y] for x in (-1, 0, 1) for y in (-1, 0, 1)], float) * cube.side * 0.62
    parts = solids_of(board)
    grounds = {ground_under(parts, (float(x), float(-y)), np.inf)[0] for x, y in reach + cube.at}
    return replace(cube, ground=grounds.pop()) if len(grounds) == 1 else None
