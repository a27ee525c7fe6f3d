"""Four cards that stand before the players, and the sheet that brings tablets in."""

from __future__ import annotations

from collections.abc import Sequence

from .marks import CUT, fold, heading
from .occe import COLOURS
from .shapes import (
    A4,
    BLACK,
    GREY,
    Area,
    Caption,
    Place,
    PrintedPage,
    Shape,
    Stroke,
    arc,
    disc,
    framed,
    moved,
    rectangle,
)
from .words import SheetWords

CARD: Place = (180.0, 31.0)
"""Width and height of one side of a card."""


def seat_cards(words: SheetWords) -> PrintedPage:
    """Four cards to fold in their middle, each with the colour and a sign of its frame and a line for a name.

    Args:
        words: their labels are the players' own words ("Player 1").
    """
    wide, high = CARD
    left = (A4[0] - wide) / 2
    shapes: list[Shape] = [Caption((A4[0] / 2, 11), words.title, 5, BLACK, "middle", bold=True)]
    shapes += [
        Caption((A4[0] / 2, 17 + 4.5 * row), line, 3.3, BLACK, "middle")
        for row, line in enumerate(words.advice)
    ]
    for seat in range(4):
        top = 30 + seat * (2 * high + 3.5)
        side = _side(seat, words.labels[seat])
        shapes += moved(side, (A4[0] / 2, top + 1.5 * high))
        shapes += moved(side, (A4[0] / 2, top + high / 2), 180)
        shapes += [
            framed((left, top, wide, 2 * high), 0.2, GREY, CUT),
            fold((left - 4, top + high), (left + wide + 4, top + high)),
        ]
    return PrintedPage(tuple(shapes))


def _side(seat: int, says: str) -> list[Shape]:
    """One side of a card around its middle."""
    wide, high = CARD
    colour = COLOURS[seat]
    return [
        Area(rectangle(-wide / 2, -high / 2, 12, high), colour),
        Area(rectangle(wide / 2 - 12, -high / 2, 12, high), colour),
        _sign(seat, (-wide / 2 + 28, 0), 9),
        Caption((-wide / 2 + 43, 3), says, 8, BLACK, bold=True),
        Stroke(((-wide / 2 + 78, 6), (wide / 2 - 18, 6)), 0.4, GREY),
    ]


def _sign(seat: int, at: Place, reach: float) -> Area:
    """A disc, a square, a triangle or a star, as on the site: colour never tells alone."""
    if seat == 0:
        return disc(at, reach, COLOURS[0])
    if seat == 3:
        tips = arc(at, reach * 1.2, -90, 270, 5)[:-1]
        dents = arc(at, reach * 0.5, -54, 306, 5)[:-1]
        return Area(tuple(place for pair in zip(tips, dents, strict=True) for place in pair), COLOURS[3])
    begin, corners = (45.0, 4) if seat == 1 else (-90.0, 3)
    return Area(arc(at, reach * 1.15, begin, begin + 360, corners)[:-1], COLOURS[seat])


def table_sheet(words: SheetWords, address: str, code: str, dark: Sequence[Sequence[bool]]) -> PrintedPage:
    """How a tablet gets in, large enough for a wall: the address, a QR code and the table's code.

    Args:
        words: their labels say what the address and the code are.
        address: as it is typed.
        code: the table's code; "" where none is to be shown.
        dark: the QR code's rows of dark cells, without its white edge.
    """
    middle, side = A4[0] / 2, 110.0
    cell = side / max(1, len(dark))
    left, top = middle - side / 2, 68.0
    shapes = heading(words.title, words.advice, middle, 24)
    for row, line in enumerate(dark):
        shapes += _run(line, left, top + row * cell, cell)
    shapes += [
        Caption((middle, 204), words.labels[0], 5, GREY, "middle"),
        Caption((middle, 217), address, min(11.0, 300 / max(1, len(address))), BLACK, "middle", bold=True),
    ]
    if code:
        shapes += [
            Caption((middle, 238), words.labels[1], 5, GREY, "middle"),
            Caption((middle, 259), " ".join(code), 17, BLACK, "middle", bold=True),
        ]
    return PrintedPage(tuple(shapes))


def _run(line: Sequence[bool], left: float, top: float, cell: float) -> list[Area]:
    """The dark cells of one row, those that touch as one area."""
    areas, begin = [], None
    for column, dark in enumerate([*line, False]):
        if dark and begin is None:
            begin = column
        elif not dark and begin is not None:
            areas.append(
                Area(rectangle(left + begin * cell, top, (column - begin) * cell, cell * 1.01), BLACK)
            )
            begin = None
    return areas
