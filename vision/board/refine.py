"""The board's corners to a fraction of a pixel, and how the lens bends, from the edges of its four sides.

Where a side's upper edge is told clearly among the lines that run there (edges.py), it is followed at 48 places;
where it is not, the network's side stays. All sides are fitted at once, with one number for the lens where nobody
knows it, and meet in the corners.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from ..frame import Image
from ..geometry.lens import MOST, Lens
from ..geometry.plane import Matrix, Quad, turned
from .edges import (
    LENSES,
    Candidates,
    Ring,
    Strips,
    apex,
    candidates,
    facing,
    sampled,
    steepness,
    straight_strips,
)

# How likely a candidate is the board's upper edge: weights of its clues, against none of them (card.md says from what).
WEIGHTS = np.array(
    [-1.298, 4.122, 0.4213, -0.2635, 0.543, -0.7937, 2.707, -0.4517, -0.6226, -3.898, -0.4711, 7.589]
)
BIAS = -6.703
CLEAR = 0.5  # a side less sure stays where the network saw it
FOLLOWED = 48  # places along a side
WINDOW, LEAST_WINDOW = 0.004, 4.0  # of the side, px: how far beside its line an edge is followed
FAINT, WEAK = 2.0, 0.4  # grey levels; share of the side's usual steepness: less is not the edge
SEEN = 0.6  # share of a side's places that must lie on one line
LOOSE = 0.0007  # of the side: sides straight to this are straight
ROUNDS = 4
SURE, BENT = 5.0, 0.012  # a lens is believed from so many times its doubt, and from this |k|
STRICTER = 4  # times that a fit forgets what lies off
UNLIKE = 6.0  # how unlike the sides' lenses may be, in squares of their doubts
BOW_DOUBT = 0.0007  # of the side: how far a side made straight may be bent itself

MARGIN = 0.09
PLACES = (np.arange(FOLLOWED) + 0.5) / FOLLOWED * (1 - 2 * MARGIN) + MARGIN
ENDS = np.stack([1 - PLACES, PLACES], axis=1)


@dataclass(frozen=True)
class Refined:
    """Corners looked at closely.

    Attributes:
        corners: px, in the order they were given.
        lens: division parameter of the lens, 0 if it is straight or unknown.
        sides: how many of the four sides were clearly seen.
    """

    corners: Quad
    lens: float
    sides: int


def refined(image: Image, corners: Quad, lens: float | None = None) -> Refined:
    """The corners where the sides' edges meet.

    Args:
        image: (H, W, 3) uint8 BGR.
        corners: of the board, px, clockwise, right to about a fiftieth of its side.
        lens: division parameter of the lens where it is known.
    """
    ring = Ring(np.asarray(corners, dtype=np.float64), (image.shape[1], image.shape[0]))
    strips = straight_strips(image, ring, LENSES if lens is None else (lens,))
    lines, clear = chosen(strips, facing(corners, ring.size))
    if not clear.any():
        return Refined(corners, lens or 0.0, 0)
    k, lines, clear = fitted(image, ring, lines, clear, strips.k, lens)
    if k == 0.0 and strips.k != 0.0:  # no lens after all: the sides' edges may be others
        return refined(image, corners, 0.0)
    if not clear.any():
        return Refined(corners, k, 0)
    return Refined(met(ring, lines, k), k, int(clear.sum()))


def chosen(strips: Strips, outward: Matrix) -> tuple[Matrix, NDArray[np.bool_]]:
    """For each side the likeliest line's two offsets, (4, 2), the network's own where none is clear, and which are."""
    options = candidates(strips, outward)
    likely = chances(options)
    lines, clear = np.zeros((4, 2)), np.zeros(4, dtype=bool)
    for option in np.flatnonzero(likely > CLEAR):  # one of a side at most
        lines[options.sides[option]], clear[options.sides[option]] = options.ends[option], True
    return lines, clear


def chances(options: Candidates) -> Matrix:
    """How likely each candidate is the upper edge, (n,); a side's sum to less than 1: it may be none of them."""
    powers = np.exp(np.minimum(options.clues @ WEIGHTS + BIAS, 50))
    return np.asarray(powers / (1 + np.bincount(options.sides, powers, 4)[options.sides]))


def fitted(
    image: Image, ring: Ring, lines: Matrix, clear: NDArray[np.bool_], first: float, lens: float | None
) -> tuple[float, Matrix, NDArray[np.bool_]]:
    """The lens, the lines (4, 2) that the followed edges make, and which sides were followed."""
    bow, k = ring.bow(PLACES), first
    terms = np.broadcast_to(ENDS, (4, *ENDS.shape))
    for _ in range(1 if first in (lens, 0.0) else ROUNDS):
        spots, steady = followed(image, ring, lines @ ENDS.T + k * bow)
        steady &= clear[:, None]
        k = lens if lens is not None else bent(spots, steady, bow)
        values, _, near, _ = robust(terms, spots - k * bow, steady)
        lines = np.where(clear[:, None], values, 0.0)
        if k == 0.0:
            break
    clear = clear & (near.sum(axis=1) >= SEEN * FOLLOWED)
    return k, np.where(clear[:, None], lines, 0.0), clear


def followed(image: Image, ring: Ring, near: Matrix) -> tuple[Matrix, NDArray[np.bool_]]:
    """Where the edges run at the places along the sides: offsets (4, places), and whether an edge is seen there.

    Args:
        image: (H, W, 3) uint8 BGR.
        ring: the sides.
        near: (4, places) offsets beside which they are looked for.
    """
    reach = max(LEAST_WINDOW / ring.length, WINDOW)
    step = 0.5 / ring.length if reach * ring.length < 20 else reach / 40
    across = np.arange(-round(reach / step), round(reach / step) + 1) * step
    colours = sampled(image, ring.points(PLACES, near[..., None] + across)).astype(np.float32)
    smooth = np.stack([cv2.blur(side.reshape(FOLLOWED, -1), (1, 5)).reshape(side.shape) for side in colours])
    steep = steepness(smooth, max(1, round(2 * 0.5 / (step * ring.length))) * 2)
    usual = np.median(steep, axis=1)
    fading = np.exp(-0.5 * (across / (0.6 * reach)) ** 2)
    where = (np.sqrt((usual**2).sum(axis=-1)) * fading).argmax(axis=1)
    way = usual[np.arange(4), where]
    strong = np.sqrt((way**2).sum(axis=-1, keepdims=True))
    along = np.einsum("kpmc,kc->kpm", steep, way / np.maximum(strong, 1e-6)) * fading
    best = np.clip(along.argmax(axis=-1), 1, len(across) - 2)[..., None]
    low, top, high = np.moveaxis(np.take_along_axis(along, best + np.arange(-1, 2), axis=-1), -1, 0)
    return near + across[best[..., 0]] + apex(low, top, high) * step, (top > FAINT) & (top > WEAK * strong)


def robust(
    terms: Matrix, spots: Matrix, steady: NDArray[np.bool_]
) -> tuple[Matrix, Matrix, NDArray[np.bool_], Matrix]:
    """Least squares that forgets what lies far off, for each side by itself.

    Args:
        terms: (4, places, m).
        spots: (4, places) what they should add up to.
        steady: (4, places) which spots count.

    Returns:
        Values (4, m), their covariances (4, m, m), which spots fit (4, places), and their spread (4,).
    """
    sure: Matrix = steady.astype(np.float64)
    across = terms.transpose(0, 2, 1)
    for _ in range(STRICTER):
        squares = across @ (sure[..., None] * terms) + 1e-9 * np.eye(terms.shape[2])
        values = np.linalg.solve(squares, across @ (sure * spots)[..., None])
        off = np.abs(spots - (terms @ values)[..., 0])
        usual = np.sort(np.where(steady, off, 1.0), axis=1)  # 1: a whole side off, as good as nothing seen
        spread = 1.5 * usual[np.arange(len(usual)), steady.sum(axis=1) // 2] + LOOSE / 7
        sure = steady / (1 + (off / (1.5 * spread[:, None])) ** 2) ** 2
    near = steady & (off < np.maximum(LOOSE, 3 * spread[:, None]))
    covariances = np.asarray(np.linalg.inv(squares) * spread[:, None, None] ** 2, dtype=np.float64)
    return np.asarray(values[..., 0], dtype=np.float64), covariances, near, spread


def bent(spots: Matrix, steady: NDArray[np.bool_], bow: Matrix) -> float:
    """The lens that makes all the sides straight, 0 where they do not say one clearly.

    Each side tells its own; they must agree, and together be far from none.
    """
    terms = np.concatenate([np.broadcast_to(ENDS, (4, *ENDS.shape)), bow[..., None]], axis=2)
    values, covariances, near, _ = robust(terms, spots, steady)
    tells = near.sum(axis=1) >= SEEN * FOLLOWED
    if tells.sum() < 3:
        return 0.0
    bends = values[tells, 2]
    doubts = covariances[tells, 2, 2] + (BOW_DOUBT / np.maximum(np.ptp(bow[tells], axis=1), 1e-6)) ** 2
    k, doubt = float((bends / doubts).sum() / (1 / doubts).sum()), float((1 / doubts).sum() ** -0.5)
    unlike = float(((bends - k) ** 2 / doubts).sum()) / (len(bends) - 1)
    if abs(k) < max(SURE * doubt, BENT) or unlike > UNLIKE:
        return 0.0
    return float(np.clip(k, -MOST, MOST))


def met(ring: Ring, lines: Matrix, k: float) -> Quad:
    """The corners where neighbouring sides meet, px, each side's line bent by the lens."""
    lens = Lens(k, ring.size)
    shift = lines * ring.length
    start = lens.unbend(ring.corners + shift[:, :1] * ring.out)
    end = lens.unbend(ring.corners + ring.run + shift[:, 1:] * ring.out)
    ones = np.ones((4, 1))
    sides = np.cross(np.hstack([start, ones]), np.hstack([end, ones]))
    corners = np.cross(np.roll(sides, 1, axis=0), sides)
    bent_corners = lens.bend(corners[:, :2] / corners[:, 2:])
    return turned([(float(x), float(y)) for x, y in bent_corners], 0)
