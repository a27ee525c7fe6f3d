"""Synthetic dice: rounded cubes cast ray by ray, with pips, gloss and a soft shadow.

World: millimetres, the table is the plane z = 0, z points up. Camera as in OpenCV: x_camera = R x + t,
px = K x_camera. A die costs a few milliseconds and needs numpy and cv2 only, so that any picture of a table
can have dice laid into it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import cos, pi, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from ..describe.die_look import DieLook

Floats = NDArray[np.float32]
Picture = NDArray[np.uint8]

COCKED_FROM = np.radians(12)
"""A die leaning further than this has no upper face."""

# The pips of each value on a face whose sides run from -1 to 1, before the spread.
_PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


@dataclass(frozen=True)
class Lighting:
    """One lamp and the light of the room.

    Attributes:
        toward: direction to the lamp, world; need not be of length 1.
        ambient: of the room; with strength about 1.
        strength: of the lamp.
        softness: blur of the shadow, as a fraction of the die's side.
    """

    toward: tuple[float, float, float] = (0.3, 0.4, 1.0)
    ambient: float = 0.5
    strength: float = 0.5
    softness: float = 0.2


@dataclass(frozen=True, eq=False)
class Pose:
    """Where a die is: centre (3,) mm, rotation (3, 3) from die to world, side mm."""

    centre: Floats
    rotation: Floats
    side: float


@dataclass(frozen=True, eq=False)
class Pinhole:
    """A pinhole: matrix (3, 3) px, rotation (3, 3) world to camera, translation (3,) mm."""

    matrix: Floats
    rotation: Floats
    translation: Floats

    @property
    def where(self) -> Floats:
        """The pinhole in the world, (3,) mm."""
        return np.asarray(-self.rotation.T @ self.translation, np.float32)

    def project(self, points: Floats) -> Floats:
        """Pixels (n, 2) of world points (n, 3) mm."""
        flat = (points @ self.rotation.T + self.translation) @ self.matrix.T
        return np.asarray(flat[:, :2] / flat[:, 2:], np.float32)

    def rays(self, pixels: Floats) -> Floats:
        """World directions (n, 3), not of length 1, through pixels (n, 2)."""
        homogeneous = np.column_stack([pixels, np.ones(len(pixels), np.float32)])
        return np.asarray(homogeneous @ np.linalg.inv(self.matrix).T @ self.rotation, np.float32)


@dataclass(frozen=True, eq=False)
class Patch:
    """One drawn die.

    Attributes:
        bgra: (h, w, 4) uint8, the die alone.
        shade: (h, w) float32, how much its shadow darkens the table, 0 to 1.
        corner: (x, y) px of the patch's first pixel in the picture.
        value: upper face 1..6, None when cocked.
        box: (x, y, w, h) px, tight around the die.
        quad: (4, 2) px, the corners of its upmost face.
    """

    bgra: Picture
    shade: Floats
    corner: tuple[int, int]
    value: int | None
    box: tuple[float, float, float, float]
    quad: Floats


def looking_at(
    target: tuple[float, float],
    distance: float,
    tilt: float,
    azimuth: float,
    focal: float,
    size: tuple[int, int],
) -> Pinhole:
    """A camera over the table.

    Args:
        target: (x, y) mm on the table in the middle of the picture.
        distance: mm from the target.
        tilt: radians from straight down.
        azimuth: radians, the side it stands at.
        focal: px.
        size: (w, h) px.
    """
    away = np.array([sin(tilt) * cos(azimuth), sin(tilt) * sin(azimuth), cos(tilt)])
    right = np.array([-sin(azimuth), cos(azimuth), 0.0])
    rotation = np.stack([right, np.cross(-away, right), -away]).astype(np.float32)
    eye = np.array([*target, 0.0]) + away * distance
    matrix = np.array([[focal, 0, (size[0] - 1) / 2], [0, focal, (size[1] - 1) / 2], [0, 0, 1]], np.float32)
    return Pinhole(matrix, rotation, np.asarray(-rotation @ eye, np.float32))


def values_on(look: DieLook) -> dict[tuple[int, int], int]:
    """Value on each face: (axis, sign) -> 1..6."""
    three, four = (3, 4) if look.right_handed else (4, 3)
    return {(2, 1): 1, (2, -1): 6, (0, 1): 2, (0, -1): 5, (1, 1): three, (1, -1): four}


def _turn(axis: int, angle: float) -> Floats:
    rotation = np.zeros(3)
    rotation[axis] = angle
    return np.asarray(cv2.Rodrigues(rotation)[0], np.float32)


def resting(
    value: int, turn: float, at: tuple[float, float], side: float, look: DieLook, height: float = 0.0
) -> Pose:
    """A die lying flat, `value` up, `turn` radians about the vertical, on something `height` mm high."""
    axis, sign = next(face for face, shown in values_on(look).items() if shown == value)
    up = [_turn(1, -pi / 2 * sign), _turn(0, pi / 2 * sign), _turn(0, 0.0 if sign > 0 else pi)][axis]
    return Pose(np.array([*at, height + side / 2], np.float32), _turn(2, turn) @ up, side)


def leaning(rng: np.random.Generator, at: tuple[float, float], side: float, look: DieLook) -> Pose:
    """A die standing on an edge or a corner, leaning on something; its lowest corner touches the table."""
    flat = resting(int(rng.integers(1, 7)), rng.uniform(0, 2 * pi), at, side, look)
    tilt = _turn(0, rng.uniform(np.radians(20), np.radians(45))) @ _turn(1, rng.uniform(0, np.radians(30)))
    rotation = _turn(2, rng.uniform(0, 2 * pi)) @ tilt @ flat.rotation
    lowest = float(np.abs(rotation[2]).sum()) * side / 2
    return Pose(np.array([*at, lowest], np.float32), np.asarray(rotation, np.float32), side)


def upper(pose: Pose, look: DieLook) -> int | None:
    """The value of the upper face, None when the die leans too far to have one."""
    heights = pose.rotation[2]
    axis = int(np.abs(heights).argmax())
    if abs(heights[axis]) < cos(COCKED_FROM):
        return None
    return values_on(look)[(axis, 1 if heights[axis] > 0 else -1)]


# Casting rays: in the die's own frame half its side is 1.


def _first_hits(origin: Floats, rays: Floats, look: DieLook) -> tuple[NDArray[np.bool_], Floats]:
    """Which rays hit, and where: (n,) bool, (hits, 3)."""
    with np.errstate(divide="ignore", invalid="ignore"):
        near, far = (-1 - origin) / rays, (1 - origin) / rays
    entry, leave = np.minimum(near, far).max(1), np.maximum(near, far).min(1)
    ids = np.flatnonzero(leave > entry)
    at = origin + rays[ids] * entry[ids, None]
    step = rays[ids] / np.linalg.norm(rays[ids], axis=1, keepdims=True)
    gap = np.zeros(len(ids), np.float32)
    for _ in range(12):
        gap = _distance(at, look)
        at = at + step * gap[:, None]
    hit = np.zeros(len(rays), bool)
    hit[ids[np.abs(gap) < 0.03]] = True
    return hit, at[np.abs(gap) < 0.03]


def _distance(points: Floats, look: DieLook) -> Floats:
    out = np.abs(points) - (1 - look.edge)
    rounded = np.sqrt((np.maximum(out, 0) ** 2).sum(1)) + np.minimum(out.max(1), 0) - look.edge
    return np.asarray(np.maximum(rounded, np.sqrt((points**2).sum(1)) - look.ball), np.float32)


def _normals(points: Floats, look: DieLook) -> Floats:
    out = np.maximum(np.abs(points) - (1 - look.edge), 0) * np.sign(points)
    length = np.sqrt((points**2).sum(1, keepdims=True))
    normals = np.where(length > look.ball - 0.02, points, out)
    return np.asarray(normals / np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-6), np.float32)


def pips_of(value: int, look: DieLook) -> Floats:
    """Middles (n, 2) of a value's pips on its face, along the face's two axes in order, shares of half a side."""
    pips = np.array(_PIPS[value], np.float32) * look.spread
    if value in (2, 3) and look.turned[value - 2]:
        pips[:, 0] = -pips[:, 0]
    return pips[:, ::-1] if value == 6 and look.turned[2] else pips


def _paint(points: Floats, normals: Floats, pixel: float, look: DieLook) -> tuple[Floats, Floats]:
    """Colour (n, 3) of each point, and the normals with the pips drilled in."""
    axis = np.abs(points).argmax(1)
    sign = np.sign(points[np.arange(len(points)), axis])
    colour, normals = _body(points, look), normals.copy()
    for (face_axis, face_sign), value in values_on(look).items():
        on = np.flatnonzero((axis == face_axis) & (sign == face_sign))
        if len(on) == 0:
            continue
        across = np.array([a for a in range(3) if a != face_axis])
        offsets = points[np.ix_(on, across)][:, None] - pips_of(value, look)[None]
        nearest = (offsets**2).sum(2).argmin(1)
        offset = offsets[np.arange(len(on)), nearest]
        radius = look.pip * (look.ace if value == 1 else 1.0)
        inside = np.clip((radius - np.linalg.norm(offset, axis=1)) / pixel + 0.5, 0, 1)[:, None]
        paint = np.array(look.ace_colour if value == 1 else look.pip_colour, np.float32)
        colour[on] = colour[on] * (1 - inside) + paint * inside
        normals[np.ix_(on, across)] -= (offset / radius * look.depth * inside).astype(np.float32)
    return colour, normals / np.linalg.norm(normals, axis=1, keepdims=True)


def _body(points: Floats, look: DieLook) -> Floats:
    rng = np.random.default_rng(look.seed)
    factor = np.ones(len(points), np.float32)
    if look.marble:
        swirl = points @ rng.normal(0, 3, (3, 2)).astype(np.float32)
        factor += look.marble * np.sin(swirl[:, 0] + 2 * np.sin(swirl[:, 1]))
    if look.speckle:
        grain = rng.random((24, 24, 24), np.float32)
        cell = np.clip((points * 0.5 + 0.5) * 24, 0, 23).astype(int)
        factor += look.speckle * (grain[cell[:, 0], cell[:, 1], cell[:, 2]] - 0.5) * 2
    return np.asarray(np.clip(factor[:, None] * np.array(look.colour, np.float32), 0, 1), np.float32)


def _light_up(colour: Floats, normals: Floats, toward_eye: Floats, light: Lighting, look: DieLook) -> Floats:
    lamp = np.array(light.toward, np.float32)
    lamp = lamp / np.linalg.norm(lamp)
    facing = np.maximum(normals @ lamp, 0)
    facing = facing * (1 - look.translucence) + (0.5 * facing + 0.4) * look.translucence
    room = light.ambient * (0.68 + 0.32 * normals[:, 2])
    half = lamp + toward_eye
    half = half / np.linalg.norm(half, axis=1, keepdims=True)
    shine = look.gloss * light.strength * np.maximum((normals * half).sum(1), 0) ** (8 + 60 * look.gloss)
    lit = colour * (room + light.strength * facing)[:, None] + shine[:, None]
    return np.asarray(np.clip(lit, 0, 1), np.float32)


def _shade(
    pose: Pose, camera: Pinhole, light: Lighting, corner: tuple[int, int], size: tuple[int, int]
) -> Floats:
    """The soft shadow on the table z = 0: darkness (h, w), 0 to 1."""
    lamp = np.array(light.toward, np.float32)
    lamp[2] = max(float(lamp[2]), 0.25 * float(np.linalg.norm(lamp)))
    corners = _corners(pose)
    fallen = np.asarray(corners - lamp * (corners[:, 2:] / lamp[2]), np.float32)
    hull = cv2.convexHull(camera.project(fallen) - np.array(corner, np.float32))
    drawn = np.zeros(size[::-1], np.float32)
    cv2.fillConvexPoly(drawn, np.round(hull * 16).astype(np.int32), 1.0, cv2.LINE_AA, 4)
    across = float(np.ptp(camera.project(corners), axis=0).max())
    blurred = cv2.GaussianBlur(drawn, (0, 0), max(0.4, light.softness * across * 0.3))
    return np.asarray(blurred * light.strength / (light.strength + light.ambient), np.float32)


def _corners(pose: Pose) -> Floats:
    signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float32)
    return np.asarray(pose.centre + (signs * pose.side / 2) @ pose.rotation.T, np.float32)


def _upper_quad(pose: Pose, camera: Pinhole) -> Floats:
    axis = int(np.abs(pose.rotation[2]).argmax())
    signs = np.zeros((4, 3), np.float32)
    signs[:, axis] = 1 if pose.rotation[2, axis] > 0 else -1
    signs[:, [a for a in range(3) if a != axis]] = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
    return camera.project(np.asarray(pose.centre + (signs * pose.side / 2) @ pose.rotation.T, np.float32))


def render_die(pose: Pose, camera: Pinhole, light: Lighting, look: DieLook, reach: float = 0.8) -> Patch:
    """Draw one die as the camera sees it, with the shadow it throws on the table, up to `reach` sides away."""
    corners = camera.project(_corners(pose))
    low, high = np.floor(corners.min(0)).astype(int) - 1, np.ceil(corners.max(0)).astype(int) + 2
    xs, ys = np.meshgrid(np.arange(low[0], high[0]), np.arange(low[1], high[1]))
    pixels = np.column_stack([xs.ravel(), ys.ravel()]).astype(np.float32)
    origin = np.asarray((camera.where - pose.centre) @ pose.rotation / (pose.side / 2), np.float32)
    hit, points = _first_hits(origin, camera.rays(pixels) @ pose.rotation, look)
    pixel = 3 / max(4.0, float(np.sqrt(hit.sum())))
    colour, normals = _paint(points, _normals(points, look), pixel, look)
    toward_eye = origin - points
    toward_eye = (toward_eye / np.linalg.norm(toward_eye, axis=1, keepdims=True)) @ pose.rotation.T
    lit = _light_up(colour, normals @ pose.rotation.T, toward_eye, light, look)
    room = int(reach * (high - low).max())
    corner, size = (
        (int(low[0]) - room, int(low[1]) - room),
        (int(high[0] - low[0]) + 2 * room, int(high[1] - low[1]) + 2 * room),
    )
    rows, columns = ys.ravel()[hit] - corner[1], xs.ravel()[hit] - corner[0]
    die = np.zeros((size[1], size[0], 4), np.uint8)
    die[rows, columns, :3] = lit * 255
    die[rows, columns, 3] = 255
    die[..., 3] = np.minimum(die[..., 3], cv2.blur(die[..., 3], (3, 3)) // 2 + 100)
    box = _tight_box(rows + corner[1], columns + corner[0])
    shade = _shade(pose, camera, light, corner, size)
    return Patch(die, shade, corner, upper(pose, look), box, _upper_quad(pose, camera))


def _tight_box(rows: NDArray[np.int64], columns: NDArray[np.int64]) -> tuple[float, float, float, float]:
    if len(rows) == 0:
        return (0.0, 0.0, 0.0, 0.0)
    x, y = int(columns.min()), int(rows.min())
    return (float(x), float(y), float(columns.max() - x + 1), float(rows.max() - y + 1))


def paste(picture: Picture, patches: Iterable[Patch]) -> Picture:
    """A new picture (H, W, 3) with the dice laid in: shadows first, then dice as given (far ones first)."""
    drawn, dice = picture.copy(), tuple(patches)
    for patch in dice:
        _blend(drawn, patch, np.zeros((*patch.shade.shape, 3), np.uint8), patch.shade)
    for patch in dice:
        _blend(drawn, patch, patch.bgra[..., :3], np.asarray(patch.bgra[..., 3] / 255, np.float32))
    return drawn


def _blend(picture: Picture, patch: Patch, colour: Picture, cover: Floats) -> None:
    (x, y), (height, width) = patch.corner, cover.shape
    left, top = max(0, x), max(0, y)
    right, bottom = min(picture.shape[1], x + width), min(picture.shape[0], y + height)
    if left >= right or top >= bottom:
        return
    rows, columns = slice(top - y, bottom - y), slice(left - x, right - x)
    weight = cover[rows, columns, None]
    below = picture[top:bottom, left:right]
    picture[top:bottom, left:right] = (below * (1 - weight) + colour[rows, columns] * weight).astype(np.uint8)
