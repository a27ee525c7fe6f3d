"""Texts with French accents drawn onto pictures, with OpenCV's own strokes: no typeface file is needed."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

import cv2

from .frame import Image
from .observation import Point

Colour = tuple[int, int, int]
"""BGR."""
Stroke = tuple[float, float, float, float]
FACE = cv2.FONT_HERSHEY_SIMPLEX
PLAIN = str.maketrans(
    {"’": "'", "–": "-", "−": "-", "\u00a0": " ", "\u202f": " ", "«": '"', "»": '"', "…": "..."}
)
GRAVE, ACUTE, CIRCUMFLEX, DIAERESIS, CEDILLA = "\u0300", "\u0301", "\u0302", "\u0308", "\u0327"
# Strokes over a letter, in units of its height, from the middle of its top (a cedilla's: of its foot): x, y, x, y.
STROKES: dict[str, tuple[Stroke, ...]] = {
    GRAVE: ((-0.2, -0.32, 0.1, -0.12),),
    ACUTE: ((0.2, -0.32, -0.1, -0.12),),
    CIRCUMFLEX: ((-0.24, -0.12, 0.0, -0.32), (0.0, -0.32, 0.24, -0.12)),
    DIAERESIS: ((-0.2, -0.2, -0.16, -0.2), (0.16, -0.2, 0.2, -0.2)),
    CEDILLA: ((0.05, 0.0, 0.05, 0.14), (0.05, 0.14, -0.1, 0.3)),
}


def letter(canvas: Image, at: Point, text: str, colour: Colour, height: float, thick: int = 1) -> float:
    """Writes a line in place and hands back where it ends, px.

    Args:
        canvas: (H, W, 3) uint8 BGR.
        at: the lower left of the line, px.
        text: French or English.
        colour: of the strokes.
        height: of a capital letter, px.
        thick: of the strokes, px.
    """
    scale, x = cv2.getFontScaleFromHeight(FACE, max(1, round(height)), thick), at[0]
    for base, marks in letters(text):
        cv2.putText(canvas, base, (round(x), round(at[1])), FACE, scale, colour, thick, cv2.LINE_AA)
        wide = cv2.getTextSize(base, FACE, scale, thick)[0][0]
        for mark in marks:
            _mark(canvas, (x + wide / 2, at[1]), mark, base, colour, height, thick)
        x += wide
    return x


def width_of(text: str, height: float, thick: int = 1) -> float:
    """How wide a line is, px."""
    scale = cv2.getFontScaleFromHeight(FACE, max(1, round(height)), thick)
    return float(sum(cv2.getTextSize(base, FACE, scale, thick)[0][0] for base, _ in letters(text)))


def letters(text: str) -> Iterator[tuple[str, str]]:
    """Each letter that OpenCV can draw, with the marks that belong over or under it; others become "?"."""
    base, marks = "", ""
    spelt = text.translate(PLAIN).replace("œ", "oe").replace("Œ", "OE")
    for sign in unicodedata.normalize("NFD", spelt):
        if unicodedata.combining(sign):
            marks += sign
            continue
        if base:
            yield base, marks
        base, marks = sign if " " <= sign <= "~" else "?", ""
    if base:
        yield base, marks


def _mark(
    canvas: Image, foot: Point, mark: str, base: str, colour: Colour, height: float, thick: int
) -> None:
    """One accent over the letter whose foot's middle is given, or a cedilla under it."""
    x, y = foot
    ends = STROKES.get(mark, ())
    top = y if mark == CEDILLA else y - height * (1.0 if base.isupper() else 0.68)
    for left, up, right, down in ends:
        start = (round(x + left * height), round(top + up * height))
        end = (round(x + right * height), round(top + down * height))
        cv2.line(canvas, start, end, colour, thick, cv2.LINE_AA)
