"""The set-up seen from its side, as SVG: where the camera hangs, what it sees, where lamp, computer and tablet stand.

`python -m hardware.drawing FILE` writes the picture of hardware/README.md.
"""

from __future__ import annotations

import argparse
from math import radians, tan
from pathlib import Path

from .optics import AROUND_MM, BOARD_MM, CAMERAS
from .print.pages import as_svg
from .print.shapes import (
    BLACK,
    GREY,
    Area,
    Caption,
    Colour,
    Place,
    PrintedPage,
    Shape,
    Stroke,
    arc,
    moved,
    rectangle,
)
from .stand.size import StandSize, stand_for

SCALE = 0.25
"""mm of the drawing for a mm of the table."""
VIEW: Colour = (0.87, 0.92, 0.97)
WOOD: Colour = (0.78, 0.63, 0.44)
PLASTIC: Colour = (0.25, 0.43, 0.54)
LAMP: Colour = (0.95, 0.8, 0.3)


def setup(size: StandSize) -> PrintedPage:
    """The drawing; lengths in mm."""
    shapes: list[Shape] = [*_seen(size), *_table(), *_stand(size), *_lamp(), *_lengths(size)]
    at = (60.0, 185.0)
    return PrintedPage(moved([_scaled(shape) for shape in shapes], at), (260.0, 215.0))


def _board(size: StandSize) -> tuple[float, float]:
    """Where the board begins and ends."""
    near = size.ahead + AROUND_MM / 2
    return near, near + BOARD_MM


def _seen(size: StandSize) -> list[Shape]:
    """What the lens covers, down to the table."""
    half = CAMERAS[1].picture[1] / 2 / CAMERAS[1].focal
    spread = tan(radians(size.tilt))
    edges = [size.arm + size.height * _turned(spread, way * half) for way in (-1, 1)]
    return [Area(((size.arm, size.height), (edges[1], 0), (edges[0], 0)), VIEW)]


def _turned(one: float, other: float) -> float:
    """The tangent of a sum of two angles, of their tangents."""
    return (one + other) / (1 - one * other)


def _table() -> list[Shape]:
    size = stand_for()
    near, far = _board(size)
    return [
        Area(rectangle(-190, -30, 960, 30), (0.93, 0.93, 0.91)),
        Stroke(((-190, 0), (770, 0)), 2, GREY),
        Area(rectangle(near, 0, BOARD_MM, 12), WOOD),
        Area(rectangle(near + 20, 12, 40, 6), (0.98, 0.95, 0.88)),
        Area(rectangle(far - 60, 12, 40, 6), (0.98, 0.95, 0.88)),
        Area(rectangle((near + far) / 2, 12, 16, 16), (0.75, 0.22, 0.2)),
        Caption(((near + far) / 2, -22), "plateau · board", 18, BLACK, "middle"),
    ]


def _stand(size: StandSize) -> list[Shape]:
    back = size.ahead - size.foot[0]
    half = size.rod / 2
    return [
        Area(rectangle(back, 0, size.foot[0], size.plate + 2), PLASTIC),
        Area(rectangle(-half, size.plate, size.rod, size.axis - half - size.plate), WOOD),
        Area(rectangle(half, size.axis - half, size.arm, size.rod), WOOD),
        Area(rectangle(-half - 4, size.axis - 50, 28, 66), PLASTIC),
        Area(rectangle(size.arm - 20, size.axis - 14, 42, 28), PLASTIC),
        Area(rectangle(size.arm - 9, size.height, 18, 14), BLACK),
        Area(rectangle(back + 12, size.plate + 2, 70, 22), (0.16, 0.45, 0.24)),
        Caption((back + 30, 40), "Raspberry Pi", 16, BLACK, "middle"),
    ]


def _lamp() -> list[Shape]:
    middle: Place = (690.0, 560.0)
    return [
        Area(tuple((x, 2 * middle[1] - y) for x, y in arc(middle, 34, 120, 300)), LAMP),
        Caption((690, 500), "lumière de côté · light", 18, BLACK, "middle"),
        Caption((690, 478), "from the side", 18, BLACK, "middle"),
    ]


def _lengths(size: StandSize) -> list[Shape]:
    near, far = _board(size)
    lines = (
        (((-174, 0), (-174, size.height)), f"{size.height:.0f} mm", (-188, size.height / 2), -90.0),
        (
            ((0, size.axis + 50), (size.arm, size.axis + 50)),
            f"{size.arm:.0f} mm",
            (size.arm / 2, size.axis + 62),
            0.0,
        ),
        (((near, -60), (far, -60)), f"{BOARD_MM:.0f} mm", ((near + far) / 2, -84), 0.0),
    )
    shapes: list[Shape] = []
    for places, says, at, turn in lines:
        shapes += [Stroke(places, 1.5, BLACK), Caption(at, says, 20, BLACK, "middle", turn=turn)]
    return [*shapes, Caption((size.arm + 40, size.height - 2), f"{size.tilt:g}°", 20, BLACK)]


def _scaled(shape: Shape) -> Shape:
    """A shape of the table, its heights up, as one of the drawing, its places down."""

    def place(at: Place) -> Place:
        return at[0] * SCALE, -at[1] * SCALE

    match shape:
        case Area(outline, fill):
            return Area(tuple(map(place, outline)), fill)
        case Stroke(places, width, colour, dashes):
            return Stroke(tuple(map(place, places)), width * SCALE, colour, dashes)
        case Caption(at, text, size, colour, anchor, bold, turn):
            return Caption(place(at), text, size * SCALE, colour, anchor, bold, turn)
        case _:
            return shape


def main() -> None:
    """Writes the drawing of the usual stand into a file."""
    parser = argparse.ArgumentParser(prog="python -m hardware.drawing", description=__doc__)
    parser.add_argument("file", type=Path)
    file: Path = parser.parse_args().file
    file.write_text(as_svg(setup(stand_for())), encoding="utf-8")


if __name__ == "__main__":
    main()
