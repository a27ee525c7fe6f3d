"""What the backs of turned tiles may show."""

import cv2
import numpy as np
from numpy.typing import NDArray

Sheet = NDArray[np.uint8]


def draw_mark(sheet: Sheet, name: str, rng: np.random.Generator) -> None:
    """Draw a mark of the stock, white on black, on a square sheet (96, 96) uint8.

    Raises:
        KeyError: no mark of that name.
    """
    if name in _LINES:
        for start, end in _LINES[name]:
            cv2.line(sheet, start, end, 255, 8, cv2.LINE_AA)
    elif name in _POINTS:
        cv2.fillPoly(sheet, [np.array(_POINTS[name], np.int32)], 255, cv2.LINE_AA)
    elif name == "scribble":
        points = rng.uniform(8, 88, (9, 2)).astype(np.int32)
        cv2.polylines(sheet, [points], False, 255, 5, cv2.LINE_AA)
    else:
        _ROUND[name](sheet)


def _dot(sheet: Sheet) -> None:
    cv2.circle(sheet, (48, 48), 30, 255, -1, cv2.LINE_AA)


def _ring(sheet: Sheet) -> None:
    cv2.circle(sheet, (48, 48), 38, 255, 8, cv2.LINE_AA)


def _stamp(sheet: Sheet) -> None:
    cv2.circle(sheet, (48, 48), 42, 255, 4, cv2.LINE_AA)
    cv2.circle(sheet, (48, 48), 33, 255, 3, cv2.LINE_AA)
    cv2.putText(sheet, "OK", (24, 58), cv2.FONT_HERSHEY_DUPLEX, 1.0, 255, 3, cv2.LINE_AA)


def _heart(sheet: Sheet) -> None:
    cv2.circle(sheet, (32, 36), 18, 255, -1, cv2.LINE_AA)
    cv2.circle(sheet, (64, 36), 18, 255, -1, cv2.LINE_AA)
    cv2.fillPoly(sheet, [np.array([[16, 44], [80, 44], [48, 86]], np.int32)], 255, cv2.LINE_AA)


def _flower(sheet: Sheet) -> None:
    for angle in np.arange(0, 2 * np.pi, np.pi / 3):
        cv2.circle(
            sheet, (int(48 + 24 * np.cos(angle)), int(48 + 24 * np.sin(angle))), 14, 255, -1, cv2.LINE_AA
        )
    cv2.circle(sheet, (48, 48), 10, 0, -1, cv2.LINE_AA)


def _border(sheet: Sheet) -> None:
    cv2.rectangle(sheet, (10, 10), (86, 86), 255, 5, cv2.LINE_AA)


def _moon(sheet: Sheet) -> None:
    cv2.circle(sheet, (44, 48), 36, 255, -1, cv2.LINE_AA)
    cv2.circle(sheet, (60, 42), 30, 0, -1, cv2.LINE_AA)


def _five_dots(sheet: Sheet) -> None:
    for angle in np.arange(5) * 2 * np.pi / 5:
        cv2.circle(
            sheet, (int(48 + 28 * np.sin(angle)), int(48 - 28 * np.cos(angle))), 10, 255, -1, cv2.LINE_AA
        )


_ROUND = {
    "moon": _moon,
    "five-dots": _five_dots,
    "dot": _dot,
    "ring": _ring,
    "stamp": _stamp,
    "heart": _heart,
    "flower": _flower,
    "border": _border,
}
_LINES = {
    "cross": (((16, 16), (80, 80)), ((80, 16), (16, 80))),
    "stripe": (((0, 48), (95, 48)),),
    "double-stripe": (((0, 34), (95, 34)), ((0, 62), (95, 62))),
    "diagonal": (((0, 95), (95, 0)),),
    "arrow": (((48, 88), (48, 10)), ((48, 10), (22, 40)), ((48, 10), (74, 40))),
    "chevron": (((8, 66), (48, 22)), ((48, 22), (88, 66))),
    "grid": (((0, 32), (95, 32)), ((0, 64), (95, 64)), ((32, 0), (32, 95)), ((64, 0), (64, 95))),
}
_STAR = [
    (48 + radius * np.sin(angle), 48 - radius * np.cos(angle))
    for angle, radius in zip(np.arange(10) * np.pi / 5, (42, 18) * 5, strict=True)
]
_POINTS: dict[str, list[tuple[float, float]]] = {
    "star": _STAR,
    "square": [(20, 20), (76, 20), (76, 76), (20, 76)],
    "triangle": [(48, 12), (86, 80), (10, 80)],
    "tree": [
        (48, 6),
        (74, 44),
        (62, 44),
        (84, 74),
        (54, 74),
        (54, 92),
        (42, 92),
        (42, 74),
        (12, 74),
        (34, 44),
        (22, 44),
    ],
}
