"""The digits 1 to 9 as lines, so that a sheet needs no typeface for what the camera has to read."""

from __future__ import annotations

from .shapes import Colour as Ink
from .shapes import Place, Stroke, arc, moved

WIDE = 0.6
"""Width of a digit whose height is 1."""
THICK = 0.15
"""Width of its line."""
_STEPS = 32

_SIX: tuple[tuple[Place, ...], ...] = (
    (
        (0.46, 0.0),
        *arc((0.72, 0.74), (0.72, 0.74), 218, 180, _STEPS // 2),
        *arc((0.3, 0.7), 0.3, 180, -180, _STEPS),
    ),
)
_STROKES: dict[int, tuple[tuple[Place, ...], ...]] = {
    1: (((0.08, 0.24), (0.36, 0.0), (0.36, 1.0)),),
    2: ((*arc((0.3, 0.29), 0.29, 190, 400, _STEPS), (0.01, 1.0), (0.6, 1.0)),),
    3: ((*arc((0.29, 0.25), 0.25, 200, 450, _STEPS), *arc((0.29, 0.745), (0.3, 0.255), 270, 520, _STEPS)),),
    4: (((0.42, 0.0), (0.0, 0.72), (0.62, 0.72)), ((0.46, 0.44), (0.46, 1.0))),
    5: (((0.55, 0.0), (0.1, 0.0), (0.06, 0.45), *arc((0.29, 0.69), 0.31, 235, 510, _STEPS)),),
    6: _SIX,
    7: (((0.0, 0.0), (0.6, 0.0), (0.22, 1.0)),),
    8: (arc((0.3, 0.24), (0.25, 0.24), 90, 450, _STEPS), arc((0.3, 0.74), (0.3, 0.26), -90, 270, _STEPS)),
    9: tuple(tuple((WIDE - x, 1 - y) for x, y in stroke) for stroke in _SIX),
}


def digit(number: int, middle: Place, high: float, ink: Ink) -> tuple[Stroke, ...]:
    """A digit around its middle, 6 and 9 with a line below them.

    Args:
        number: 1 to 9.
        middle: of the digit without that line, mm.
        high: its height, its line's width included, mm.
        ink: its colour.

    Raises:
        ValueError: there is no such digit here.
    """
    if number not in _STROKES:
        raise ValueError(f"expected a digit from 1 to 9; got {number}")
    thick = THICK * high
    tall = high - thick
    lines = [
        Stroke(tuple(((x - WIDE / 2) * tall, (y - 0.5) * tall) for x, y in stroke), thick, ink)
        for stroke in _STROKES[number]
    ]
    if number in (6, 9):
        below = high / 2 + 1.1 * thick
        lines.append(Stroke(((-0.3 * high, below), (0.3 * high, below)), 0.7 * thick, ink))
    return tuple(line for line in moved(lines, middle) if isinstance(line, Stroke))
