"""The board on paper: wood, felt, frames with their tiles, dice and a seal."""

from __future__ import annotations

from math import cos, pi, sin

from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from .paper import BOLD, ink

TILES = 9
PIPS = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, 1), (1, 1), (-1, -1), (1, -1)),
    5: ((-1, 1), (1, 1), (0, 0), (-1, -1), (1, -1)),
    6: ((-1, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (1, -1)),
}
"""Where the pips of a face are, from its middle, in steps."""


def wood(canvas: Canvas, x: float, y: float, wide: float, high: float) -> None:
    """A board of light wood with its grain along it."""
    canvas.saveState()
    _clipped(canvas, x, y, wide, high, 0)
    canvas.linearGradient(x, y + high, x + wide, y, (ink("#e7c48f"), ink("#d6ab6e"), ink("#c79a5c")))
    canvas.setLineWidth(0.7)
    for line in range(int(high / 5)):
        canvas.setStrokeColor(ink("#7d5326", 0.10 + 0.12 * (sin(line * 2.3) ** 2)))
        canvas.drawPath(_grain(canvas, x, y + 5 * line + 2 * sin(line * 1.7), wide, line))
    canvas.restoreState()


def _grain(canvas: Canvas, x: float, y: float, wide: float, line: int) -> PDFPathObject:
    """One line of the grain, gently waved."""
    path, step = canvas.beginPath(), wide / 6
    path.moveTo(x, y)
    for part in range(6):
        begins, sway = x + part * step, 3.2 * sin(line * 0.9 + part * 1.3)
        path.curveTo(begins + step / 3, y + sway, begins + 2 * step / 3, y - sway, begins + step, y)
    return path


def leaf(canvas: Canvas, x: float, y: float, wide: float, high: float) -> None:
    """Paper that lies on the wood, with its shadow and a fine double line of gold."""
    for grown in (6, 4, 2):
        canvas.setFillColor(ink("#4b3217", 0.10))
        canvas.roundRect(x - grown / 2, y - grown, wide + grown, high + grown / 2, 12, stroke=0, fill=1)
    canvas.setFillColor(ink("#fffdf6"))
    canvas.roundRect(x, y, wide, high, 10, stroke=0, fill=1)
    canvas.setStrokeColor(ink("#b98a2c"))
    for inset, line in ((10, 1.4), (14, 0.5)):
        canvas.setLineWidth(line)
        canvas.roundRect(x + inset, y + inset, wide - 2 * inset, high - 2 * inset, 6, stroke=1, fill=0)


def frame(canvas: Canvas, middle: tuple[float, float], turned: float, paint: str, tile: float) -> None:
    """A frame with its tiles, all of them open; its numbers are upright for who sits before it.

    Args:
        canvas: what is drawn on.
        middle: of the frame.
        turned: degrees against the clock.
        paint: its colour.
        tile: how wide a tile is.
    """
    wide, high = TILES * (tile + 2) + 8, tile + 10
    canvas.saveState()
    canvas.translate(*middle)
    canvas.rotate(turned)
    canvas.setFillColor(ink("#3d240c", 0.35))
    canvas.roundRect(-wide / 2, -high / 2 - 1.5, wide, high, 4, stroke=0, fill=1)
    canvas.setFillColor(ink(paint))
    canvas.roundRect(-wide / 2, -high / 2, wide, high, 4, stroke=0, fill=1)
    canvas.setFillColor(ink("#3a2411"))
    canvas.roundRect(-wide / 2 + 3, -high / 2 + 3, wide - 6, high - 6, 2, stroke=0, fill=1)
    for number in range(1, TILES + 1):
        _tile(canvas, -wide / 2 + 5 + (number - 1) * (tile + 2), -tile / 2, tile, number)
    canvas.restoreState()


def _tile(canvas: Canvas, x: float, y: float, wide: float, number: int) -> None:
    canvas.saveState()
    _clipped(canvas, x, y, wide, wide, 1.5)
    canvas.linearGradient(x, y + wide, x, y, (ink("#fbe9c6"), ink("#eac992")))
    canvas.restoreState()
    canvas.setFillColor(ink("#26180c"))
    canvas.setFont(BOLD, wide * 0.72)
    canvas.drawCentredString(x + wide / 2, y + wide * 0.24, str(number))


def felt(canvas: Canvas, x: float, y: float, radius: float) -> None:
    """The round felt in its ring of wood."""
    canvas.setFillColor(ink("#a97c45"))
    canvas.circle(x, y, radius + 4, stroke=0, fill=1)
    canvas.setFillColor(ink("#7d5628"))
    canvas.circle(x, y, radius + 1, stroke=0, fill=1)
    canvas.saveState()
    path = canvas.beginPath()
    path.circle(x, y, radius)
    canvas.clipPath(path, stroke=0, fill=0)
    canvas.setFillAlpha(1)
    reds = (ink("#c1333a"), ink("#8b181d"), ink("#5f1014"))
    canvas.radialGradient(x - radius / 3, y + radius / 3, radius * 1.5, reds)
    canvas.restoreState()


def die(canvas: Canvas, middle: tuple[float, float], side: float, turned: float, value: int) -> None:
    """A die that lies there, turned by so many degrees."""
    half = side / 2
    canvas.saveState()
    canvas.translate(*middle)
    canvas.rotate(turned)
    canvas.setFillColor(ink("#2a0708", 0.16))
    for grown in (0.0, 0.03, 0.06):
        wide, left = side * (1 + 2 * grown), -half - side * grown
        canvas.roundRect(left, left - side * 0.06, wide, wide, side * 0.22, stroke=0, fill=1)
    _clipped(canvas, -half, -half, side, side, side * 0.2)
    canvas.linearGradient(-half, half, half, -half, (ink("#fffdf6"), ink("#f3e8d2"), ink("#d9c6a2")))
    canvas.setFillColor(ink("#1f1a17"))
    for across, up in PIPS[value]:
        canvas.circle(across * side * 0.26, up * side * 0.26, side * 0.095, stroke=0, fill=1)
    canvas.restoreState()


def seal(canvas: Canvas, x: float, y: float, radius: float) -> None:
    """A rosette with two ribbons and a star."""
    for lean in (-1, 1):
        path = canvas.beginPath()
        for number, (dx, dy) in enumerate(((-0.1, 0), (0.75, 0), (1.0, -1.9), (0.55, -1.6), (0.15, -1.95))):
            (path.lineTo if number else path.moveTo)(x + lean * dx * radius, y + dy * radius)
        path.close()
        canvas.setFillColor(ink("#9e1e22" if lean < 0 else "#82171b"))
        canvas.drawPath(path, stroke=0, fill=1)
    canvas.setFillColor(ink("#b98a2c"))
    canvas.drawPath(_star(canvas, x, y, radius, 0.9, 20), stroke=0, fill=1)
    canvas.setFillColor(ink("#e0b84f"))
    canvas.circle(x, y, radius * 0.78, stroke=0, fill=1)
    canvas.setStrokeColor(ink("#8a6215"))
    canvas.setLineWidth(0.8)
    canvas.circle(x, y, radius * 0.68, stroke=1, fill=0)
    canvas.setFillColor(ink("#8a6215"))
    canvas.drawPath(_star(canvas, x, y, radius * 0.5, 0.42, 5), stroke=0, fill=1)


def flourish(canvas: Canvas, x: float, y: float, reach: float) -> None:
    """Two fine lines with a lozenge between them."""
    canvas.setStrokeColor(ink("#b98a2c"))
    canvas.setLineWidth(1)
    for lean in (-1, 1):
        canvas.line(x + lean * 12, y, x + lean * reach, y)
    canvas.setFillColor(ink("#9e1e22"))
    canvas.drawPath(_star(canvas, x, y, 5.5, 0.7071, 2), stroke=0, fill=1)


def _star(canvas: Canvas, x: float, y: float, radius: float, waist: float, points: int) -> PDFPathObject:
    """A star with one of its points up; between two of them it is `waist` times as wide."""
    path = canvas.beginPath()
    for number in range(2 * points):
        far, angle = radius * (waist if number % 2 else 1), pi / 2 + number * pi / points
        (path.lineTo if number else path.moveTo)(x + far * cos(angle), y + far * sin(angle))
    path.close()
    return path


def _clipped(canvas: Canvas, x: float, y: float, wide: float, high: float, round_: float) -> None:
    """What is drawn from now on stays within a rectangle with rounded corners, and is not to be seen through."""
    path = canvas.beginPath()
    path.roundRect(x, y, wide, high, round_)
    canvas.clipPath(path, stroke=0, fill=0)
    canvas.setFillAlpha(1)
