"""A board of two hinged leaves with its men, dice and doubling die, drawn back to front."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import NamedTuple

import cv2
import numpy as np

from ..describe.camera import Floats
from ..describe.men import Doubling, Man
from ..describe.men_board import Box, MenBoard
from ..describe.scene import Colour, Cube, SceneLook
from ..describe.stock import shaded
from .cubes import drawn_die
from .die import Patch
from .men import draw_doubling, draw_man
from .painter import Painter, quad, raised
from .textures import Picture, speckled, wooden

HINGE = (9.0, 16.0)
BRASS: Colour = (95, 160, 185)
CONTACT = 0.35
"""Share of its height by which a man that lies on others shades them."""


class Section(NamedTuple):
    """A part of the board from one x to another, and what draws it with all that lies there."""

    start: float
    end: float
    draw: Callable[[], None]


def draw_men_board(
    painter: Painter, board: MenBoard, dice: tuple[Cube, ...], look: SceneLook, ppm: float
) -> list[tuple[Cube, Patch]]:
    """Draws the board and what lies there; each die with how it was drawn."""
    patches: list[tuple[Cube, Patch]] = []
    on, y = board.on, float(painter.camera.where[1])
    rim, depth = on.rim, on.size[1]
    _ground(painter, board, ppm)
    far, near = board.walls[:2] if y > depth / 2 else board.walls[1::-1]
    hides = y < rim[0] or y > depth - rim[0]  # seen from outside, the near wall hides what lies behind it
    for wall in (far,) if hides else (far, near):
        _wall(painter, board, wall)
    x = float(painter.camera.where[0])
    for section in sorted(_sections(painter, board, dice, look, ppm, patches), key=lambda part: -_away(part, x)):
        section.draw()
    if hides:
        _wall(painter, board, near)
    return patches


def _away(section: Section, x: float) -> float:
    return max(section.start - x, x - section.end, 0.0)


def _sections(
    painter: Painter, board: MenBoard, dice: tuple[Cube, ...], look: SceneLook, ppm: float,
    patches: list[tuple[Cube, Patch]],
) -> Iterator[Section]:  # fmt: skip
    """Walls, leaves and bar from one end to the other, each with what lies in it; what lies beside at both ends."""
    on, (first, middle, further, last) = board.on, board.field
    rim, width = on.rim[0], on.size[0]
    edges = [-np.inf, 0.0, *([rim, first - rim] if board.leaves.tray else []), first, middle, further, last]
    edges += [*([last + rim, width - rim] if board.leaves.tray else []), width, np.inf]
    walls = {wall[0]: wall for wall in board.walls[2:]}
    lie: list[Man | Doubling | Cube] = [*board.men, *([board.cube] if board.cube else []), *dice]

    def drawing(start: float, end: float) -> Callable[[], None]:
        inside = [piece for piece in lie if start <= piece.at[0] < end]

        def draw() -> None:
            if start in walls:
                _wall(painter, board, walls[start])
            elif start == middle:
                _bar(painter, board)
            draw_pieces(painter, inside, look, ppm, patches)

        return draw

    for start, end in pairwise(edges):
        yield Section(start, end, drawing(start, end))


def draw_pieces(
    painter: Painter, pieces: list[Man | Doubling | Cube], look: SceneLook, ppm: float,
    patches: list[tuple[Cube, Patch]],
) -> None:  # fmt: skip
    """Men in their stacks, dice and a doubling die, the farthest first; adds how each die was drawn to `patches`."""
    where = painter.camera.where[:2]
    men = [piece for piece in pieces if isinstance(piece, Man)]

    def order(piece: Man | Doubling | Cube) -> tuple[float, int]:
        level = piece.level if isinstance(piece, Man) else 0
        stands = [piece.at, *(other.at for other in men if level and other.level == 0 and _under(other, piece))]
        return max(-float(np.hypot(*(where - at))) for at in stands), level

    for piece in sorted(pieces, key=order):
        if isinstance(piece, Man):
            on_it = max([other.level for other in men if _under(piece, other)], default=0) if piece.level == 0 else 0
            draw_man(painter, piece, ppm, piece.high * (CONTACT if piece.level else 1 + on_it))
        elif isinstance(piece, Doubling):
            draw_doubling(painter, piece, ppm)
        else:
            patches.append((piece, drawn_die(painter, piece, look)))


def _under(man: Man, other: Man | Doubling | Cube) -> bool:
    """Whether one lies under another of its space."""
    if not isinstance(other, Man) or other.space != man.space:
        return False
    return float(np.hypot(other.at[0] - man.at[0], other.at[1] - man.at[1])) < 0.8 * man.across


def box_of(box: Box) -> Floats:
    """Its corners (4, 2)."""
    left, top, width, depth = box
    return quad((left + width / 2, top + depth / 2), (width, depth), 0)


def _ground(painter: Painter, board: MenBoard, ppm: float) -> None:
    """The case with its floors: leaves, what is between them, trays; and the shadows of its walls."""
    on, leaves, (first, middle, further, last) = board.on, board.leaves, board.field
    rim, (width, depth) = on.rim, on.size
    painter.shade([(box_of((0, 0, width, depth)), on.thick + rim[1])], 0.0)
    half, low = width / 2, shaded(on.wood.colour, 0.8)
    halves = [(box_of((0, 0, half, depth)), on.thick), (box_of((half, 0, half, depth)), on.thick + leaves.step)]
    for box, high in sorted(halves, key=lambda one: abs(painter.camera.where[0] - one[0][:, 0].mean()), reverse=True):
        painter.block(box, 0.0, high, low)
    inside, floors = depth - 2 * rim[0], [(middle, further - middle)]
    floors += [(rim[0], leaves.tray), (last + rim[0], leaves.tray)] if leaves.tray else []
    for left, wide in floors:
        painter.polygon(raised(box_of((left, rim[0], wide, inside)), board.floor(left)), leaves.joint)
    for number, left in enumerate((first, further)):
        face = _leaf(board, number, ppm)
        painter.paste(face, raised(box_of((left, rim[0], 6 * leaves.pitch, inside)), board.floor(left)))
    painter.shade([(box_of(wall), rim[1]) for wall in board.walls], on.thick)
    if leaves.raised:
        painter.shade([(box_of(board.joint), leaves.raised)], on.thick)


def _wall(painter: Painter, board: MenBoard, box: Box) -> None:
    """A part of the rim; what reaches over both halves steps with them."""
    left, top, width, depth = box
    half, colour = board.on.size[0] / 2, shaded(board.on.wood.colour, 1.03)
    both = left < half < left + width
    parts = [(left, half - left), (half, left + width - half)] if both else [(left, width)]
    for start, wide in sorted(parts, key=lambda part: -abs(painter.camera.where[0] - part[0] - part[1] / 2)):
        low = board.floor(start + wide / 2)
        painter.block(box_of((start, top, wide, depth)), low, low + board.on.rim[1], colour)


def _bar(painter: Painter, board: MenBoard) -> None:
    """What lies between the leaves: raised or flat, its seam, two hinges."""
    on, (_, middle, further, _) = board.on, board.field
    top, wide, inside = on.thick + board.leaves.raised, further - middle, on.size[1] - 2 * on.rim[0]
    if board.leaves.raised:
        painter.block(box_of((middle, on.rim[0], wide, inside)), on.thick, top, board.leaves.joint)
    seam = box_of((on.size[0] / 2 - 0.5, on.rim[0], 1.0, inside))
    painter.polygon(raised(seam, top), shaded(board.leaves.joint, 0.4))
    for share in (0.22, 0.78):
        hinge = quad((on.size[0] / 2, on.rim[0] + share * inside), (min(HINGE[0], 0.7 * wide), HINGE[1]), 0)
        painter.polygon(raised(hinge, top), BRASS)


def _leaf(board: MenBoard, number: int, ppm: float) -> Picture:
    """What a leaf shows, about `ppm` px a millimetre: its ground and twelve arrows."""
    on, leaves = board.on, board.leaves
    size = 6 * leaves.pitch, on.size[1] - 2 * on.rim[0]
    fine = min(ppm, 1000 / max(size))
    width, height = (max(8, round(side * fine)) for side in size)
    if on.floor is None:
        face = wooden(on.wood, width, height, fine, np.random.default_rng((on.seed, number)), upright=True)
    else:
        face = speckled(on.floor, width, height, 7, on.seed + number)
    masks = np.zeros((2, height, width), np.uint8)
    step, tall = width / 6, leaves.tall * height / 2
    for column in range(6):
        for base, way in ((0.0, 1), (height - 1.0, -1)):
            mask = masks[(column + (way < 0)) % 2]
            _arrow(mask, ((column + 0.5) * step, base), (step, way * tall), leaves.paint)
    for mask, colour in zip(masks, on.arrows, strict=True):
        ink = speckled(colour, width, height, 4, on.seed + 1)
        weight = mask.astype(np.float32) / 255
        face = np.asarray(cv2.blendLinear(ink, face, weight, 1 - weight), np.uint8)
    return face


def _arrow(mask: Picture, at: tuple[float, float], size: tuple[float, float], paint: str) -> None:
    """Marks where an arrow is painted, 0 to 255: from the middle of its base, so wide and so tall."""
    (middle, base), (wide, tall) = at, size

    def triangle(share: float, value: int, thick: int = -1) -> None:
        half = share * wide / 2
        corners = np.array([(middle - half, base), (middle + half, base), (middle, base + tall * share)])
        points = [np.round(corners * 16).astype(np.int32)]
        if thick < 0:
            cv2.fillPoly(mask, points, value, cv2.LINE_AA, 4)
        else:
            cv2.polylines(mask, points, True, value, thick, cv2.LINE_AA, 4)

    triangle(0.98, 255, max(1, round(wide / 16)) if paint == "outlined" else -1)
    if paint == "nested":
        triangle(0.7, 0)
        triangle(0.42, 255)
    elif paint == "dotted":
        for row in range(1, 5):
            spot = (round(middle * 16), round((base + tall * row / 6) * 16))
            cv2.circle(mask, spot, max(8, round(wide * (0.14 - 0.02 * row) * 16)), 60, -1, cv2.LINE_AA, 4)
    elif paint == "round":
        tip = (round(middle * 16), round((base + tall) * 16))
        cv2.circle(mask, tip, max(16, round(wide * 0.16 * 16)), 255, -1, cv2.LINE_AA, 4)
