"""How far rows of men reach along their arrows: a line that is fitted to rows whose men are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

USUAL, SPREAD = (11.0, 0.75, 0.75), ((1.0, 0.0, 0.0), (0.0, 4.0, -2.0), (0.0, -2.0, 4.0))
"""Of any board: a man's length, and where rows begin at the near and at the far side; how that varies."""
FIRST, EACH = 0.75, 0.25
"""Standard deviation with which a row's end lies otherwise, and that for each of its men more."""
FLAT = 5
"""Men that lie side by side; of more, some lie on others."""
ODD = 9.0
"""Squared deviations from which an end was misread."""

Three = tuple[float, float, float]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Reach:
    """The line, in points from the rim (`vision.men.known.ROWS`); what is not known of it is wide.

    Attributes:
        line: a man's length; where rows begin at the near side, and at the far one.
        spread: (3, 3), the covariance of these.
    """

    line: Three = USUAL
    spread: tuple[Three, Three, Three] = SPREAD

    def end(self, far: bool, count: int) -> tuple[float, float]:
        """Where a row of so many men ends, and how surely (standard deviation)."""
        way, spread = _way(far, count), np.array(self.spread)
        return float(way @ self.line), float(np.sqrt(way @ spread @ way + _noise(count)))

    def after(self, far: bool, count: int, end: float) -> Reach:
        """The same after a row of so many men that ends there; an end that cannot be is left out."""
        if count > FLAT:
            return self
        way, spread, line = _way(far, count), np.array(self.spread), np.array(self.line)
        whole, off = float(way @ spread @ way + _noise(count)), end - float(way @ line)
        if off * off > ODD * whole:
            return self
        gain = spread @ way / whole
        return _reach(line + gain * off, spread - np.outer(gain, way @ spread))

    @staticmethod
    def from_json(table: Any) -> Reach:
        """What its fields gave as JSON. Raises ValueError, or what a missing field raises."""
        line, spread = np.array(table["line"], float), np.array(table["spread"], float)
        if line.shape != (3,) or spread.shape != (3, 3) or not (np.abs([*line, *spread.ravel()]) < 1e3).all():
            raise ValueError(f"expected a line of three numbers and their spread; got {table}")
        return _reach(line, spread)


def _reach(line: Floats, spread: Floats) -> Reach:
    first, second, third = (_three(row) for row in spread)
    return Reach(_three(line), (first, second, third))


def _three(values: Sequence[float] | Floats) -> Three:
    first, second, third = (round(float(value), 4) for value in values)
    return first, second, third


def _way(far: bool, count: int) -> Floats:
    return np.array([count, not far, far], float)


def _noise(count: int) -> float:
    return (FIRST + EACH * count) ** 2
