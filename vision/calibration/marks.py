"""What is read of a table as outlines in its picture, for a page to draw. Drawing never decides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from ..frame import Image
from ..geometry.plane import Matrix, homography, inverse, project
from ..geometry.straight import Plane
from ..layout import layouts, load_layout
from ..men.known import surely
from ..observation import BoardSeen, Die, Observation, Piece, Point
from ..thresholds import Thresholds
from .learn import polygons, rows_of

MarkKind: TypeAlias = Literal[
    "board", "seat", "area", "aside", "die", "leaning", "beside", "open", "closed", "doubtful", "white", "black",
    "bare",
]
LEAST = Thresholds()
SHRUNK = 0.82
"""How much of its slot a tile's outline takes up: the outlines of neighbours do not touch."""
MARGIN = 0.09
"""What is shown around the board or the dice area, as a share of its longer side."""
STEP = 16
"""px: the part shown ends at multiples of it, so that it stays while corners tremble."""
OUTSIDE = 0.055
"""How far outside its side a seat's mark stands, as a share of the board's side."""


BEYOND = (0.04, 0.105)
"""How far beyond the rim an arrow's number stands, and the number of its men, as shares of the board's depth."""


@dataclass(frozen=True)
class Mark:
    """One thing in the picture.

    Attributes:
        kind: what it is; a die or tile that is read less surely than Piste acts upon is doubtful.
        outline: its edge, px, clockwise or from corner to corner; of a seat, the place of its number alone; of an
            arrow, those of its number and of how many men it holds.
        value: what is read there: the value of a die, the number of an open tile, of a seat, of the men on an arrow;
            None for nothing.
        space: the name of a tile's space, or of an arrow; "" for anything else.
    """

    kind: MarkKind
    outline: tuple[Point, ...]
    value: int | None = None
    space: str = ""


def marks_of(observation: Observation, size: tuple[int, int], areas: Sequence[Mark] = ()) -> tuple[Mark, ...]:
    """What was read, the board or the dice area first, then the tiles, then the dice from the left.

    Args:
        observation: of a table at rest.
        size: width and height of its picture, px.
        areas: the dice area, where alone dice were read, and the place beside it; none where all of the table was.
    """
    board = observation.board
    dice = sorted((die for die in observation.dice if die.state != "moving"), key=lambda die: die.box[:2])
    least = LEAST.die if board is None and not areas else LEAST.die_on_board
    return (
        *areas,
        *([] if board is None else _board(board, observation.pieces, size)),
        *(_die(die, least) for die in dice),
    )


def board_marks(board: BoardSeen, size: tuple[int, int]) -> tuple[Mark, ...]:
    """The edge of a board, and where each seat is."""
    plane = Plane(board, size)
    seats = layouts()[board.layout].seats if board.layout in layouts() else 0
    sides = [(0.5, 1 + OUTSIDE), (-OUTSIDE, 0.5), (0.5, -OUTSIDE), (1 + OUTSIDE, 0.5)][: seats if seats > 1 else 0]
    places = _points(plane.to_picture(np.array(sides))) if sides else ()
    seen = (Mark("seat", (place,), number) for number, place in enumerate(places, 1))
    return Mark("board", _points(plane.outline())), *seen


def middle_of(board: BoardSeen, size: tuple[int, int]) -> tuple[Point, ...]:
    """Where two dice are to be put on a board, px: between the rows of several seats, else before the only one."""
    one_seat = board.layout in layouts() and load_layout(board.layout).seats == 1
    top, bottom = (0.6, 0.85) if one_seat else (0.4, 0.6)
    square = np.array([(0.4, top), (0.6, top), (0.6, bottom), (0.4, bottom)])
    return _points(Plane(board, size).to_picture(square))


def _board(board: BoardSeen, pieces: Sequence[Piece], size: tuple[int, int]) -> Iterator[Mark]:
    yield from board_marks(board, size)
    if board.layout not in layouts():
        yield from _arrows(board, pieces)
        return
    plane, of = Plane(board, size), {piece.space: piece for piece in pieces}
    slots = [slot for row in (rows_of(pieces) if len(pieces) > 1 else ()) for slot in polygons(row, plane)]
    for space, slot in slots:
        corners = np.asarray(slot)
        middle = corners.mean(axis=0)
        outline = _points(middle + SHRUNK * (corners - middle))
        sure = of[space].sure >= LEAST.tile and of[space].kind in ("open", "closed")
        yield Mark(of[space].kind if sure else "doubtful", outline, of[space].reads, space)  # type: ignore[arg-type]


def _arrows(board: BoardSeen, pieces: Sequence[Piece]) -> Iterator[Mark]:
    """Each arrow, marked beyond its rim, where nothing hides the men."""
    plane = homography(board.corners)
    flat = project(inverse(plane), [piece.center for piece in pieces]) if pieces else ()
    for piece, (across, deep) in zip(pieces, flat, strict=True):
        ways = [(across, 1 + beyond if deep > 0.5 else -beyond) for beyond in BEYOND]
        (who, _, count), places = piece.kind.partition(" x "), _points(project(plane, ways))
        doubtful = surely(piece) < LEAST.tile or piece.kind == "unknown"
        kind: MarkKind = "doubtful" if doubtful else "bare" if not count else "white" if who == "white" else "black"
        yield Mark(kind, places, int(count) if count else None, piece.space)


def area_mark(outline: Matrix, *, aside: bool = False) -> Mark:
    """A dice area, or the place for dice set aside, from its outline, (n, 2) px."""
    return Mark("aside" if aside else "area", _points(outline))


def _die(die: Die, least: float) -> Mark:
    x, y, wide, high = die.box
    outline = ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high))
    if die.state == "off-board":
        return Mark("beside", outline)
    if die.state == "cocked":
        return Mark("leaning", outline)
    return Mark("die" if die.value is not None and die.sure >= least else "doubtful", outline, die.value)


def part_of(marks: Iterable[Mark], size: tuple[int, int]) -> tuple[int, int, int, int]:
    """The part of the picture around its board or dice area, (x, y, width, height) px; all of it without one."""
    edges = [mark.outline for mark in marks if mark.kind in ("board", "area", "aside")]
    if not edges:
        return 0, 0, *size
    points = np.concatenate([np.asarray(edge) for edge in edges])
    margin = MARGIN * float(np.ptp(points, axis=0).max())
    first = np.floor((points.min(axis=0) - margin) / STEP) * STEP
    last = np.ceil((points.max(axis=0) + margin) / STEP) * STEP
    left, top, right, bottom = (int(edge) for edge in (*np.clip(first, 0, size), *np.clip(last, 0, size)))
    return (left, top, right - left, bottom - top) if right > left and bottom > top else (0, 0, *size)


def cut_to(image: Image, part: tuple[int, int, int, int]) -> Image:
    """A part of a picture, as far as it lies within; the whole picture where none of it does."""
    x, y, wide, high = part
    inside = image[max(0, y) : max(0, y + high), max(0, x) : max(0, x + wide)]
    return np.ascontiguousarray(inside) if inside.size else image


def _points(points: Matrix) -> tuple[Point, ...]:
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in points)
