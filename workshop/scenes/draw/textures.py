"""Surfaces: wood grain, felt, cloth, paper and what tables are covered with."""

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from ..describe.scene import Colour, TableTop, Wood

Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]
SIDE = 512


def _noise(rng: np.random.Generator, rows: int, columns: int) -> Floats:
    coarse = rng.standard_normal((max(2, rows), max(2, columns))).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC), np.float32)


@lru_cache(maxsize=64)
def grain(index: int) -> Picture:
    """Wood grain along x, (512, 512) uint8, mean about 128; the pattern depends on the index alone."""
    rng = np.random.default_rng(9000 + index)
    rows = np.arange(SIDE, dtype=np.float32)[:, None]
    wander = _noise(rng, 3, 2) * rng.uniform(4, 40) + _noise(rng, 12, 4) * rng.uniform(1, 6)
    rings = np.sin((rows + wander) * rng.uniform(0.04, 0.35)) ** 3
    fibres = _noise(rng, 256, 10) * 0.5 + _noise(rng, 512, 30) * 0.35
    pores = np.minimum(_noise(rng, 400, 40), -1.2) + 1.2
    whole = (
        rings * rng.uniform(0.2, 0.9)
        + fibres * rng.uniform(0.3, 0.8)
        + pores * 0.5
        + _noise(rng, 4, 4) * 0.25
    )
    if index % 3 == 0:
        _knot(rng, whole)
    whole -= whole.mean()
    return np.asarray(np.clip(whole * 42 + 128, 0, 255), np.uint8)


def _knot(rng: np.random.Generator, whole: Floats) -> None:
    y, x = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    cx, cy = rng.uniform(60, SIDE - 60, 2)
    far = np.hypot((x - cx) / 1.6, y - cy)
    size = rng.uniform(8, 22)
    whole -= np.exp(-((far / size) ** 2)) * 1.6
    whole += np.sin(far * 0.5) * np.exp(-far / (size * 2.5)) * 0.8


def wooden(
    wood: Wood, width: int, height: int, ppm: float, rng: np.random.Generator, upright: bool = False
) -> Picture:
    """A cut of wood, (height, width, 3) uint8, with the grain along x (or y when upright).

    Args:
        wood: what it is cut from.
        width: px.
        height: px.
        ppm: px a millimetre.
        rng: where it is cut.
        upright: grain along y.
    """
    if upright:
        return np.ascontiguousarray(wooden(wood, height, width, ppm, rng).transpose(1, 0, 2))
    zoom = wood.scale * ppm / SIDE
    shift = rng.uniform(0, SIDE, 2)
    matrix = np.array([[1 / zoom, 0, shift[0]], [0, 1 / zoom, shift[1]]], np.float32)
    pattern = grain(wood.grain)
    if zoom < 0.7:
        pattern = _coarser(wood.grain, int(np.floor(np.log2(1 / zoom) + 0.5)))
        matrix = np.array([[1 / zoom, 0, shift[0]], [0, 1 / zoom, shift[1]]], np.float32) * (
            pattern.shape[0] / SIDE
        )
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    cut = cv2.warpAffine(pattern, matrix, (width, height), flags=flags, borderMode=cv2.BORDER_REFLECT)
    steps = np.arange(-128, 128, dtype=np.float32)[:, None] * np.array([1.15, 1.0, 0.85], np.float32)
    return _coloured(np.asarray(cut, np.uint8), wood.colour, 1 + steps * (wood.strength * 0.0055))


def _coloured(field: Picture, colour: Colour, factors: Floats) -> Picture:
    """A field (h, w) as shades of a colour: level n becomes the colour times factors[n], (256, 3)."""
    table = np.clip(np.array(colour, np.float32) * factors, 0, 255).astype(np.uint8)[None]
    return np.asarray(cv2.LUT(cv2.merge([field] * 3), table), np.uint8)


@lru_cache(maxsize=128)
def _coarser(index: int, halvings: int) -> Picture:
    size = max(64, SIDE >> halvings)
    return np.asarray(cv2.resize(grain(index), (size, size), interpolation=cv2.INTER_AREA), np.uint8)


@lru_cache(maxsize=16)
def _speckle(index: int) -> Picture:
    """Unevenness, (1024, 1024) uint8, 24 levels a standard deviation about 128."""
    rng = np.random.default_rng(500 + index)
    fine = rng.standard_normal((1024, 1024)).astype(np.float32)
    soft = cv2.GaussianBlur(fine, (0, 0), (0.5, 0.8, 1.3, 2.4)[index % 4])
    wide = cv2.resize(
        rng.standard_normal((12, 12)).astype(np.float32), (1024, 1024), interpolation=cv2.INTER_CUBIC
    )
    return np.asarray(np.clip((soft / soft.std() + wide * 0.5) * 24 + 128, 0, 255), np.uint8)


def speckled(colour: Colour, width: int, height: int, amount: float, seed: int) -> Picture:
    """Felt, paper or paint: one colour with fine and broad unevenness of `amount` grey levels."""
    field = _speckle(seed % 16)
    if max(width, height) > 1024:
        size = (max(width, 1024), max(height, 1024))
        field = np.asarray(cv2.resize(field, size, interpolation=cv2.INTER_LINEAR), np.uint8)
    y, x = (seed * 37) % (field.shape[0] - height + 1), (seed * 91) % (field.shape[1] - width + 1)
    factors = 1 + np.arange(-128, 128)[:, None] * (amount / 128 / 24)
    cut = np.ascontiguousarray(field[y : y + height, x : x + width])
    return _coloured(cut, colour, np.asarray(factors, np.float32))


def tabletop(table: TableTop, side: int, ppm: float) -> Picture:
    """The table's surface, (side, side, 3) uint8, at `ppm` px a millimetre."""
    rng = np.random.default_rng(table.seed)
    if table.kind == "wood" and table.wood is not None:
        return _planks(table.wood, side, ppm, rng, table.scale)
    base = speckled(table.colour, side, side, rng.uniform(2, 9), table.seed)
    step = max(3.0, table.scale * ppm)
    other = np.array(table.other, np.float32)
    if table.kind in ("checks", "stripes"):
        return _striped(base, other, step, both=table.kind == "checks", share=float(rng.uniform(0.2, 0.5)))
    if table.kind == "dots":
        return _dotted(base, table.other, step, rng)
    if table.kind == "cloth":
        return _woven(base, max(2.0, 1.5 * ppm))
    if table.kind == "stone":
        rough = _speckle(table.seed % 4)[:side, :side]
        rough = np.asarray(cv2.resize(rough, (side, side)), np.uint8)
        return np.asarray(np.where(rough[..., None] > 154, other * 0.9, base), np.uint8)
    if table.kind == "print":
        return _printed(base, ppm, rng)
    return base


def _planks(wood: Wood, side: int, ppm: float, rng: np.random.Generator, width: float) -> Picture:
    whole = wooden(wood, side, side, ppm, rng)
    if width < 60:
        return whole
    step = int(width * ppm)
    for top in range(0, side, max(8, step)):
        strip = whole[top : top + step]
        strip[:] = cv2.convertScaleAbs(strip, alpha=float(rng.uniform(0.9, 1.08)))
        whole[top : top + max(1, int(ppm))] = (whole[top : top + max(1, int(ppm))] * 0.55).astype(np.uint8)
    return whole


def _striped(base: Picture, other: Floats, step: float, *, both: bool, share: float) -> Picture:
    wave = (np.arange(base.shape[0]) % step < step * share).astype(np.float32) * 0.7
    mask = np.maximum(wave[:, None], wave[None]) if both else np.broadcast_to(wave[None], base.shape[:2])
    if both:
        mask = mask * 0.5 + (wave[:, None] * wave[None]) * 0.8
    soft = cv2.GaussianBlur(np.ascontiguousarray(mask, np.float32), (0, 0), 0.7)
    return _mixed(base, other, np.asarray(soft, np.float32))


def _mixed(base: Picture, other: Floats, mask: Floats) -> Picture:
    """`base` where the mask (h, w) is 0, the colour `other` where it is 1."""
    plain = np.empty_like(base)
    plain[:] = np.clip(other, 0, 255).astype(np.uint8)
    return np.asarray(cv2.blendLinear(plain, base, mask, 1 - mask), np.uint8)


def _dotted(base: Picture, other: Colour, step: float, rng: np.random.Generator) -> Picture:
    side, whole = base.shape[0], base.copy()
    radius = step * rng.uniform(0.1, 0.35)
    for row, y in enumerate(np.arange(0, side, step)):
        for x in np.arange((row % 2) * step / 2, side, step):
            centre = (int(x * 16), int(y * 16))
            cv2.circle(whole, centre, int(radius * 16), other, -1, cv2.LINE_AA, 4)
    return whole


def _woven(base: Picture, step: float) -> Picture:
    phase = np.arange(base.shape[0]) * (2 * np.pi / step)
    wave = np.sin(phase).astype(np.float32)
    weave = 128 + np.outer(wave, wave).astype(np.float32) * 8
    return np.asarray(cv2.multiply(base, cv2.merge([weave.astype(np.uint8)] * 3), scale=1 / 128), np.uint8)


def _printed(base: Picture, ppm: float, rng: np.random.Generator) -> Picture:
    side = min(640, base.shape[0])
    whole = base[:side, :side].copy()
    line = max(4, int(5 * ppm))
    for y in range(line, side - line, line):
        x = int(rng.uniform(0, 40))
        while x < side:
            length = int(rng.uniform(4, 22) * ppm)
            if rng.random() < 0.85:
                grey = float(rng.uniform(40, 110))
                cv2.rectangle(whole, (x, y), (x + length, y + line // 3), (grey, grey, grey), -1)
            x += length + max(1, int(2 * ppm))
    page = np.asarray(cv2.GaussianBlur(whole, (0, 0), 0.6), np.uint8)
    times = -(-base.shape[0] // side)
    return np.tile(page, (times, times, 1))[: base.shape[0], : base.shape[1]]
