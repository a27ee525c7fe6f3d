"""The dice area as a square plane, so that what knows boards knows it; and the area alone in a picture."""

from __future__ import annotations

from functools import lru_cache
from types import MappingProxyType

import cv2
import numpy as np

from ..frame import Frame, Image
from ..geometry.plane import UNIT, USUAL_FOCAL, Matrix, Window, homography, project, quad_of
from ..layout import Layout, Layouts, RowPlace
from ..observation import BoardSeen, Box
from .value import DiceArea

NAME = "dice-area"
AREA = Layout(
    NAME,
    seats=0,
    counts=(0,),
    hinged=False,
    area="",
    tags=False,
    size_mm=(480.0, 480.0),
    board_mm=(80.0, 900.0),
    row=RowPlace((0.0, 0.0, 1.0, 1.0), ((0.0, 0.0), (1.0, 1.0)), (0.0, 1.0)),
)
"""The plane of any dice area: a square without spaces and of unknown size; its dice give the scale."""
ASKEW = 0.25
"""How far (a cosine) two sides of four corners may be from square for them to be a flat rectangle's."""
LONGEST = 4.0
"""Times that an area may be as long as wide for its perspective to be believed."""


def with_area(boards: Layouts) -> Layouts:
    """Boards by their names, the plane of a dice area among them."""
    return MappingProxyType({**boards, NAME: AREA})


@lru_cache(maxsize=8)
def plane_of(area: DiceArea, size: tuple[int, int]) -> BoardSeen:
    """The square of an area's plane that just holds it, in a picture of that width and height.

    Four corners are taken for a rectangle's that lies flat, a ring for a circle that is lower than wide because the
    camera stands at the picture's lower side; where they cannot be that the plane is as the picture shows it.
    """
    corners = area.px(size)
    square = _around_circle(area.outline(size), size) if area.round else _square_around(corners, size)
    return BoardSeen(NAME, quad_of(_upright(corners) if square is None else square), True, 1.0)


def _around_circle(ring: Matrix, size: tuple[int, int]) -> Matrix | None:
    """The corners (4, 2) px of a square around a circle's edge (n, 2) px; None where that is higher than wide."""
    (wide, high), focal = np.ptp(ring, axis=0), USUAL_FOCAL * max(size)
    if high >= wide:
        return None
    sight = np.array([*((ring.min(axis=0) + ring.max(axis=0)) / 2 - np.array(size) / 2) / focal, 1.0])
    sight /= np.linalg.norm(sight)
    across = np.array([1.0, 0, 0]) - sight[0] * sight
    across /= np.linalg.norm(across)
    flat = high / wide  # the cosine of how far the line of sight leans from straight down
    near = flat * np.cross(sight, across) - np.sqrt(1 - flat**2) * sight
    steps = (UNIT - 0.5) * wide * sight[2] / focal
    places = sight + steps[:, :1] * across + steps[:, 1:] * near
    return np.asarray(places[:, :2] / places[:, 2:] * focal + np.array(size) / 2)


def _square_around(corners: Matrix, size: tuple[int, int]) -> Matrix | None:
    """The corners (4, 2) px of a square around a rectangle that lies flat; None where no camera shows one so."""
    plane, focal = homography([(float(x), float(y)) for x, y in corners]), USUAL_FOCAL * max(size)
    inward = np.array([[1 / focal, 0, -size[0] / 2 / focal], [0, 1 / focal, -size[1] / 2 / focal], [0, 0, 1.0]])
    axes = inward @ plane
    across, down = (float(np.linalg.norm(axes[:, k])) for k in (0, 1))
    if abs(float(axes[:, 0] @ axes[:, 1])) > ASKEW * across * down or max(across, down) > LONGEST * min(across, down):
        return None
    longer = max(across, down)
    half = np.array([longer / across, longer / down]) / 2
    around = 0.5 + (UNIT - 0.5) * 2 * half
    depths = np.column_stack([around, np.ones(4)]) @ plane[2]
    if (depths <= 0.2 * depths.max()).any():  # a corner near the horizon, or behind the camera
        return None
    return project(plane, around)


def _upright(corners: Matrix) -> Matrix:
    """The square around some places as the picture shows them."""
    middle = (corners.min(axis=0) + corners.max(axis=0)) / 2
    return np.asarray(middle + (UNIT - 0.5) * float(np.ptp(corners, axis=0).max()))


@lru_cache(maxsize=8)
def _inside(area: DiceArea, size: tuple[int, int]) -> Image:
    """(H, W) uint8, 1 within the area."""
    mask = np.zeros((size[1], size[0]), np.uint8)
    cv2.fillPoly(mask, [np.round(area.outline(size)).astype(np.int32)], 1)
    mask.setflags(write=False)
    return mask


def part_of(area: DiceArea, size: tuple[int, int]) -> tuple[slice, slice]:
    """Rows and columns of a picture of that width and height that hold an area."""
    outline = area.outline(size)
    (left, top), (right, bottom) = np.floor(outline.min(axis=0)), np.ceil(outline.max(axis=0)) + 1
    return slice(max(0, int(top)), int(bottom)), slice(max(0, int(left)), int(right))


def shown_part(plane: BoardSeen, window: Window, size: tuple[int, int]) -> tuple[slice, slice]:
    """Rows and columns of a picture of that width and height that hold a part of a plane."""
    left, top, right, bottom = window
    corners = project(homography(plane.corners), [(left, top), (right, top), (right, bottom), (left, bottom)])
    low, high = np.floor(corners.min(axis=0)), np.ceil(corners.max(axis=0)) + 1
    (left, top), (right, bottom) = np.clip([low, high], 0, size)
    return slice(int(top), int(bottom)), slice(int(left), int(right))


def alone(image: Image, area: DiceArea) -> Image:
    """The picture with nothing but its area, and the place beside it where dice are set aside: all beyond is black."""
    size = (image.shape[1], image.shape[0])
    bare = np.zeros_like(image)
    for place in (area.tray, *filter(None, (area.aside,))):
        inside, part = _inside(place, size), part_of(place, size)
        cv2.copyTo(image[part], inside[part], bare[part])
    return bare


def area_alone(frame: Frame, area: DiceArea) -> Frame:
    """The frame with nothing but its area, its larger still too."""
    return frame.changed(lambda image: alone(image, area))


def inset(area: DiceArea, box: Box, size: tuple[int, int]) -> float:
    """How far inside an area a box's middle lies, in its sides; below 0 outside."""
    x, y, width, height = box
    edge = area.outline(size).astype(np.float32)
    return float(cv2.pointPolygonTest(edge, (x + width / 2, y + height / 2), True)) / max(width, height, 1e-6)
