"""The traits of a tile's looks that may be stored: a few numbers each, too few to draw a picture.

Each number is the sum of a small crop's pixels, half of them taken away, which half being drawn by lot once and for
all. How much two looks differ is told by how much their numbers do, as nearly as so few can tell it; what either looks
like is not.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from .looks import MARGIN, PLAY, Compared, Floats, Laid, TileLooks, inner, shifted, spread_of, weighed

NUMBERS = 24
"""Numbers of one look; its pixels are some 430."""
STEP, MOST = 0.01, 300
"""Logarithm of light that one step of a number is, and the most steps it may be off 0."""


@dataclass(frozen=True, eq=False)
class TileTraits:
    """Of each space's two looks, open and closed.

    Attributes:
        numbers: (n, 2, NUMBERS) int16.
        level: (n, 2, 3) float32, mean logarithm of blue, green and red light.
        theirs: (n, 2) float32, variance of the look's pixels.
        loose: (n, 2) float32, variance by which it differed from itself.
        trust: (n, 2) float32, log odds that it was rightly named.
        known: (n, 2), whether it was ever seen.
        digits: (n, digits) float32, the mean of what was read of it open; 0 where it never was.
    """

    numbers: NDArray[np.int16]
    level: Floats
    theirs: Floats
    loose: Floats
    trust: Floats
    known: NDArray[np.bool_]
    digits: Floats


@dataclass(frozen=True, eq=False)
class Sides:
    """What is known of each space's two looks, from any source: as TileLooks and TileTraits have it."""

    known: NDArray[np.bool_]
    trust: Floats
    digits: Floats


@lru_cache(maxsize=4)
def lots(size: int) -> Floats:
    """(size, NUMBERS), 1 or -1, the same on every machine."""
    count = size * NUMBERS
    drawn = b"".join(sha256(b"piste %d" % k).digest() for k in range(-(-count // 256)))
    signs = np.unpackbits(np.frombuffer(drawn, np.uint8))[:count].reshape(size, NUMBERS)
    made = signs.astype(np.float32) * 2 - 1
    made.setflags(write=False)
    return made


def numbers_of(flat: Floats) -> Floats:
    """The numbers (..., NUMBERS) of crops without their mean light, (..., pixels), in logarithms of light."""
    size = flat.shape[-1]
    return np.asarray(flat @ lots(size) / np.float32(size**0.5), np.float32)


def traits_of(looks: TileLooks, before: TileTraits | None = None) -> TileTraits:
    """What may be kept of looks: of tiles that play or a person named, not of those that the network alone did.

    Of a side that was not seen since, it is what was kept before.
    """
    light = inner(looks.mean)
    level = light.mean(axis=(2, 3))
    flat = (light - level[:, :, None, None]).reshape(*light.shape[:2], -1)
    numbers = np.clip(np.rint(numbers_of(flat) / STEP), -MOST, MOST).astype(np.int16)
    now = TileTraits(
        numbers, level, np.square(flat).mean(axis=2), looks.loose, looks.trust,
        looks.known & (looks.last >= 0)[:, None], looks.digits,
    )  # fmt: skip
    if before is None or before.known.shape != now.known.shape or before.digits.shape != now.digits.shape:
        return now
    mine, read = now.known, (now.digits.sum(axis=1) > 0)[:, None]
    return TileTraits(
        np.where(mine[..., None], now.numbers, before.numbers), np.where(mine[..., None], now.level, before.level),
        np.where(mine, now.theirs, before.theirs), np.where(mine, now.loose, before.loose),
        np.where(mine, now.trust, before.trust), mine | before.known, np.where(read, now.digits, before.digits),
    )  # fmt: skip


def beside_traits(traits: TileTraits, now: Floats) -> Compared:
    """What is seen now, (n, h, w, 3) as looks have it, beside the traits of every space's looks."""
    count, high, wide, _ = now.shape
    views = shifted(now, high - 2 * MARGIN, wide - 2 * MARGIN, PLAY)  # (n, shifts, h, w, 3)
    means = views.mean(axis=(2, 3))
    flat = (views - means[:, :, None, None]).reshape(count, views.shape[1], -1)
    off = numbers_of(flat)[:, :, None] - traits.numbers[:, None].astype(np.float32) * STEP
    apart = np.square(off).mean(axis=3)  # (n, shifts, 2)
    at = apart.argmin(axis=1)
    rows, side = np.arange(count)[:, None], 2 * PLAY + 1
    laid = Laid(
        apart[rows, at, np.arange(2)], traits.theirs, np.square(flat).mean(axis=2).min(axis=1),
        means[rows, at] - traits.level, np.stack([at // side - PLAY, at % side - PLAY], axis=2),
    )  # fmt: skip
    usual = spread_of(traits.known, traits.level.mean(axis=2), traits.loose, traits.theirs)
    return weighed(traits.known, laid, usual)


def together(
    looks: TileLooks | None, beside: Compared | None, traits: TileTraits, stored: Compared
) -> tuple[Sides, Compared]:
    """Both as one: of each side what was seen since Piste began, else what was kept."""
    if looks is None or beside is None or looks.known.shape != traits.known.shape:
        return Sides(traits.known, traits.trust, traits.digits), stored
    mine, any_mine = looks.known, looks.known.any(axis=1, keepdims=True)
    lent = beside.alike & ~mine & ~traits.known
    weight = np.where(mine | lent | (any_mine & ~traits.known), beside.weight, stored.weight)
    read = (looks.digits.sum(axis=1) > 0)[:, None]
    sides = Sides(
        mine | traits.known,
        np.where(mine, looks.trust, traits.trust),
        np.where(read, looks.digits, traits.digits),
    )
    return sides, replace(beside, weight=weight, alike=lent)
