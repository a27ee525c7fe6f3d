"""Surfaces of this renderer's own: sawn wood from a grown trunk, felt, weave, stone, paper. Pictures and heights."""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from ..describe.scene import Colour, TableTop, Wood
from ..draw.textures import Picture
from .forms import Heights

Field = NDArray[np.float32]


def _whole(tone: Any) -> Picture:
    """A colour of any values as a picture's bytes."""
    return np.asarray(np.clip(tone, 0, 255), np.uint8)


def cloudy(rng: np.random.Generator, shape: tuple[int, int], cells: tuple[float, float]) -> Field:
    """Soft noise (h, w), deviation about 1, with so many cells down and across."""
    rows, columns = (max(2, round(count)) + 1 for count in cells)
    coarse = rng.standard_normal((rows, columns)).astype(np.float32)
    return np.asarray(cv2.resize(coarse, shape[::-1], interpolation=cv2.INTER_CUBIC), np.float32)


def sawn(
    wood: Wood, size: tuple[float, float], ppm: float, rng: np.random.Generator, upright: bool = False
) -> tuple[Picture, Heights]:
    """A cut through a trunk: its picture (h, w, 3) and its heights (h, w) in mm.

    Args:
        wood: its colours; rings, fibres and pores follow from its grain.
        size: width and height, mm.
        ppm: px a millimetre.
        rng: where it is cut.
        upright: grain along the height.
    """
    if upright:
        picture, heights = sawn(wood, (size[1], size[0]), ppm, rng)
        return np.ascontiguousarray(picture.transpose(1, 0, 2)), np.ascontiguousarray(heights.T)
    shape = (max(8, round(size[1] * ppm)), max(8, round(size[0] * ppm)))
    value, pores = _rings(wood, size, shape, rng)
    dark = np.array(wood.colour, np.float32) * (1 - 0.75 * wood.strength * np.array([1.1, 0.95, 0.75]))
    light = np.array(wood.colour, np.float32) * (1 + 0.22 * wood.strength)
    tone = light + (dark - light) * value[..., None]
    tone *= (1 - 0.35 * pores)[..., None] * (1 + 0.05 * cloudy(rng, shape, (2, 2)))[..., None]
    heights = -0.05 * pores - 0.008 * value
    return _whole(tone), heights.astype(np.float32)


def _rings(
    wood: Wood, size: tuple[float, float], shape: tuple[int, int], rng: np.random.Generator
) -> tuple[Field, Field]:
    own = np.random.default_rng(4100 + wood.grain)
    width, steep, sharp = own.uniform(2.0, 11.0), own.uniform(-0.05, 0.05), own.uniform(1.2, 4.0)
    off, deep, wave = own.uniform(-60, 60), own.uniform(4, 70), own.uniform(0.3, 2.2)
    y, x = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32)
    x, y = x * (size[0] / shape[1]), y * (size[1] / shape[0])
    side = y + np.float32(rng.uniform(-40, 40) + off) + x * np.float32(steep)
    side += wave * 2 * cloudy(rng, shape, (size[1] / 60, size[0] / 150))
    radius = np.sqrt(side**2 + deep**2) + wave * 0.5 * cloudy(rng, shape, (size[1] / 12, size[0] / 90))
    years = np.cumsum(own.uniform(0.45, 1.6, 400)) * width
    radius += np.float32(1.2 * width) * cloudy(rng, shape, (size[1] / 40, size[0] / 300))
    index = np.clip(np.searchsorted(years, np.abs(radius)), 1, 399)
    phase = np.clip((np.abs(radius) - years[index - 1]) / (years[index] - years[index - 1]), 0, 1).astype(
        np.float32
    )
    late = phase**sharp * (1 - np.clip((phase - 0.93) / 0.07, 0, 1))
    fibres = cloudy(rng, shape, (shape[0] / 1.5, size[0] / 25)) * own.uniform(0.04, 0.14)
    fleck = cloudy(rng, shape, (shape[0] / 3, size[0] / 6)) * own.uniform(0.0, 0.08)
    pores = np.clip(cloudy(rng, shape, (shape[0] / 1.3, size[0] / 5)) - own.uniform(1.5, 2.6), 0, 1)
    return np.clip(late * own.uniform(0.6, 1) + fibres + fleck, -0.4, 1.3).astype(np.float32), pores


def toned(colour: Colour, shape: tuple[int, int], rng: np.random.Generator, amount: float) -> Picture:
    """One colour with fine and broad unevenness of `amount` (a share of it)."""
    fine = rng.standard_normal(shape).astype(np.float32) * 0.6 + cloudy(rng, shape, (6, 6))
    tone = np.array(colour, np.float32) * (1 + amount * fine)[..., None]
    return _whole(tone)


def felted(colour: Colour, shape: tuple[int, int], rng: np.random.Generator) -> tuple[Picture, Heights]:
    """Felt: short fibres in all directions, and how they stand, mm."""
    fibre = rng.standard_normal(shape).astype(np.float32)
    turns = [cv2.blur(fibre, size) for size in ((5, 1), (1, 5), (3, 3))]
    mixed = sum(part / part.std() for part in turns) / 2
    worn = cloudy(rng, shape, (5, 5))
    tone = np.array(colour, np.float32) * (1 + 0.045 * mixed + 0.04 * worn)[..., None]
    return _whole(tone), (mixed * 0.04).astype(np.float32)


def tabletop(table: TableTop, side: float, pixels: int) -> tuple[Picture, Heights | None, float]:
    """The table's picture, its heights (mm) and its roughness, for a square of `side` mm."""
    rng = np.random.default_rng(table.seed + 5)
    shape, ppm = (pixels, pixels), pixels / side
    if table.kind == "wood" and table.wood is not None:
        return _boards(table.wood, side, ppm, table.scale, rng)
    if table.kind == "cloth":
        return *_weave(table.colour, shape, ppm, rng), 0.95
    base = toned(table.colour, shape, rng, 0.02)
    rough = {"white": 0.25, "stone": 0.2, "paper": 0.85, "print": 0.7}.get(
        table.kind, float(rng.uniform(0.3, 0.9))
    )
    if table.kind == "stone":
        return _stone(base, table.other, rng), None, rough
    if table.kind in ("checks", "stripes", "dots"):
        return _patterned(base, table, ppm, rng), None, rough
    return (_scribbled(base, ppm, rng) if table.kind == "print" else base), None, rough


def _boards(
    wood: Wood, side: float, ppm: float, width: float, rng: np.random.Generator
) -> tuple[Picture, Heights, float]:
    picture, heights = sawn(wood, (side, side), ppm, rng)
    step = max(8, round(max(width, 70) * ppm)) if width > 50 else picture.shape[0]
    for top in range(0, picture.shape[0], step):
        strip = np.s_[top : top + step]
        shift = int(rng.integers(0, picture.shape[1]))
        picture[strip] = np.clip(np.roll(picture[strip], shift, axis=1) * rng.uniform(0.88, 1.1), 0, 255)
        if step < picture.shape[0]:
            heights[top : top + max(1, round(0.8 * ppm))] -= 0.8
            picture[top : top + max(1, round(0.8 * ppm))] //= 2
    return picture, heights, float(rng.uniform(0.25, 0.6))


def _weave(
    colour: Colour, shape: tuple[int, int], ppm: float, rng: np.random.Generator
) -> tuple[Picture, Heights]:
    step = max(2.5, float(rng.uniform(0.8, 2.2)) * ppm)
    phase = np.arange(shape[0], dtype=np.float32) * (np.pi / step)
    over = np.outer(np.sin(phase), np.sin(phase)) * np.sign(
        np.outer(np.sin(phase / 2 + 0.3), np.sin(phase / 2))
    )
    folds = cloudy(rng, shape, (4, 3)) * 0.8
    tone = np.array(colour, np.float32) * (1 + 0.1 * over + 0.04 * rng.standard_normal(shape))[..., None]
    return _whole(tone), (over * 0.2 + folds).astype(np.float32)


def _stone(base: Picture, other: Colour, rng: np.random.Generator) -> Picture:
    shape = base.shape[:2]
    vein = np.abs(
        cloudy(rng, shape, (6, 6)) + 0.5 * cloudy(rng, shape, (20, 20)) + 0.25 * cloudy(rng, shape, (60, 60))
    )
    spots = np.clip(cloudy(rng, shape, (shape[0] / 3, shape[1] / 3)) - 1.6, 0, 1)
    share = np.clip(np.clip(1 - vein * 4, 0, 1) * 0.7 + spots, 0, 1)[..., None]
    return _whole(base + (np.array(other, np.float32) - base) * share)


def _patterned(base: Picture, table: TableTop, ppm: float, rng: np.random.Generator) -> Picture:
    step, place = max(4.0, table.scale * ppm), np.arange(base.shape[0], dtype=np.float32)
    band = np.clip((np.abs(np.mod(place / step, 1) - 0.5) - 0.3) * step, 0, 1)
    if table.kind == "stripes":
        share = np.broadcast_to(band[:, None], base.shape[:2])
    elif table.kind == "checks":
        share = (band[:, None] + band[None]) / 2
    else:
        cell = np.mod(place / step, 1) - 0.5
        share = np.clip((rng.uniform(0.12, 0.3) - np.hypot(cell[:, None], cell[None])) * step, 0, 1)
    mixed = base + (np.array(table.other, np.float32) - base) * share[..., None]
    return _whole(mixed)


def _scribbled(base: Picture, ppm: float, rng: np.random.Generator) -> Picture:
    sheet = base.copy()
    for top in np.arange(8 * ppm, sheet.shape[0], 6 * ppm):
        left = float(rng.uniform(0, 30)) * ppm
        while left < sheet.shape[1]:
            wide = float(rng.uniform(3, 20)) * ppm
            high = 1.9 * ppm
            cv2.rectangle(sheet, (int(left), int(top)), (int(left + wide), int(top + high)), (60, 58, 62), -1)
            left += wide + 3 * ppm
    return np.asarray(cv2.GaussianBlur(sheet, (0, 0), max(0.5, 0.5 * ppm)), np.uint8)
