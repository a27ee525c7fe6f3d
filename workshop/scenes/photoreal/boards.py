"""Boards with their surfaces: where everything stands and how large it is, the shared solids say."""

from dataclasses import replace

import cv2
import numpy as np

from ..describe.board import DrawnBoard, Middle, Rim
from ..describe.camera import Floats
from ..describe.scene import Colour
from ..describe.stock import shaded
from ..draw.boxes import hinge_at
from ..draw.textures import Picture
from ..physics.solids import Solid as Part
from ..physics.solids import solids_of
from .forms import (
    Heights,
    Mesh,
    Surface,
    bodied,
    celled,
    joined,
    laid,
    outline,
    rod,
    slab,
    upright,
)
from .inscribed import sheet_of_faces
from .wood import felted, sawn, toned

FELT = 0.25
"""How much the felt, let into the board, stands out of it, mm: dice press it down."""


def varnish(board: DrawnBoard) -> tuple[float, float]:
    """How rough the board's wood is and how much varnish lies over it: raw, oiled, satin or glossy."""
    rng = np.random.default_rng(board.wood.grain * 31 + round(board.size[0] * 10))
    rough = float(rng.uniform(0.4, 0.75))
    return rough, float(rng.choice([0.0, 0.15, 0.5, 1.0], p=[0.4, 0.25, 0.2, 0.15]))


def board_solids(board: DrawnBoard, ppm: float) -> list[Mesh]:
    """Everything of a board but its dice: the solids of the shared description, with surfaces.

    Args:
        board: which.
        ppm: px a millimetre of its pictures.
    """
    parts: dict[str, list[Part]] = {}
    for part in solids_of(board):
        parts.setdefault(part.what, []).append(part)
    if board.layout == "box":
        whole = _tray(board, parts, ppm)
    else:
        whole = _square(board, parts["board"][0], ppm) + _raised(board, parts.get("rim", []), ppm)
    return whole + _tiles(board, parts.get("hinged", parts.get("tile", [])), max(ppm, 3.0))


def _tiles(board: DrawnBoard, parts: list[Part], ppm: float) -> list[Mesh]:
    sheet, heights, columns = sheet_of_faces(board, ppm)
    rng = np.random.default_rng(board.tiles[0].seed % 9973 + board.tile_wood.grain)
    rough, coat = varnish(board)
    bevel = float(rng.uniform(0.3, 1.3))
    radius = float(rng.choice([0.3, rng.uniform(0.5, 3)]))
    cells = [index for index, tile in enumerate(board.tiles) if tile.state != "missing"]
    if not cells:
        return []
    bodies = [
        celled(bodied(part, radius, bevel), cell, columns) for cell, part in zip(cells, parts, strict=True)
    ]
    surface = Surface(sheet, rough * float(rng.uniform(0.7, 1.1)), coat=coat, bump=heights)
    return [joined(bodies, surface)]


def _square(board: DrawnBoard, part: Part, ppm: float) -> list[Mesh]:
    rng = np.random.default_rng(board.wood.grain + round(board.size[0] * 7))
    picture, heights = sawn(board.wood, board.size, ppm, rng, upright=bool(board.wood.grain % 2))
    if board.paint is not None:
        paint = toned(board.paint, picture.shape[:2], rng, 0.02)
        picture = np.asarray(cv2.addWeighted(paint, 0.9, picture, 0.1, 0), np.uint8)
        heights = heights * 0.4
    for rim in board.rims:
        _flat_rim(picture, heights, rim, ppm)
    if board.middle is not None and not board.middle.felt:
        _paint_middle(picture, board.middle, ppm)
    rough, coat = varnish(board)
    body = bodied(part, board.radius, float(rng.uniform(0.4, 2.5)))
    solids = [joined([body], Surface(picture, rough, coat=coat, bump=heights))]
    if board.middle is not None and board.middle.felt:
        solids.append(_felt(board, board.middle, ppm))
    return solids


def _shape(middle: Middle) -> Floats:
    if middle.shape == "square":
        return outline((middle.size, middle.size), 1.0)
    sides = 8 if middle.shape == "octagon" else 64
    angles = (np.arange(sides) + 0.5) * 2 * np.pi / sides
    reach = middle.size / 2 / np.cos(np.pi / sides)
    return np.asarray(np.column_stack([np.cos(angles), np.sin(angles)]) * reach)


def _felt(board: DrawnBoard, middle: Middle, ppm: float) -> Mesh:
    rng = np.random.default_rng(board.wood.grain + 77)
    pixels = max(64, round(middle.size * ppm))
    picture, heights = felted(middle.colour, (pixels, pixels), rng)
    body = laid(
        slab(_shape(middle), FELT, 0.25), (board.size[0] / 2, board.size[1] / 2), board.thick + FELT, 0.0
    )
    return joined([body], Surface(picture, 0.95, fuzz=0.35, bump=heights))


def _paint_middle(picture: Picture, middle: Middle, ppm: float) -> None:
    height, width = picture.shape[:2]
    mask = np.zeros((height, width), np.uint8)
    points = _shape(middle) * ppm + (width / 2, height / 2)
    cv2.fillPoly(mask, [np.round(points * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    share = mask.astype(np.float32)[..., None] / 255 * 0.94
    picture[:] = (picture + (np.array(middle.colour, np.float32) - picture) * share).astype(np.uint8)


def _flat_rim(picture: Picture, heights: Heights, rim: Rim, ppm: float) -> None:
    if rim.style not in ("line", "groove"):
        return
    turn = np.radians(90 * rim.seat)
    frame = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    half = np.array([rim.size[0] + 2 * rim.width, rim.size[1] + 2 * rim.width]) / 2
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half @ frame + rim.centre
    points = np.round((corners * ppm - 0.5) * 16).astype(np.int32)
    if rim.style == "line":
        wide = max(1, round(rim.width * 0.5 * ppm))
        cv2.polylines(picture, [points], True, rim.colour or (40, 40, 40), wide, cv2.LINE_AA, 4)
        return
    sunk = np.zeros(heights.shape, np.uint8)
    cv2.fillPoly(sunk, [points], 255, cv2.LINE_AA, 4)
    heights -= 1.6 * cv2.GaussianBlur(sunk.astype(np.float32) / 255, (0, 0), max(0.6, 0.4 * ppm))
    picture[:] = (picture * (1 - 0.1 * (sunk[..., None] / 255))).astype(np.uint8)


def _raised(board: DrawnBoard, parts: list[Part], ppm: float) -> list[Mesh]:
    solids = []
    raised = [rim for rim in board.rims if rim.style == "raised"]
    for rim, bars in zip(raised, batched(parts), strict=True):
        rng = np.random.default_rng(rim.seat * 13 + board.tile_wood.grain)
        body = joined((bodied(bar, 0.4, rim.width * 0.22) for bar in bars), Surface())
        lifted = body.vertices + np.array(
            [0, 0, 0.06 * rim.seat]
        )  # frames that cross at a corner share no plane
        solids.append(replace(body, vertices=lifted, surface=_bar_surface(board, rim.colour, ppm, rng)))
    return solids


def batched(bars: list[Part], count: int = 4) -> list[list[Part]]:
    """The bars of each raised frame: four of them, one frame after the other."""
    return [bars[start : start + count] for start in range(0, len(bars), count)]


def _bar_surface(board: DrawnBoard, colour: Colour | None, ppm: float, rng: np.random.Generator) -> Surface:
    rough, coat = varnish(board)
    if colour is not None:
        return Surface(toned(colour, (128, 256), rng, 0.02), rough * 0.8, coat=coat)
    picture, heights = sawn(board.tile_wood, (220.0, 16.0), max(ppm, 2.0), rng)
    return Surface(picture, rough, coat=coat, bump=heights)


def _tray(board: DrawnBoard, parts: dict[str, list[Part]], ppm: float) -> list[Mesh]:
    rng = np.random.default_rng(board.wood.grain + 3)
    rough, coat = varnish(board)
    (deep, wide), wall = board.size, board.wall
    picture, heights = sawn(board.wood, (deep, wide), ppm, rng, upright=True)
    wooden = Surface(picture, rough, coat=coat, bump=heights)
    bevel = float(rng.uniform(0.5, 2.0))
    walls = [bodied(part, 0.4, bevel, board.size) for part in parts["wall"]]
    floor = bodied(parts["floor"][0], 1.0, 0.1)
    colour = board.middle.colour if board.middle is not None else shaded(board.wood.colour, 0.9)
    inner = (deep - 2 * wall, wide - 2 * wall)
    cloth, fibres = felted(colour, (round(inner[1] * ppm), round(inner[0] * ppm)), rng)
    felt = laid(slab(outline(inner, 0.0), FELT, 0.05), (deep / 2, wide / 2), board.floor + FELT, 0.0)
    solids = [joined([*walls, floor], wooden), joined([felt], Surface(cloth, 0.95, fuzz=0.3, bump=fibres))]
    return [*solids, _ledge(board, parts["ledge"][0], ppm, rng), _hinge(board)]


def _ledge(board: DrawnBoard, part: Part, ppm: float, rng: np.random.Generator) -> Mesh:
    size = (2 * part.half[0], 2 * part.half[1])
    picture, heights = sawn(board.tile_wood, size, ppm, rng, upright=True)
    rough, coat = varnish(board)
    return joined([bodied(part, 0.3, 0.8)], Surface(picture, rough, coat=coat, bump=heights))


def _hinge(board: DrawnBoard) -> Mesh:
    x, z = hinge_at(board)
    y = np.array([board.wall * 0.5, board.size[1] - board.wall * 0.5])
    ends = upright(np.column_stack([[x, x], y, [z, z]]))
    return joined([rod(ends[0], ends[1], (1.6, 1.6))], Surface((150.0, 152.0, 155.0), 0.3, metal=1.0))
