"""What several sheets show: tags (AprilTag 36h11), a ruler, scissors' lines, a heading."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from .shapes import BLACK, GREY, Area, Box, Caption, Place, Shape, Stroke, framed, rectangle

CELLS = 8
"""A tag's cells on a side: six of data and a black border of one on each side."""
CUT = (2.0, 1.2)
"""Dashes where scissors go, mm."""
FOLD = (0.4, 1.4)
"""Dots where paper is folded, mm."""


def cells(tag: int) -> NDArray[np.bool_]:
    """The black cells of a tag, (8, 8), its border included; `tag` 0 to 586."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    picture = cv2.aruco.generateImageMarker(dictionary, tag, CELLS, borderBits=1)
    return np.asarray(picture) < 128


def tag_at(tag: int, middle: Place, size: float) -> list[Area]:
    """A tag around its middle, `size` mm wide (its black square); cells that touch in a row are one area."""
    cell = size / CELLS
    left, top = middle[0] - size / 2, middle[1] - size / 2
    areas = []
    for row, line in enumerate(cells(tag)):
        edges = np.flatnonzero(np.diff(np.concatenate([[0], line.astype(int), [0]])))
        for begin, end in edges.reshape(-1, 2).tolist():
            # A hair taller than its row, so that no reader of PDF shows light between two rows.
            high = cell if row == CELLS - 1 else cell * 1.01
            areas.append(
                Area(rectangle(left + begin * cell, top + row * cell, (end - begin) * cell, high), BLACK)
            )
    return areas


def ruler(middle: Place, says: str, length: float = 100.0) -> list[Shape]:
    """A ruler with a mark each millimetre around `middle`: it shows whether the printer kept the size."""
    left, y = middle[0] - length / 2, middle[1]
    marks: list[Shape] = [Stroke(((left, y), (left + length, y)), 0.25, BLACK)]
    for mm in range(int(length) + 1):
        high = 4.0 if mm % 10 == 0 else 3.0 if mm % 5 == 0 else 2.0
        marks.append(Stroke(((left + mm, y), (left + mm, y - high)), 0.15, BLACK))
    marks += [
        Caption((left + cm * 10, y - 5), str(cm), 2.6, BLACK, "middle") for cm in range(int(length) // 10 + 1)
    ]
    return [*marks, Caption((middle[0], y + 4.5), says, 3.4, BLACK, "middle")]


def cut(box: Box) -> Stroke:
    """Where scissors go, all around a box."""
    return framed(box, 0.2, GREY, CUT)


def fold(start: Place, end: Place) -> Stroke:
    """Where paper is folded."""
    return Stroke((start, end), 0.25, GREY, FOLD)


def heading(title: str, advice: Sequence[str], middle: float, top: float = 14.0) -> list[Shape]:
    """The title and some lines below it, centred; 8 mm and 5 mm for each line."""
    shapes: list[Shape] = [Caption((middle, top), title, 6.2, BLACK, "middle", bold=True)]
    shapes += [
        Caption((middle, top + 7 + 5 * row), line, 3.7, BLACK, "middle") for row, line in enumerate(advice)
    ]
    return shapes
