"""Tables at which a camera follows the dice alone: trays, boards of arrows, cloths; round men and a doubling die about.

All in millimetres, in the frame of scenes: the ground's first corner is (0, 0).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .board import Colour, Place, Wood

GroundKind = Literal["arrows", "tray", "round tray", "cloth"]
KINDS: tuple[GroundKind, ...] = ("arrows", "tray", "round tray", "cloth")
POINTS, STACK = 24, 5
"""Arrows of a board, and men that lie side by side on one."""


@dataclass(frozen=True)
class HingedLeaves:
    """How a board of arrows is made of two halves that are folded together.

    Attributes:
        pitch: width of an arrow.
        bar: width of what lies between the halves.
        raised: its height over the floor.
        step: by how much the second half lies higher.
        tray: width of the tray for men at either end, 0 for none.
        paint: how arrows look: full, outlined, nested, dotted or round.
        tall: share of a half's depth that an arrow takes.
        joint: colour of the bar and the trays.
    """

    pitch: float
    bar: float
    raised: float
    step: float
    tray: float
    paint: Literal["full", "outlined", "nested", "dotted", "round"]
    tall: float
    joint: Colour


@dataclass(frozen=True)
class DiceFloor:
    """What dice fall on.

    Attributes:
        kind: a board of arrows, a tray with a rim, a round one, or a cloth without a rim.
        size: its width and height, the rim included.
        thick: height of its floor over the table.
        rim: width of its rim, and its height over the floor; (0, 0) where it has none.
        wood: of the rim, and of the floor where that has no colour.
        floor: its felt's or its paint's colour, None: wood.
        arrows: colours of the arrows, in turn.
        seed: of its patterns.
        hinged: the two halves of a board of arrows; None for one flat board.
    """

    kind: GroundKind
    size: Place
    thick: float
    rim: tuple[float, float]
    wood: Wood
    floor: Colour | None
    arrows: tuple[Colour, Colour]
    seed: int
    hinged: HingedLeaves | None = None


@dataclass(frozen=True)
class Man:
    """A round man, or a counter.

    Attributes:
        at: its middle.
        across: its diameter.
        high: its height.
        colour: its own.
        dished: share of its face that is turned hollow; 0: flat.
        ground: height that it lies on.
        arrow: the arrow that it stands on, 0 for none.
        seed: of its grain.
        space: where it is counted, as the referee names spaces; "" where nobody counts.
        row, level: its place there: how many men are nearer to the rim, and how many lie under it.
        wood: its surface; None for a plain one.
        rounded: 0 to 1, how much its edge catches the light.
        rings: how many are cut into its face.
        crest: colour of its middle; None: as the rest.
    """

    at: Place
    across: float
    high: float
    colour: Colour
    dished: float
    ground: float
    arrow: int
    seed: int
    space: str = ""
    row: float = 0.0
    level: int = 0
    wood: Wood | None = None
    rounded: float = 0.0
    rings: int = 0
    crest: Colour | None = None


@dataclass(frozen=True)
class Doubling:
    """A doubling die: a cube with 2, 4, 8, 16, 32, 64 printed on its faces.

    Attributes:
        at: its middle.
        side: its edge.
        turn: degrees.
        shows: number of its upper face, 0 to 5.
        body, ink: colours.
        typeface: of its numbers.
        ground: height that it lies on.
    """

    at: Place
    side: float
    turn: float
    shows: int
    body: Colour
    ink: Colour
    typeface: str
    ground: float


def inner(on: DiceFloor) -> Place:
    """Width and height of its floor."""
    return on.size[0] - 2 * on.rim[0], on.size[1] - 2 * on.rim[0]


def arrow_width(on: DiceFloor) -> float:
    """Width of an arrow: twelve a side and a bar as wide as one."""
    return inner(on)[0] / 13
