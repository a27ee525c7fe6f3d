"""A sheet to set the camera up by: a star to focus on, lines ever finer, greys, colours, and dice of ten sizes."""

from __future__ import annotations

from math import cos, pi, sin

from .marks import heading, ruler
from .occe import COLOURS
from .shapes import A4, BLACK, GREY, WHITE, Area, Caption, Place, PrintedPage, Shape, disc, framed, rectangle
from .words import SheetWords

LINES = (3.0, 2.0, 1.5, 1.0, 0.75, 0.5)
"""mm: widths of the black lines of each group, with as much white between them."""
DICE = (22, 20, 18, 16, 15, 14, 12, 10, 9, 8)
"""mm: sides of the dice."""
GREYS = 9


def sheet(words: SheetWords) -> PrintedPage:
    """One page.

    Args:
        words: their labels stand over the star, the lines, the greys and the dice; the others tell each width of LINES.
    """
    shapes = heading(words.title, words.advice, A4[0] / 2)
    shapes += _titled((15, 59), words.labels[0], _star((58, 106), 38))
    shapes += _titled((112, 65), words.labels[1], _lines((112, 68), words.labels[4:]))
    shapes += _titled((15, 162), words.labels[2], _greys((15, 168)))
    shapes += _titled((15, 204), words.labels[3], _dice((15, 210)))
    return PrintedPage((*shapes, *ruler((A4[0] / 2, 284), words.ruler)))


def _titled(at: Place, says: str, shapes: list[Shape]) -> list[Shape]:
    return [Caption(at, says, 3.6, BLACK, bold=True), *shapes]


def _star(middle: Place, reach: float, rays: int = 36) -> list[Shape]:
    x, y = middle
    step = pi / rays
    return [
        Area(
            (
                middle,
                *(
                    (x + reach * cos(angle), y + reach * sin(angle))
                    for angle in (2 * ray * step, (2 * ray + 1) * step)
                ),
            ),
            BLACK,
        )
        for ray in range(rays)
    ]


def _lines(at: Place, labels: tuple[str, ...]) -> list[Shape]:
    """Each group once upright and once level."""
    shapes: list[Shape] = []
    y = at[1]
    for width, says in zip(LINES, labels, strict=True):
        high = max(9.0, 5 * width)
        for line in range(5):
            if 2 * line * width > 24:
                break
            shapes.append(Area(rectangle(at[0] + 2 * line * width, y, width, high), BLACK))
            if 2 * line * width < high:
                shapes.append(Area(rectangle(at[0] + 34, y + 2 * line * width, 24, width), BLACK))
        shapes.append(Caption((at[0] + 62, y + 6), says, 3.4))
        y += high + 3.4
    return shapes


def _greys(at: Place) -> list[Shape]:
    wide = 180.0 / (GREYS + len(COLOURS))
    shapes: list[Shape] = []
    for step in range(GREYS):
        level = step / (GREYS - 1)
        shapes.append(Area(rectangle(at[0] + step * wide, at[1], wide, 22), (level, level, level)))
    for number, colour in enumerate(COLOURS):
        shapes.append(Area(rectangle(at[0] + (GREYS + number) * wide, at[1], wide, 22), colour))
    return [*shapes, framed((at[0], at[1], 180, 22), 0.2, GREY)]


def _dice(at: Place) -> list[Shape]:
    shapes: list[Shape] = []
    x, y, below = at[0], at[1] + DICE[0] / 2, DICE[0] / 2 + 4.5
    for number, side in enumerate(DICE):
        if number == 6:
            x, y, below = at[0], y + below + 4 + side / 2, side / 2 + 4.5
        shapes += _die((x + side / 2, y), float(side), number % 6 + 1)
        shapes.append(Caption((x + side / 2, y + below), f"{side} mm", 3, GREY, "middle"))
        x += side + 12
    return shapes


def _die(middle: Place, side: float, value: int) -> list[Shape]:
    """A die's face as seen from above."""
    x, y = middle
    far = side * 0.27
    spots: dict[int, tuple[Place, ...]] = {
        1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)), 4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
        5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)), 6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
    }  # fmt: skip
    half = side / 2
    shapes: list[Shape] = [
        Area(rectangle(x - half, y - half, side, side), WHITE),
        framed((x - half, y - half, side, side), 0.6, BLACK),
    ]
    return [*shapes, *(disc((x + dx * far, y + dy * far), side * 0.1, BLACK) for dx, dy in spots[value])]
