"""The square board of the OCCE game, drawn: board, red centre, frames and the loose tiles."""

import cv2
import numpy as np
from numpy.typing import NDArray

from ..describe.camera import Floats
from ..describe.scene import DrawnBoard, Middle, Rim, Tile
from ..describe.stock import shaded
from .faces import tile_face
from .painter import Painter, quad, raised
from .textures import Picture, speckled, wooden


def rounded(size: tuple[float, float], radius: float) -> Floats:
    """Corners (n, 2) of a rectangle from (0, 0) to size with rounded corners, clockwise, mm."""
    if radius < 1:
        return np.array([[0, 0], [size[0], 0], size, [0, size[1]]], float)
    steps = np.radians(np.linspace(0, 90, 5))
    centres = [
        (radius, radius),
        (size[0] - radius, radius),
        (size[0] - radius, size[1] - radius),
        (radius, size[1] - radius),
    ]
    points = []
    for index, (x, y) in enumerate(centres):
        angle = steps + np.pi + index * np.pi / 2
        points.append(np.column_stack([x + radius * np.cos(angle), y + radius * np.sin(angle)]))
    return np.concatenate(points)


def draw_board(painter: Painter, board: DrawnBoard, ppm: float) -> None:
    """The board's edge and its top with everything that is flat on it."""
    base = rounded(board.size, board.radius)
    painter.shade([(base, board.thick)], 0.0)
    painter.block(base, 0.0, board.thick, shaded(board.wood.colour, 0.92))
    canvas = board_top(board, ppm)
    alpha = np.zeros(canvas.shape[:2], np.uint8)
    cv2.fillPoly(alpha, [np.round((base * ppm - 0.5) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    whole = np.array([[0, 0], [board.size[0], 0], board.size, [0, board.size[1]]], float)
    painter.paste(canvas, raised(whole, board.thick), np.asarray(alpha / 255, np.float32))


def board_top(board: DrawnBoard, ppm: float) -> Picture:
    """The board's upper side with everything that is flat on it, (h, w, 3) uint8 at `ppm` px a millimetre."""
    rng = np.random.default_rng(board.wood.grain + round(board.size[0]))
    width, height = round(board.size[0] * ppm), round(board.size[1] * ppm)
    canvas = wooden(board.wood, width, height, ppm, rng, upright=bool(board.wood.grain % 2))
    if board.paint is not None:
        paint = speckled(board.paint, width, height, 3, board.wood.grain)
        canvas = np.asarray(cv2.addWeighted(paint, 0.9, canvas, 0.1, 0), np.uint8)
    edge = np.zeros((height, width), np.uint8)
    cv2.rectangle(edge, (0, 0), (width - 1, height - 1), 255, max(1, round(ppm * 1.5)))
    canvas[edge > 0] = (canvas[edge > 0] * 0.88).astype(np.uint8)
    if board.middle is not None:
        _middle(canvas, board.middle, ppm, board.wood.grain)
    for rim in board.rims:
        _flat_rim(canvas, rim, ppm)
    return canvas


def _middle(canvas: Picture, middle: Middle, ppm: float, seed: int) -> None:
    height, width = canvas.shape[:2]
    mask = np.zeros((height, width), np.uint8)
    centre, half = (width / 2, height / 2), middle.size * ppm / 2
    sides = {"square": 4, "octagon": 8}.get(middle.shape, 48)
    angles = (np.arange(sides) + 0.5) * 2 * np.pi / sides
    reach = half / np.cos(np.pi / sides)
    points = np.column_stack([centre[0] + reach * np.cos(angles), centre[1] + reach * np.sin(angles)])
    cv2.fillPoly(mask, [np.round(points * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    cloth = speckled(middle.colour, width, height, 9 if middle.felt else 3, seed)
    weight = mask.astype(np.float32)[..., None] / 255 * (1.0 if middle.felt else 0.93)
    canvas[:] = (canvas + (cloth.astype(np.float32) - canvas) * weight).astype(np.uint8)


def _flat_rim(canvas: Picture, rim: Rim, ppm: float) -> None:
    turn = 90 * rim.seat
    outer = quad(rim.centre, (rim.size[0] + 2 * rim.width, rim.size[1] + 2 * rim.width), turn)
    points = np.round((outer * ppm - 0.5) * 16).astype(np.int32)
    wide = max(1, round(rim.width * 0.5 * ppm))
    if rim.style == "line":
        cv2.polylines(canvas, [points], True, rim.colour or (40, 40, 40), wide, cv2.LINE_AA, 4)
    elif rim.style == "groove":
        sunk = np.zeros(canvas.shape[:2], np.uint8)
        cv2.fillPoly(sunk, [points], 255, cv2.LINE_AA, 4)
        canvas[:] = (canvas * (1 - 0.22 * (sunk[..., None] / 255))).astype(np.uint8)
        cv2.polylines(canvas, [points], True, (35, 45, 55), 1, cv2.LINE_AA, 4)


def rim_bars(rim: Rim) -> list[Floats]:
    """Footprints (4, 2) of a raised rim's four bars: far, right, near, left as its seat sees them."""
    turn = np.radians(90 * rim.seat)
    right, down = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    length, depth, wide = rim.size[0], rim.size[1], rim.width
    centre = np.asarray(rim.centre)
    far = centre - down * (depth + wide) / 2
    near = centre + down * (depth + wide) / 2
    reach = (length + wide) / 2
    long, short = (length + 2 * wide, wide), (wide, depth)
    parts = [(far, long), (centre + right * reach, short), (near, long), (centre - right * reach, short)]
    return [quad((float(at[0]), float(at[1])), size, 90 * rim.seat) for at, size in parts]


def draw_row(painter: Painter, board: DrawnBoard, seat: int, ppm: float) -> None:
    """One seat's frame and tiles, back to front."""
    tiles = [tile for tile in board.tiles if tile.seat == seat and tile.state != "missing"]
    rims = [rim for rim in board.rims if rim.seat == seat and rim.style == "raised"]
    bars = [(bar, rim) for rim in rims for bar in rim_bars(rim)]
    where = painter.camera.where[:2]
    casters = [(quad(t.at, t.size, t.turn + 90 * t.seat), t.thick) for t in tiles]
    casters += [(bar, rim.height) for bar, rim in bars]
    painter.shade(casters, board.thick)
    behind: list[tuple[Floats, Rim]] = []
    before: list[tuple[Floats, Rim]] = []
    for bar, rim in bars:
        outward = bar.mean(axis=0) - np.asarray(rim.centre)
        (before if outward @ (where - bar.mean(axis=0)) > 0 else behind).append((bar, rim))
    for bar, rim in behind:
        _bar(painter, board, bar, rim)
    for tile in sorted(tiles, key=lambda tile: -float(np.linalg.norm(where - tile.at))):
        _tile(painter, board, tile, ppm)
    for bar, rim in before:
        _bar(painter, board, bar, rim)


def _bar(painter: Painter, board: DrawnBoard, bar: Floats, rim: Rim) -> None:
    colour = shaded(rim.colour or board.tile_wood.colour, 0.97)
    painter.block(bar, board.thick, board.thick + rim.height, colour)


def _tile(painter: Painter, board: DrawnBoard, tile: Tile, ppm: float) -> None:
    shown = tile.state == "open"
    writing = board.writing_of(tile) if shown else board.writing
    face = tile_face(tile, board.tile_wood, writing, ppm, digit_up=shown)
    side = (
        shaded(tile.paint or board.tile_wood.colour, 0.85)
        if tile.seed % 2
        else shaded(board.tile_wood.colour, 0.85)
    )
    painter.block(tile_base(tile), board.thick, board.thick + tile.thick, side, face)


def tile_base(tile: Tile) -> NDArray[np.float64]:
    """Footprint (4, 2) of a loose tile, mm, from its upright top-left, clockwise."""
    return quad(tile.at, tile.size, tile.turn + 90 * tile.seat)
