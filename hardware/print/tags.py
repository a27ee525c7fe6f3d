"""The A4 sheet of the four corner tags (AprilTag 36h11, ids 0 to 3), as SVG in true millimetres."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

import cv2
import numpy as np
from numpy.typing import NDArray

PAGE_MM = (210.0, 297.0)
CELLS = 8  # six data cells and a black border of one on each side
SMALLEST_MM, LARGEST_MM = 20.0, 75.0


@dataclass(frozen=True)
class SheetText:
    """What the sheet says; one value a language."""

    title: str
    corner: tuple[str, str, str, str]
    advice: tuple[str, ...]
    ruler: str


FRENCH = SheetText(
    "Piste : les quatre repères du plateau",
    (
        "Repère 0 : coin à gauche du joueur 1",
        "Repère 1 : coin suivant, dans le sens des aiguilles d'une montre",
        "Repère 2 : coin suivant",
        "Repère 3 : dernier coin, à droite du joueur 1",
    ),
    (
        "Imprimez à 100 % (taille réelle), sur du papier mat.",
        "Découpez sur le trait gris : gardez le bord blanc autour du carré noir.",
        "Posez chaque repère à plat, juste à l'extérieur de son coin.",
    ),
    "Ce trait doit mesurer 100 mm",
)
ENGLISH = SheetText(
    "Piste: the four tags of the board",
    (
        "Tag 0: the corner at player 1's left hand",
        "Tag 1: the next corner, clockwise",
        "Tag 2: the next corner",
        "Tag 3: the last corner, at player 1's right hand",
    ),
    (
        "Print at 100 % (actual size), on matt paper.",
        "Cut along the grey line: keep the white edge around the black square.",
        "Lay each tag flat, just outside its corner.",
    ),
    "This line must measure 100 mm",
)
GERMAN = SheetText(
    "Piste: die vier Eckmarken des Bretts",
    (
        "Marke 0: die Ecke links von Platz 1",
        "Marke 1: die nächste Ecke im Uhrzeigersinn",
        "Marke 2: die nächste Ecke",
        "Marke 3: die letzte Ecke, rechts von Platz 1",
    ),
    (
        "Drucken Sie mit 100 % (tatsächliche Größe) auf mattes Papier.",
        "Schneiden Sie an der grauen Linie: Der weiße Rand um das schwarze Quadrat bleibt.",
        "Legen Sie jede Marke flach hin, dicht außerhalb ihrer Ecke.",
    ),
    "Diese Linie muss 100 mm lang sein",
)
WORDS = {"fr": FRENCH, "en": ENGLISH, "de": GERMAN}


def cells(tag: int) -> NDArray[np.bool_]:
    """The black cells of a tag, (8, 8), its border included; `tag` 0 to 586."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    picture = cv2.aruco.generateImageMarker(dictionary, tag, CELLS, borderBits=1)
    return np.asarray(picture) < 128


def sheet(size_mm: float, words: SheetText) -> str:
    """The SVG of one A4 page with the four tags, each `size_mm` wide (its black square), and a ruler.

    Raises ValueError when `size_mm` is not between 20 and 75, what four to a page allow.
    """
    if not SMALLEST_MM <= size_mm <= LARGEST_MM:
        raise ValueError(f"expected a tag of {SMALLEST_MM:.0f} to {LARGEST_MM:.0f} mm; got {size_mm:g}")
    width, height = PAGE_MM
    parts = [text(width / 2, 18, words.title, size=6.5)]
    parts += [text(width / 2, 27 + 6 * row, line, size=4) for row, line in enumerate(words.advice)]
    for tag in range(4):
        middle = (width * (0.27 if tag % 2 == 0 else 0.73), 95.0 + 105.0 * (tag // 2))
        parts += one_tag(tag, middle, size_mm, words.corner[tag])
    parts += ruler(words.ruler)
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm" '
        f'viewBox="0 0 {width:g} {height:g}">\n'
        "<style>@page { size: A4; margin: 0 }</style>\n"
        f'<rect width="{width:g}" height="{height:g}" fill="white"/>\n{body}\n</svg>\n'
    )


def one_tag(tag: int, middle: tuple[float, float], size_mm: float, caption: str) -> list[str]:
    """A tag around `middle` (mm), its cutting line one cell outside, its caption below."""
    cell = size_mm / CELLS
    left, top = middle[0] - size_mm / 2, middle[1] - size_mm / 2
    edge = size_mm + 2 * cell
    parts = [
        f'<rect class="cut" x="{left - cell:.3f}" y="{top - cell:.3f}" '
        f'width="{edge:.3f}" height="{edge:.3f}" '
        'fill="none" stroke="#bbb" stroke-width="0.2"/>'
    ]
    parts += [
        f'<rect class="tag-{tag}" x="{left + column * cell:.3f}" y="{top + row * cell:.3f}" '
        f'width="{cell:.3f}" height="{cell:.3f}" shape-rendering="crispEdges"/>'
        for row, column in np.argwhere(cells(tag)).tolist()
    ]
    return [*parts, text(middle[0], top + size_mm + cell + 6, caption, size=3)]


def ruler(words: str) -> list[str]:
    """A line of exactly 100 mm, to see whether the printer kept the size."""
    return [
        '<path d="M55 274 v-3 v6 v-3 h100 v-3 v6" fill="none" stroke="black" stroke-width="0.3"/>',
        text(105, 283, words, size=4),
    ]


def text(x: float, y: float, words: str, *, size: float) -> str:
    """One centred line, `size` in mm."""
    place = f'x="{x:g}" y="{y:g}" font-family="sans-serif" font-size="{size:g}" text-anchor="middle"'
    return f"<text {place}>{escape(words)}</text>"
