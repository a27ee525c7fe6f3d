"""An A4 page to draw on with ReportLab, set in the typeface of the site.

Whoever imports this loads ReportLab: import it where a PDF is made, and not before.
"""

from __future__ import annotations

import unicodedata
from io import BytesIO
from pathlib import Path

from reportlab.lib.colors import Color, HexColor
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

A4_ACROSS = (842.0, 595.0)
"""Width and height of A4 laid on its long side, points of 1/72 inch."""
PLAIN, BOLD = "Atkinson", "Atkinson-Bold"
FURTHER = {PLAIN: "DejaVu", BOLD: "DejaVu-Bold"}
"""The typefaces of lines with letters that those do not have: Vietnamese, Greek, Cyrillic."""
FACES = {
    PLAIN: "atkinson-400.ttf", BOLD: "atkinson-700.ttf",
    FURTHER[PLAIN]: "dejavu-400.ttf", FURTHER[BOLD]: "dejavu-700.ttf",
}  # fmt: skip
NARROW = str.maketrans({"\u202f": "\u00a0", "\u2009": " "})
"""Narrow blanks are not in the typeface."""


def ink(colour: str, alpha: float = 1.0) -> Color:
    """A colour as pages write it (#rrggbb), from 0, clear, to 1."""
    return HexColor(int(f"{colour.removeprefix('#')}{round(alpha * 255):02x}", 16), hasAlpha=True)


class Paper:
    """A page, or several one after the other. Points are of 1/72 inch, from its lower left corner.

    Attributes:
        canvas: what is drawn on, ReportLab's own.
        size: width and height.
    """

    def __init__(self, title: str, size: tuple[float, float] = A4_ACROSS) -> None:
        for name in FACES.keys() - set(pdfmetrics.getRegisteredFontNames()):
            pdfmetrics.registerFont(TTFont(name, str(Path(__file__).with_name(FACES[name]))))
        self.size, self._file = size, BytesIO()
        self.canvas = Canvas(self._file, pagesize=size, pageCompression=1, invariant=1)
        self.canvas.setTitle(title)
        self.canvas.setAuthor("Piste")

    def text(self, x: float, y: float, words: str, size: float, colour: Color, face: str = PLAIN) -> None:
        """One line of text from x on."""
        self.canvas.setFillColor(colour)
        self.canvas.setFont(_face(words, face), size)
        self.canvas.drawString(x, y, set_as(words))

    def middle(self, y: float, words: str, size: float, colour: Color, face: str = PLAIN, wide: float = 600) -> float:
        """One line of text in the middle of the page, smaller where it would be wider than `wide`; how wide it is."""
        needs = width(words, size, face)
        size = min(size, size * wide / needs) if needs else size
        needs = width(words, size, face)
        self.text((self.size[0] - needs) / 2, y, words, size, colour, face)
        return needs

    def turn(self) -> None:
        """What is drawn from now on stands on the next page."""
        self.canvas.showPage()

    def pdf(self) -> bytes:
        """The pages as a file: the same bytes for the same drawing."""
        self.canvas.showPage()
        self.canvas.save()
        return self._file.getvalue()


def set_as(words: str) -> str:
    """A text as it is set: accents on their letters, blanks that the typeface has."""
    return unicodedata.normalize("NFC", words).translate(NARROW)


def width(words: str, size: float, face: str = PLAIN) -> float:
    """How wide a line is, points; a `Paper` was opened before."""
    return float(pdfmetrics.stringWidth(set_as(words), _face(words, face), size))


def fits(words: str) -> bool:
    """It has letters, and a typeface has all of them; a `Paper` was opened before."""
    return bool(words) and any(_has_all(face, words) for face in (BOLD, FURTHER[BOLD]))


def _face(words: str, face: str) -> str:
    """The typeface of a line."""
    return FURTHER[face] if not _has_all(face, words) and _has_all(FURTHER[face], words) else face


def _has_all(face: str, words: str) -> bool:
    has = pdfmetrics.getFont(face).face.charToGlyph
    return all(ord(letter) in has for letter in set_as(words))
