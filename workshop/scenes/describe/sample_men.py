"""Grounds that dice fall on, round men and doubling dice at random."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.men.reader import LUMINANCE

from ..draw.typefaces import pick_typeface
from .men import POINTS, STACK, DiceFloor, Doubling, GroundKind, HingedLeaves, Man, arrow_width, inner
from .men_board import MenBoard
from .scene import Colour, Place, Split
from .stock import hue, pick_wood, shaded

FELTS: tuple[Colour, ...] = (
    (45, 70, 25), (35, 35, 150), (120, 60, 25), (32, 32, 34), (50, 90, 20), (150, 175, 190),
)  # fmt: skip


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


PAIRS: tuple[tuple[Colour, Colour], ...] = (
    ((225, 232, 236), (28, 28, 30)), ((200, 222, 232), (40, 48, 70)), ((168, 205, 226), (42, 58, 92)),
    ((205, 220, 228), (45, 40, 140)), ((222, 228, 232), (96, 52, 30)), ((150, 196, 224), (34, 34, 36)),
    ((210, 226, 234), (52, 84, 40)), ((120, 190, 232), (38, 40, 48)), ((90, 200, 235), (60, 40, 36)),
)  # fmt: skip
"""Colours that boards of arrows have: of the lighter and the darker men, and of arrows."""
LIGHTER = 45.0
"""Levels of grey by which they differ at least."""
PLAIN = 0.65
"""Share of pairs that are of these."""


def men_board(rng: np.random.Generator, split: Split) -> MenBoard:
    """A board of two leaves at random, without men."""
    pitch, light, dark = float(rng.uniform(27, 42)), *_pair(rng)
    across = pitch * float(rng.uniform(0.82, 0.97))
    rim = (float(rng.uniform(8, 20)), float(rng.uniform(8, 24)))
    felt = shaded(FELTS[int(rng.integers(len(FELTS)))], float(rng.uniform(0.6, 1.3)))
    wood, floor = pick_wood(rng, split), None if rng.random() < 0.35 else felt
    if rng.random() < 0.35:  # a case of leather or plastic
        wood = replace(wood, colour=shaded((44, 44, 48), float(rng.uniform(0.4, 1.6))), strength=0.03)
    high, raised = float(rng.uniform(5, 11)), float(rng.choice([0.0, rng.uniform(0.4, 1) * rim[1]]))
    leaves = HingedLeaves(
        pitch, bar=across * float(rng.uniform(0.75, 1.5)), raised=raised,
        step=float(rng.choice([0.0, rng.uniform(0.3, 3.0)])),
        tray=across * float(rng.uniform(1.08, 1.35)) if rng.random() < 0.5 else 0.0,
        paint=rng.choice(["full", "full", "full", "outlined", "nested", "dotted", "round"]),
        tall=float(rng.uniform(0.74, 0.92)), joint=shaded(floor or wood.colour, float(rng.uniform(0.5, 1.0))),
    )  # fmt: skip
    ends = 2 * (leaves.tray + rim[0]) if leaves.tray else 0.0
    size = (2 * rim[0] + ends + 12 * pitch + leaves.bar, 2 * rim[0] + pitch * float(rng.uniform(10.4, 13.2)))
    on = DiceFloor(
        "arrows", size, float(rng.uniform(4, 14)), rim, wood, floor, _pair(rng), int(rng.integers(1 << 30)), leaves
    )
    dished = float(rng.choice([0.0, rng.uniform(0.4, 0.8)]))
    grain = pick_wood(rng, split) if rng.random() < 0.3 else None
    crooked = float(rng.choice([0.5, 1.2, 2.4, 3.5]))
    rings, rounded = int(rng.choice([0, 0, 0, 1, 2, 3])), float(rng.uniform(0, 1))
    crested = rng.random() < 0.1
    blanks = [
        Man((0.0, 0.0), across, high, colour, dished, on.thick, 0, 0, wood=grain and replace(grain, colour=colour),
            rounded=rounded, rings=rings, crest=shaded(colour, deep) if crested else None)
        for colour, deep in ((light, 0.6), (dark, 1.7))
    ]  # fmt: skip
    return MenBoard(
        on, (blanks[0], blanks[1]), turned=bool(rng.random() < 0.5), mirrored=bool(rng.random() < 0.5),
        barred=int(rng.choice([1, -1])), crooked=crooked, between=bool(rng.random() < 0.4),
    )  # fmt: skip


def _pair(rng: np.random.Generator) -> tuple[Colour, Colour]:
    """A lighter and a darker colour that nobody confuses."""
    if rng.random() < PLAIN:
        light, dark = PAIRS[int(rng.integers(len(PAIRS)))]
        return shaded(light, float(rng.uniform(0.85, 1.08))), shaded(dark, float(rng.uniform(0.7, 1.4)))
    while True:
        light, dark = hue(rng, (0.0, 0.6), (0.7, 0.98)), hue(rng, (0.0, 0.9), (0.06, 0.42))
        if float(np.subtract(light, dark) @ LUMINANCE) > LIGHTER:
            return light, dark


def with_cube(rng: np.random.Generator, board: MenBoard, split: Split) -> MenBoard:
    """The board with its doubling die, 64 above, in the middle of the bar or beside the board."""
    cube = doubling(rng, board.on, split)
    side, (width, depth) = float(rng.uniform(14, 24)), board.on.size
    at, low = (width / 2, depth / 2), board.on.thick + board.leaves.raised
    if rng.random() < 0.4:
        at, low = (float(rng.choice([-1.2 * side, width + 1.2 * side])), depth / 2 + float(rng.normal(0, 15))), 0.0
    return replace(board, cube=replace(cube, side=side, shows=0, at=at, ground=low))
