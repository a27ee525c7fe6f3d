"""A box with nine hinged tiles on two A4 pages laid on their long side, to cut out, to fold and to glue.

Its colours are those that a camera read best of the ones tried (`python -m workshop printed --box`): a dark felt and
brown walls tell where the box is, the numbers on both sides of a tile which one lies there.
"""

from __future__ import annotations

from .digits import digit
from .marks import cut, fold, ruler
from .occe import BACK, FACE, INK
from .shapes import (
    A4_ACROSS,
    BLACK,
    GREY,
    Area,
    Box,
    Caption,
    Colour,
    Place,
    PrintedPage,
    Shape,
    Stroke,
    rectangle,
)
from .words import SheetWords

FLOOR: Place = (225.0, 140.0)
WALL = 25.0
TILE: Place = (24.0, 46.0)
GAP = 0.6
GLUED = 16.0
"""mm: the strip behind the tiles' hinges, glued to the floor along the far wall."""
FELT: Colour = (0.2, 0.42, 0.24)
SHELF: Colour = (0.85, 0.76, 0.62)
LEDGE = 36.0
"""mm: a shelf is printed before the hinges, so that a camera sees where the row lies when every tile stands."""
HINGE = 78.0
"""mm from the upper edge of the second page to the fold that the tiles turn about."""


def floor() -> Box:
    """Where the tray's floor lies on the first page; its upper side is the far wall's."""
    return ((A4_ACROSS[0] - FLOOR[0]) / 2, (A4_ACROSS[1] - FLOOR[1]) / 2, *FLOOR)


def strip() -> Box:
    """Where the strip for glue lies on the second page."""
    wide = 9 * TILE[0] + 8 * GAP
    return ((A4_ACROSS[0] - wide) / 2, HINGE - GLUED, wide, GLUED)


def back(number: int) -> Box:
    """Where a tile's back lies on the second page: below the strip; it is seen when the tile is turned down."""
    return (strip()[0] + (number - 1) * (TILE[0] + GAP), HINGE, *TILE)


def face(number: int) -> Box:
    """Where a tile's front lies on the second page: below its back, behind which it is folded."""
    left, top, wide, high = back(number)
    return (left, top + high, wide, high)


def sheets(words: SheetWords) -> tuple[PrintedPage, ...]:
    """The tray, then the tiles.

    Args:
        words: their labels are each page's own line, what the strip for the tiles says, and what a tab for glue says.
    """
    return _tray(words), _tiles(words)


def _tray(words: SheetWords) -> PrintedPage:
    left, top, _, _ = floor()
    right, bottom = left + FLOOR[0], top + FLOOR[1]
    walls = (
        (left, top - WALL, FLOOR[0], WALL), (left, bottom, FLOOR[0], WALL),
        (left - WALL, top, WALL, FLOOR[1]), (right, top, WALL, FLOOR[1]),
    )  # fmt: skip
    shapes: list[Shape] = [
        Area(rectangle(left, top, *FLOOR), FELT),
        Area(rectangle(left, top, FLOOR[0], GLUED + LEDGE), SHELF),
    ]
    shapes += [Area(rectangle(*wall), BACK) for wall in walls]
    shapes += _tabs(left, top, right, bottom, words.labels[3])
    shapes += [
        fold((left - WALL, top), (right + WALL, top)), fold((left - WALL, bottom), (right + WALL, bottom)),
        fold((left, top), (left, bottom)), fold((right, top), (right, bottom)),
        Stroke(((left + 3, top + GLUED + 1), (right - 3, top + GLUED + 1)), 0.2, GREY, (2.0, 1.2)),
        Caption(((left + right) / 2, top + GLUED / 2 + 2), words.labels[2], 3.6, GREY, "middle"),
        Caption((A4_ACROSS[0] / 2, 6.5), words.labels[0], 3.4, BLACK, "middle"),
    ]  # fmt: skip
    return PrintedPage(tuple(shapes), A4_ACROSS)


def _tabs(left: float, top: float, right: float, bottom: float, says: str) -> list[Shape]:
    """The outline to cut: the side walls carry a slanted tab at each end, the corner beyond it falls away."""
    slant = 4.0
    shapes: list[Shape] = []
    for x, out in ((left, -1), (right, 1)):
        for y, up in ((top, -1), (bottom, 1)):
            tab = (
                (x, y),
                (x + out * slant, y + up * WALL * 0.8),
                (x + out * (WALL - slant), y + up * WALL * 0.8),
                (x + out * WALL, y),
            )
            shapes += [Stroke((*tab[:3], tab[3]), 0.2, BLACK, (2.0, 1.2))]
            shapes.append(Caption((x + out * WALL / 2, y + up * 9 + 1), says, 2.8, GREY, "middle"))
            shapes.append(Stroke(((x, y), (x, y + up * WALL)), 0.2, BLACK, (2.0, 1.2)))
    shapes += [Stroke(((left, y), (right, y)), 0.2, BLACK, (2.0, 1.2)) for y in (top - WALL, bottom + WALL)]
    return shapes + [
        Stroke(((x, top), (x, bottom)), 0.2, BLACK, (2.0, 1.2)) for x in (left - WALL, right + WALL)
    ]


def _tiles(words: SheetWords) -> PrintedPage:
    """A strip for glue, nine backs, and below them nine fronts, which are folded behind the backs."""
    left, top, whole, _ = strip()
    free = HINGE + TILE[1]
    shapes: list[Shape] = [Caption((A4_ACROSS[0] / 2, 14), words.title, 6.2, BLACK, "middle", bold=True)]
    lines = (*words.advice, words.labels[1])
    shapes += [
        Caption((A4_ACROSS[0] / 2, 22 + 5 * row), line, 3.6, BLACK, "middle")
        for row, line in enumerate(lines)
    ]
    shapes.append(Caption((A4_ACROSS[0] / 2, top + GLUED / 2 + 1.5), words.labels[2], 3.6, GREY, "middle"))
    shapes.append(cut(strip()))
    for number in range(1, 10):
        x, y, wide, high = face(number)
        shapes += [Area(rectangle(*back(number)), BACK), Area(rectangle(x, y, wide, high), FACE)]
        shapes += digit(number, (x + wide / 2, y + high / 2 - 4), 24, INK)
        shapes += digit(number, (x + wide / 2, HINGE + high / 2 - 4), 24, FACE)
        shapes.append(cut((x, HINGE, wide, 2 * high)))
    shapes += [
        fold((left - 5, HINGE), (left + whole + 5, HINGE)),
        fold((left - 5, free), (left + whole + 5, free)),
    ]
    return PrintedPage((*shapes, *ruler((A4_ACROSS[0] / 2, 194), words.ruler)), A4_ACROSS)
