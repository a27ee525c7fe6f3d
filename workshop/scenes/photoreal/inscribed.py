"""Tiles' faces: wood or paint with a digit cut, burnt, stuck or written on it; a picture and its heights."""

import cv2
import numpy as np
from numpy.typing import NDArray

from ..describe.board import DrawnBoard, Tile, Writing
from ..describe.scene import Colour, Wood
from ..draw.marks import draw_mark
from ..draw.textures import Picture
from ..draw.typefaces import digit
from .forms import Heights
from .wood import cloudy, sawn, toned

Mask = NDArray[np.float32]
_WHOLE = ("stripe", "double-stripe", "diagonal", "border", "grid", "chevron")


def sheet_of_faces(board: DrawnBoard, ppm: float) -> tuple[Picture, Heights, int]:
    """All tiles' upper faces side by side.

    Returns:
        The sheet (h, w, 3), its heights (h, w) in mm, and how many columns (and rows) of
        cells it has; tile i is in cell i.
    """
    tiles = board.tiles
    columns = int(np.ceil(np.sqrt(max(1, len(tiles)))))
    wide, tall = (max(12, round(length * ppm)) for length in tiles[0].size)
    sheet = np.zeros((columns * tall, columns * wide, 3), np.uint8)
    heights = np.zeros(sheet.shape[:2], np.float32)
    for index, tile in enumerate(tiles):
        row, column = divmod(index, columns)
        cut = np.s_[row * tall : (row + 1) * tall, column * wide : (column + 1) * wide]
        shown = tile.state == "open" or board.layout == "box"
        writing = board.writing_of(tile) if shown else board.writing
        sheet[cut], heights[cut] = face_of(tile, board.tile_wood, writing, (wide, tall), digit_up=shown)
    return sheet, heights, columns


def face_of(
    tile: Tile, wood: Wood, writing: Writing, pixels: tuple[int, int], *, digit_up: bool
) -> tuple[Picture, Heights]:
    """One tile's face, upright: its picture (h, w, 3) and its heights (h, w), mm."""
    rng = np.random.default_rng(tile.seed + 11)
    ppm = pixels[0] / tile.size[0]
    cut, relief = sawn(wood, tile.size, ppm, rng, upright=bool(tile.seed % 3))
    face = np.asarray(cv2.resize(cut, pixels, interpolation=cv2.INTER_AREA), np.uint8)
    relief = np.asarray(cv2.resize(relief, pixels, interpolation=cv2.INTER_AREA), np.float32)
    painted = tile.paint if digit_up or tile.seed % 5 else None
    if painted is not None:
        face, relief = _painted(face, relief, painted, rng)
    if digit_up:
        _inscribe(face, relief, tile.digit, writing, rng, ppm)
    elif writing.back != "plain":
        _marked(face, writing, rng)
    return face, relief


def _painted(
    face: Picture, relief: Heights, paint: Colour, rng: np.random.Generator
) -> tuple[Picture, Heights]:
    shape = face.shape[:2]
    coat = toned(paint, shape, rng, 0.015)
    worn = np.clip(cloudy(rng, shape, (8, 8)) - rng.uniform(1.6, 4), 0, 1)[..., None]
    thin = rng.uniform(0.0, 0.18)
    mixed = coat * (1 - thin) + face * thin
    return np.clip(mixed + (face - mixed) * worn, 0, 255).astype(np.uint8), relief * 0.5


def _inscribe(
    face: Picture, relief: Heights, number: int, writing: Writing, rng: np.random.Generator, ppm: float
) -> None:
    height, width = face.shape[:2]
    mask, middle = _glyph(number, writing, (width, height), rng)
    if writing.paper is not None:
        _stuck(face, relief, writing.paper, middle, number)
    if number in (6, 9) and writing.six_nine != "none":
        _foot(mask, writing.six_nine, middle)
    _cut_in(face, relief, mask, writing, rng, ppm)


def _glyph(
    number: int, writing: Writing, size: tuple[int, int], rng: np.random.Generator
) -> tuple[Mask, tuple[float, float, float, float]]:
    """The digit's mask (h, w) on the face, and its middle, width and height, px."""
    width, height = size
    own = digit(number, writing.typeface)
    tall = height * writing.height
    wide = min(own.shape[1] / own.shape[0] * tall, 0.8 * width)
    own = np.asarray(
        cv2.resize(own, (max(2, round(wide)), max(5, round(tall))), interpolation=cv2.INTER_AREA)
    )
    if writing.manner == "written":
        own = _by_hand(own, rng)
    if writing.manner == "stencilled":
        at = int(own.shape[1] * rng.uniform(0.38, 0.58))
        own[:, at : at + max(1, round(own.shape[1] * 0.11))] *= 0.05
    x, y = width / 2 + rng.normal(0, 0.02) * width, height / 2 + rng.normal(0, 0.02) * height
    lean = float(rng.normal(0, 6 if writing.manner in ("written", "sticker") else 1.2))
    matrix = cv2.getRotationMatrix2D((own.shape[1] / 2, own.shape[0] / 2), lean, 1.0)
    matrix[:, 2] += (x - own.shape[1] / 2, y - own.shape[0] / 2)
    placed = cv2.warpAffine(own, matrix, size, flags=cv2.INTER_LINEAR)
    return np.asarray(placed, np.float32), (x, y, wide, tall)


def _by_hand(mask: Mask, rng: np.random.Generator) -> Mask:
    height, width = mask.shape
    field = rng.standard_normal((2, 5, 4)).astype(np.float32) * (0.035 * height)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    dx, dy = (cv2.resize(part, (width, height), interpolation=cv2.INTER_CUBIC) for part in field)
    drawn = np.asarray(cv2.remap(mask, x + dx, y + dy, cv2.INTER_LINEAR), np.float32)
    return np.clip(drawn * (0.9 + 0.12 * cloudy(rng, drawn.shape, (9, 6))), 0, 1).astype(np.float32)


def _stuck(
    face: Picture, relief: Heights, paper: Colour, middle: tuple[float, float, float, float], number: int
) -> None:
    height, width = face.shape[:2]
    x, y = int(middle[0] * 16), int(middle[1] * 16)
    shape = np.zeros((height, width), np.uint8)
    if number % 2 == 0 and round(paper[0]) % 2:
        half = (int(width * 6.3), int(height * 6.5))
        cv2.rectangle(shape, (x - half[0], y - half[1]), (x + half[0], y + half[1]), 255, -1, cv2.LINE_AA, 4)
    else:
        cv2.ellipse(shape, (x, y), (int(width * 6.7), int(height * 6.9)), 0, 0, 360, 255, -1, cv2.LINE_AA, 4)
    share = np.asarray(shape / 255, np.float32)
    face[:] = (face + (np.array(paper, np.float32) - face) * share[..., None]).astype(np.uint8)
    relief[:] = relief * (1 - share) + 0.15 * share


def _foot(mask: Mask, kind: str, middle: tuple[float, float, float, float]) -> None:
    x, y, wide, tall = middle
    height, width = mask.shape
    low, thick = y + tall * 0.5 + height * 0.075, max(1, round(height * 0.05))
    if kind == "line":
        ends = [(int((x + sign * wide * 0.5) * 16), int(low * 16)) for sign in (-1, 1)]
        cv2.line(mask, ends[0], ends[1], 1.0, thick, cv2.LINE_AA, 4)
        return
    aside = x + wide * 0.75 if wide < 0.5 * width else x
    cv2.circle(mask, (int(aside * 16), int((low - height * 0.09) * 16)), thick * 14, 1.0, -1, cv2.LINE_AA, 4)


def _cut_in(
    face: Picture, relief: Heights, mask: Mask, writing: Writing, rng: np.random.Generator, ppm: float
) -> None:
    ink, manner = np.array(writing.ink, np.float32), writing.manner
    cover = mask * (0.97 if manner in ("sticker", "printed", "stencilled") else 0.9)
    if manner == "burnt":
        halo = cv2.GaussianBlur(mask, (0, 0), max(0.7, 0.45 * ppm))
        face[:] = (face * (1 - 0.5 * halo[..., None] * np.array([1, 0.9, 0.75]))).astype(np.uint8)
        cover = mask * np.clip(0.9 + 0.08 * cloudy(rng, mask.shape, (10, 8)), 0, 1)
        relief -= 0.35 * np.asarray(cv2.GaussianBlur(mask, (0, 0), max(0.5, 0.2 * ppm)))
    elif manner == "engraved":
        relief -= float(rng.uniform(0.6, 1.2)) * np.asarray(
            cv2.GaussianBlur(mask, (0, 0), max(0.5, 0.12 * ppm))
        )
    elif manner == "stencilled":
        cover = cover * np.clip(1.05 - 0.25 * np.abs(cloudy(rng, mask.shape, (14, 12))), 0, 1)
    elif manner == "written":
        cover = cover * np.clip(0.95 + 0.06 * cloudy(rng, mask.shape, (6, 5)), 0, 1)
    face[:] = (face + (ink - face) * cover[..., None]).astype(np.uint8)


def _marked(face: Picture, writing: Writing, rng: np.random.Generator) -> None:
    height, width = face.shape[:2]
    big = np.zeros((96, 96), np.uint8)
    draw_mark(big, writing.back, rng)
    whole = writing.back in _WHOLE
    size = (round(width * (0.96 if whole else 0.55)), round(height * 0.96 if whole else width * 0.55))
    mask = np.asarray(cv2.resize(big, size, interpolation=cv2.INTER_AREA) / 255, np.float32)
    shift = np.array([[1, 0, (width - size[0]) / 2], [0, 1, (height - size[1]) / 2]], np.float32)
    placed = np.asarray(cv2.warpAffine(mask, shift, (width, height)), np.float32)
    face[:] = (face + (np.array(writing.ink, np.float32) - face) * (0.85 * placed[..., None])).astype(
        np.uint8
    )
