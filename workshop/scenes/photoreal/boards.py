"""Boards as solids: the square board of the OCCE game with its frames and loose tiles, and Shut the Box."""

import cv2
import numpy as np

from ..describe.board import Board, Middle, Rim
from ..describe.camera import Floats
from ..describe.scene import Colour
from ..describe.stock import shaded
from ..describe.truth import tile_quad
from ..draw.boxes import hinge_at, wall_bars
from ..draw.occe import rim_bars
from ..draw.textures import Picture
from .forms import (
    Heights,
    Solid,
    Surface,
    celled,
    joined,
    laid,
    outline,
    quad_frame,
    rod,
    slab,
    turned_by,
    upright,
)
from .inscribed import sheet_of_faces
from .wood import felted, sawn, toned

FELT = 0.25
"""How much the felt, let into the board, stands out of it, mm: dice press it down."""


def varnish(board: Board) -> tuple[float, float]:
    """How rough the board's wood is and how much varnish lies over it: raw, oiled, satin or glossy."""
    rng = np.random.default_rng(board.wood.grain * 31 + round(board.size[0] * 10))
    rough = float(rng.uniform(0.4, 0.75))
    return rough, float(rng.choice([0.0, 0.15, 0.5, 1.0], p=[0.4, 0.25, 0.2, 0.15]))


def board_solids(board: Board, ppm: float) -> list[Solid]:
    """Everything of a board but its dice.

    Args:
        board: which.
        ppm: px a millimetre of its pictures.
    """
    parts = _tray(board, ppm) if board.layout == "box" else _square(board, ppm)
    return parts + _tiles(board, max(ppm, 3.0))


def _tiles(board: Board, ppm: float) -> list[Solid]:
    sheet, heights, columns = sheet_of_faces(board, ppm)
    rng = np.random.default_rng(board.tiles[0].seed % 9973 + board.tile_wood.grain)
    rough, coat = varnish(board)
    bevel = float(rng.uniform(0.3, 1.3))
    radius = float(rng.choice([0.3, rng.uniform(0.5, 3)]))
    parts = []
    for index, tile in enumerate(board.tiles):
        if tile.state == "missing":
            continue
        middle, right, up, size = quad_frame(upright(tile_quad(board, tile)))
        body = slab(outline(size, radius), tile.thick, bevel)
        parts.append(turned_by(celled(body, index, columns), middle, right, up))
    if not parts:
        return []
    surface = Surface(sheet, rough * float(rng.uniform(0.7, 1.1)), coat=coat, bump=heights)
    return [joined(parts, surface)]


def _square(board: Board, ppm: float) -> list[Solid]:
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
    base = outline(board.size, board.radius, 6)
    middle = (board.size[0] / 2, board.size[1] / 2)
    body = laid(slab(base, board.thick, float(rng.uniform(0.4, 2.5))), middle, board.thick, 0.0)
    solids = [joined([body], Surface(picture, rough, coat=coat, bump=heights))]
    if board.middle is not None and board.middle.felt:
        solids.append(_felt(board, board.middle, ppm))
    return solids + _raised(board, ppm)


def _shape(middle: Middle) -> Floats:
    if middle.shape == "square":
        return outline((middle.size, middle.size), 1.0)
    sides = 8 if middle.shape == "octagon" else 64
    angles = (np.arange(sides) + 0.5) * 2 * np.pi / sides
    reach = middle.size / 2 / np.cos(np.pi / sides)
    return np.asarray(np.column_stack([np.cos(angles), np.sin(angles)]) * reach)


def _felt(board: Board, middle: Middle, ppm: float) -> Solid:
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


def _raised(board: Board, ppm: float) -> list[Solid]:
    solids = []
    for rim in board.rims:
        if rim.style != "raised":
            continue
        rng = np.random.default_rng(rim.seat * 13 + board.tile_wood.grain)
        top = board.thick + rim.height + 0.06 * rim.seat  # frames that cross at a corner share no plane
        parts = [_bar(bar, top, rim.height, rim.width * 0.22) for bar in rim_bars(rim)]
        solids.append(joined(parts, _bar_surface(board, rim.colour, ppm, rng)))
    return solids


def _bar(
    footprint: Floats, top: float, high: float, bevel: float, sheet: tuple[float, float] | None = None
) -> Solid:
    """A bar over a footprint (4, 2); `sheet`: mm that its picture covers, its own size where not given."""
    corners = np.column_stack([footprint, np.full(4, top)])
    middle, right, up, size = quad_frame(upright(corners))
    return turned_by(slab(outline(size, 0.4), high, bevel, sheet), middle, right, up)


def _bar_surface(board: Board, colour: Colour | None, ppm: float, rng: np.random.Generator) -> Surface:
    rough, coat = varnish(board)
    if colour is not None:
        return Surface(toned(colour, (128, 256), rng, 0.02), rough * 0.8, coat=coat)
    picture, heights = sawn(board.tile_wood, (220.0, 16.0), max(ppm, 2.0), rng)
    return Surface(picture, rough, coat=coat, bump=heights)


def _tray(board: Board, ppm: float) -> list[Solid]:
    rng = np.random.default_rng(board.wood.grain + 3)
    rough, coat = varnish(board)
    (deep, wide), wall = board.size, board.wall
    middle = (deep / 2, wide / 2)
    picture, heights = sawn(board.wood, (deep, wide), ppm, rng, upright=True)
    wooden = Surface(picture, rough, coat=coat, bump=heights)
    bevel = float(rng.uniform(0.5, 2.0))
    walls = [_bar(bar, board.thick, board.thick - 0.5, bevel, board.size) for bar in wall_bars(board)]
    floor = laid(
        slab(outline((deep - 2, wide - 2), 1), board.floor - 0.3, 0.1), middle, board.floor - 0.3, 0.0
    )
    colour = board.middle.colour if board.middle is not None else shaded(board.wood.colour, 0.9)
    inner = (deep - 2 * wall, wide - 2 * wall)
    cloth, fibres = felted(colour, (round(inner[1] * ppm), round(inner[0] * ppm)), rng)
    felt = laid(slab(outline(inner, 0.0), 0.3, 0.05), middle, board.floor, 0.0)
    solids = [joined([*walls, floor], wooden), joined([felt], Surface(cloth, 0.95, fuzz=0.3, bump=fibres))]
    return solids + _ledge(board, ppm, rng)


def _ledge(board: Board, ppm: float, rng: np.random.Generator) -> list[Solid]:
    x, z = hinge_at(board)
    tile = board.tiles[0]
    inside = board.size[1] - 2 * board.wall
    low = z - tile.thick / 2 - 1.0
    reach = tile.size[1] * 0.75
    picture, heights = sawn(board.tile_wood, (reach, inside), ppm, rng, upright=True)
    rough, coat = varnish(board)
    middle = (x - 6 - reach / 2, board.size[1] / 2)
    shelf = laid(slab(outline((reach, inside), 0.3), low - board.floor, 0.8), middle, low, 0.0)
    y = np.array([board.wall * 0.5, board.size[1] - board.wall * 0.5])
    ends = upright(np.column_stack([[x, x], y, [z, z]]))
    steel = rod(ends[0], ends[1], (1.6, 1.6))
    return [
        joined([shelf], Surface(picture, rough, coat=coat, bump=heights)),
        joined([steel], Surface((150.0, 152.0, 155.0), 0.3, metal=1.0)),
    ]
