"""How an arrow looks beside what is known of it: bare, or with so many men of one colour.

Points are rows of an arrow from its rim on. Light may have changed since: a smooth field of it is fitted first, and
shadows and glare are allowed for where the arrow is bare.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..frame import Image
from .known import COLUMNS, ROWS, KnownMen, unpacked
from .reach import FLAT
from .reader import KINDS, MOST
from .strips import ARROWS, LONG, WIDE, Colour

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

MIDDLE = slice(WIDE // 2 - COLUMNS, WIDE // 2 + COLUMNS)
"""Columns of a strip that show its men."""
OWN, TWIN, MAN = 12.0, 16.0, 16.0
"""Levels by which a point differs from the arrow's own look, from that of an arrow like it, from a shade of its men."""
LIGHTS = ((1.0, 0, 0.0), (0.85, 0, 0.25), (0.7, 0, 0.5), (0.55, 0, 0.9), (1.13, 0, 0.25), (1.0, 18, 0.3),
          (1.0, 36, 0.6), (1.0, 54, 0.9))  # fmt: skip
"""Shadow and glare upon a bare arrow: a factor, levels added, and how unlikely that is (log)."""
SHADE = ((1.0, 0, 0.0), (0.85, 0, 0.7), (1.0, 25, 0.7))
"""The same for men."""
STRANGE = 1e-3
"""Density of a point that shows neither."""
BLOCK = 2
"""Rows that share one light."""
MOST_POINT = 4.0
"""What one point tells at most (log)."""
BORROWED = 0.1
"""What the look of an arrow like it tells, in parts of what its own would."""
WEIGHT = 1.2
"""Of what a row of points tells: they err together."""
PARTS = 8
"""Parts of an arrow in which its light is measured."""
TOWERS = 3
"""Men side by side from which on any number of men may lie there, on one another."""
SAME = 2.0
"""How unlikely (log) it is that an arrow looks by chance as it did when something else stood there."""


@dataclass(frozen=True, eq=False)
class Likeness:
    """What looks tell of 24 arrows.

    Attributes:
        kinds: (24, KINDS) log likelihoods, up to a constant each.
        ends: (24, 2), where a row of lighter, or of darker, men would end.
        light: (24, ROWS, 1, 3), factors of the light since the board was learnt.
        strange: (24,), share of the points that show neither bare arrow nor men.
    """

    kinds: Doubles
    ends: NDArray[np.int64]
    light: Floats
    strange: Doubles


def points_of(strips: Image) -> Floats:
    """The looks of strips, (n, ROWS, COLUMNS, 3): from the rim on."""
    middle = strips[:, ::-1, MIDDLE].astype(np.float32)
    return np.asarray(middle.reshape(len(strips), ROWS, LONG // ROWS, COLUMNS, 2, 3).mean(axis=(2, 4)))


def likeness(known: KnownMen, points: Floats, hidden: NDArray[np.bool_] | None = None) -> Likeness:
    """What the looks of 24 arrows tell.

    Args:
        known: the board.
        points: as `points_of` gives them.
        hidden: (24, ROWS, COLUMNS), where something lies on the arrow, a die; it tells nothing there.
    """
    bare = unpacked(known.bare).astype(np.float32)
    light = light_on(points, bare)
    free = np.ones(points.shape[:3]) if hidden is None else (~hidden).astype(np.float64)
    trust = np.where(known.own, 1.0, BORROWED)[:, None, None]
    level = np.where(known.own, OWN, TWIN)[:, None, None]
    empty = bare_like(points, bare * light, level)
    men = [men_like(points / light, shades) for shades in (known.light, known.dark)]
    rows = [_told(each - empty, free * trust) for each in men]
    stood = np.array(known.stood)
    there = np.flatnonzero(stood)
    towers = np.remainder(stood[there] - 1, MOST)[:, None, None] >= FLAT
    again = bare_like(points[there], unpacked(known.looks)[there].astype(np.float32) * light[there], level[there])
    before = np.zeros(len(points))
    weigh = free[there] * np.where(towers, 1.0, trust[there])
    before[there] = _told(again - empty[there], weigh).sum(axis=1)
    kinds = _kinds(known, rows, before)
    nothing = np.log(STRANGE) + 0.7
    strange = ((np.maximum.reduce([empty + np.zeros_like(men[0]), *men]) < nothing) * free).mean(axis=(1, 2))
    ends = np.stack([_summed(each).argmax(axis=1) for each in rows], axis=1)
    return Likeness(kinds, ends, light, strange)


def _kinds(known: KnownMen, rows: Sequence[Doubles], before: Doubles) -> Doubles:
    """(24, KINDS) from what each row of points tells for men of either colour."""
    kinds, at = np.zeros((len(before), KINDS)), np.arange(ROWS + 1)
    summed = np.stack([_summed(each) for each in rows], axis=1)[:, :, None]
    far = np.arange(len(before)) % (2 * ARROWS) >= ARROWS
    for side in (False, True):
        ends = [known.reach.end(side, count) for count in range(1, FLAT + 3)]
        fits = [k for k, (end, _) in enumerate(ends) if end < ROWS * 1.06 or not k]
        piled = [k for k in fits if k >= min(TOWERS - 1, fits[-1])]
        told = _ending(summed[far == side], np.array([_about(at, *end) for end in ends]))
        for count in range(1, MOST + 1):
            each = told[..., min(count - 1, fits[-1])] if count <= FLAT else told[..., piled].max(axis=2)
            kinds[far == side, count :: MOST] = each
    for strip, stood in enumerate(known.stood):
        if stood:
            like = slice(stood, stood + 1) if (stood - 1) % MOST < FLAT else _tall(stood)
            kinds[strip, like] = np.maximum(kinds[strip, like], before[strip] - SAME)
    return kinds


def _tall(kind: int) -> slice:
    """All kinds of as many men or a few less: towers that are hard to tell apart."""
    dark, _ = divmod(kind - 1, MOST)
    return slice(dark * MOST + FLAT + 1, kind + 1)


def _about(at: NDArray[np.int64], end: float, sure: float) -> Doubles:
    """How likely (log) a row of men that ends about there ends after so many rows of points."""
    return np.asarray(np.where(at < 2, -50.0, -(((at - min(end, float(ROWS))) / sure) ** 2) / 2 - np.log(2.5 * sure)))


def _ending(summed: Doubles, ends: Doubles) -> Doubles:
    """How likely (log) rows of men are that end as each of `ends` says."""
    each = summed + ends
    most = each.max(axis=-1)
    return np.asarray(most + np.log(np.exp(each - most[..., None]).sum(axis=-1)))


def _summed(rows: Doubles) -> Doubles:
    """(n, ROWS + 1): what the rows before each one tell together."""
    return np.concatenate([np.zeros((len(rows), 1)), np.cumsum(rows, axis=1)], axis=1)


def _told(apart: Floats, free: NDArray[np.float64]) -> Doubles:
    """(n, ROWS): what each row of points tells."""
    return np.asarray((np.clip(apart, -MOST_POINT, MOST_POINT) * free).mean(axis=2) * WEIGHT, np.float64)


def _density(off: Floats, level: NDArray[np.float64] | float) -> Floats:
    """Log density of points that differ so much, squared, from what is expected."""
    scale, height = np.float32(-1.5) / np.square(level, dtype=np.float32), np.power(MAN / level, 3, dtype=np.float32)
    return np.asarray(np.log(height * np.exp(off * scale) + np.float32(STRANGE)))


def bare_like(points: Floats, bare: Floats, level: NDArray[np.float64]) -> Floats:
    """(n, ROWS, 1): how well blocks of rows show the bare arrow in the light that suits them best."""
    best = None
    for factor, added, unlikely in LIGHTS:
        each = _density(_off(points, bare * np.float32(factor) + np.float32(added)), level)
        block = each.reshape(len(each), ROWS // BLOCK, BLOCK * COLUMNS).mean(axis=2) - unlikely
        best = block if best is None else np.maximum(best, block)
    return np.repeat(np.asarray(best), BLOCK, axis=1)[..., None]


def men_like(points: Floats, shades: Sequence[Colour]) -> Floats:
    """(n, ROWS, COLUMNS): how well each point shows a shade of these men."""
    best = []
    for factor, added, unlikely in SHADE:
        lit = np.array(shades, np.float32) * np.float32(factor) + np.float32(added)
        nearest = np.minimum.reduce([_off(points, shade) for shade in lit])
        best.append(_density(nearest, MAN) - np.float32(unlikely))
    return np.asarray(np.maximum.reduce(best))


def _off(points: Floats, expected: Floats) -> Floats:
    """How far points are from what is expected, squared, the mean of three colours."""
    apart = points - expected
    return np.asarray(np.einsum("...c,...c->...", apart, apart) / np.float32(3))


def light_on(points: Floats, bare: Floats) -> Floats:
    """Factors of the light, (n, ROWS, 1, 3): smooth over the board, measured where arrows look bare."""
    ratio = np.log((points + 8) / (bare + 8)).reshape(len(points) * PARTS, -1, 3)
    apart = np.median(ratio, axis=1)
    tint = np.median(apart, axis=0)
    grey, odd = (apart - tint).mean(axis=1), (apart - tint).std(axis=1)
    plain = np.exp(-((odd / 0.04) ** 2) / 2) + 1e-4
    weight = plain / (1 + (grey / 0.1) ** 2)
    field = np.zeros(len(FIELD[0]))
    for width in (0.15, 0.1, 0.07, 0.05, 0.05, 0.05):
        weighted = FIELD * weight[:, None]
        field = np.linalg.solve(FIELD.T @ weighted + STIFF, weighted.T @ grey)
        weight = plain / (1 + ((grey - FIELD @ field) / width) ** 2) ** 2
    middles = (np.arange(PARTS) + 0.5) * ROWS / PARTS
    each = np.stack([np.interp(np.arange(ROWS), middles, arrow) for arrow in (FIELD @ field).reshape(-1, PARTS)])
    return np.asarray(np.exp(each[:, :, None, None] + tint), np.float32)


def place(strip: int) -> tuple[float, float]:
    """Where an arrow lies: -0.5 to 0.5 from left to right, and 1 at the far side, else 0."""
    leaf, (far, k) = strip // (2 * ARROWS), divmod(strip % (2 * ARROWS), ARROWS)
    column = (ARROWS - 1 - k if far else k) + ARROWS * leaf
    return column / (2 * ARROWS - 1) - 0.5, float(far)


def _field() -> Doubles:
    """What a smooth field of light is made of, at each part of each arrow."""
    spots = []
    for strip in range(4 * ARROWS):
        x, far = place(strip)
        for part in range(PARTS):
            depth = (part + 0.5) / PARTS / 2
            y = 0.5 - depth if far else depth - 0.5
            spots.append((1.0, x, y, x * y, x * x - 0.1, y * y - 0.1))
    return np.array(spots)


FIELD = _field()
STIFF = np.diag([1e-3, 0.3, 0.3, 1.0, 1.0, 1.0])
"""How unlikely light is that varies much."""
