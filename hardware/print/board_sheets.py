"""The board on six A4 pages laid on their long side, to be joined, and its tiles on three more."""

from __future__ import annotations

from .marks import cut, fold, ruler
from .occe import SIDE, TILE, back, board, face, paper
from .shapes import A4_ACROSS, BLACK, GREY, Caption, Place, PrintedPage, Shape, Stroke, Window, moved
from .words import SheetWords

COLUMNS, ROWS = 2, 3
PART: Place = (SIDE / COLUMNS, SIDE / ROWS)
EDGE, FLAP, BLEED = 6.0, 10.0, 3.0
"""mm: what printers leave white; paper under the next page; how far the drawing goes on beyond a join."""
TILES_A_PAGE = 12


def sheets(words: SheetWords) -> tuple[PrintedPage, ...]:
    """Six pages of the board, row by row, then three of tiles.

    Args:
        words: their labels are the nine pages' own lines, what a flap says, and what stands beside the tiles' fold.
    """
    parts = tuple(_part(row, column, words) for row in range(ROWS) for column in range(COLUMNS))
    return (*parts, *(_tiles(page, words) for page in range(36 // TILES_A_PAGE)))


def place(row: int, column: int) -> Place:
    """Where the board's first corner would lie on the page of that part, mm."""
    wide, high = A4_ACROSS
    left = wide - EDGE - FLAP - PART[0] if column == 0 else EDGE + FLAP
    top = high - EDGE - FLAP - PART[1] if row == 0 else (high - PART[1]) / 2 if row == 1 else EDGE + FLAP
    return left - column * PART[0], top - row * PART[1]


def _part(row: int, column: int, words: SheetWords) -> PrintedPage:
    page = row * COLUMNS + column
    x, y = place(row, column)
    left, top = x + column * PART[0], y + row * PART[1]
    right, bottom = left + PART[0], top + PART[1]
    begin = (left - BLEED if column else 0.0, top - BLEED if row else 0.0)
    end = (
        right + BLEED if column < COLUMNS - 1 else A4_ACROSS[0],
        bottom + BLEED if row < ROWS - 1 else A4_ACROSS[1],
    )
    shapes: list[Shape] = [
        Window((*begin, end[0] - begin[0], end[1] - begin[1]), moved((*board(), _outline()), (x, y)))
    ]
    if column:
        shapes += _scissors((left, begin[1]), (left, end[1]))
    if row:
        shapes += _scissors((begin[0], top), (end[0], top))
    if column < COLUMNS - 1:
        shapes += _flap((right, top), (right, bottom), f"{chr(65 + row)}", words.labels[9])
    if row < ROWS - 1:
        shapes += _flap(
            (left, bottom), (right, bottom), f"{chr(68 + row * COLUMNS + column)}", words.labels[9]
        )
    if column:
        shapes.append(Caption((left - 6, (top + bottom) / 2), chr(65 + row), 6, GREY, "middle", bold=True))
    if row:
        shapes.append(
            Caption(
                ((left + right) / 2, top - 4),
                chr(68 + (row - 1) * COLUMNS + column),
                6,
                GREY,
                "middle",
                bold=True,
            )
        )
    return PrintedPage((*shapes, *_page_line(page, row, column, words)), A4_ACROSS)


def _outline() -> Stroke:
    """Where scissors go around the whole board."""
    around = paper()
    return Stroke((*around, around[0]), 0.3, BLACK, (2.0, 1.2))


def _page_line(page: int, row: int, column: int, words: SheetWords) -> list[Shape]:
    """The page's own line, on its outer edge; on the first and the last page the ruler too."""
    outer, turn = (12.0, -90.0) if column == 0 else (A4_ACROSS[0] - 12.0, 90.0)
    lines = [words.labels[page], *(words.advice if page == 0 else ())]
    middle = A4_ACROSS[1] / 2 + (18 if row == 0 else -18 if row == 2 else 0)
    step = 5.0 if column == 0 else -5.0
    shapes: list[Shape] = [
        Caption(
            (outer + step * number, middle),
            line,
            4 if number == 0 else 2.9,
            GREY,
            "middle",
            bold=number == 0,
            turn=turn,
        )
        for number, line in enumerate(lines)
    ]
    if page == 1:
        ruled = ruler((0, 0), words.ruler)
        shapes += moved(ruled, (A4_ACROSS[0] - 24, middle), 90)
    return shapes


def _scissors(start: Place, end: Place) -> list[Shape]:
    return [Stroke((start, end), 0.2, BLACK, (2.0, 1.2))]


def _flap(start: Place, end: Place, letter: str, says: str) -> list[Shape]:
    """The line up to which the next page is laid, and on the flap beyond it a letter: the same stands on that page."""
    down = start[0] == end[0]
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    if down:
        at, turn = (start[0] + 5, y), 90.0
    else:
        at, turn = (x, start[1] + 7), 0.0
    return [
        Stroke((start, end), 0.15, BLACK, (0.6, 1.4)),
        Caption(at, f"{letter}   {says}   {letter}", 4, GREY, "middle", bold=True, turn=turn),
    ]


def _tiles(page: int, words: SheetWords) -> PrintedPage:
    """Twelve tiles, front and back in one piece that is folded in its middle."""
    wide, high = TILE
    columns, gap = 6, 6.0
    left = (A4_ACROSS[0] - columns * wide - (columns - 1) * gap) / 2
    shapes: list[Shape] = []
    for number in range(TILES_A_PAGE):
        digit = (page * TILES_A_PAGE + number) % 9 + 1
        x = left + (number % columns) * (wide + gap)
        y = 14.0 + (number // columns) * (2 * high + 7)
        shapes += moved(back(), (x + wide / 2, y + high / 2), 180)
        shapes += moved(face(digit), (x + wide / 2, y + 1.5 * high))
        shapes += [cut((x, y, wide, 2 * high)), fold((x - 3, y + high), (x + wide + 3, y + high))]
    middle = A4_ACROSS[0] / 2
    shapes.append(
        Caption((middle, 10), f"{words.labels[6 + page]}. {words.labels[10]}", 3.6, BLACK, "middle")
    )
    return PrintedPage((*shapes, *ruler((middle, A4_ACROSS[1] - 10), words.ruler)), A4_ACROSS)
