"""Four cards that stand before the players, and the sheet that brings tablets in."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

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


@dataclass(frozen=True)
class Square:
    """A QR code, and what it says for who types.

    Attributes:
        label: what it is.
        lines: what is typed, the first in large letters.
        dark: its rows of dark cells, without its white edge.
    """

    label: str
    lines: tuple[str, ...]
    dark: Sequence[Sequence[bool]]


def table_sheet(words: SheetWords, squares: Sequence[Square], code: str) -> PrintedPage:
    """How a tablet gets in, large enough for a wall: a Wi-Fi, addresses, and the table's code.

    Args:
        words: their label says what the code is.
        squares: one or more, in the order in which they are used.
        code: the table's code; "" where none is to be shown.
    """
    shapes = heading(words.title, words.advice, A4[0] / 2, 24)
    columns = min(2, len(squares))
    width, height = 170 / columns, 164 / math.ceil(len(squares) / columns)
    for k, square in enumerate(squares):
        row, column = divmod(k, columns)
        shapes += _square(square, 20 + (column + 0.5) * width, 60 + row * height, width, height)
    if code:
        shapes += [
            Caption((A4[0] / 2, 238), words.labels[0], 5, GREY, "middle"),
            Caption((A4[0] / 2, 259), " ".join(code), 17, BLACK, "middle", bold=True),
        ]
    return PrintedPage(tuple(shapes))


def _square(square: Square, middle: float, top: float, width: float, height: float) -> list[Shape]:
    """One of them below `top`, as large as its place allows."""
    side = min(110.0, 0.86 * width, height - 16 - 7 * len(square.lines))
    cell, shapes = side / max(1, len(square.dark)), list[Shape]()
    for row, line in enumerate(square.dark):
        shapes += _run(line, middle - side / 2, top + 8 + row * cell, cell)
    shapes.append(Caption((middle, top + 4), square.label, 5, GREY, "middle"))
    for k, text in enumerate(square.lines):
        size = min(11.0 if k == 0 and width > 100 else 6.0, 1.76 * width / max(1, len(text)))
        below = top + side + 13 + 0.8 * size + 7 * k
        shapes.append(Caption((middle, below), text, size, BLACK, "middle", bold=k == 0))
    return shapes


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
