"""How the search for dice looks at a picture: smaller or larger, or, where a board is known, as from straight above.

Seen from straight above, dice of one size are as large everywhere on the board, and what lies flat looks so.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from ..frame import Image
from ..geometry.plane import Matrix, Window, camera_over, homography, project, shrunk, sides
from ..layout import Layout
from ..observation import BoardSeen, Point

DIE_MM = (8.0, 25.0)
"""Least and greatest edge of a die."""
_STEPS = 41  # places a side at which a plane is asked whether the picture shows it


def die_px(board: BoardSeen, layout: Layout) -> tuple[float, float]:
    """Least and greatest side (px) that a die's box can have on this board, perspective included."""
    lengths = sides(board.corners)
    least, greatest = layout.board_mm
    smallest, largest = float(lengths.min()), float(lengths.max())
    return 0.7 * DIE_MM[0] * smallest / greatest, 1.7 * DIE_MM[1] * largest / least


@dataclass(frozen=True, eq=False)
class SearchView:
    """A picture as the search sees it.

    Attributes:
        matrix: (3, 3) from the view's pixels to the picture's.
        size: width and height of the view, px.
        foot: where the camera stands over the view, px of the view, when it shows the board from straight above;
            None for a picture as it is.
        whole: the picture as it is, larger or smaller, and all of it.
    """

    matrix: Matrix
    size: tuple[int, int]
    foot: Point | None = None
    whole: bool = False

    @property
    def flat(self) -> bool:
        """Seen as from straight above."""
        return self.foot is not None

    def upright(self, at: Point) -> Matrix:
        """A turn (2, 2) after which what stands at `at` points up: from turned pixels to the view's.

        A camera sees the top of what stands displaced away from where it hangs itself: in a picture as it is that
        is mostly upwards already.
        """
        if self.foot is None:
            return np.eye(2)
        x, y = at[0] - self.foot[0], at[1] - self.foot[1]
        far = float(np.hypot(x, y))
        if far < 1.0:
            return np.eye(2)
        return np.array([[-y, -x], [x, -y]]) / far

    def cut(self, middle: Point, scale: float, start: float) -> Matrix:
        """From the pixels of a cut whose upper side shows what stands pointing up, to the picture's, (3, 3).

        Args:
            middle: what the cut shows in its middle, px of the view.
            scale: px of the view to one of the cut.
            start: from the cut's first pixel to its middle, px of the cut.
        """
        turn = self.upright(middle) * scale
        first = np.asarray(middle) - turn @ (start, start)
        return np.asarray(self.matrix @ np.vstack([np.column_stack([turn, first]), (0, 0, 1)]))

    def of(self, image: Image) -> Image:
        """The picture through this view, (height, width, 3); every pixel counts."""
        if self.whole:
            how = cv2.INTER_AREA if self.size[0] < image.shape[1] else cv2.INTER_LINEAR
            return np.asarray(cv2.resize(image, self.size, interpolation=how), np.uint8)
        return through(image, self.matrix, self.size)


def through(image: Image, matrix: Matrix, size: tuple[int, int]) -> Image:
    """A picture through a homography from the result's pixels to its own, (height, width, 3) of `size`."""
    edges = project(matrix, [(0, 0), (size[0], 0), (size[0], size[1]), (0, size[1])])
    _, less, more, _ = sorted(sides(edges).tolist())
    step = (less + more) / 2 / max(size)
    if step > 1.6:  # linear interpolation alone would skip pixels
        least = edges.min(axis=0).astype(int) - 2, edges.max(axis=0).astype(int) + 3
        (x0, y0), (x1, y1) = np.clip(least, 0, image.shape[1::-1])
        scale = 1.3 / step
        if min(x1 - x0, y1 - y0) < max(4, 1 / scale):
            return np.zeros((size[1], size[0], 3), np.uint8)
        image = shrunk(image[y0:y1, x0:x1], scale)
        shift = np.array([[scale, 0, 0.5 * scale - 0.5 - x0 * scale], [0, scale, 0.5 * scale - 0.5 - y0 * scale],
                          [0, 0, 1.0]])  # fmt: skip
        matrix = shift @ matrix
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    warped = cv2.warpPerspective(image, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(warped, np.uint8)


def flat_view(
    corners: Sequence[Point],
    millimetres: tuple[float, float],
    scale: float,
    window: Window,
    picture: tuple[int, int],
) -> SearchView:
    """The board from straight above, with its surroundings.

    Args:
        corners: of the board, as BoardSeen has them.
        millimetres: how long the board is from its first corner to the second, and from the second to the third.
        scale: px a millimetre.
        window: what is shown, the board being the unit square; `around` or `around_in_picture` give one.
        picture: width and height of the picture, px.
    """
    deep, wide = millimetres
    left, top, right, bottom = window
    size = (max(1, round(wide * scale * (right - left))), max(1, round(deep * scale * (bottom - top))))
    across, down = (right - left) / size[0], (bottom - top) / size[1]
    to_unit = np.array([[across, 0, across / 2 + left], [0, down, down / 2 + top], [0, 0, 1.0]])
    matrix = np.asarray(homography(corners) @ to_unit)
    return SearchView(matrix, size, foot(matrix, picture))


def around(share: float) -> Window:
    """The board and as much on every side of it, as a share of its sides."""
    return (-share, -share, 1 + share, 1 + share)


def around_in_picture(corners: Sequence[Point], share: float, picture: tuple[int, int]) -> Window:
    """The same without what lies outside the picture (width, height): nothing is to be found there."""
    steps = np.linspace(-share, 1 + share, _STEPS)
    plane = np.stack([*np.meshgrid(steps, steps), np.ones((_STEPS, _STEPS))], axis=-1)
    shown = plane @ homography(corners).T
    with np.errstate(divide="ignore", invalid="ignore"):
        x, y = shown[..., 0] / shown[..., 2], shown[..., 1] / shown[..., 2]
    inside = (shown[..., 2] > 0) & (x >= 0) & (x < picture[0]) & (y >= 0) & (y < picture[1])
    if not inside.any():
        return around(share)
    columns, rows = np.flatnonzero(inside.any(axis=0)), np.flatnonzero(inside.any(axis=1))
    step = float(steps[1] - steps[0])
    low, high = -share, 1 + share
    left, top = (max(low, float(steps[first[0]]) - step) for first in (columns, rows))
    right, bottom = (min(high, float(steps[last[-1]]) + step) for last in (columns, rows))
    return (left, top, right, bottom)


def foot(matrix: Matrix, picture: tuple[int, int]) -> Point:
    """Where on a plane the camera stands over it, in the plane's own coordinates.

    Args:
        matrix: (3, 3) from the plane to the picture's pixels.
        picture: its width and height, px; a lens of usual width looks at its middle.
    """
    x, y, _ = camera_over(matrix, picture)
    return x, y
