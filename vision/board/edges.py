"""The board's four sides looked at closely: which lines along them may be its upper edge.

Beside each side as the network tells it, the picture is laid out straight: 48 places along, 81 steps across. Every
line across such a strip, bent as the lens bends it, has a strength: how much of its length shows an edge. The
strongest, seldom more than four, are candidates: the board's upper edge, the lower one, a shadow's, a frame's.

Offsets are shares of the board's mean side, outward positive, from the straight line between two corners.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from ..frame import Image
from ..geometry.lens import Lens
from ..geometry.plane import Matrix, camera_over, homography
from ..observation import Point

Floats = NDArray[np.float32]

SEARCH, WIDE, BINS = 0.026, 0.040, 81  # of the side: how far lines are looked for; how far the strips reach
STEP = 2 * WIDE / (BINS - 1)
SEGMENTS, PLACES = 12, 4
ROUND = 0.05  # of a side at both its ends: corners may be rounded
GRID, SLOPE = 21, 0.024  # lines tried: offsets at each end; how much the two may differ
FLOOR, NOISE = 3.0, 1.5  # grey levels, and noises, at which an edge counts half
THICK = 0.05  # of the side: a thicker board is not thought of
LENSES = (-0.13, -0.065, 0.0)
STRAIGHT = 0.04  # what speaks against a lens for each 0.05 of k, in the strength of all four sides

ALONG = (np.arange(SEGMENTS * PLACES) + 0.5) / (SEGMENTS * PLACES) * (1 - 2 * ROUND) + ROUND
MIDDLES = ALONG.reshape(SEGMENTS, PLACES).mean(axis=1)
ENDS = np.stack(
    [1 - MIDDLES, MIDDLES], axis=1
)  # (segments, 2): from a line's ends to its offset in each segment
NEAR = np.arange(-3, 4)  # steps beside a line
BOARD = slice(int((WIDE - 0.03) / STEP), int((WIDE - 0.0135) / STEP))  # steps that show the board itself
CORNERWARD = [0, 1, 2, SEGMENTS - 3, SEGMENTS - 2, SEGMENTS - 1]  # segments beside which no row of tiles lies


def _lines() -> tuple[Matrix, NDArray[np.intp]]:
    """Every line tried: its two offsets, (n, 2), and where its segments lie in a strip's flat strengths."""
    ends = np.linspace(-SEARCH, SEARCH, GRID)
    pairs = np.stack(np.meshgrid(ends, ends, indexing="ij"), axis=-1).reshape(-1, 2)
    pairs = pairs[np.abs(pairs[:, 0] - pairs[:, 1]) < SLOPE]
    return pairs, bins(pairs @ ENDS.T) + np.arange(SEGMENTS) * BINS


def bins(offsets: Matrix) -> NDArray[np.intp]:
    """The nearest step of a strip."""
    return np.clip(np.rint((offsets + WIDE) / STEP), 0, BINS - 1).astype(np.intp)


TRIED, CELLS = _lines()
NEARNESS = -0.5 * (TRIED**2).mean(axis=1) / 0.006**2  # the network errs by about 0.6 % of the side
LEVELS = 2 * (GRID - 1) + 1
LEVEL = np.rint((TRIED.mean(axis=1) + SEARCH) / SEARCH * (GRID - 1)).astype(np.intp)  # in half steps


@dataclass(frozen=True, eq=False)
class Ring:
    """The four sides between corners: the k-th from corner k to the next.

    Attributes:
        corners: (4, 2) px, clockwise.
        size: width and height of the picture, px.
    """

    corners: Matrix
    size: tuple[int, int]

    @cached_property
    def run(self) -> Matrix:
        """From each side's start to its end, (4, 2) px."""
        return np.asarray(np.roll(self.corners, -1, axis=0) - self.corners)

    @cached_property
    def out(self) -> Matrix:
        """Unit vectors out of the board, (4, 2)."""
        normals = np.stack([self.run[:, 1], -self.run[:, 0]], axis=1)
        return np.asarray(normals / np.linalg.norm(normals, axis=1, keepdims=True))

    @cached_property
    def length(self) -> float:
        """The mean side, px."""
        return float(np.hypot(*self.run.T).mean())

    def points(self, along: Matrix, offsets: Matrix) -> tuple[Floats, Floats]:
        """Pixels at shares (n,) along each side and offsets (4, n, m): x and y, (4 n, m) each."""
        base = (self.corners[:, None] + self.run[:, None] * along[None, :, None]).astype(np.float32)
        away = (self.out * self.length).astype(np.float32)
        off = offsets.astype(np.float32)
        x, y = (base[..., k, None] + off * away[:, k, None, None] for k in (0, 1))
        return x.reshape(-1, off.shape[2]), y.reshape(-1, off.shape[2])

    def bow(self, along: Matrix, k: float = -0.05) -> Matrix:
        """How a lens bends the sides: offsets at shares (n,) along them for each 1 of k, (4, n)."""
        lens = Lens(k, self.size)
        start, end = lens.unbend(self.corners), lens.unbend(self.corners + self.run)
        line = start[:, None] + (end - start)[:, None] * along[None, :, None]
        away = lens.bend(line.reshape(-1, 2)).reshape(line.shape) - self.corners[:, None]
        shares = (away * self.run[:, None]).sum(axis=2) / (self.run**2).sum(axis=1)[:, None]
        offsets = (away * self.out[:, None]).sum(axis=2) / self.length / k
        return np.stack([np.interp(along, *side) for side in zip(shares, offsets, strict=True)])


@dataclass(frozen=True, eq=False)
class Strips:
    """What the sides look like under one lens; a step across is STEP.

    Attributes:
        k: of the lens.
        colours: (4, segments, bins, 3) mean colour, inside to outside.
        edges: (4, segments, bins) steepness of the colours, grey levels.
        strengths: (4, segments, bins) the same, 0 to 1.
        scores: (4, lines) mean strength along every line tried.
    """

    k: float
    colours: Floats
    edges: Floats
    strengths: Floats
    scores: Floats


def straight_strips(image: Image, ring: Ring, lenses: Sequence[float]) -> Strips:
    """The strips of the four sides, bent back by the lens under which their edges are straightest."""
    across = np.linspace(-WIDE, WIDE, BINS)
    places = sampled(image, ring.points(ALONG, np.broadcast_to(across, (4, len(ALONG), BINS))))
    colours = places.reshape(4, SEGMENTS, PLACES, BINS, 3).mean(axis=2, dtype=np.float32)
    edges = length(steepness(colours, max(1, round(1.5 / (STEP * ring.length)))))
    noise = NOISE * np.median(edges, axis=2, keepdims=True)
    strengths = edges**2 / (edges**2 + (FLOOR + noise) ** 2)
    shifts = np.rint(np.asarray(lenses)[:, None, None] * ring.bow(MIDDLES) / STEP).astype(np.intp)
    bent = np.clip(np.arange(BINS) + shifts[..., None], 0, BINS - 1)  # (lenses, 4, segments, bins)
    rows = [np.take_along_axis(strengths, place, axis=-1).astype(np.float32) for place in bent]
    scores = np.stack([row.reshape(4, -1)[:, CELLS].sum(axis=-1) / SEGMENTS for row in rows])
    best = (scores + 0.06 * NEARNESS).max(axis=-1).sum(axis=1) - STRAIGHT / 0.05 * np.abs(lenses)
    lens = int(np.argmax(best))
    straight = np.take_along_axis(colours, bent[lens][..., None], axis=2)
    return Strips(lenses[lens], straight, np.take_along_axis(edges, bent[lens], axis=2), rows[lens], scores[lens])


def sampled(image: Image, points: tuple[Floats, Floats]) -> NDArray[np.uint8]:
    """The picture's colours at points (x and y, (4 n, m) px each), (4, n, m, 3)."""
    colours = cv2.remap(image, *points, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(colours, dtype=np.uint8).reshape(4, -1, colours.shape[1], 3)


def steepness(colours: Floats, half: int) -> Floats:
    """How much a profile (..., m, channels) rises from the mean of `half` steps before each one to that after."""
    sums = np.cumsum(colours, axis=-2, dtype=np.float32)
    steep = np.zeros_like(sums)
    middle = sums[..., half:-half, :]
    before = np.concatenate([np.zeros_like(sums[..., :1, :]), sums[..., : -2 * half - 1, :]], axis=-2)
    steep[..., half:-half, :] = (
        sums[..., 2 * half :, :] - middle - (middle - colours[..., half:-half, :]) + before
    ) / half
    return steep


def length(vectors: Floats) -> Floats:
    """Of vectors (..., 3)."""
    return np.asarray(np.sqrt(np.einsum("...c,...c->...", vectors, vectors)))


def facing(corners: Sequence[Point] | Matrix, size: tuple[int, int]) -> Matrix:
    """How far out of each side the camera stands, over its height, (4,): a lower edge shows where this is > 0."""
    x, y, high = camera_over(homography([(a, b) for a, b in corners]), size)
    return np.array([-x, -y, x - 1, y - 1]) / max(high, 0.2)


@dataclass(frozen=True, eq=False)
class Candidates:
    """The lines that may be the board's upper edge, of all four sides.

    Attributes:
        sides: (n,) whose each is, 0 to 3.
        ends: (n, 2) offsets at the side's start and end.
        clues: (n, 12) what speaks for and against each, see `candidates`.
    """

    sides: NDArray[np.intp]
    ends: Matrix
    clues: Matrix


def candidates(strips: Strips, outward: Matrix) -> Candidates:
    """The candidates of every side.

    The clues: mean strength, that of its weakest quarter, nearness to the network's side, steepness against the
    side's steepest candidate's and in itself, a strong line a thickness farther in or out, how far out it lies, how
    far out a lower edge may lie, whether the board's colour ends there, contrast, straightness.

    Args:
        strips: of the board.
        outward: (4,) of `facing`.
    """
    chosen = [peaks(scores) for scores in strips.scores]
    sides = np.repeat(np.arange(4), [len(lines) for lines in chosen])
    ends, straight = polished(TRIED[np.concatenate(chosen)], strips.edges[sides])
    cells, row, which = bins(ends @ ENDS.T), np.arange(SEGMENTS), sides[:, None]
    along = np.sort(strips.strengths[which, row, cells], axis=1)
    score, middle = along.sum(axis=1) / SEGMENTS, ends.sum(axis=1) / 2
    steep = strips.edges[which, row, cells].sum(axis=1) / SEGMENTS + 1e-6
    steepest = np.maximum.reduceat(steep, np.flatnonzero(np.diff(sides, prepend=-1)))[sides]
    lower = np.maximum(0.0, outward)[sides] * THICK
    inner, outer = neighbours(sides, middle, score, lower)
    ended, contrast = colour_ends(strips.colours, sides, ends)
    clues = [
        score, along[:, :3].sum(axis=1) / 3, -0.25 * (ends**2).sum(axis=1) / 0.006**2, np.log(steep / steepest),
        np.log(steep + 2), inner, outer, 100 * np.maximum(middle, 0), 100 * lower, ended, contrast, straight,
    ]  # fmt: skip
    return Candidates(sides, ends, np.stack(clues, axis=1))


def peaks(scores: Floats) -> NDArray[np.intp]:
    """Of the lines tried the best at each mean offset that is better than those 0.2 % beside it; at least one."""
    fused = scores + 0.02 * NEARNESS
    order = np.argsort(fused)
    best, who = np.full(LEVELS + 4, -99.0), np.zeros(LEVELS + 4, np.intp)
    best[LEVEL[order] + 2], who[LEVEL[order] + 2] = fused[order], order
    around = np.maximum.reduce([best[k : LEVELS + k] for k in range(5)])
    return np.asarray(who[2:-2][best[2:-2] >= around])


def polished(ends: Matrix, edges: Floats) -> tuple[Matrix, Matrix]:
    """Lines drawn to the steepest place near each of their segments, and which share of these fits.

    Args:
        ends: (n, 2) offsets.
        edges: (n, segments, bins) of each line's side.

    Returns:
        (n, 2) and (n,).
    """
    near = bins(ends @ ENDS.T)[..., None] + NEAR
    window = np.take_along_axis(edges, np.clip(near, 0, BINS - 1), axis=-1) * (1 - 0.05 * NEAR**2)
    best = np.clip(window.argmax(axis=-1), 1, len(NEAR) - 2)[..., None]
    low, top, high = np.moveaxis(np.take_along_axis(window, best + np.arange(-1, 2), axis=-1), -1, 0)
    spots = (np.take_along_axis(near, best, axis=-1)[..., 0] + apex(low, top, high)) * STEP - WIDE
    weights, off = top / (top + np.median(top, axis=1, keepdims=True) + 1e-6), np.zeros_like(spots)
    for _ in range(3):
        sure = weights / (1 + (off / 0.0015) ** 2) ** 2
        squares = np.einsum("ns,si,sj->nij", sure, ENDS, ENDS) + 1e-6 * np.eye(2)
        ends = np.linalg.solve(squares, ((sure * spots) @ ENDS)[..., None])[..., 0]
        off = spots - ends @ ENDS.T
    return ends, (np.abs(off) < 0.0015).sum(axis=1) / SEGMENTS


def apex(low: Matrix, top: Matrix, high: Matrix) -> Matrix:
    """Where between -1 and 1 the parabola through three heights is highest; 0 where it is not."""
    bend = low - 2 * top + high
    return np.clip(np.where(bend < -1e-6, (low - high) / (2 * np.minimum(bend, -1e-6)), 0.0), -1, 1)


def neighbours(
    sides: NDArray[np.intp], middle: Matrix, score: Matrix, lower: Matrix
) -> tuple[Matrix, Matrix]:
    """The strength of a line of the same side about a board's thickness farther in, and farther out, (n,) each."""
    real = (sides[:, None] == sides) & (lower[:, None] >= 0.004)
    apart, least, most = middle[:, None] - middle[None], 0.25 * lower[:, None], 1.2 * lower[:, None]
    inner = np.where(real & (apart > least) & (apart < most), score, 0.0)
    outer = np.where(real & (-apart > least) & (-apart < most), score, 0.0)
    return inner.max(axis=1), outer.max(axis=1)


def colour_ends(colours: Floats, sides: NDArray[np.intp], ends: Matrix) -> tuple[Matrix, Matrix]:
    """Whether the board's colour reaches each line (0) or ends before it (1), and how it differs beyond, (n,) each."""
    strips = colours[:, CORNERWARD]  # (4, segments, bins, 3)
    own = np.median(strips[:, :, BOARD].reshape(4, -1, 3), axis=1)
    far = length(strips - own[:, None, None])
    sums = np.zeros((*far.shape[:2], BINS + 1))
    np.cumsum(far, axis=2, out=sums[..., 1:])
    at, row, which = ends @ ENDS[CORNERWARD].T, np.arange(len(CORNERWARD)), sides[:, None]
    inside, outside = (
        (sums[which, row, bins(at + to)] - sums[which, row, bins(at + since)]).sum(axis=1)
        * (STEP / (to - since) / len(CORNERWARD))
        for since, to in ((-0.010, -0.002), (0.002, 0.010))
    )
    return inside / (inside + outside + 4), np.log(outside + 4)
