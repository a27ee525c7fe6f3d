"""A die's upper face, located by its pips, and the outlines of dice that lie or lean under it.

Nothing is learnt here. A cut shows the die as from straight above, not turned: what stands `height` over the ground is
displaced there by `height` times a slope, away from the camera's foot. Lengths are pixels of the cut.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from ..frame import Image
from ..geometry.plane import Matrix, camera_over
from ..observation import Point
from .candidates import CUT, IN_CUT, Candidate, shown_as
from .views import SearchView, foot, through

Floats = NDArray[np.float32]
PIPS: tuple[tuple[Point, ...], ...] = (
    ((0, 0),),
    ((-1, -1), (1, 1)),
    ((-1, -1), (0, 0), (1, 1)),
    ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    ((-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)),
    ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
)
"""Of each value, where its pips lie on a face, in steps from its middle."""
STEPS, PIP = (0.44, 0.52), 0.15
"""How far outer pips lie from the middle along a side, and how wide a pip is (a deviation), in halves of a side."""
FINE, COARSE = 5, 10
"""Degrees from one turn that is tried to the next: of one place, and of all."""
REACH, AROUND = 13, 11
"""px: how much of a face is compared, and how far from a die's middle its upper face may lie."""
_FIRST = int(np.ceil((CUT - 1) / 2 - AROUND)) - REACH
FAINT = 5.0  # levels: what differs less is noise
LIKE = 0.35
"""Least correlation of a place with pips to be looked at."""
FOCALS = np.exp(np.linspace(np.log(0.55), np.log(1.9), 25))
FOCAL, FOCAL_SPREAD, CROOKED = np.log(1.1), 0.28, 0.01
"""Usual focal length (log, in the picture's longer sides), its deviation, and that of a found board's shape."""
ROUNDED = (0.84, 0.92, 1.0)
"""Sides of an outline to those of a sharp die: edges are more or less rounded."""
SAMPLES = 10
"""Points a side at which an outline is compared."""
STRONG = 1.0
"""Edges stronger than the cut's mean one count no more."""


@dataclass(frozen=True)
class Stand:
    """Where the camera stands over a view: its foot, px of the view, and how high, likewise."""

    foot: Point
    high: float

    def slope(self, at: Point) -> Point:
        """By how much what stands at `at` is displaced there, to its height."""
        return (at[0] - self.foot[0]) / self.high, (at[1] - self.foot[1]) / self.high


def stand_over(view: SearchView, picture: tuple[int, int]) -> Stand:
    """Where the camera stands over a flat view of a picture (width, height).

    A plane's squares tell the focal length, the better the more aslant they are seen: it is the one that makes the
    view's two axes most alike and upright to each other, and no odd one.
    """
    askew, unlike = _axes(view, picture)
    chances = _chances(askew**2 + unlike**2)
    focal = float(np.exp((chances * np.log(FOCALS)).sum()))
    x, y, high = camera_over(view.matrix, picture, focal)
    return Stand((x, y), high)


def in_proportion(spot: Candidate, picture: tuple[int, int]) -> Candidate:
    """The same place in a flat view stretched to square pixels, for a board of unknown proportions.

    Perpendicular axes give the focal length, and it gives their lengths, independent of the corners' distances.

    Args:
        spot: in a flat view through four corners taken for a rectangle's of any sides.
        picture: its width and height.
    """
    view = spot.view
    askew, unlike = _axes(view, picture)
    longer = float(np.exp((_chances(askew**2) * unlike).sum() / 2))
    stretch = np.array([longer, 1 / longer])
    matrix = view.matrix @ np.diag([*(1 / stretch), 1.0])
    width, height = (max(1, round(side)) for side in view.size * stretch)
    x, y = np.multiply(spot.middle, stretch).tolist()
    return replace(spot, view=SearchView(matrix, (width, height), foot(matrix, picture)), middle=(x, y))


def _axes(view: SearchView, picture: tuple[int, int]) -> tuple[Matrix, Matrix]:
    """How askew (a cosine) a view's two axes are to each other, and the log of their lengths' ratio, of each focal."""
    width, height = picture
    inward = np.zeros((len(FOCALS), 3, 3))
    inward[:, 0, 0] = inward[:, 1, 1] = 1 / (FOCALS * max(picture))
    inward[:, 0, 2], inward[:, 1, 2] = -width / 2 * inward[:, 0, 0], -height / 2 * inward[:, 0, 0]
    inward[:, 2, 2] = 1
    axes = inward @ view.matrix
    lengths = np.linalg.norm(axes[:, :, :2], axis=1)
    askew = (axes[:, :, 0] * axes[:, :, 1]).sum(axis=1) / lengths.prod(axis=1)
    return askew, np.log(lengths[:, 0] / lengths[:, 1])


def _chances(crooked: Matrix) -> Matrix:
    """How likely each of the focal lengths is, by the square of how crooked it makes a board: they sum to 1."""
    odds = crooked / CROOKED**2 + ((np.log(FOCALS) - FOCAL) / FOCAL_SPREAD) ** 2
    chances = np.exp(-0.5 * (odds - odds.min()))
    return np.asarray(chances / chances.sum())


@dataclass(frozen=True, eq=False)
class Shown:
    """What a cut shows of a die.

    Attributes:
        cut: (CUT, CUT, 3) uint8 BGR.
        grey: (CUT, CUT) float32.
        across, down: (CUT, CUT, 3) how each channel changes along x and y, in units of the cut's mean edge.
        slope: by how much what stands there is displaced, to its height.
        wide: mean side of the box that was read around the die.
    """

    cut: Image
    grey: Floats
    across: Floats
    down: Floats
    slope: Point
    wide: float

    def half(self, turn: float) -> float:
        """Half of the side of a sharp die that is `turn` radians turned and has such a box."""
        spread = abs(np.cos(turn)) + abs(np.sin(turn))
        return float(self.wide / (2 * spread + abs(self.slope[0]) + abs(self.slope[1])) / 0.95)

    @property
    def whole_half(self) -> float:
        """The same of any turn, to half a pixel."""
        return round(2 * self.half(np.radians(20))) / 2


def shown(image: Image, spot: Candidate, stand: Stand) -> Shown:
    """The cut of a die in a flat view.

    Args:
        image: (H, W, 3) uint8 BGR.
        spot: the die as it was read.
        stand: where the camera stands over its view.
    """
    step = spot.length / IN_CUT
    x, y = np.asarray(spot.middle) - step * (CUT - 1) / 2
    matrix = np.array([[step, 0.0, x], [0.0, step, y], [0.0, 0.0, 1.0]])
    box = spot.width / shown_as(spot.view, spot.middle, 1.0, 1.0)[2] / step
    return shown_in(through(image, spot.view.matrix @ matrix, (CUT, CUT)), stand.slope(spot.middle), box)


def shown_in(cut: Image, slope: Point, wide: float) -> Shown:
    """The same of a cut (CUT, CUT, 3) uint8."""
    smooth = cv2.GaussianBlur(cut, (0, 0), 0.6)
    across = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, scale=1 / 8)
    down = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, scale=1 / 8)
    mean = float(np.hypot(across, down).max(axis=2)[8:-8, 8:-8].mean()) + 1
    grey = cv2.cvtColor(cut, cv2.COLOR_BGR2GRAY)
    return Shown(
        cut,
        np.asarray(grey, np.float32),
        np.asarray(across / mean, np.float32),
        np.asarray(down / mean, np.float32),
        slope,
        wide,
    )


# --- the upper face


@dataclass(frozen=True)
class Upper:
    """Where a die's upper face may be.

    Attributes:
        like: how well pips of its value fit there, 0 to 1.
        value: 1 to 6.
        turn: degrees that it lies turned in the cut.
        middle: px of the cut.
        chance: of its value, as it was read.
    """

    like: float
    value: int
    turn: float
    middle: Point
    chance: float


@lru_cache(maxsize=256)
def disc(half: float) -> NDArray[np.bool_]:
    """Which pixels of a square of 2 * REACH + 1 belong to a face of that half side."""
    steps = np.arange(-REACH, REACH + 1)
    return np.asarray(np.hypot(steps[:, None], steps) <= min(REACH + 0.3, 0.98 * half))


@lru_cache(maxsize=256)
def faces_of(value: int, half: float, step: int) -> tuple[Floats, NDArray[np.int64]]:
    """How a face of that half side looks, turned in steps: (n, pixels of its disc), and the turns (n,).

    Each is of mean 0 and length 1.
    """
    steps = np.arange(-REACH, REACH + 1)
    x, y = (axis[disc(half)] for axis in np.meshgrid(steps, steps))
    turns = np.arange(0, {1: step}.get(value, 180 if value in (2, 3, 6) else 90), step)
    made: list[NDArray[np.float64]] = []
    for turn in np.radians(np.repeat(turns, len(STEPS))):
        place = half * STEPS[len(made) % len(STEPS)]
        cos, sin = place * np.cos(turn), place * np.sin(turn)
        face = np.zeros(len(x))
        for right, low in PIPS[value - 1]:
            far = (x - cos * right + sin * low) ** 2 + (y - sin * right - cos * low) ** 2
            face += np.exp(-0.5 * far / (half * PIP) ** 2)
        face -= face.mean()
        made.append(face / np.linalg.norm(face))
    return np.array(made, np.float32), np.repeat(turns, len(STEPS))


def correlations(windows: Floats, faces: Floats, faint: float = FAINT) -> Floats:
    """Correlations, -1 to 1, of windows (m, pixels) with faces (n, pixels), below 0 dark on light: (m, n).

    Args:
        windows: of what is compared.
        faces: of mean 0 and length 1.
        faint: what windows differ less is noise.
    """
    plain = windows - windows.mean(axis=1, keepdims=True)
    lengths = np.maximum(np.linalg.norm(plain, axis=1), faint * plain.shape[1] ** 0.5)
    return np.asarray(plain @ faces.T / lengths[:, None], np.float32)


def _like(windows: Floats, faces: Floats) -> Floats:
    """The same, 0 to 1, light on dark or dark on light."""
    return np.abs(correlations(windows, faces))


def window_at(cut: NDArray[Any], row: int, column: int) -> NDArray[Any]:
    """The part of a cut (CUT, CUT, ...) around one of the places where an upper face may be, counted from the first."""
    return cut[_FIRST + row : _FIRST + row + 2 * REACH + 1, _FIRST + column : _FIRST + column + 2 * REACH + 1]


def windows_around(grey: Floats, half: float) -> Floats:
    """The discs of that half side around all places where an upper face may be, row after row: (places, pixels)."""
    windows = np.lib.stride_tricks.sliding_window_view(grey, (2 * REACH + 1,) * 2)
    windows = windows[_FIRST : _FIRST + 2 * AROUND, _FIRST : _FIRST + 2 * AROUND]
    return np.ascontiguousarray(windows[:, :, disc(half)].reshape(4 * AROUND**2, -1))


def uppers(shown: Shown, chances: Sequence[float], most: int = 4) -> list[Upper]:
    """Where the upper face may be, likeliest first.

    Args:
        shown: the cut.
        chances: of the values 1 to 6; unlikely ones are not tried.
        most: places at most.
    """
    half = shown.whole_half
    cut = windows_around(shown.grey, half)
    places: list[Upper] = []
    for value in sorted(range(1, 7), key=lambda value: -chances[value - 1])[:3]:
        if chances[value - 1] > 0.03:
            places += _peaks(cut, value, half, chances[value - 1], _FIRST + REACH)
    return sorted(places, key=lambda upper: -upper.like)[:most]


def _peaks(cut: Floats, value: int, half: float, chance: float, first: int) -> list[Upper]:
    """Places where pips of one value fit better than beside them."""
    faces, turns = faces_of(value, half, COARSE)
    like = _like(cut, faces)
    best = like.max(axis=1).reshape(2 * AROUND, 2 * AROUND)
    rows, columns = np.nonzero((best >= cv2.dilate(best, np.ones((3, 3)))) & (best > LIKE))
    peaks = []
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        here = like[row * 2 * AROUND + column]
        middle = (float(column + first), float(row + first))
        peaks.append(Upper(float(here.max()), value, float(turns[here.argmax()]), middle, chance))
    return peaks


def turns_like(shown: Shown, upper: Upper) -> Floats:
    """How well its pips fit at its place in each turn, 0 to 1, for turns of 0, FINE, ... below 90 degrees."""
    half = shown.whole_half
    faces, turns = faces_of(upper.value, half, FINE)
    x, y = (round(part) for part in upper.middle)
    window = shown.grey[y - REACH : y + REACH + 1, x - REACH : x + REACH + 1][disc(half)]
    like = _like(window[None], faces)[0]
    best = np.zeros(90 // FINE, np.float32)
    if upper.value == 1:  # its pip looks alike in every turn
        best[:] = like.max()
        return best
    np.maximum.at(best, turns % 90 // FINE, like)
    return best


# --- outlines


def rotations(leans: Matrix) -> Matrix:
    """Rotations (n, 3, 3) that lean what stands so that its top points along `leans`, (n, 2): sines of the lean."""
    x, y = leans[:, 0], leans[:, 1]
    z = np.sqrt(1 - x**2 - y**2)
    k = 1 / (1 + z)
    rows = [[1 - k * x * x, -k * x * y, x], [-k * x * y, 1 - k * y * y, y], [-x, -y, z]]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def halves(lying: Matrix, turns: Matrix, slope: Point) -> Matrix:
    """Of dice of half side 1, how the cut shows the ways from their middle to those of three faces, the upper one last.

    Args:
        lying: (n, 3, 3) how they lean.
        turns: (n,) radians that they lie turned.
        slope: of the cut.

    Returns:
        (n, 3, 2).
    """
    turned = np.zeros((len(turns), 3, 3))
    turned[:, 0, 0] = turned[:, 1, 1] = np.cos(turns)
    turned[:, 1, 0], turned[:, 0, 1] = np.sin(turns), -np.sin(turns)
    turned[:, 2, 2] = 1
    projection = np.array([[1.0, 0.0, slope[0]], [0.0, 1.0, slope[1]]])
    return np.asarray((projection @ (lying @ turned)).transpose(0, 2, 1))


def strengths(shown: Shown, ways: Matrix, middles: Matrix) -> Floats:
    """How strong the cut's edges are along the outlines of dice, each point of an outline at most STRONG: means (n,).

    Args:
        shown: the cut.
        ways: (n, 3, 2) as `halves` has them, times half a side.
        middles: (n, 2) of the dice.
    """
    up = np.where((ways[..., 1:] < 0) | ((ways[..., 1:] == 0) & (ways[..., :1] < 0)), -ways, ways)
    order = np.argsort(np.arctan2(up[..., 1], up[..., 0]), axis=1)
    up = np.take_along_axis(up, order[..., None], axis=1)
    sides = 2 * np.concatenate([up, -up], axis=1)  # round the outline: three that rise, three that fall
    corners = (middles - up.sum(axis=1))[:, None] + np.cumsum(sides, axis=1) - sides
    lengths = np.maximum(np.hypot(sides[..., 0], sides[..., 1]), 1e-6)
    shares = (np.arange(SAMPLES) + 0.5) / SAMPLES
    points = (corners[:, :, None] + shares[:, None] * sides[:, :, None]).astype(np.float32)
    points = points.reshape(len(ways), -1, 2)
    along = np.repeat(sides / lengths[..., None], SAMPLES, axis=1).astype(np.float32)
    across, down = (
        cv2.remap(steps, points[..., 0], points[..., 1], cv2.INTER_LINEAR)
        for steps in (shown.across, shown.down)
    )
    blue, green, red = np.abs(across * along[..., 1:] - down * along[..., :1]).transpose(2, 0, 1)
    edges = np.minimum(np.maximum(np.maximum(blue, green), red), STRONG)
    weights = np.repeat(lengths / lengths.sum(axis=1, keepdims=True) / SAMPLES, SAMPLES, axis=1)
    return np.asarray((edges * weights).sum(axis=1), np.float32)
