"""Marks on the backs of tiles: anything but a digit, so that a network learns digits and not marks."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

FINE = 2  # marks are drawn this much larger, then made small
LETTERS = "ACDEFHJKLMNPQRTUVWXY&@#%+*=?$<>{}~^"
FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_SCRIPT_SIMPLEX,
)

Sheet = NDArray[np.uint8]
Draw = Callable[[Sheet, float, int, np.random.Generator], None]


def marked(
    crop: NDArray[np.uint8], rng: np.random.Generator, shape: np.random.Generator
) -> NDArray[np.uint8]:
    """A crop of a turned tile with a random mark around its middle, in any ink.

    Args:
        crop: (h, w, 3).
        rng: tells which drawing, how large, in which ink: alike for all tiles of a board.
        shape: tells its lines; alike too for a stamp, another for each tile where marks are drawn by hand.
    """
    side = crop.shape[0] * FINE
    sheet = np.zeros((side, side), np.uint8)
    reach, thick = side * rng.uniform(0.07, 0.2), max(1, round(side * rng.uniform(0.006, 0.03)))
    draw, tall = DRAWINGS[rng.integers(len(DRAWINGS))], float(rng.choice([1.0, rng.uniform(1.0, 1.5)]))
    draw(sheet, reach, thick, shape)
    turn = cv2.getRotationMatrix2D((side / 2, side / 2), shape.normal(0, 15) if tall == 1 else 0.0, 1.0)
    turn[1] = turn[1] * tall + (0, 0, side / 2 * (1 - tall))
    turn[:, 2] += np.asarray(shape.normal(0, side * 0.012, 2))
    sheet = cv2.warpAffine(sheet, turn, (side, side))
    mask = cv2.resize(sheet, (crop.shape[1], crop.shape[0]), interpolation=cv2.INTER_AREA)
    share = mask[..., None].astype(np.float32) / 255 * rng.uniform(0.4, 1.0)
    middle: NDArray[np.float64] = crop[24:40, 24:40].reshape(-1, 3).astype(np.float64).mean(axis=0)
    light = max(40.0, float(middle.mean()))
    dark = rng.random() < 0.5
    ink = middle * rng.uniform(0.1, 0.6) if dark else light * np.asarray(rng.uniform(0, 1.6, 3))
    return np.asarray(np.clip(crop * (1 - share) + ink * share, 0, 255), dtype=np.uint8)


def _middle(sheet: Sheet) -> tuple[int, int]:
    return sheet.shape[1] // 2, sheet.shape[0] // 2


def _letter(sheet: Sheet, reach: float, thick: int, rng: np.random.Generator) -> None:
    letter, font = LETTERS[rng.integers(len(LETTERS))], FONTS[rng.integers(len(FONTS))]
    (width, height), _ = cv2.getTextSize(letter, font, 1.0, 1)
    scale = 2 * reach / height
    x, y = _middle(sheet)
    at = (round(x - width * scale / 2), round(y + reach))
    cv2.putText(sheet, letter, at, font, scale, 255, thick, cv2.LINE_AA)


def _rings(sheet: Sheet, reach: float, thick: int, rng: np.random.Generator) -> None:
    filled = rng.random() < 0.3
    for share in (1.0,) if rng.random() < 0.6 else (1.0, 0.5):
        axes = (round(reach * share), round(reach * share * rng.uniform(0.7, 1.0)))
        cv2.ellipse(sheet, _middle(sheet), axes, 0, 0, 360, 255, -1 if filled else thick, cv2.LINE_AA)


def _star(sheet: Sheet, reach: float, thick: int, rng: np.random.Generator) -> None:
    count, depth = int(rng.integers(3, 9)), rng.uniform(0.3, 1.0)
    angles = np.arange(2 * count) * np.pi / count + rng.uniform(0, np.pi)
    reaches = np.where(np.arange(2 * count) % 2, depth, 1.0) * reach
    points = np.stack([np.cos(angles), np.sin(angles)], axis=1) * reaches[:, None] + _middle(sheet)
    _polygon(sheet, points, thick, rng)


def _polygon(sheet: Sheet, points: NDArray[np.float64], thick: int, rng: np.random.Generator) -> None:
    drawn = [np.round(points).astype(np.int32)]
    if rng.random() < 0.5:
        cv2.fillPoly(sheet, drawn, 255, cv2.LINE_AA)
    else:
        cv2.polylines(sheet, drawn, True, 255, thick, cv2.LINE_AA)


def _hatch(sheet: Sheet, reach: float, thick: int, rng: np.random.Generator) -> None:
    x, y = _middle(sheet)
    angles = [rng.uniform(0, np.pi)] if rng.random() < 0.5 else [0.0, np.pi / 2]
    for angle in angles:
        along, across = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
        for step in np.linspace(-1, 1, int(rng.integers(1, 5))) if rng.random() < 0.8 else (0.0,):
            start = np.array([x, y]) + across * step * reach - along * reach
            end = start + 2 * along * reach
            cv2.line(sheet, _whole(start), _whole(end), 255, thick, cv2.LINE_AA)


def _whole(point: NDArray[np.float64] | tuple[float, float]) -> tuple[int, int]:
    return round(float(point[0])), round(float(point[1]))


def _scribble(sheet: Sheet, reach: float, thick: int, rng: np.random.Generator) -> None:
    steps = rng.normal(0, 0.5, (int(rng.integers(4, 12)), 2)) * reach
    cv2.polylines(sheet, [np.round(steps + _middle(sheet)).astype(np.int32)], False, 255, thick, cv2.LINE_AA)


def _lattice(sheet: Sheet, reach: float, thick: int, rng: np.random.Generator) -> None:
    """Lines across the whole tile, one way or both."""
    (x, y), half, wide = _middle(sheet), sheet.shape[0] * rng.uniform(0.15, 0.2), max(thick, 2)
    down, across = (int(rng.integers(1, 5)) if rng.random() < 0.85 else 0 for _ in range(2))
    for place in (np.arange(down) + 1) / (down + 1) * 2 - 1:
        cv2.line(sheet, _whole((x + place * half, y - half)), _whole((x + place * half, y + half)), 255, wide)
    for place in (np.arange(across) + 1) / (across + 1) * 2 - 1:
        cv2.line(sheet, _whole((x - half, y + place * half)), _whole((x + half, y + place * half)), 255, wide)


def _curve(sheet: Sheet, reach: float, thick: int, rng: np.random.Generator) -> None:
    """A flourish: one smooth line that turns now this way, now that."""
    turns = np.cumsum(np.cumsum(rng.normal(0, 0.5, 5).repeat(8) / 8)) + rng.uniform(0, 2 * np.pi)
    path = np.cumsum(np.stack([np.cos(turns), np.sin(turns)], axis=1), axis=0)
    path = (path - path.mean(axis=0)) / max(1e-6, float(np.abs(path - path.mean(axis=0)).max()))
    cv2.polylines(
        sheet, [np.round(path * reach + _middle(sheet)).astype(np.int32)], False, 255, thick, cv2.LINE_AA
    )


def _border(sheet: Sheet, reach: float, thick: int, rng: np.random.Generator) -> None:
    (x, y), half = _middle(sheet), round(sheet.shape[0] * rng.uniform(0.1, 0.17))
    cv2.rectangle(sheet, (x - half, y - half), (x + half, y + half), 255, thick, cv2.LINE_AA)
    if rng.random() < 0.4:
        cv2.circle(sheet, (x, y), round(reach / 3), 255, -1, cv2.LINE_AA)


def _dots(sheet: Sheet, reach: float, thick: int, rng: np.random.Generator) -> None:
    for offset in rng.uniform(-1, 1, (int(rng.integers(1, 7)), 2)) * reach:
        cv2.circle(sheet, _whole(offset + _middle(sheet)), thick * 2, 255, -1, cv2.LINE_AA)


DRAWINGS: tuple[Draw, ...] = (
    _letter,
    _letter,
    _rings,
    _star,
    _star,
    _hatch,
    _hatch,
    _scribble,
    _scribble,
    _curve,
    _lattice,
    _lattice,
    _border,
    _dots,
)
