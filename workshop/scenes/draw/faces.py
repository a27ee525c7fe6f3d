"""The face of one tile: wood or paint, a digit in some manner, or a turned tile's back."""

import cv2
import numpy as np
from numpy.typing import NDArray

from ..describe.scene import Colour, Tile, Wood, Writing
from ..describe.stock import shaded
from .marks import draw_mark
from .textures import Picture, speckled, wooden
from .typefaces import digit

Mask = NDArray[np.float32]


def tile_face(tile: Tile, wood: Wood, writing: Writing, ppm: float, *, digit_up: bool) -> Picture:
    """A tile's face, upright, (h, w, 3) uint8.

    Args:
        tile: which.
        wood: of the tile.
        writing: of its digit and its back.
        ppm: px a millimetre.
        digit_up: its digit, else its back.
    """
    rng = np.random.default_rng(tile.seed)
    width, height = max(6, round(tile.size[0] * ppm)), max(6, round(tile.size[1] * ppm))
    face = wooden(wood, width, height, ppm, rng, upright=bool(tile.seed % 3))
    face = np.asarray(np.clip(face * rng.uniform(0.93, 1.06), 0, 255), np.uint8)
    painted = tile.paint if digit_up or tile.seed % 5 else None
    if painted is not None:
        paint = speckled(painted, width, height, 3, tile.seed)
        face = np.asarray(cv2.addWeighted(paint, 0.88, face, 0.12, 0), np.uint8)
    if digit_up:
        _write(face, tile.digit, writing, rng)
    elif writing.back != "plain":
        _mark(face, writing.back, writing.ink, rng)
    _edges(face)
    return face


def _edges(face: Picture) -> None:
    height, width = face.shape[:2]
    wide = max(1, round(min(height, width) * 0.035))
    face[:wide] = np.minimum(face[:wide] * 1.12, 255).astype(np.uint8)
    face[:, :wide] = np.minimum(face[:, :wide] * 1.06, 255).astype(np.uint8)
    face[-wide:] = (face[-wide:] * 0.8).astype(np.uint8)
    face[:, -wide:] = (face[:, -wide:] * 0.86).astype(np.uint8)


def _write(face: Picture, number: int, writing: Writing, rng: np.random.Generator) -> None:
    height, width = face.shape[:2]
    mask = digit(number, writing.typeface)
    tall = height * writing.height
    wide = min(mask.shape[1] / mask.shape[0] * tall, 0.8 * width)
    size = (max(2, round(wide)), max(5, round(tall)))
    mask = np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_AREA), np.float32)
    if writing.manner == "written":
        mask = _wobbled(mask, rng)
    if writing.manner == "stencilled":
        mask = _bridged(mask, rng)
    middle = (width / 2 + rng.normal(0, 0.02) * width, height / 2 + rng.normal(0, 0.02) * height)
    if writing.paper is not None:
        _paper(face, writing.paper, middle, number)
    _ink(face, _placed(mask, face.shape[:2], middle), writing)
    if number in (6, 9) and writing.six_nine != "none":
        _six_nine(face, writing, middle, wide, tall)


def _placed(mask: Mask, shape: tuple[int, ...], middle: tuple[float, float]) -> Mask:
    shift = (middle[0] - mask.shape[1] / 2, middle[1] - mask.shape[0] / 2)
    matrix = np.array([[1, 0, shift[0]], [0, 1, shift[1]]], np.float32)
    return np.asarray(cv2.warpAffine(mask, matrix, (shape[1], shape[0]), flags=cv2.INTER_LINEAR), np.float32)


def _wobbled(mask: Mask, rng: np.random.Generator) -> Mask:
    height, width = mask.shape
    field = rng.standard_normal((2, 4, 3)).astype(np.float32) * 0.05 * height
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    dx, dy = (cv2.resize(part, (width, height), interpolation=cv2.INTER_CUBIC) for part in field)
    return np.asarray(cv2.remap(mask, x + dx, y + dy, cv2.INTER_LINEAR), np.float32)


def _bridged(mask: Mask, rng: np.random.Generator) -> Mask:
    cut, width = mask.copy(), mask.shape[1]
    at, wide = int(width * rng.uniform(0.4, 0.55)), max(1, round(width * 0.1))
    cut[:, at : at + wide] *= 0.1
    return cut


def _ink(face: Picture, mask: Mask, writing: Writing) -> None:
    ink = np.array(writing.ink, np.float32)
    if writing.manner == "burnt":
        halo = cv2.GaussianBlur(mask, (0, 0), max(0.6, face.shape[0] * 0.03))
        face[:] = (face * (1 - 0.45 * halo[..., None])).astype(np.uint8)
    if writing.manner == "engraved":
        step = max(0.5, face.shape[0] * 0.015)
        matrix = np.array([[1, 0, step], [0, 1, step]], np.float32)
        low = cv2.warpAffine(mask, matrix, (face.shape[1], face.shape[0]))
        face[:] = np.clip(face * (1 + 0.3 * np.maximum(low - mask, 0)[..., None]), 0, 255).astype(np.uint8)
    face[:] = (face + (ink - face) * (0.93 * mask[..., None])).astype(np.uint8)


def _paper(face: Picture, paper: Colour, middle: tuple[float, float], number: int) -> None:
    height, width = face.shape[:2]
    x, y = int(middle[0] * 16), int(middle[1] * 16)
    if number % 2 == 0 and round(paper[0]) % 2:
        half = (int(width * 6.2), int(height * 6.4))
        cv2.rectangle(face, (x - half[0], y - half[1]), (x + half[0], y + half[1]), paper, -1, cv2.LINE_AA, 4)
    else:
        cv2.ellipse(face, (x, y), (int(width * 6.6), int(height * 6.8)), 0, 0, 360, paper, -1, cv2.LINE_AA, 4)


def _six_nine(face: Picture, writing: Writing, middle: tuple[float, float], wide: float, tall: float) -> None:
    x, y = middle[0], middle[1] + tall * 0.5 + face.shape[0] * 0.08
    thick = max(1, round(face.shape[0] * 0.05))
    if writing.six_nine == "dot":
        x += wide * 0.75 if wide < 0.5 * face.shape[1] else 0
        y -= face.shape[0] * 0.1
        cv2.circle(face, (int(x * 16), int(y * 16)), thick * 14, writing.ink, -1, cv2.LINE_AA, 4)
    else:
        ends = [(int((x + sign * wide * 0.5) * 16), int(y * 16)) for sign in (-1, 1)]
        cv2.line(face, ends[0], ends[1], writing.ink, thick, cv2.LINE_AA, 4)


def _mark(face: Picture, name: str, ink: Colour, rng: np.random.Generator) -> None:
    height, width = face.shape[:2]
    big = np.zeros((96, 96), np.uint8)
    draw_mark(big, name, rng)
    share = 0.55 if name not in ("stripe", "double-stripe", "diagonal", "border", "grid") else 0.96
    size = (max(3, round(width * share)), max(3, round((height if share > 0.9 else width) * share)))
    mask = np.asarray(cv2.resize(big, size, interpolation=cv2.INTER_AREA) / 255, np.float32)
    placed = _placed(mask, face.shape[:2], (width / 2, height / 2))
    colour = np.array(shaded(ink, 1.1), np.float32)
    face[:] = (face + (colour - face) * (0.8 * placed[..., None])).astype(np.uint8)
