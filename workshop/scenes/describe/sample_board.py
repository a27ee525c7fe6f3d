"""Boards at random: the OCCE board with its frames and tiles, and Shut the Box."""

import numpy as np

from ..draw.typefaces import pick_typeface
from .camera import Floats
from .scene import Colour, DrawnBoard, DrawnTag, Middle, Rim, Split, Tile, Wood, Writing
from .stock import hue, marks, pick_wood, shaded

MANNERS = ("printed", "engraved", "burnt", "stencilled", "sticker", "written")


def random_writing(rng: np.random.Generator, split: Split, ground: Colour | None, dark: bool) -> Writing:
    """How the digits of one board look.

    Args:
        rng: source of chance.
        split: of the typeface and the mark.
        ground: a colour that faces are painted with, or None for bare wood.
        dark: whether faces are dark, so that ink is light.
    """
    manner = MANNERS[int(rng.choice(len(MANNERS), p=[0.35, 0.17, 0.15, 0.08, 0.13, 0.12]))]
    paper: Colour | None = None
    if manner == "sticker" or rng.random() < 0.05:
        paper = hue(rng, (0, 0.25), (0.82, 1.0)) if rng.random() < 0.75 else hue(rng, (0.5, 1), (0.5, 1))
    light_ink = dark and paper is None
    if light_ink:
        ink = hue(rng, (0, 0.25), (0.8, 1.0))
    elif manner == "burnt":
        ink = shaded((22, 40, 62), float(rng.uniform(0.6, 1.5)))
    elif rng.random() < 0.6:
        ink = shaded((28, 28, 30), float(rng.uniform(0.4, 1.9)))
    else:
        ink = hue(rng, (0.6, 1), (0.2, 0.65))
    kinds = marks(split)
    back = "plain" if rng.random() < 0.6 else kinds[int(rng.integers(len(kinds)))]
    six_nine = ("none", "dot", "line")[int(rng.choice(3, p=[0.45, 0.25, 0.3]))]
    return Writing(
        pick_typeface(rng, split), manner, ink, paper, float(rng.uniform(0.45, 0.78)), six_nine, back
    )


def _paints(rng: np.random.Generator) -> tuple[dict[tuple[int, int], Colour], bool]:
    """Colour of (seat, digit) where faces are painted, and whether they are dark."""
    style = rng.random()
    if style < 0.55:
        return {}, False
    dark = rng.random() < 0.35
    value = (0.2, 0.5) if dark else (0.65, 1.0)
    if style < 0.72:
        seats = [hue(rng, (0.4, 0.95), value) for _ in range(4)]
        return {(s, d): seats[s - 1] for s in range(1, 5) for d in range(1, 10)}, dark
    if style < 0.86:
        digits = [hue(rng, (0.4, 0.95), value) for _ in range(9)]
        return {(s, d): digits[d - 1] for s in range(1, 5) for d in range(1, 10)}, dark
    palette = [hue(rng, (0, 0.9), value) for _ in range(int(rng.integers(1, 4)))]
    return {(s, d): palette[int(rng.integers(len(palette)))] for s in range(1, 5) for d in range(1, 10)}, dark


def _states(rng: np.random.Generator) -> dict[tuple[int, int], str]:
    playing = int(rng.choice([1, 2, 3, 4], p=[0.1, 0.4, 0.2, 0.3]))
    order = rng.permutation(4) + 1
    idle = "open" if rng.random() < 0.6 else "closed"
    states: dict[tuple[int, int], str] = {}
    for index, seat in enumerate(order):
        share = rng.uniform(0, 1)
        for slot in range(1, 10):
            closed = rng.random() < share if index < playing else idle == "closed"
            states[int(seat), slot] = "closed" if closed else "open"
    if rng.random() < 0.08:
        for _ in range(int(rng.integers(1, 4))):
            states[int(rng.integers(1, 5)), int(rng.integers(1, 10))] = "missing"
    return states


def _digits(rng: np.random.Generator) -> dict[tuple[int, int], int]:
    digits = {(seat, slot): slot for seat in range(1, 5) for slot in range(1, 10)}
    if rng.random() < 0.1:
        for _ in range(int(rng.integers(1, 3))):
            seat, (first, second) = int(rng.integers(1, 5)), rng.choice(9, 2, replace=False) + 1
            digits[seat, int(first)], digits[seat, int(second)] = digits[seat, int(second)], digits[seat, int(first)]
    return digits


def seat_frame(side: float, seat: int) -> tuple[Floats, Floats, Floats]:
    """A seat's left corner, its direction to the right and its direction inwards, mm on a square board."""
    angle = np.radians(90 * seat)
    right = np.round(np.array([np.cos(angle), np.sin(angle)]))
    inward = np.array([right[1], -right[0]])
    corner = np.array([(0, 0), (side, 0), (side, side), (0, side)][seat - 1], float)
    return corner, right, inward


def occe_board(rng: np.random.Generator, split: Split, harsh: float) -> DrawnBoard:
    """A square board with four frames, tiles in any state."""
    side = float(rng.uniform(400, 550))
    ratio = float(rng.choice([1.0, rng.uniform(1.0, 1.6)], p=[0.3, 0.7]))
    wide = float(rng.uniform(20, 40))
    gap = float(rng.uniform(0.4, 4))
    tall = min(wide * ratio, 46.0)
    rim_wide = float(rng.uniform(3, 9))
    edge = float(rng.choice([rng.uniform(1, 8), rng.uniform(8, 40)]))
    room = side - 2 * (edge + tall + 3 * rim_wide)
    if 9 * wide + 8 * gap > room:
        wide = (room - 8 * gap) / 9
        tall = min(tall, wide * 1.6)
    length = 9 * wide + 8 * gap
    slack = max(0.0, (room - length) / 2)
    shift = float(rng.uniform(-slack, slack)) if rng.random() < 0.3 else 0.0
    depth = tall + float(rng.uniform(0.8, 5))
    wood = pick_wood(rng, split)
    tile_wood = pick_wood(rng, split) if rng.random() < 0.6 else wood
    rims = _rims(rng, side, (length + gap + 1, depth), rim_wide, edge, shift)
    paints, dark = _paints(rng)
    writing = random_writing(rng, split, None, dark if paints else _is_dark(tile_wood))
    tiles = _loose(rng, side, (wide, tall), gap, rims, paints, harsh)
    free = side - 2 * (edge + depth + 3 * rim_wide)
    shape = ("square", "round", "octagon")[int(rng.choice(3, p=[0.5, 0.38, 0.12]))]
    red = shaded((38, 32, 178), float(rng.uniform(0.5, 1.25)))
    red = (red[0] * float(rng.uniform(0.5, 1.6)), red[1] * float(rng.uniform(0.4, 1.6)), red[2])
    middle = Middle(shape, free * float(rng.uniform(0.6, 0.98)), red, bool(rng.random() < 0.55))
    paint = hue(rng, (0.1, 0.8), (0.2, 0.9)) if rng.random() < 0.18 else None
    thick, radius = float(rng.uniform(8, 20)), float(rng.choice([0.0, rng.uniform(3, 25)]))
    size = (side, side)
    return DrawnBoard("occe", size, thick, radius, wood, tile_wood, paint, middle, rims, writing, tiles)


def _is_dark(wood: Wood) -> bool:
    b, g, r = wood.colour
    return 0.11 * b + 0.59 * g + 0.3 * r < 95


def _rims(
    rng: np.random.Generator, side: float, inner: tuple[float, float], wide: float, edge: float, shift: float
) -> tuple[Rim, ...]:
    style = ("raised", "line", "groove", "none")[int(rng.choice(4, p=[0.5, 0.2, 0.15, 0.15]))]
    colours = [hue(rng, (0.3, 1), (0.2, 0.9)) for _ in range(4)] if rng.random() < 0.3 else [None] * 4
    if style == "line" and colours[0] is None:
        colour = shaded((40, 40, 45), float(rng.uniform(0.5, 2)))
        colours = [colour] * 4
    high = float(rng.uniform(4, 12))
    rims = []
    for seat in range(1, 5):
        corner, right, inward = seat_frame(side, seat)
        centre = corner + right * (side / 2 + shift) + inward * (edge + wide + inner[1] / 2)
        centre = centre + rng.normal(0, 0.6, 2)
        rims.append(
            Rim(seat, (float(centre[0]), float(centre[1])), inner, style, wide, high, colours[seat - 1])
        )
    return tuple(rims)


def _loose(
    rng: np.random.Generator, side: float, size: tuple[float, float], gap: float, rims: tuple[Rim, ...],
    paints: dict[tuple[int, int], Colour], harsh: float,
) -> tuple[Tile, ...]:  # fmt: skip
    states, digits = _states(rng), _digits(rng)
    thick = float(rng.uniform(3, 6))
    sloppy = float(rng.choice([0.4, 1.5, 4.0], p=[0.5, 0.35, 0.15]))
    room = 1.5 if rims[0].style == "raised" else 6.0
    tiles = []
    for seat in range(1, 5):
        _, right, inward = seat_frame(side, seat)
        centre = np.asarray(rims[seat - 1].centre)
        for slot in range(1, 10):
            digit = digits[seat, slot]
            at = centre + right * ((slot - 5) * (size[0] + gap))
            slip = np.clip(rng.normal(0, 0.3 * sloppy, 2), -gap / 2 - 0.1, gap / 2 + 0.1)
            at = at + right * slip[0] + inward * np.clip(rng.normal(0, sloppy * 0.7), -room, room)
            turn = float(np.clip(rng.normal(0, sloppy * 0.8), -9, 9))
            if rng.random() < 0.008 * (1 + 2 * harsh):
                turn = float(rng.uniform(-25, 25))
            tiles.append(
                Tile(seat, slot, digit, states[seat, slot], (float(at[0]), float(at[1])), turn, size, thick,
                     paints.get((seat, digit)), int(rng.integers(1 << 30)))
            )  # fmt: skip
    return tuple(tiles)


def occe_tags(rng: np.random.Generator, board: DrawnBoard, harsh: float) -> tuple[DrawnTag, ...]:
    """Four tags just outside the corners, tag 0 outside the first; some may be hidden."""
    size = float(rng.uniform(25, 45))
    margin = size * float(rng.uniform(0.13, 0.35))
    gap = (size / 2 + margin) * float(rng.uniform(1.05, 1.3))
    turn = float(90 * rng.integers(4))
    out = {"diagonal": ((-1, -1), (1, -1), (1, 1), (-1, 1)), "x": ((-1, 0.6), (1, 0.6), (1, -0.6), (-1, -0.6)),
           "y": ((0.6, -1), (-0.6, -1), (-0.6, 1), (0.6, 1))}  # fmt: skip
    way = ("diagonal", "x", "y")[int(rng.choice(3, p=[0.7, 0.15, 0.15]))]
    corners = ((0.0, 0.0), (board.size[0], 0.0), board.size, (0.0, board.size[1]))
    tags = []
    for number, (corner, direction) in enumerate(zip(corners, out[way], strict=True)):
        slip = rng.normal(0, 2.0, 2)
        at = np.asarray(corner) + np.asarray(direction) * gap + slip
        hidden = bool(rng.random() < 0.04 + 0.12 * harsh)
        tags.append(
            DrawnTag(
                number, (float(at[0]), float(at[1])), turn + float(rng.normal(0, 4)), size, margin, hidden
            )
        )
    return tuple(tags)


def play_box(rng: np.random.Generator, split: Split) -> DrawnBoard:
    """A Shut the Box of nine, ten or twelve hinged tiles."""
    count = int(rng.choice([9, 10, 12], p=[0.7, 0.15, 0.15]))
    wide = float(rng.uniform(17, 26))
    long = wide * float(rng.uniform(1.5, 2.4))
    wall = float(rng.uniform(7, 13))
    gap = float(rng.uniform(0.3, 1.5))
    across = count * (wide + gap) + 2 * wall + float(rng.uniform(1, 6))
    deep = float(long + rng.uniform(85, 190) + 2 * wall)
    high = float(rng.uniform(22, 42))
    hinge = wall + float(rng.uniform(8, 16))
    wood = pick_wood(rng, split)
    tile_wood = wood if rng.random() < 0.6 else pick_wood(rng, split)
    felts: tuple[Colour, ...] = ((45, 70, 25), (35, 35, 150), (120, 60, 25), (32, 32, 34), (50, 90, 20))
    felt = shaded(felts[int(rng.integers(len(felts)))], float(rng.uniform(0.5, 1.3)))
    paints, dark = _paints(rng) if rng.random() < 0.4 else ({}, False)
    writing = random_writing(rng, split, None, dark if paints else _is_dark(tile_wood))
    share = float(rng.choice([0.0, 1.0, rng.uniform(0, 1)], p=[0.2, 0.05, 0.75]))  # a game begins all open
    lean, lie = float(rng.uniform(12, 48)), float(rng.uniform(-3, 6))
    thick = float(rng.uniform(5, 10))
    start = wall + (across - 2 * wall - count * (wide + gap)) / 2 + (wide + gap) / 2
    tiles = []
    for slot in range(1, count + 1):
        state = "closed" if rng.random() < share else "open"
        turn = (lean if state == "open" else lie) + float(rng.normal(0, 2))
        at = (deep - hinge, start + (slot - 1) * (wide + gap))
        tiles.append(
            Tile(
                1,
                slot,
                slot,
                state,
                at,
                turn,
                (wide, long),
                thick,
                paints.get((1, min(slot, 9))),
                int(rng.integers(1 << 30)),
            )
        )
    return DrawnBoard("box", (deep, across), high, 0.0, wood, tile_wood, None, Middle("square", deep, felt, True), (),
                 writing, tuple(tiles), float(rng.uniform(4, 7)), wall, hinge)  # fmt: skip
