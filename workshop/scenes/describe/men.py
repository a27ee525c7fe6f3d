"""Tables at which a camera follows the dice alone: trays, boards of arrows, cloths; round men and a doubling die about.

All in millimetres, in the frame of scenes: the ground's first corner is (0, 0).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from ..draw.typefaces import pick_typeface
from .scene import Colour, Place, Split, Wood
from .stock import hue, pick_wood, shaded

GroundKind = Literal["arrows", "tray", "round tray", "cloth"]
KINDS: tuple[GroundKind, ...] = ("arrows", "tray", "round tray", "cloth")
FELTS: tuple[Colour, ...] = (
    (45, 70, 25), (35, 35, 150), (120, 60, 25), (32, 32, 34), (50, 90, 20), (150, 175, 190),
)  # fmt: skip
POINTS, STACK = 24, 5
"""Arrows of a board, and men that lie side by side on one."""


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
    """

    kind: GroundKind
    size: Place
    thick: float
    rim: tuple[float, float]
    wood: Wood
    floor: Colour | None
    arrows: tuple[Colour, Colour]
    seed: int


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
    """

    at: Place
    across: float
    high: float
    colour: Colour
    dished: float
    ground: float
    arrow: int
    seed: int


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


def ground(rng: np.random.Generator, kind: GroundKind, split: Split) -> DiceFloor:
    """One at random."""
    wide = float(rng.uniform(380, 520) if kind == "arrows" else rng.uniform(190, 360))
    deep = wide * float(rng.uniform(0.72, 0.9) if kind == "arrows" else rng.uniform(0.65, 1.0))
    if kind == "round tray":
        deep = wide
    felt = shaded(FELTS[int(rng.integers(len(FELTS)))], float(rng.uniform(0.6, 1.3)))
    bare = kind != "cloth" and rng.random() < 0.4
    rim = (0.0, 0.0) if kind == "cloth" else (float(rng.uniform(9, 22)), float(rng.uniform(8, 28)))
    light, dark = hue(rng, (0.05, 0.5), (0.6, 0.95)), hue(rng, (0.2, 0.9), (0.1, 0.55))
    thick = 1.0 if kind == "cloth" else float(rng.uniform(3, 9))
    return DiceFloor(
        kind, (wide, deep), thick, rim, pick_wood(rng, split), None if bare else felt, (light, dark),
        int(rng.integers(1 << 30)),
    )  # fmt: skip


def inner(on: DiceFloor) -> Place:
    """Width and height of its floor."""
    return on.size[0] - 2 * on.rim[0], on.size[1] - 2 * on.rim[0]


def men(rng: np.random.Generator, on: DiceFloor) -> tuple[Man, ...]:
    """Men of two colours at random: on the arrows of a board, about in a tray."""
    pair = (hue(rng, (0.0, 0.6), (0.65, 0.98)), hue(rng, (0.0, 0.9), (0.06, 0.5)))
    across = arrow_width(on) * float(rng.uniform(0.8, 0.97)) if on.kind == "arrows" else float(rng.uniform(16, 36))
    high, dished = float(rng.uniform(4, 10)), float(rng.choice([0.0, rng.uniform(0.4, 0.8)]))
    count = 30 if on.kind == "arrows" else int(rng.integers(2, 13))
    blank = Man((0.0, 0.0), min(across, 42.0), high, pair[0], dished, on.thick, 0, 0)
    laid: tuple[Man, ...] = ()
    for number in range(count):
        man = replace(blank, colour=pair[number * 2 // count], seed=int(rng.integers(1 << 30)))
        laid = (*laid, *placed(rng, on, man, laid))
    return laid


def placed(rng: np.random.Generator, on: DiceFloor, man: Man, others: tuple[Man, ...]) -> tuple[Man, ...]:
    """The man somewhere it may lie beside these others, in a tuple; () where no such place was found."""
    for _ in range(40):
        if on.kind == "arrows":
            arrow = int(rng.integers(1, POINTS + 1))
            there = [other for other in others if other.arrow == arrow]
            mine = all(other.colour == man.colour for other in there)
            if mine and len(there) < STACK:
                return (replace(man, at=_on_arrow(rng, on, man, arrow, len(there)), arrow=arrow),)
            continue
        at = anywhere(rng, on, man.across)
        if all(np.hypot(*np.subtract(at, other.at)) > (man.across + other.across) / 2 for other in others):
            return (replace(man, at=at, arrow=0),)
    return ()


def arrow_width(on: DiceFloor) -> float:
    """Width of an arrow: twelve a side and a bar as wide as one."""
    return inner(on)[0] / 13


def _on_arrow(rng: np.random.Generator, on: DiceFloor, man: Man, arrow: int, many: int) -> Place:
    """Where the next man on an arrow lies; 1 to 12 have their base at the first side, the others at the opposite."""
    column = (arrow - 1) % 12
    x = on.rim[0] + arrow_width(on) * (column + 0.5 + (column >= 6)) + float(rng.normal(0, 0.8))
    far = on.rim[0] + man.across * (many + 0.5) * 1.01 + float(rng.uniform(0, 1))
    return x, far if arrow <= 12 else on.size[1] - far


def anywhere(rng: np.random.Generator, on: DiceFloor, across: float) -> Place:
    """A place of the floor for something that wide."""
    if on.kind == "round tray":
        far = (inner(on)[0] - across) / 2 * float(np.sqrt(rng.random()))
        angle = rng.uniform(0, 2 * np.pi)
        return on.size[0] / 2 + far * float(np.cos(angle)), on.size[1] / 2 + far * float(np.sin(angle))
    wide, deep = (side - across for side in inner(on))
    x, y = on.size[0] / 2 + rng.uniform(-0.5, 0.5) * wide, on.size[1] / 2 + rng.uniform(-0.5, 0.5) * deep
    return float(x), float(y)


def doubling(rng: np.random.Generator, on: DiceFloor, split: Split) -> Doubling:
    """A doubling die: on the bar of a board of arrows or at its side, somewhere in a tray."""
    side = float(rng.uniform(15, 30))
    pale = rng.random() < 0.6
    body = hue(rng, (0.0, 0.25), (0.75, 0.98)) if pale else hue(rng, (0.2, 0.9), (0.05, 0.5))
    ink = hue(rng, (0.0, 0.9), (0.02, 0.35)) if pale else hue(rng, (0.0, 0.3), (0.8, 1.0))
    at = anywhere(rng, on, 1.45 * side)
    if on.kind == "arrows":
        at = (on.size[0] / 2 + float(rng.normal(0, 1)), at[1])
    turn = float(rng.normal(0, 8) if rng.random() < 0.6 else rng.uniform(0, 360))
    return Doubling(at, side, turn, int(rng.integers(6)), body, ink, pick_typeface(rng, split), on.thick)
