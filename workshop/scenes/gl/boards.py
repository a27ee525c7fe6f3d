"""Boards as things to draw: the square board with its frames and loose tiles, and Shut the Box."""

import cv2
import numpy as np

from ..describe.scene import Board, Colour, Tile
from ..describe.stock import shaded
from ..draw.boxes import standing
from ..draw.faces import tile_face
from ..draw.occe import board_top, rounded, tile_base
from ..draw.textures import speckled, wooden
from ..physics.solids import Solid, solids_of
from . import mesh
from .items import Item, Surface, about_z
from .mesh import Mesh, placed

_FLIP = np.array([1.0, -1.0, 1.0])


def board_items(board: Board, ppm: float) -> list[Item]:
    """Everything of a board."""
    return _loose(board, ppm) if board.layout == "occe" else _boxed(board, ppm)


def _varnish(board: Board) -> Surface:
    rng = np.random.default_rng(board.wood.grain * 7 + round(board.size[0] * 10))
    return Surface(
        float(rng.uniform(0.3, 0.8)),
        float(rng.choice([0.0, rng.uniform(0.2, 1.0)])),
        float(rng.uniform(0.1, 0.4)),
    )


def _tile_surface(board: Board, tile: Tile) -> Surface:
    rng = np.random.default_rng(round(board.size[0] * 10) + board.tile_wood.grain)
    coat = float(rng.choice([0.0, rng.uniform(0.2, 1.0)]))
    deep = 0.9 if board.writing.manner == "engraved" else 0.25
    return Surface(float(rng.uniform(0.35, 0.85)), coat if tile.paint is None else max(coat, 0.3), deep)


def _loose(board: Board, ppm: float) -> list[Item]:
    outline = rounded(board.size, board.radius) * (1, -1)
    found = [Item(mesh.prism(outline, 0.0, board.thick, 1.2), _varnish(board), shaded(board.wood.colour, 0.92),
                  board_top(board, ppm))]  # fmt: skip
    if board.middle is not None and board.middle.felt:
        found.append(_felt_patch(board, ppm))
    for solid in solids_of(board):
        if solid.what == "rim":
            found.append(_wooden(board, solid, ppm, board.rims[0].colour, min(2.0, solid.half[2])))
    for tile in board.tiles:
        if tile.state != "missing":
            found.append(_tile(board, tile, ppm))
    return found


def _felt_patch(board: Board, ppm: float) -> Item:
    middle = board.middle
    assert middle is not None, "asked for only where there is one"
    sides = {"square": 4, "octagon": 8}.get(middle.shape, 48)
    angles = (np.arange(sides) + 0.5) * 2 * np.pi / sides
    reach = middle.size / 2 / np.cos(np.pi / sides)
    outline = np.column_stack([np.cos(angles), -np.sin(angles)]) * reach + np.asarray(board.size) / 2 * (
        1,
        -1,
    )
    side = max(8, round(middle.size * ppm))
    cloth = speckled(middle.colour, side, side, 9, board.wood.grain)
    made = mesh.prism(outline, board.thick, board.thick + 0.3, 0.15)
    return Item(made, Surface(1.0, 0.0, 0.5, 1.0), middle.colour, cloth)


def _wooden(board: Board, solid: Solid, ppm: float, paint: Colour | None, bevel: float) -> Item:
    width, height = (max(4, round(part * 2 * ppm)) for part in solid.half[:2])
    rng = np.random.default_rng(int(abs(solid.centre[0]) * 7 + abs(solid.centre[1])) % 9973)
    wood = board.tile_wood if solid.what in ("rim", "ledge") else board.wood
    face = (
        speckled(paint, width, height, 3, wood.grain)
        if paint
        else wooden(wood, width, height, ppm, rng, height > width)
    )
    colour = shaded(paint or wood.colour, 0.95)
    return Item(_as_mesh(solid, bevel), _varnish(board), colour, face)


def _as_mesh(solid: Solid, bevel: float) -> Mesh:
    x, y, z = (part * 2 for part in solid.half)
    return placed(mesh.box((x, y, z), bevel), np.asarray(solid.centre), solid.axes())


def _tile(board: Board, tile: Tile, ppm: float) -> Item:
    face = tile_face(tile, board.tile_wood, board.writing, ppm, digit_up=tile.state == "open")
    colour = shaded((tile.paint if tile.seed % 2 else None) or board.tile_wood.colour, 0.9)
    x, y = tile_base(tile).mean(axis=0)
    made = mesh.box((*tile.size, tile.thick), min(0.8, tile.thick * 0.25))
    centre = np.array([x, -y, board.thick + tile.thick / 2])
    return Item(
        placed(made, centre, about_z(tile.turn + 90 * tile.seat)),
        _tile_surface(board, tile),
        colour,
        face,
        "tile",
    )


def _boxed(board: Board, ppm: float) -> list[Item]:
    found = []
    for solid in solids_of(board):
        if solid.what == "floor":
            found.append(Item(_as_mesh(solid, 0.3), _varnish(board), shaded(board.wood.colour, 0.8)))
        elif solid.what in ("wall", "ledge"):
            found.append(_wooden(board, solid, ppm, None, 1.2))
    found += [_box_felt(board, ppm), _rod(board)]
    found += [_hinged(board, tile, ppm) for tile in board.tiles if tile.state != "missing"]
    return found


def _box_felt(board: Board, ppm: float) -> Item:
    width, height = (part - 2 * board.wall for part in board.size)
    colour = board.middle.colour if board.middle is not None else shaded(board.wood.colour, 0.9)
    cloth = speckled(colour, max(8, round(width * ppm)), max(8, round(height * ppm)), 9, board.wood.grain)
    made = mesh.box((width, height, 0.4), 0.1, 1)
    centre = np.array([board.size[0] / 2, -board.size[1] / 2, board.floor])
    return Item(placed(made, centre, np.eye(3)), Surface(1.0, 0.0, 0.5, 1.0), colour, cloth)


def _rod(board: Board) -> Item:
    x, z = board.size[0] - board.hinge, board.thick * 0.72
    ends = [np.array([x, -y, z]) for y in (board.wall, board.size[1] - board.wall)]
    return Item(mesh.rod(ends[0], ends[1], (1.5, 1.5)), Surface(0.25, 0.8), (125, 122, 120))


def _hinged(board: Board, tile: Tile, ppm: float) -> Item:
    face, through = standing(board, tile)
    picture = tile_face(tile, board.tile_wood, board.writing, ppm * 1.2, digit_up=True)
    colour = shaded(tile.paint or board.tile_wood.colour, 0.86)
    right, up, out = ((face[1] - face[0]) * _FLIP, (face[0] - face[3]) * _FLIP, -through * _FLIP)
    size = tuple(float(np.linalg.norm(side)) for side in (right, up, out))
    axes = np.stack([side / length for side, length in zip((right, up, out), size, strict=True)], axis=1)
    if np.linalg.det(axes) < 0:
        picture = np.asarray(cv2.flip(picture, 1), np.uint8)
        axes[:, 0] = -axes[:, 0]
    made = mesh.box((size[0], size[1], size[2]), min(1.0, 0.2 * size[2]))
    centre = (face.mean(axis=0) + through / 2) * _FLIP
    return Item(placed(made, centre, axes), _tile_surface(board, tile), colour, picture, "tile")
