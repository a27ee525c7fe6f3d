"""What the board network is shown: the whole picture, then the board flattened by the corners found so far.

A view is a homography (3, 3) from the network's pixels to the picture's.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from ..frame import Image
from ..geometry.plane import Matrix, halved, homography, project, sides, smaller
from ..observation import Point

WHOLE = (256, 192)  # width and height of the first look, px
LOOK = 224  # side of the second, px
AROUND = 0.32  # of the board's side: what the second look shows around it


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
    seen = cv2.warpPerspective(image, view, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, dtype=np.uint8)
