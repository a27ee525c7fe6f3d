"""Dice with other than six sides: solids with numbered faces, which readers must not take for dice."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations

import cv2
import numpy as np

from ..describe.camera import Floats
from ..describe.scene import Colour, Prop
from ..describe.stock import hue
from .painter import Painter

SIDES = (4, 8, 12, 20)
INK, PALE = (25, 25, 30), (235, 240, 240)
FLAT = 1e-6  # what counts as lying in one plane


def draw_polyhedron(painter: Painter, prop: Prop, ground: float) -> None:
    """Draw it lying on one of its faces, with its shadow; `thing.size` is its width, mm."""
    points, faces, colour, ink = lying(prop, ground)
    hull = cv2.convexHull(points[:, :2].astype(np.float32)).reshape(-1, 2).astype(np.float64)
    painter.shade([(hull, prop.high)], ground)
    for number, face in enumerate(_facing(points, faces, painter), 1):
        _draw_face(painter, points[list(face)], colour, ink, str(1 + (number * 7 + prop.seed) % len(faces)))


def lying(prop: Prop, ground: float) -> tuple[Floats, tuple[tuple[int, ...], ...], Colour, Colour]:
    """Its corners (n, 3), mm of the board's frame, lying on one of its faces; the faces; its colour, its ink's."""
    rng = np.random.default_rng(prop.seed)
    points, faces = solid(int(rng.choice(SIDES)))
    points = points @ _set_down(points, faces, rng).T
    points = points * prop.size[0] / (2 * np.linalg.norm(points[:, :2], axis=1).max())
    points = points + np.array([*prop.at, ground - points[:, 2].min()])
    colour = hue(rng, (0.1, 0.9), (0.2, 0.95))
    return points, faces, colour, PALE if sum(colour) < 380 else INK


@cache
def solid(sides: int) -> tuple[Floats, tuple[tuple[int, ...], ...]]:
    """Corners (n, 3) of a regular solid about its middle, and each face's corners in their order round it.

    Raises:
        KeyError: no regular solid has that many sides.
    """
    golden = (1 + 5**0.5) / 2
    flips = [np.array(signs) for signs in np.ndindex(2, 2, 2)]
    cube = [1 - 2.0 * flip for flip in flips]

    def cycled(x: float, y: float, z: float) -> list[Floats]:
        places = {tuple(np.roll(np.array([x, y, z]) * sign, turn)) for sign in cube for turn in range(3)}
        return [np.array(sign) for sign in sorted(places)]

    corners = {
        4: [sign for sign in cube if np.prod(sign) > 0],
        6: cube,
        8: cycled(1, 0, 0),
        12: [*cube, *cycled(0, 1 / golden, golden)],
        20: cycled(0, 1, golden),
    }[sides]
    points = np.asarray(corners)
    return points, tuple(_faces(points))


def _faces(points: Floats) -> Iterator[tuple[int, ...]]:
    """Each plane through three corners or more that has all others on one side, once."""
    visited: set[frozenset[int]] = set()
    for three in combinations(range(len(points)), 3):
        a, b, c = points[list(three)]
        normal = np.cross(b - a, c - a)
        heights = (points - a) @ normal
        outside = (heights < FLAT).all() or (heights > -FLAT).all()
        if np.linalg.norm(normal) < FLAT or not outside:
            continue
        on = np.flatnonzero(np.abs(heights) < FLAT)
        if frozenset(on.tolist()) not in visited:
            visited.add(frozenset(on.tolist()))
            yield _round(points, on, normal)


def _round(points: Floats, on: np.ndarray[tuple[int], np.dtype[np.int64]], normal: Floats) -> tuple[int, ...]:
    """A face's corners in their order round it."""
    middle = points[on].mean(axis=0)
    across = points[on[0]] - middle
    down = np.cross(normal, across) / np.linalg.norm(normal)
    angles = np.arctan2((points[on] - middle) @ down, (points[on] - middle) @ across)
    return tuple(on[np.argsort(angles)].tolist())


def _set_down(points: Floats, faces: tuple[tuple[int, ...], ...], rng: np.random.Generator) -> Floats:
    """The turn (3, 3) that lays a chance face down."""
    face = points[list(faces[int(rng.integers(len(faces)))])]
    down = -face.mean(axis=0) / np.linalg.norm(face.mean(axis=0))
    angle = rng.uniform(0, 2 * np.pi)
    aside = np.cross(down, (1.0, 0.0, 0.0) if abs(down[0]) < 0.9 else (0.0, 1.0, 0.0))
    aside = aside / np.linalg.norm(aside)
    other = np.cross(down, aside)
    return np.stack(
        [np.cos(angle) * aside + np.sin(angle) * other, np.cos(angle) * other - np.sin(angle) * aside, down]
    )


def _facing(points: Floats, faces: tuple[tuple[int, ...], ...], painter: Painter) -> Iterator[tuple[int, ...]]:
    """The faces that look towards the camera; a convex solid's hide none of each other."""
    eye, inside = painter.camera.where, points.mean(axis=0)
    for face in faces:
        middle = points[list(face)].mean(axis=0)
        if (eye - middle) @ (middle - inside) > 0:
            yield face


def _draw_face(painter: Painter, corners: Floats, colour: Colour, ink: Colour, number: str) -> None:
    middle = corners.mean(axis=0)
    normal = np.cross(corners[1] - corners[0], corners[2] - corners[0])
    if (painter.camera.where - middle) @ normal < 0:
        normal = -normal
    painter.polygon(corners, painter.lit(colour, normal))
    x, y = painter.camera.straight(middle[None])[0]
    reach = np.linalg.norm(painter.camera.straight(corners) - (x, y), axis=1).min()
    if reach < 3:
        return
    scale = cv2.getFontScaleFromHeight(cv2.FONT_HERSHEY_DUPLEX, max(1, round(0.7 * reach)))
    (wide, high), _ = cv2.getTextSize(number, cv2.FONT_HERSHEY_DUPLEX, scale, 1)
    at = (round(x - wide / 2), round(y + high / 2))
    cv2.putText(painter.picture, number, at, cv2.FONT_HERSHEY_DUPLEX, scale, ink, 1, cv2.LINE_AA)
