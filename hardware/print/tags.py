"""The A4 sheet of the four corner tags (AprilTag 36h11, ids 0 to 3), in true millimetres."""

from __future__ import annotations

from .marks import CELLS, cut, heading, ruler, tag_at
from .shapes import A4, GREY, Area, Caption, Place, PrintedPage, Shape, Stroke, framed, rectangle
from .words import SheetWords

SMALLEST_MM, LARGEST_MM = 20.0, 75.0
CORNERS: tuple[Place, ...] = ((-1, -1), (1, -1), (1, 1), (-1, 1))
"""On which side of the board's middle each tag lies."""


def sheet(size_mm: float, words: SheetWords) -> PrintedPage:
    """One page with the four tags, each `size_mm` wide (its black square), where they go, and a ruler.

    Args:
        size_mm: 20 to 75.
        words: their labels say of each tag at which corner it lies, and last what the arrow at it shows.

    Raises:
        ValueError: `size_mm` is not what four to a page allow.
    """
    if not SMALLEST_MM <= size_mm <= LARGEST_MM:
        raise ValueError(f"expected a tag of {SMALLEST_MM:.0f} to {LARGEST_MM:.0f} mm; got {size_mm:g}")
    width = A4[0]
    shapes = heading(words.title, words.advice, width / 2)
    for tag in range(4):
        middle = (width * (0.5 + 0.23 * CORNERS[tag][0]), 149.0 + 51.0 * CORNERS[tag][1])
        shapes += _tag_shapes(tag, middle, size_mm, words.labels[tag])
    return PrintedPage((*shapes, *_plan((width / 2, 263)), *ruler((width / 2, 284), words.ruler)))


def _tag_shapes(tag: int, middle: Place, size: float, says: str) -> list[Shape]:
    """A tag, scissors' lines one cell outside it, a short arrow to where the board's corner lies, what it says."""
    edge = size * (1 + 2 / CELLS)
    box = (middle[0] - edge / 2, middle[1] - edge / 2, edge, edge)
    toward = (-CORNERS[tag][0], -CORNERS[tag][1])
    begin = tuple(place + way * (edge / 2 + 1) for place, way in zip(middle, toward, strict=True))
    end = tuple(place + way * (edge / 2 + 5) for place, way in zip(middle, toward, strict=True))
    back = [(end[0] - toward[0] * 2.2, end[1]), end, (end[0], end[1] - toward[1] * 2.2)]
    below = middle[1] + edge / 2 + (9 if tag < 2 else 5)
    return [
        *tag_at(tag, middle, size),
        cut(box),
        Stroke(((begin[0], begin[1]), (end[0], end[1])), 0.5, GREY),
        Stroke(tuple((x, y) for x, y in back), 0.5, GREY),
        Caption((middle[0], below), says, 3.1, anchor="middle"),
    ]


def _plan(middle: Place) -> list[Shape]:
    """A small picture of the board with its numbered tags; player 1 sits on the left."""
    side, tag = 15.0, 5.0
    x, y = middle
    shapes: list[Shape] = [framed((x - side / 2, y - side / 2, side, side), 0.5, GREY)]
    shapes.append(Area(rectangle(x - side / 2 + 1.5, y - side / 2 + 2, 2, side - 4), GREY))
    for number, (across, down) in enumerate(CORNERS):
        at = (x + across * (side / 2 + tag / 2 + 0.6), y + down * (side / 2 + tag / 2 + 0.6))
        shapes += [framed((at[0] - tag / 2, at[1] - tag / 2, tag, tag), 0.3, GREY)]
        shapes.append(Caption((at[0], at[1] + 1.2), str(number), 3.4, anchor="middle", bold=True))
    return [*shapes, Caption((x - side / 2 - 3, y + 1.2), "1", 3.4, GREY, "end")]
