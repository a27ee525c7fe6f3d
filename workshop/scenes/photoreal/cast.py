"""Dice as solids: rounded cubes with drilled pips, of plastic, clear resin, wood or stone."""

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from ..describe.camera import Floats
from ..describe.die_look import DieLook
from ..describe.scene import Cube, Wood
from ..draw.cubes import posed
from ..draw.die import pips_of, values_on
from ..draw.textures import Picture
from .forms import Face, Mesh, Surface
from .wood import cloudy, sawn

GRID = 44
"""Squares along each side of a face."""

CELL = 160
"""Side of one face's picture, px."""

# Axis and sign of each face in the order of its cell on the sheet (3 columns, 3 rows), and the axes along its picture.
_SIDES = ((0, 1), (0, -1), (1, 1), (1, -1), (2, 1), (2, -1))


def die_solid(cube: Cube) -> Mesh:
    """One die as it lies."""
    pose, look = posed(cube)
    rng = np.random.default_rng(cube.seed + 21)
    look = replace(look, edge=float(np.clip(look.edge, 0.04, 0.6)))
    vertices, faces, uv = _shape(look)
    placed = (
        vertices * (pose.side / 2) @ np.asarray(pose.rotation, float).T + pose.centre + (0, 0, cube.ground)
    )
    return Mesh(placed, faces, uv, _stuff(look, rng, pose.side), smooth=True)


def die_points(cube: Cube) -> Floats:
    """Points (n, 3) all over a die's skin in the board's frame, mm: what its box is tight around."""
    pose, look = posed(cube)
    own, _, _ = _shape(look)
    placed = own * (pose.side / 2) @ np.asarray(pose.rotation, float).T + pose.centre + (0, 0, cube.ground)
    return np.asarray(placed * (1, -1, 1))


def _shape(look: DieLook) -> tuple[Floats, tuple[Face, ...], Floats]:
    """Vertices (-1 to 1), faces and picture places of a die."""
    line = np.linspace(-1, 1, GRID + 1)
    first, second = (part.ravel() for part in np.meshgrid(line, line, indexing="ij"))
    vertices, uv, faces = [], [], []
    for index, (axis, sign) in enumerate(_SIDES):
        across = [a for a in range(3) if a != axis]
        flat = np.zeros((len(first), 3))
        flat[:, axis], flat[:, across[0]], flat[:, across[1]] = sign, first, second
        vertices.append(_drilled(_rounded(flat, look), axis, sign, look))
        row, column = divmod(index, 3)
        own = np.column_stack([first, second]) * 0.497 + 0.5
        uv.append((own + np.array([column, 2 - row])) / 3)
        faces += _squares(index * len(first), clockwise=(sign > 0) == (axis == 1))
    return np.concatenate(vertices), tuple(faces), np.concatenate(uv)


def _squares(start: int, *, clockwise: bool) -> list[Face]:
    rows = np.arange(GRID)[:, None] * (GRID + 1) + np.arange(GRID)[None] + start
    corner = rows.ravel()
    ring = np.stack([corner, corner + GRID + 1, corner + GRID + 2, corner + 1], axis=1)
    return [tuple(face) for face in (ring[:, ::-1] if clockwise else ring).tolist()]


def _rounded(points: Floats, look: DieLook) -> Floats:
    core = np.clip(points, -(1 - look.edge), 1 - look.edge)
    away = points - core
    length = np.linalg.norm(away, axis=1, keepdims=True)
    rounded = core + away / np.maximum(length, 1e-9) * np.minimum(length, look.edge)
    far = np.linalg.norm(rounded, axis=1, keepdims=True)
    return np.asarray(rounded * np.minimum(1, look.ball / far))


def pips(axis: int, sign: int, look: DieLook) -> tuple[int, Floats, float]:
    """A face's value, its pips' middles (n, 2) along the two other axes in order, and their radius, shares of 1."""
    value = values_on(look)[axis, sign]
    radius = look.pip * (look.ace if value == 1 else 1.0)
    return value, np.asarray(pips_of(value, look), float), radius


def _drilled(points: Floats, axis: int, sign: int, look: DieLook) -> Floats:
    _, middles, radius = pips(axis, sign, look)
    across = [a for a in range(3) if a != axis]
    far = np.linalg.norm(points[:, None, across] - middles[None], axis=2).min(axis=1) / radius
    depth = (
        radius * (0.12 + 0.5 * look.depth) * np.sqrt(np.maximum(0, 1 - far**2))
        if look.depth > 0.08
        else 0.0 * far
    )
    drilled = points.copy()
    drilled[:, axis] -= sign * depth
    return drilled


def _stuff(look: DieLook, rng: np.random.Generator, side: float) -> Surface:
    """What it is made of: wood now and then, else plastic or resin as its looks say."""
    wooden = rng.random() < 0.12 and max(look.colour) > 0.25 and look.translucence == 0
    body = _wooden(look, rng, side) if wooden else _cast(look, rng)
    sheet = np.asarray(body * 255, np.float32)
    for index, (axis, sign) in enumerate(_SIDES):
        row, column = divmod(index, 3)
        _spot(sheet[row * CELL : (row + 1) * CELL, column * CELL : (column + 1) * CELL], axis, sign, look)
    picture: Picture = np.clip(sheet, 0, 255).astype(np.uint8)
    if wooden:
        return Surface(picture, 0.55, coat=float(rng.choice([0, 0.4])))
    rough = float(np.clip(0.55 - 0.5 * look.gloss, 0.06, 0.6))
    clear = look.translucence * 0.3  # pips are paint: a clear body would make them glass too
    return Surface(
        picture, rough, coat=0.3 * look.gloss, clear=clear, deep=0.25 if look.translucence == 0 else 0.0
    )


def _cast(look: DieLook, rng: np.random.Generator) -> Floats:
    shape = (3 * CELL, 3 * CELL)
    tone = np.ones(shape, np.float32)
    if look.marble:
        swirl = cloudy(rng, shape, (7, 7)) + 0.6 * cloudy(rng, shape, (18, 18))
        tone += 0.3 * look.marble * np.sin(swirl * 2)
    if look.speckle:
        tone -= 0.7 * look.speckle * np.clip(cloudy(rng, shape, (70, 70)) - 0.8, 0, 1)
    return np.clip(tone[..., None] * np.array(look.colour, np.float32), 0, 1)


def _wooden(look: DieLook, rng: np.random.Generator, side: float) -> Floats:
    light = sum(look.pip_colour) < sum(look.colour)
    colour = (140.0, 185.0, 220.0) if light else (35.0, 55.0, 90.0)
    wood = Wood("die", colour, int(rng.integers(60, 90)), float(rng.uniform(0.2, 0.6)), 200.0)
    picture, _ = sawn(wood, (3 * side, 3 * side), 3 * CELL / (3 * side), rng)
    return np.asarray(cv2.resize(picture, (3 * CELL, 3 * CELL)).astype(np.float32) / 255)


def _spot(cell: NDArray[np.float32], axis: int, sign: int, look: DieLook) -> None:
    value, middles, radius = pips(axis, sign, look)
    paint = np.array(look.ace_colour if value == 1 else look.pip_colour, np.float32) * 255
    line = ((np.arange(CELL) + 0.5) / CELL - 0.5) / 0.497
    down, across = np.meshgrid(-line, line, indexing="ij")
    for first, second in middles:
        far = np.hypot(across - first, down - second)
        share = np.clip((radius - far) * CELL / 2 + 0.5, 0, 1)[..., None]
        cell += (paint - cell) * share
