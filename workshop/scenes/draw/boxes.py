"""Shut the Box, drawn: a walled tray with felt and a row of hinged tiles at its far side.

The players sit at x = 0 and look along x. An open tile stands, leaning back over the far wall; a closed one is
folded over towards the felt. Its number can be read in both, upright for the players.
"""

import cv2
import numpy as np

from ..describe.camera import Floats
from ..describe.scene import DrawnBoard, Tile
from ..describe.stock import shaded
from .faces import tile_face
from .painter import Painter, quad, raised
from .textures import speckled, wooden


def hinge_at(board: DrawnBoard) -> tuple[float, float]:
    """The rod's distance from the players' side, and its height, mm."""
    return board.size[0] - board.hinge, board.thick * 0.72


def standing(board: DrawnBoard, tile: Tile) -> tuple[Floats, Floats]:
    """A tile's digit face (4, 3), upright top-left first, and the vector (3,) from it through the tile."""
    x, z = hinge_at(board)
    length, half = tile.size[1], tile.size[0] / 2
    sides = np.array([[tile.at[1] - half], [tile.at[1] + half]])
    lean = np.radians(tile.turn)
    if tile.state == "open":
        along, through = np.array([np.sin(lean), np.cos(lean)]), np.array([np.cos(lean), -np.sin(lean)])
    else:
        along, through = np.array([np.cos(lean), np.sin(lean)]), np.array([np.sin(lean), -np.cos(lean)])
    bottom = np.array([x, z]) + (along * 1.0 if tile.state == "open" else -along * (length - 2.0))
    bottom = bottom - through * tile.thick / 2
    top = bottom + along * length
    (left,), (right,) = sides
    face = [
        [top[0], left, top[1]],
        [top[0], right, top[1]],
        [bottom[0], right, bottom[1]],
        [bottom[0], left, bottom[1]],
    ]
    return np.array(face), np.array([through[0], 0.0, through[1]]) * tile.thick


def wall_bars(board: DrawnBoard) -> list[Floats]:
    """Footprints (4, 2) of the four walls: near, far, left, right as the players see them."""
    (deep, wide), wall = board.size, board.wall
    return [
        quad((wall / 2, wide / 2), (wall, wide), 0),
        quad((deep - wall / 2, wide / 2), (wall, wide), 0),
        quad((deep / 2, wall / 2), (deep - 2 * wall, wall), 0),
        quad((deep / 2, wide - wall / 2), (deep - 2 * wall, wall), 0),
    ]


def draw_tray(painter: Painter, board: DrawnBoard, ppm: float) -> None:
    """What lies behind and under the dice: felt, far walls, ledge and tiles."""
    base = quad((board.size[0] / 2, board.size[1] / 2), board.size, 0)
    painter.shade([(base, board.thick)], 0.0)
    painter.block(base, 0.0, board.floor, shaded(board.wood.colour, 0.8))
    _felt(painter, board, ppm)
    where = painter.camera.where[:2]
    middle = np.asarray(board.size) / 2
    bars = wall_bars(board)
    painter.shade([(bar, board.thick - board.floor) for bar in bars], board.floor)
    for bar in bars:
        if (bar.mean(axis=0) - middle) @ (where - _inner(bar, middle)) <= 0:
            _wall(painter, board, bar, ppm)
    _ledge(painter, board, ppm)
    tiles = [tile for tile in board.tiles if tile.state != "missing"]
    for state in ("closed", "open"):
        chosen = [tile for tile in tiles if tile.state == state]
        for tile in sorted(chosen, key=lambda tile: -abs(float(where[1] - tile.at[1]))):
            _hinged(painter, board, tile, ppm)


def draw_front(painter: Painter, board: DrawnBoard, ppm: float) -> None:
    """The walls between the camera and what lies in the tray."""
    where = painter.camera.where[:2]
    middle = np.asarray(board.size) / 2
    for bar in wall_bars(board):
        if (bar.mean(axis=0) - middle) @ (where - _inner(bar, middle)) > 0:
            _wall(painter, board, bar, ppm)


def _inner(bar: Floats, middle: Floats) -> Floats:
    nearest = np.abs(bar - middle).sum(axis=1).argmin()
    return np.asarray(bar[nearest])


def _wall(painter: Painter, board: DrawnBoard, bar: Floats, ppm: float) -> None:
    rng = np.random.default_rng(int(bar[0, 0] * 7 + bar[0, 1]) % 9973)
    size = np.ptp(bar, axis=0)
    top = wooden(
        board.wood,
        max(2, round(size[0] * ppm)),
        max(2, round(size[1] * ppm)),
        ppm,
        rng,
        upright=bool(size[1] > size[0]),
    )
    painter.block(bar, board.floor, board.thick, shaded(board.wood.colour, 0.9), top)


def _felt(painter: Painter, board: DrawnBoard, ppm: float) -> None:
    size = np.asarray(board.size) - 2 * board.wall
    colour = board.middle.colour if board.middle is not None else shaded(board.wood.colour, 0.9)
    cloth = speckled(colour, round(size[0] * ppm), round(size[1] * ppm), 9, board.wood.grain)
    base = quad((board.size[0] / 2, board.size[1] / 2), (float(size[0]), float(size[1])), 0)
    painter.paste(cloth, raised(base, board.floor))


def _ledge(painter: Painter, board: DrawnBoard, ppm: float) -> None:
    x, z = hinge_at(board)
    tile = board.tiles[0]
    inside = board.size[1] - 2 * board.wall
    gap = quad(
        ((x + board.size[0] - board.wall) / 2, board.size[1] / 2), (board.size[0] - board.wall - x, inside), 0
    )
    painter.polygon(raised(gap, board.floor + 1.0), (18, 20, 24))
    reach = tile.size[1] * 0.75
    low = z - tile.thick / 2 - 1.0
    base = quad((x - 6 - reach / 2, board.size[1] / 2), (reach, inside), 0)
    painter.shade([(base, low - board.floor)], board.floor)
    rng = np.random.default_rng(board.wood.grain)
    top = wooden(
        board.tile_wood, max(2, round(reach * ppm)), max(2, round(inside * ppm)), ppm, rng, upright=True
    )
    painter.block(base, board.floor, low, shaded(board.tile_wood.colour, 0.85), top)
    rod = quad((x, board.size[1] / 2), (3.0, inside), 0)
    painter.block(rod, z - 1.5, z + 1.5, (120, 120, 125))


def _hinged(painter: Painter, board: DrawnBoard, tile: Tile, ppm: float) -> None:
    front, through = standing(board, tile)
    texture = tile_face(tile, board.tile_wood, board.writing_of(tile), ppm * 1.2, digit_up=True)
    normal = -through / (np.linalg.norm(through) + 1e-9)
    factor = painter.lit((100, 100, 100), normal)[0] / 100
    texture = np.asarray(cv2.convertScaleAbs(texture, alpha=0.55 + 0.45 * factor), np.uint8)
    back = front + through
    side = shaded(tile.paint or board.tile_wood.colour, 0.86)
    centre = (front + back).mean(axis=0) / 2
    for index in range(4):
        here, there = index, (index + 1) % 4
        wall = np.array([front[here], front[there], back[there], back[here]])
        outward = wall.mean(axis=0) - centre
        if outward @ (painter.camera.where - wall.mean(axis=0)) > 0:
            painter.polygon(wall, painter.lit(side, outward))
    if normal @ (painter.camera.where - front.mean(axis=0)) > 0:
        painter.paste(texture, front)
    else:
        painter.polygon(back, painter.lit(side, -normal))
