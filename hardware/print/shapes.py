"""What a printed sheet shows, as values: areas, lines and words in millimetres.

Places are (x, y) mm from the page's upper left corner, y down. `hardware.print.pages` makes a PDF or an SVG of them; a
test or a renderer may draw them in any other way.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import cos, pi, radians, sin
from typing import Literal, TypeAlias

Colour: TypeAlias = tuple[float, float, float]
"""Red, green and blue, 0 to 1."""
Place: TypeAlias = tuple[float, float]
"""mm."""
Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height, mm."""

BLACK: Colour = (0.0, 0.0, 0.0)
WHITE: Colour = (1.0, 1.0, 1.0)
GREY: Colour = (0.55, 0.55, 0.55)
SMOOTH = 96
"""Corners of what stands for a circle: it is round to 0.1 mm at a radius of 170 mm."""


@dataclass(frozen=True)
class Area:
    """A polygon filled with one colour.

    Attributes:
        outline: its corners, three or more.
        fill: its colour.
    """

    outline: tuple[Place, ...]
    fill: Colour


@dataclass(frozen=True)
class Stroke:
    """A line through three or more places, with round ends and corners.

    Attributes:
        places: two or more.
        width: mm.
        colour: of it.
        dashes: lengths of dashes and gaps in turn, mm; () for a whole line.
    """

    places: tuple[Place, ...]
    width: float
    colour: Colour
    dashes: tuple[float, ...] = ()


@dataclass(frozen=True)
class Caption:
    """One line of text.

    Attributes:
        at: where its foot line begins, has its middle or ends, as `anchor` says.
        text: what it says.
        size: of the type, mm.
        colour: of it.
        anchor: which of its places is `at`.
        bold: set in the bold face.
        turn: degrees that it is turned, clockwise.
    """

    at: Place
    text: str
    size: float
    colour: Colour = BLACK
    anchor: Literal["start", "middle", "end"] = "start"
    bold: bool = False
    turn: float = 0.0


@dataclass(frozen=True)
class Window:
    """Shapes of which only the part inside a box is visible.

    Attributes:
        box: of the page.
        shapes: of the page as well.
    """

    box: Box
    shapes: tuple[Shape, ...]


Shape: TypeAlias = "Area | Stroke | Caption | Window"


@dataclass(frozen=True)
class PrintedPage:
    """One page.

    Attributes:
        shapes: what it shows, the lowest first.
        size: width and height, mm.
    """

    shapes: tuple[Shape, ...]
    size: Place = (210.0, 297.0)


A4: Place = (210.0, 297.0)
A4_ACROSS: Place = (297.0, 210.0)


def rectangle(left: float, top: float, wide: float, high: float) -> tuple[Place, ...]:
    """Its corners, clockwise from the upper left one."""
    return ((left, top), (left + wide, top), (left + wide, top + high), (left, top + high))


def framed(box: Box, width: float, colour: Colour, dashes: tuple[float, ...] = ()) -> Stroke:
    """A line all around a box."""
    corners = rectangle(*box)
    return Stroke((*corners, corners[0]), width, colour, dashes)


def arc(
    centre: Place, radius: Place | float, begin: float, end: float, steps: int = SMOOTH
) -> tuple[Place, ...]:
    """Places on an arc; angles in degrees, 0 to the right, growing clockwise.

    Args:
        centre: of it.
        radius: across and down, or one for both.
        begin: angle of the first place.
        end: angle of the last one.
        steps: how many pieces it has.
    """
    across, down = radius if isinstance(radius, tuple) else (radius, radius)
    angles = (radians(begin + (end - begin) * step / steps) for step in range(steps + 1))
    return tuple((centre[0] + across * cos(angle), centre[1] + down * sin(angle)) for angle in angles)


def disc(centre: Place, radius: float, fill: Colour) -> Area:
    """A filled circle."""
    return Area(arc(centre, radius, 0, 360)[:-1], fill)


def ring(centre: Place, radius: float, width: float, colour: Colour) -> Stroke:
    """A circle as a line."""
    return Stroke(arc(centre, radius, 0, 360), width, colour)


def moved(shapes: Iterable[Shape], by: Place, turn: float = 0.0) -> tuple[Shape, ...]:
    """The same shapes, first turned about the origin (degrees, clockwise), then shifted.

    Raises:
        ValueError: a window is to be turned.
    """
    return tuple(_moved(shape, by, turn) for shape in shapes)


def _moved(shape: Shape, by: Place, turn: float) -> Shape:
    match shape:
        case Area():
            return replace(shape, outline=_turned(shape.outline, by, turn))
        case Stroke():
            return replace(shape, places=_turned(shape.places, by, turn))
        case Caption():
            return replace(shape, at=_turned((shape.at,), by, turn)[0], turn=shape.turn + turn)
        case Window(box, shapes):
            if turn:
                raise ValueError(f"expected a window to be shifted alone; got a turn of {turn:g} degrees")
            left, top, wide, high = box
            return Window((left + by[0], top + by[1], wide, high), moved(shapes, by))


def _turned(places: Sequence[Place], by: Place, turn: float) -> tuple[Place, ...]:
    if not turn:
        return tuple((x + by[0], y + by[1]) for x, y in places)
    angle = turn * pi / 180
    right, down = round(cos(angle), 12), round(sin(angle), 12)
    return tuple((x * right - y * down + by[0], x * down + y * right + by[1]) for x, y in places)
