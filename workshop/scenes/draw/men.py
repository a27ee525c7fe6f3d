"""Boards of arrows, trays, cloths, round men and doubling dice, drawn."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from ..describe.camera import Floats
from ..describe.men import POINTS, DiceFloor, Doubling, Man, inner
from ..describe.scene import Colour
from ..describe.stock import shaded
from .painter import Painter, quad, raised
from .textures import Picture, speckled, wooden
from .typefaces import digit

NUMBERS = (64, 2, 4, 8, 16, 32)
"""Of a doubling die, its upper face first where it shows 0; each next one is a quarter turn on."""
ROUND = 40


def draw_ground(painter: Painter, on: DiceFloor, ppm: float) -> None:
    """The floor and its rim."""
    whole = _ring(on, on.size[0]) if on.kind == "round tray" else _corners(on, (0.0, 0.0), on.size)
    painter.shade([(whole, max(0.6, on.thick + on.rim[1]))], 0.0)
    painter.block(whole, 0.0, on.thick, shaded(on.wood.colour, 0.8))
    width, height = inner(on)
    floor = _corners(on, (on.rim[0], on.rim[0]), (width, height))
    face = _floor(on, ppm)
    painter.paste(face, raised(floor, on.thick), _disc(face) if on.kind == "round tray" else None)
    if on.rim[1] > 0:
        for bar in _bars(on):
            painter.shade([(bar, on.rim[1])], on.thick)
        for bar in sorted(_bars(on), key=lambda bar: -float(np.hypot(*(painter.camera.where[:2] - bar.mean(axis=0))))):
            painter.block(bar, on.thick, on.thick + on.rim[1], shaded(on.wood.colour, 1.03))


def _corners(on: DiceFloor, at: tuple[float, float], size: tuple[float, float]) -> Floats:
    return quad((at[0] + size[0] / 2, at[1] + size[1] / 2), size, 0)


def _ring(on: DiceFloor, across: float) -> Floats:
    angles = np.linspace(0, 2 * np.pi, ROUND, endpoint=False)
    return np.asarray(np.array(on.size) / 2 + np.column_stack([np.cos(angles), np.sin(angles)]) * across / 2)


def _bars(on: DiceFloor) -> list[Floats]:
    """The parts of the rim, and the bar of a board of arrows."""
    wide, (width, height) = on.rim[0], on.size
    if on.kind == "round tray":
        out, within = _ring(on, width), _ring(on, width - 2 * wide)
        return [np.array([out[k], out[(k + 1) % ROUND], within[(k + 1) % ROUND], within[k]]) for k in range(ROUND)]
    return [
        _corners(on, (0, 0), (width, wide)), _corners(on, (0, height - wide), (width, wide)),
        _corners(on, (0, wide), (wide, height - 2 * wide)),
        _corners(on, (width - wide, wide), (wide, height - 2 * wide)),
    ]  # fmt: skip


def _floor(on: DiceFloor, ppm: float) -> Picture:
    """What the floor shows, about `ppm` px a millimetre."""
    width, height = (max(8, round(side * ppm)) for side in inner(on))
    width, height = min(width, 1000), min(height, 1000)
    if on.floor is None:
        face = wooden(on.wood, width, height, ppm, np.random.default_rng(on.seed))
    else:
        face = speckled(on.floor, width, height, 7, on.seed)
    if on.kind == "arrows":
        _arrows(face, on)
    return face


def _arrows(face: Picture, on: DiceFloor) -> None:
    height, width = face.shape[:2]
    step = width / 13
    tall = height * 0.43
    for arrow in range(POINTS):
        column, top = arrow % 12, arrow < 12
        left = step * (column + (column >= 6))
        base, tip = (0.0, tall) if top else (height - 1.0, height - 1 - tall)
        corners = np.array([(left, base), (left + step, base), (left + step / 2, tip)])
        colour = on.arrows[(column + top) % 2]
        cv2.fillPoly(face, [np.round(corners * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)
    bar = on.floor or on.wood.colour
    part = face[:, round(6 * step) : round(7 * step)]
    part[:] = np.clip(part * 0.25 + np.array(shaded(bar, 0.7)) * 0.75, 0, 255).astype(np.uint8)


def _disc(face: Picture) -> NDArray[np.float32]:
    mask = np.zeros(face.shape[:2], np.uint8)
    height, width = face.shape[:2]
    cv2.ellipse(mask, (width // 2, height // 2), (width // 2, height // 2), 0, 0, 360, 255, -1, cv2.LINE_AA)
    return np.asarray(mask / 255, np.float32)


def footprint(man: Man) -> Floats:
    """Where it stands, (n, 2) mm."""
    angles = np.linspace(0, 2 * np.pi, ROUND, endpoint=False)
    return np.asarray(np.asarray(man.at) + np.column_stack([np.cos(angles), np.sin(angles)]) * man.across / 2)


def draw_man(painter: Painter, man: Man, ppm: float, shadow: float | None = None) -> None:
    """One round man with its shadow; `shadow`: of so many mm of height, where others lie on it or under it."""
    base = footprint(man)
    painter.shade([(base, man.high if shadow is None else shadow)], man.ground)
    painter.block(base, man.ground, man.ground + man.high, shaded(man.colour, 0.86))
    side = int(np.clip(round(man.across * ppm * 1.3), 10, 400))
    face = speckled(man.colour, side, side, 4, man.seed) if man.wood is None else _turned_wood(man, side, ppm)
    middle, reach = (side - 1) / 2, side / 2
    dark, light = shaded(man.colour, 0.82), shaded(man.colour, 1.12)
    if man.dished > 0:
        _circle(face, middle, reach * man.dished, shaded(man.colour, 0.93), -1)
        _circle(face, middle - side * 0.015, reach * man.dished, dark, max(1, side // 24))
        _circle(face, middle + side * 0.015, reach * man.dished, light, max(1, side // 40))
    _circle(face, middle, reach * 0.93, light, max(1, side // 30))
    _carve(face, man, painter.toward)
    mask = np.zeros((side, side), np.uint8)
    _circle(mask, middle, reach, (255.0, 255.0, 255.0), -1)
    square = quad(man.at, (man.across, man.across), float(man.seed % 360))
    painter.paste(face, raised(square, man.ground + man.high), np.asarray(mask / 255, np.float32))


def _carve(face: Picture, man: Man, toward: Floats) -> None:
    """Rings, a middle of another colour, and an edge that is lighter where the light comes from."""
    side = face.shape[0]
    middle, reach = (side - 1) / 2, side / 2
    if man.crest is not None:
        _circle(face, middle, reach * 0.5, man.crest, -1)
    for ring in range(man.rings):
        at = reach * (0.82 - 0.6 * ring / man.rings)
        _circle(face, middle, at, shaded(man.colour, 0.72), max(1, side // 36))
        _circle(face, middle, at - side / 30, shaded(man.colour, 1.15), max(1, side // 60))
    if man.rounded:
        y, x = np.mgrid[-1 : 1 : side * 1j, -1 : 1 : side * 1j].astype(np.float32)
        far, turn = np.hypot(x, y), np.radians(man.seed % 360)
        own = (toward[0] * np.cos(turn) + toward[1] * np.sin(turn), toward[1] * np.cos(turn) - toward[0] * np.sin(turn))
        slope = np.clip((far - 0.8) / 0.2, 0, 1) * (x * own[0] + y * own[1])
        lit = 1 + man.rounded * (0.5 * slope + 0.1 * np.exp(-8 * ((x - own[0] / 2) ** 2 + (y - own[1] / 2) ** 2)))
        face[:] = np.clip(face * lit[..., None], 0, 255).astype(np.uint8)


def _turned_wood(man: Man, side: int, ppm: float) -> Picture:
    """A man's own cut of its wood."""
    assert man.wood is not None, "a wooden man has a wood"
    return wooden(man.wood, side, side, 1.3 * ppm, np.random.default_rng(man.seed))


def _circle(face: Picture, middle: float, radius: float, colour: Colour, thick: int) -> None:
    at = (round(middle * 16), round(middle * 16))
    cv2.circle(face, at, max(1, round(radius * 16)), colour, thick, cv2.LINE_AA, 4)


def draw_doubling(painter: Painter, cube: Doubling, ppm: float) -> None:
    """A doubling die with its shadow: a number on each face that is seen."""
    base = quad(cube.at, (cube.side, cube.side), cube.turn)
    painter.shade([(base, cube.side)], cube.ground)
    top = cube.ground + cube.side
    painter.block(base, cube.ground, top, cube.body, _number(cube, 0, ppm, cube.body))
    for k in range(4):
        here, there = base[k], base[(k + 1) % 4]
        outward = np.array([there[1] - here[1], here[0] - there[0]])
        if outward @ (painter.camera.where[:2] - here) <= 0:
            continue
        wall = np.array([[*here, top], [*there, top], [*there, cube.ground], [*here, cube.ground]])
        painter.paste(_number(cube, k + 1, ppm, painter.lit(cube.body, np.array([*outward, 0.0]))), wall)


def _number(cube: Doubling, face: int, ppm: float, body: Colour) -> Picture:
    """One face, square."""
    side = int(np.clip(round(cube.side * ppm * 1.4), 12, 400))
    shown = speckled(body, side, side, 3, face + cube.shows)
    mask = digit(NUMBERS[(cube.shows + face) % 6], cube.typeface)
    tall = side * 0.5
    wide = min(side * 0.72, tall * mask.shape[1] / mask.shape[0])
    small = cv2.resize(mask, (max(2, round(wide)), max(3, round(tall))), interpolation=cv2.INTER_AREA)
    top, left = (side - small.shape[0]) // 2, (side - small.shape[1]) // 2
    part = shown[top : top + small.shape[0], left : left + small.shape[1]]
    part[:] = (part + (np.array(cube.ink) - part) * (0.95 * small[..., None])).astype(np.uint8)
    cv2.rectangle(shown, (0, 0), (side - 1, side - 1), shaded(body, 0.85), max(1, side // 26))
    return shown


