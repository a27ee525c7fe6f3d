"""Where the two leaves of a board of arrows lie in a picture."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from ..frame import Image
from ..geometry.plane import DIRECTIONS, Quad, batch, halved, homography, inverse, project, shrunk, smaller
from ..network import Network
from ..observation import Point, Side
from .axes import centred, unlike
from .strips import Leaf, leaf_of

Floats = NDArray[np.float64]
WIDTH, HEIGHT, STRIDE = 256, 192, 4
"""px that the network is shown, and px from one of its answers to the next."""
MAPS = ("leaf", "outer", "inner")
"""What it answers: the field of either leaf, the outer corners of the board's, those at the bar."""
PEAKS = 9
"""Outer corners that are tried."""
CLOSE: Leaf = ((26.0, 172.0), (26.0, 20.0), (230.0, 20.0), (230.0, 172.0))
"""Where the outer corners lie in the second look, px: near left, then clockwise."""
CLOSER, FOUND = 2, 0.15
"""Looks at the flattened board, and how high its corners must stand out in the last one."""
SURELY = 0.6
"""How high corners stand out of no other board."""
LEAST = 0.05
"""Height from which on a peak is a corner that may be meant."""
THERE, WORSE = 0.03, 0.1
"""How far three corners of a board that was not moved are found elsewhere at most, in parts of its sides, and how much
less alike both halves of its arrows then are at most where they were."""
BAR, BESIDE = 0.05, 0.12
"""Usual width of a bar, and how far its corners lie from the middle of a side: in parts of the board's sides."""


@dataclass(frozen=True)
class Leaves:
    """A board of arrows as it lies in the picture.

    Attributes:
        corners: of the left and the right leaf's field, px: near left, then clockwise as seen from above.
        sure: 0 to 1, how high its corners stand out; not calibrated.
    """

    corners: tuple[Leaf, Leaf]
    sure: float

    @property
    def surely(self) -> bool:
        """Whether it can be no other board, such as one of tiles."""
        return self.sure >= SURELY

    @property
    def outline(self) -> Leaf:
        """The outer corners of the whole field."""
        left, right = self.corners
        return left[0], left[1], right[2], right[3]


class FindsLeaves(Protocol):
    """What is asked of a finder of boards of arrows."""

    def find(self, image: Image, seat1_side: Side | None = None) -> Leaves | None:
        """The leaves, or None."""


class LeavesFinder:
    """Finds boards of arrows.

    Args:
        path: of leaves.onnx.

    Raises:
        BrokenNetwork: the file is not that network.
    """

    def __init__(self, path: Path) -> None:
        shape = (None, len(MAPS), None, None)
        self._network = Network(path, input_shape=(None, 3, HEIGHT, WIDTH), outputs={"maps": shape})

    def find(self, image: Image, seat1_side: Side | None = None) -> Leaves | None:
        """The board in a picture; None where there is none.

        The first look tells where it is; the others, at the board flattened, ever closer where its leaves end.

        Args:
            image: (H, W, 3) uint8 BGR.
            seat1_side: the side of the picture at which the near side lies; None: the lowest.
        """
        high, wide = image.shape[:2]
        scale = min(WIDTH / wide, HEIGHT / high)
        first = self._look(shrunk(image, scale), np.eye(3))
        if first is None:
            return None
        leaves, sure = project(inverse(smaller(scale)), first[0].reshape(-1, 2)).reshape(2, 4, 2), 0.0
        leaves = _near_first(leaves, DIRECTIONS[seat1_side or "bottom"])
        small, done = halved(image, 2 * WIDTH / max(1.0, float(np.ptp(leaves.reshape(-1, 2), axis=0).max())))
        for _ in range(CLOSER):
            corners = outline_of(leaves).astype(np.float32)
            close = cv2.getPerspectiveTransform(corners, np.array(CLOSE, np.float32)).astype(np.float64)
            found = self._look(small, close @ inverse(smaller(done)))
            if found is None:
                return None
            leaves, sure = project(inverse(close), found[0].reshape(-1, 2)).reshape(2, 4, 2), found[1]
        if sure < FOUND:
            return None
        return Leaves(centred(image, (leaf_of(leaves[0]), leaf_of(leaves[1]))), sure)

    def _look(self, image: Image, view: Floats) -> tuple[Floats, float] | None:
        """The leaves in a view of a picture, px of that view."""
        beyond = cv2.BORDER_REPLICATE
        seen = cv2.warpPerspective(image, view, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR, borderMode=beyond)
        (answer,) = self._network(batch([np.asarray(seen, np.uint8)]))
        found = assembled(1 / (1 + np.exp(-answer[0].astype(np.float64))))
        return None if found is None else ((found[0] + 0.5) * STRIDE - 0.5, found[1])


@dataclass(frozen=True)
class ShownLeaves:
    """A finder of a board whose outer corners somebody showed.

    Attributes:
        corners: of the field, px, clockwise as seen from above.
    """

    corners: Quad

    def find(self, image: Image, seat1_side: Side | None = None) -> Leaves:
        """The leaves: on those sides, and from the bar on, where arrows lie."""
        ways = []
        for ring in (np.array(self.corners), np.roll(self.corners, 1, axis=0)):
            left, right = _near_first(_with_bar(ring, np.zeros((0, 3)))[0], DIRECTIONS[seat1_side or "bottom"])
            ways.append(centred(image, (leaf_of(left), leaf_of(right))))
        return Leaves(min(ways, key=lambda leaves: unlike(image, leaves)), 1.0)


@dataclass(frozen=True)
class RememberedLeaves:
    """A finder of a board that may still lie where it did: then its leaves are where they were found at first.

    Attributes:
        finder: finds boards.
        leaves: where they were.
    """

    finder: FindsLeaves
    leaves: tuple[Leaf, Leaf]

    def find(self, image: Image, seat1_side: Side | None = None) -> Leaves | None:
        """The leaves as they were, or as they are found now; None where there is no board."""
        found = self.finder.find(image, seat1_side)
        if found is None or not self._there(np.array(found.outline)):
            return found
        moved = unlike(image, self.leaves) > unlike(image, found.corners) + WORSE
        return found if moved else Leaves(self.leaves, found.sure)

    def _there(self, found: Floats) -> bool:
        """Whether three corners are about where they were, however the board was turned in thought."""
        before = outline_of(np.array(self.leaves))
        flat = inverse(homography([(float(x), float(y)) for x, y in before]))
        ways = (np.abs(project(flat, way) - project(flat, before)).max(axis=1) for way in (found, np.roll(found, 2, 0)))
        return any(int((way < THERE).sum()) >= 3 for way in ways)


def outline_of(leaves: Floats) -> Floats:
    """The outer corners of both leaves: near left, then clockwise."""
    return np.array([*leaves[0, :2], *leaves[1, 2:]])


def assembled(maps: Floats) -> tuple[Floats, float] | None:
    """The leaves whose corners the maps show best.

    Args:
        maps: (3, h, w), 0 to 1.

    Returns:
        Corners (2, 4, 2) in cells, and the mean height of the eight; None where no four corners hold a board.
    """
    peaks = sorted(_peaks(maps[1]), key=lambda peak: -peak[2])[:PEAKS]
    inner = np.array(_peaks(maps[2])).reshape(-1, 3)
    best: tuple[float, Floats] | None = None
    for four in combinations(peaks, 4):
        corners = _clockwise(np.array([peak[:2] for peak in four]))
        if corners is None:
            continue
        filled = _filled(maps[0], corners)
        for turned in (corners, np.roll(corners, 1, axis=0)):
            leaves, height = _with_bar(turned, inner)
            score = (sum(peak[2] for peak in four) + 4 * height) / 8 * filled
            if best is None or score > best[0]:
                best = score, leaves
    return None if best is None else (_near_first(best[1], DIRECTIONS["bottom"]), best[0])


def _peaks(heat: Floats) -> list[tuple[float, float, float]]:
    """Local maxima (x, y, height), each to parts of a cell."""
    grown = cv2.dilate(heat, np.ones((3, 3)))
    rows, columns = np.nonzero((heat >= grown) & (heat >= LEAST))
    return [(*_middle(heat, int(x), int(y)), float(heat[y, x])) for y, x in zip(rows, columns, strict=True)]


def _middle(heat: Floats, x: int, y: int) -> tuple[float, float]:
    """Where the bump around a cell has its middle."""
    top, left = max(0, y - 1), max(0, x - 1)
    part = heat[top : y + 2, left : x + 2]
    ys, xs = np.mgrid[top : top + part.shape[0], left : left + part.shape[1]]
    weight = part / part.sum()
    return float((xs * weight).sum()), float((ys * weight).sum())


def _clockwise(points: Floats) -> Floats | None:
    """Four points in the order of a convex quadrilateral, clockwise in the picture; None where they make none."""
    middle = points.mean(axis=0)
    ordered = points[np.argsort(np.arctan2(points[:, 1] - middle[1], points[:, 0] - middle[0]))]
    return ordered if cv2.isContourConvex(ordered.astype(np.float32)) else None


def _filled(leaf: Floats, corners: Floats) -> float:
    """How well a quadrilateral and the map of the leaves agree: their overlap in parts of both."""
    mask = np.zeros(leaf.shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 1)
    inside = float((leaf * mask).sum())
    return inside / (float(mask.sum()) + float(leaf.sum()) - inside + 1e-6)


def _with_bar(corners: Floats, peaks: Floats) -> tuple[Floats, float]:
    """Both leaves of a board with these outer corners, near left first, and the mean height at the bar's corners.

    `peaks` (n, 3) may be corners at the bar.
    """
    plane = homography([(float(x), float(y)) for x, y in corners])
    across, along = project(inverse(plane), peaks[:, :2]).T if len(peaks) else np.zeros((2, 0))
    ends = []
    for end in (1.0, 0.0):
        here = peaks[(np.abs(along - end) < BESIDE) & (np.abs(across - 0.5) < BESIDE)]
        ends.append(_bar_at(plane, end, here))
    (near, height), (far, other) = ends
    near_left, far_left, far_right, near_right = corners
    leaves = [[near_left, far_left, far[0], near[0]], [near[1], far[1], far_right, near_right]]
    return np.array(leaves), (height + other) / 2


def _bar_at(plane: Floats, end: float, peaks: Floats) -> tuple[Floats, float]:
    """The left and the right corner at one end of the bar, and their mean height; its usual width where one is seen."""
    usual = project(plane, np.array([(0.5 - BAR / 2, end), (0.5 + BAR / 2, end)]))
    if not len(peaks):
        return usual, 0.0
    two = peaks[np.argsort(-peaks[:, 2])][:2]
    if len(two) == 1:
        return usual - usual.mean(axis=0) + two[:, :2], float(two[0, 2])
    return two[np.argsort(project(inverse(plane), two[:, :2])[:, 0]), :2], float(two[:, 2].mean())


def _near_first(leaves: Floats, toward: Point) -> Floats:
    """Turned by half where that brings its near side farther in a direction of the picture."""
    outer = outline_of(leaves)
    if (outer[[0, 3]].mean(axis=0) - outer[[1, 2]].mean(axis=0)) @ toward >= 0:
        return leaves
    return np.roll(leaves[::-1], 2, axis=1)
