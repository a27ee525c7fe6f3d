"""The certificate on its page. It loads ReportLab: import it where one is drawn, and not before."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from threading import Lock

from .certificate import Certificate, spelled
from .ornament import die, felt, flourish, frame, leaf, seal, wood
from .paper import BOLD, PLAIN, Paper, fits, ink, width

INK, SOFT, FELT = ink("#1f2a2a"), ink("#55605d"), ink("#9e1e22")
BLUE, GREEN, RED, YELLOW = "#1f4f9a", "#1f6b34", "#b5322b", "#dba51c"
"""The four frames of the board, one on each side of the page."""
EDGE = 42
"""Of the wood around the paper."""
MOST_LINES = 12
"""Most players whose points are listed one by one."""
ONE_AT_A_TIME = Lock()
"""ReportLab keeps its typefaces for the whole program."""


def sheet(certificate: Certificate) -> bytes:
    """The page as a PDF, the same bytes each time.

    A name that cannot be set is left as a dotted line, to be written by hand.
    """
    return sheets(f"{certificate.title} – {spelled(certificate.winners)}", [certificate])


def sheets(title: str, certificates: Iterable[Certificate]) -> bytes:
    """The same of several certificates, a page for each, in one file of this title."""
    with ONE_AT_A_TIME:
        page = Paper(title)
        for number, certificate in enumerate(certificates):
            if number:
                page.turn()
            points = tuple((spelled(name), says) for name, says in certificate.points)
            certificate = replace(
                certificate, winners=spelled(certificate.winners), moment=spelled(certificate.moment), points=points
            )
            _board(page)
            _winners(page, certificate)
            _points(page, certificate.points[:MOST_LINES])
            _signed(page, certificate.signed)
        return page.pdf()


def _board(page: Paper) -> None:
    """Wood around the paper, a frame on each side of it, and the felt with two dice on its lower left."""
    (wide, high), canvas = page.size, page.canvas
    wood(canvas, 0, 0, wide, high)
    leaf(canvas, EDGE, EDGE, wide - 2 * EDGE, high - 2 * EDGE)
    frame(canvas, (wide / 2, EDGE / 2), 0, BLUE, 20)
    frame(canvas, (wide - EDGE / 2, high / 2), 90, YELLOW, 20)
    frame(canvas, (wide / 2, high - EDGE / 2), 180, RED, 20)
    frame(canvas, (EDGE / 2, high / 2), 270, GREEN, 20)
    felt(canvas, 136, 134, 56)
    die(canvas, (118, 124), 30, 14, 5)
    die(canvas, (156, 146), 30, -24, 6)


def _winners(page: Paper, certificate: Certificate) -> None:
    middle = page.size[0] / 2
    page.middle(454, certificate.title, 58, FELT, BOLD)
    flourish(page.canvas, middle, 434, 150)
    page.middle(406, " · ".join(part for part in (certificate.game, certificate.when) if part), 16, SOFT)
    page.middle(362, certificate.above, 19, SOFT)
    if fits(certificate.winners):
        page.middle(312, certificate.winners, 46, INK, BOLD)
    else:
        _dotted(page, middle - 200, 308, middle + 200)
    if certificate.moment and fits(certificate.moment):
        high, large = (274, 17) if certificate.points else (236, 24)  # alone in the middle
        page.middle(high, certificate.moment, large, INK)
    if not certificate.points:
        flourish(page.canvas, middle, 202, 110)


def _points(page: Paper, points: tuple[tuple[str, str], ...]) -> None:
    """Everybody's points in the middle, in one column or two, with dots from name to points."""
    columns = 1 if len(points) <= 4 else 2
    rows = -(-len(points) // columns)
    step, high = (23, 16) if rows <= 4 else (19, 13)
    for number, (name, says) in enumerate(points):
        left = page.size[0] / 2 + (-150 if columns == 1 else (-196, 24)[number // rows])
        right, y = left + (300 if columns == 1 else 172), 228 - step * (number % rows)
        begins = _name(page, left, y, name, high, right - width(says, high) - 40)
        page.text(right - width(says, high), y, says, high, INK, PLAIN)
        _dotted(page, begins, y, right - width(says, high) - 6)


def _name(page: Paper, x: float, y: float, name: str, high: float, to: float) -> float:
    """A player's name, smaller where it is too wide; returns where what follows may begin."""
    if not fits(name):
        return x
    high = min(high, high * (to - x) / max(width(name, high, BOLD), 1))
    page.text(x, y, name, high, INK, BOLD)
    return x + width(name, high, BOLD) + 6


def _signed(page: Paper, words: str) -> None:
    canvas, right = page.canvas, page.size[0] - EDGE - 40
    seal(canvas, right - 32, 178, 30)
    canvas.setStrokeColor(SOFT)
    canvas.setLineWidth(1)
    canvas.line(right - 190, 92, right, 92)
    page.text(right - 190, 77, words, 12, SOFT)


def _dotted(page: Paper, x: float, y: float, to: float) -> None:
    """A level line of dots, where something may be written by hand."""
    canvas = page.canvas
    canvas.saveState()
    canvas.setStrokeColor(SOFT)
    canvas.setLineWidth(1)
    canvas.setLineCap(1)
    canvas.setDash(0.1, 4)
    canvas.line(x, y, to, y)
    canvas.restoreState()
