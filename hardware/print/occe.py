"""The board of OCCE Tric Trac to print, to join and to play on: four frames, a red middle, thirty-six tiles.

Places on the board are in millimetres of its own frame: from its first corner, at the left hand of place 1, x towards
the second corner, y towards the fourth. What a camera reads best was tried: `python -m workshop printed`.
"""

from __future__ import annotations

from .digits import digit
from .marks import tag_at
from .shapes import Area, Colour, Place, Shape, disc, framed, moved, rectangle, ring

SIDE = 450.0
"""Of the board, mm: within what `vision/layouts/occe.toml` allows."""
TILE: Place = (34.0, 40.0)
PITCH = 36.0
"""From one tile to the next."""
ROW = 193.0
"""From the board's middle to the middle of a row."""
TAG, TAG_GAP, EAR, NECK = 28.0, 5.0, 37.0, 12.0
"""mm: a tag's black square; how far its corner lies from the board's, along both sides; the paper that bears it
at each corner; how far along the board's sides that is held."""

COLOURS: tuple[Colour, ...] = ((0.12, 0.31, 0.6), (0.12, 0.42, 0.2), (0.71, 0.17, 0.17), (0.86, 0.65, 0.11))
"""Of the frames of players 1 to 4, as the site draws them: blue, green, red, yellow."""
GROUND: Colour = (0.95, 0.88, 0.75)
EDGE: Colour = (0.2, 0.13, 0.08)
FELT: Colour = (0.75, 0.22, 0.2)
FACE: Colour = (1.0, 0.985, 0.94)
BACK: Colour = (0.62, 0.44, 0.26)
INK: Colour = (0.08, 0.08, 0.1)
FLOOR: Colour = (0.55, 0.42, 0.28)


def board() -> tuple[Shape, ...]:
    """All that is printed on it, with the four tags beside its corners."""
    middle = (SIDE / 2, SIDE / 2)
    shapes: list[Shape] = [
        Area(rectangle(0, 0, SIDE, SIDE), GROUND),
        framed((3, 3, SIDE - 6, SIDE - 6), 6, EDGE),
    ]
    shapes += [disc(middle, 142, FELT), ring(middle, 146, 2, FELT)]
    for seat in range(1, 5):
        shapes += moved(_frame(COLOURS[seat - 1]), middle, 90 * seat)
    return (*shapes, *_tags())


def paper() -> tuple[Place, ...]:
    """The outline to cut: the board, and at each corner a square of paper with its tag."""
    ear = ((0.0, NECK), (-NECK, 0.0), (-EAR, 0.0), (-EAR, -EAR), (0.0, -EAR), (0.0, -NECK), (NECK, 0.0))
    corners = ((0.0, 0.0, 0.0), (SIDE, 0.0, 90.0), (SIDE, SIDE, 180.0), (0.0, SIDE, 270.0))
    turned = [moved([Area(ear, GROUND)], (x, y), turn)[0] for x, y, turn in corners]
    return tuple(place for shape in turned if isinstance(shape, Area) for place in shape.outline)


def _frame(colour: Colour) -> list[Shape]:
    """One row's frame around the board's middle, its player below."""
    wide, high = 9 * PITCH + 2, TILE[1] + 4
    left, top = -wide / 2, ROW - high / 2
    return [
        Area(rectangle(left, top, wide, high), FLOOR),
        framed((left - 1.5, top - 1.5, wide + 3, high + 3), 3, colour),
    ]


def _tags() -> list[Shape]:
    far = TAG_GAP + TAG / 2
    places = ((-far, -far), (SIDE + far, -far), (SIDE + far, SIDE + far), (-far, SIDE + far))
    return [shape for tag, at in enumerate(places) for shape in tag_at(tag, at, TAG)]


def slot(seat: int, number: int) -> Place:
    """The middle of a tile's place on the board.

    Args:
        seat: 1 to 4.
        number: 1 to 9.
    """
    places = moved([disc(((number - 5) * PITCH, ROW), 1, INK)], (SIDE / 2, SIDE / 2), 90 * seat)
    outline = places[0].outline if isinstance(places[0], Area) else ()
    return sum(x for x, _ in outline) / len(outline), sum(y for _, y in outline) / len(outline)


def face(number: int) -> tuple[Shape, ...]:
    """A tile's front around its middle, upright."""
    wide, high = TILE
    return (
        Area(rectangle(-wide / 2, -high / 2, wide, high), FACE),
        *digit(number, (0, -2.2 if number in (6, 9) else 0), 25, INK),
    )


def back() -> tuple[Shape, ...]:
    """A tile's back around its middle: a border tells it from the bare floor of its frame."""
    wide, high = TILE
    border = framed((-wide / 2 + 4, -high / 2 + 4, wide - 8, high - 8), 1.6, FACE)
    return (Area(rectangle(-wide / 2, -high / 2, wide, high), BACK), border)
