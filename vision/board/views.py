"""What the board network is shown, and what it sees: the picture, then the board flattened by corners found so far.

A view is a homography (3, 3) from the network's pixels to the picture's.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from ..frame import Image
from ..geometry.plane import Matrix, Quad, batch, halved, homography, project, quad_of, sides, smaller
from ..layout import Layout
from ..network import Network
from ..observation import Point
from .outline import Map, outline

AREAS = ("occe", "box")
"""The network's maps of what a board covers, by their names in the layouts."""
MAPS = (*AREAS, "row", "corner")
STRIDE = 4
WHOLE = (256, 192)  # width and height of the first look, px
LOOK = 224  # side of the others, px
AROUND = 0.32  # of the board's side: what they show around it
AGAIN = 2  # how often the board is looked at again, flattened by the corners found so far
WORSE = 0.8  # of the fit before: a look again that fits less is not believed
LEAST_FIT = 0.55
# The chance that the corners are right: a logistic curve over fit and peak (card.md says from what).
SURE_AT = (-10.7, 2.5, 13.2)


@dataclass(frozen=True, eq=False)
class Outlined:
    """A board as the network sees it in one view.

    Attributes:
        layout: which board.
        corners: px, clockwise as the picture shows them.
        fit: 0 to 1, how well they bound the board's area and nothing else.
        peak: 0 to 1, mean height of the corner map at the corners.
        row: (h, w) probability that a cell of the view belongs to the row of tiles.
        view: in which it was seen.
    """

    layout: Layout
    corners: Quad
    fit: float
    peak: float
    row: Map
    view: Matrix

    @property
    def sure(self) -> float:
        """The chance that the corners are right."""
        constant, fit, peak = SURE_AT
        return float(1 / (1 + np.exp(-(constant + fit * self.fit + peak * self.peak))))

    def row_cells(self) -> tuple[Matrix, Matrix]:
        """Where the row of tiles is seen, (n, 2) px, and how surely, (n,)."""
        ys, xs = np.nonzero(self.row > 0.3)
        spots = _in_picture(np.stack([xs, ys], axis=1), self.view)
        return spots, np.asarray(self.row[ys, xs], dtype=np.float64)


@dataclass(frozen=True, eq=False)
class Viewer:
    """A picture before the board network.

    Attributes:
        image: (H, W, 3) uint8 BGR.
        network: tells MAPS of a view.
    """

    image: Image
    network: Network

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture, px."""
        return self.image.shape[1], self.image.shape[0]

    def outlined(self, meant: Sequence[Layout]) -> Outlined | None:
        """The likeliest of the boards that may be meant; None where there is none."""
        return self._nearer(self._best_outline(whole_picture(self.image), WHOLE, meant))

    def again(self, corners: Quad, layout: Layout) -> Outlined | None:
        """A board looked at anew by corners (px) that it may have; None where none is seen there."""
        return self._nearer(self._best_outline(look_again(corners), (LOOK, LOOK), (layout,)))

    def _nearer(self, outlined: Outlined | None) -> Outlined | None:
        """The board looked at again, flattened by the corners found so far."""
        if outlined is None:
            return None
        for _ in range(AGAIN):
            again = self._best_outline(look_again(outlined.corners), (LOOK, LOOK), (outlined.layout,))
            if again is None or again.fit < WORSE * outlined.fit:
                break
            outlined = again
        return outlined

    def _best_outline(self, view: Matrix, size: tuple[int, int], meant: Sequence[Layout]) -> Outlined | None:
        """The best outline in one view; `size`: width and height of what the network is shown."""
        logits = self.network(batch([shown(self.image, view, size)]))[0][0]
        maps = dict(zip(MAPS, 1 / (1 + np.exp(-logits)), strict=True))
        layout = max(meant, key=lambda kind: float(maps[kind.area][maps[kind.area] > 0.5].sum()))
        best = outline(maps[layout.area], maps["corner"])
        if best is None or best.fit < LEAST_FIT:  # the network may be of two minds which board it is
            either = outline(np.maximum.reduce([maps[area] for area in AREAS]), maps["corner"])
            best = max((best, either), key=lambda kind: -1.0 if kind is None else kind.fit)
        if best is None:
            return None
        corners = quad_of(_in_picture(best.corners, view))
        return Outlined(layout, corners, best.fit, best.peak, maps["row"], view)


def _in_picture(cells: Matrix, view: Matrix) -> Matrix:
    """Where the cells (n, 2) of a view's maps are, (n, 2) px."""
    return project(view, (np.asarray(cells) + 0.5) * STRIDE - 0.5)


def whole_picture(image: Image) -> Matrix:
    """The view that shows the whole picture in the first look's field, in its middle."""
    height, width = image.shape[:2]
    scale = max(width / WHOLE[0], height / WHOLE[1])
    x, y = (width - 1) / 2 - scale * (WHOLE[0] - 1) / 2, (height - 1) / 2 - scale * (WHOLE[1] - 1) / 2
    return np.array([[scale, 0, x], [0, scale, y], [0, 0, 1.0]])


def look_again(corners: Sequence[Point]) -> Matrix:
    """The view that shows a board flattened by these corners, with its surroundings."""
    step = (1 + 2 * AROUND) / LOOK
    to_unit = np.array([[step, 0, step / 2 - AROUND], [0, step, step / 2 - AROUND], [0, 0, 1.0]])
    return np.asarray(homography(corners) @ to_unit)


def shown(image: Image, view: Matrix, size: tuple[int, int]) -> Image:
    """The picture through a view, (height, width, 3) of `size` = (width, height), every pixel counted."""
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    edges = project(view, [(0, 0), (size[0], 0), (size[0], size[1]), (0, size[1])])
    step = float(sides(edges).max()) / max(size)
    if step > 2:  # linear interpolation alone would skip pixels
        image, scale = halved(image, 1 / step)
        view = smaller(scale) @ view
    warped = cv2.warpPerspective(image, view, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(warped, dtype=np.uint8)
