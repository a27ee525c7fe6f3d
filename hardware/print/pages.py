"""Sheets of shapes as files: a PDF of several pages, or one page as SVG. The same sheets give the same bytes.

Whoever imports this loads ReportLab: import it where a file is made, and not before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from reportlab.lib.colors import Color
from reportlab.pdfgen.canvas import Canvas

from .paper import BOLD, PLAIN, Paper, set_as, width
from .shapes import Area, Box, Caption, Colour, Place, PrintedPage, Shape, Stroke, Window

POINT = 72 / 25.4
"""Points of a PDF in a millimetre."""


def as_pdf(sheets: Sequence[PrintedPage], title: str) -> bytes:
    """Each sheet, one or more, as a page of its size; all is drawn as lines and text, nothing as a picture."""
    paper = Paper(title, _points_of(sheets[0].size))
    for number, sheet in enumerate(sheets):
        if number:
            paper.canvas.showPage()
        _on(paper.canvas, sheet)
    return paper.pdf()


def _points_of(size: Place) -> Place:
    return size[0] * POINT, size[1] * POINT


def _on(canvas: Canvas, sheet: PrintedPage) -> None:
    """Draws a page; its places are in millimetres and run down."""
    wide, high = _points_of(sheet.size)
    canvas.setPageSize((wide, high))
    canvas.translate(0, high)
    canvas.scale(POINT, -POINT)
    canvas.setLineCap(1)
    canvas.setLineJoin(1)
    _draw(canvas, sheet.shapes)


def _draw(canvas: Canvas, shapes: Sequence[Shape]) -> None:
    for shape in shapes:
        match shape:
            case Area(outline, fill):
                canvas.setFillColor(Color(*fill))
                _path(canvas, outline, filled=True)
            case Stroke(places, wide, colour, dashes):
                canvas.setStrokeColor(Color(*colour))
                canvas.setLineWidth(wide)
                canvas.setDash(list(dashes))
                _path(canvas, places, filled=False)
            case Caption():
                _set(canvas, shape)
            case Window(box, inside):
                canvas.saveState()
                _clip(canvas, box)
                _draw(canvas, inside)
                canvas.restoreState()


def _path(canvas: Canvas, places: Sequence[Place], *, filled: bool) -> None:
    path = canvas.beginPath()
    path.moveTo(*places[0])
    for place in places[1:]:
        path.lineTo(*place)
    if filled:
        path.close()
    canvas.drawPath(path, stroke=int(not filled), fill=int(filled))


def _clip(canvas: Canvas, box: Box) -> None:
    path = canvas.beginPath()
    path.rect(*box)
    canvas.clipPath(path, stroke=0, fill=0)


def _set(canvas: Canvas, words: Caption) -> None:
    """A line of text; the page's places run down, so letters are turned upright again."""
    face, text = BOLD if words.bold else PLAIN, set_as(words.text)
    canvas.saveState()
    canvas.translate(*words.at)
    canvas.rotate(words.turn)
    canvas.scale(1, -1)
    canvas.setFillColor(Color(*words.colour))
    canvas.setFont(face, words.size)
    canvas.drawString(-_before(words) * width(text, words.size, face), 0, text)
    canvas.restoreState()


def _before(words: Caption) -> float:
    """What part of a line of text lies before its place."""
    return {"start": 0.0, "middle": 0.5, "end": 1.0}[words.anchor]


def as_svg(sheet: PrintedPage) -> str:
    """One sheet as SVG in true millimetres."""
    wide, high = sheet.size
    body = "\n".join(_elements(sheet.shapes))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:g}mm" height="{high:g}mm" '
        f'viewBox="0 0 {wide:g} {high:g}">\n'
        f"<style>@page {{ size: {wide:g}mm {high:g}mm; margin: 0 }} text {{ font-family: sans-serif }} "
        "polyline { fill: none; stroke-linecap: round; stroke-linejoin: round }</style>\n"
        f'<rect width="{wide:g}" height="{high:g}" fill="white"/>\n{body}\n</svg>\n'
    )


def _elements(shapes: Sequence[Shape]) -> Iterator[str]:
    for shape in shapes:
        match shape:
            case Area(outline, fill):
                yield f'<polygon points="{_points(outline)}" fill="{_hex(fill)}"/>'
            case Stroke(places, wide, colour, dashes):
                gaps = f' stroke-dasharray="{" ".join(f"{part:g}" for part in dashes)}"' if dashes else ""
                yield f'<polyline points="{_points(places)}" stroke="{_hex(colour)}" stroke-width="{wide:g}"{gaps}/>'
            case Caption():
                yield _text(shape)
            case Window((left, top, wide, high), inside):
                yield (
                    f'<svg x="{left:g}" y="{top:g}" width="{wide:g}" height="{high:g}" '
                    f'viewBox="{left:g} {top:g} {wide:g} {high:g}">'
                )
                yield from _elements(inside)
                yield "</svg>"


def _text(words: Caption) -> str:
    x, y = words.at
    turn = f' transform="rotate({words.turn:g} {x:g} {y:g})"' if words.turn else ""
    bold = ' font-weight="bold"' if words.bold else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{words.size:g}" text-anchor="{words.anchor}"{bold} '
        f'fill="{_hex(words.colour)}"{turn}>{escape(words.text)}</text>'
    )


def _points(places: Sequence[Place]) -> str:
    return " ".join(f"{x:.3f},{y:.3f}" for x, y in places)


def _hex(colour: Colour) -> str:
    return "#" + "".join(f"{round(255 * part):02x}" for part in colour)
