"""What stands on a table as plain solids: for dice to bounce off, and to know what hides what.

World: millimetres, x right, y up the page, z up (the board's frame with y flipped).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from ..describe.camera import Floats
from ..describe.men_board import MenBoard
from ..describe.scene import Cube, DrawnBoard, Prop, Scene
from ..draw.boxes import hinge_at, standing, wall_bars
from ..draw.cubes import posed
from ..draw.men_board import box_of
from ..draw.occe import rim_bars, tile_base
from ..draw.painter import quad
from .quaternion import UPRIGHT, Quaternion, about_z, quaternion_of, rotation_of

LOWEST = 0.3
"""Things thinner than this, mm, lie flat as far as a die is concerned."""

ROUND = ("coin", "button", "token", "cup")


@dataclass(frozen=True)
class Solid:
    """A box or an upright cylinder.

    Attributes:
        what: board, rim, tile, man, floor, wall, ledge, hinged, thing.
        shape: box or cylinder.
        centre: mm.
        half: half its extent along its own axes, mm (a cylinder: radius, radius, half its height).
        turn: from its own axes to the world's.
    """

    what: str
    shape: Literal["box", "cylinder"]
    centre: tuple[float, float, float]
    half: tuple[float, float, float]
    turn: Quaternion = UPRIGHT

    @property
    def level(self) -> bool:
        """Whether its top is level."""
        return self.turn[1] == 0 and self.turn[2] == 0

    @property
    def top(self) -> float:
        """Height of a level solid's top, mm."""
        return self.centre[2] + self.half[2]

    def corners(self) -> Floats:
        """The box's corners (8, 3), mm; a cylinder's are of a prism with sixteen sides, (32, 3)."""
        if self.shape == "cylinder":
            angles = np.linspace(0, 2 * np.pi, 16, endpoint=False)
            ring = np.column_stack([np.cos(angles), np.sin(angles)]) * self.half[0] + self.centre[:2]
            ends = [self.centre[2] + sign * self.half[2] for sign in (-1, 1)]
            return np.concatenate([np.column_stack([ring, np.full(16, end)]) for end in ends])
        signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
        return np.asarray(np.asarray(self.centre) + (signs * self.half) @ rotation_of(self.turn).T)

    def axes(self) -> Floats:
        """Its own axes as columns (3, 3)."""
        return rotation_of(self.turn)

    def under(self, at: tuple[float, float]) -> bool:
        """Whether a point (x, y) of the world lies over its footprint."""
        own = (np.array([*at, 0.0]) - (*self.centre[:2], 0.0)) @ rotation_of(self.turn)
        if self.shape == "cylinder":
            return bool(np.hypot(own[0], own[1]) <= self.half[0])
        return bool((np.abs(own[:2]) <= self.half[:2]).all())


def cube_solid(cube: Cube) -> Solid:
    """A die where it lies, as a sharp-edged box."""
    pose, _ = posed(cube)
    x, y, z = (float(part) for part in pose.centre)
    return Solid(
        "die",
        "box",
        (x, y, z + cube.ground),
        (cube.side / 2,) * 3,
        quaternion_of(pose.rotation.astype(np.float64)),
    )


def prism(what: str, base: Floats, low: float, high: float) -> Solid:
    """An upright box over a rectangle (4, 2) of the board's frame, clockwise, between two heights."""
    along, across = base[1] - base[0], base[3] - base[0]
    x, y = base.mean(axis=0)
    half = (float(np.linalg.norm(along)) / 2, float(np.linalg.norm(across)) / 2, (high - low) / 2)
    turn = about_z(float(np.arctan2(-along[1], along[0])))
    return Solid(what, "box", (float(x), float(-y), (low + high) / 2), half, turn)


def solids(scene: Scene) -> tuple[Solid, ...]:
    """Everything that a die may lie on or lean on, but the table, hands and other dice.

    Felt, tags and sheets of paper are too thin to count.
    """
    props = [prop_solid(prop) for prop in scene.props if prop.high >= LOWEST]
    if scene.men is not None:
        return (*props, *_arrows(scene.men))
    return (*props, *(solids_of(scene.board) if scene.board is not None else ()))


def solids_of(board: DrawnBoard) -> tuple[Solid, ...]:
    """What a board is made of."""
    return tuple(_loose(board) if board.layout == "occe" else _boxed(board))


def prop_solid(prop: Prop) -> Solid:
    """What lies beside the game, as an upright cylinder or a box."""
    wide = prop.size[0] if prop.kind in ROUND else prop.size[1]
    half = (prop.size[0] / 2, wide / 2, prop.high / 2)
    centre = (prop.at[0], -prop.at[1], prop.high / 2)
    return Solid(
        "thing",
        "cylinder" if prop.kind in ROUND else "box",
        centre,
        half,
        about_z(float(np.radians(-prop.turn))),
    )


def _arrows(board: MenBoard) -> Iterator[Solid]:
    """Two halves with their rim and what is between them, the men and the doubling die."""
    on, half, depth = board.on, board.on.size[0] / 2, board.on.size[1]
    for left in (0.0, half):
        yield prism("board", box_of((left, 0.0, half, depth)), 0.0, board.floor(left + half / 2))
    for wall in board.walls:
        yield prism("rim", box_of(wall), on.thick, board.floor(wall[0] + wall[2] / 2) + on.rim[1])
    if board.leaves.raised:
        yield prism("rim", box_of(board.joint), on.thick, on.thick + board.leaves.raised)
    for man in board.men:
        middle = (man.at[0], -man.at[1], man.ground + man.high / 2)
        yield Solid("man", "cylinder", middle, (man.across / 2, man.across / 2, man.high / 2))
    if board.cube is not None:
        base = quad(board.cube.at, (board.cube.side, board.cube.side), board.cube.turn)
        yield prism("thing", base, board.cube.ground, board.cube.ground + board.cube.side)


def _loose(board: DrawnBoard) -> Iterator[Solid]:
    width, height = board.size
    whole = np.array([[0, 0], [width, 0], [width, height], [0, height]], float)
    yield prism("board", whole, 0.0, board.thick)
    for rim in board.rims:
        if rim.style == "raised":
            for bar in rim_bars(rim):
                yield prism("rim", bar, board.thick, board.thick + rim.height)
    for tile in board.tiles:
        if tile.state != "missing":
            yield prism("tile", tile_base(tile), board.thick, board.thick + tile.thick)


def _boxed(board: DrawnBoard) -> Iterator[Solid]:
    width, height = board.size
    whole = np.array([[0, 0], [width, 0], [width, height], [0, height]], float)
    yield prism("floor", whole, 0.0, board.floor)
    for bar in wall_bars(board):
        yield prism("wall", bar, board.floor, board.thick)
    x, z = hinge_at(board)
    tile, inside = board.tiles[0], board.wall
    near = x - 6 - tile.size[1] * 0.75
    ledge = np.array(
        [[near, inside], [x - 6, inside], [x - 6, height - inside], [near, height - inside]], float
    )
    yield prism("ledge", ledge, board.floor, z - tile.thick / 2 - 1.0)
    for tile in board.tiles:
        if tile.state != "missing":
            yield _hinged(*standing(board, tile))


def _hinged(face: Floats, through: Floats) -> Solid:
    """A tile of a box from its digit face (4, 3), upright top-left first, and the vector (3,) through it."""
    flip = np.array([1.0, -1.0, 1.0])
    right, down, deep = (face[1] - face[0]) * flip, (face[3] - face[0]) * flip, through * flip
    sizes = [float(np.linalg.norm(side)) for side in (right, down, deep)]
    axes = np.stack([side / size for side, size in zip((right, down, deep), sizes, strict=True)], axis=1)
    if np.linalg.det(axes) < 0:
        axes[:, 2] = -axes[:, 2]
    x, y, z = ((face.mean(axis=0) + through / 2) * flip).tolist()
    return Solid("hinged", "box", (x, y, z), (sizes[0] / 2, sizes[1] / 2, sizes[2] / 2), quaternion_of(axes))


def ground_under(standing: tuple[Solid, ...], at: tuple[float, float], below: float) -> tuple[float, str]:
    """The highest level top at (x, y) of the world that is not above `below` mm: its height and what it is of."""
    tops = [(s.top, s.what) for s in standing if s.level and s.top <= below and s.under(at)]
    return max(tops, default=(0.0, "table"))
