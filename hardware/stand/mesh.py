"""What a slicer asks of a mesh: is it closed, how large, what hangs over."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Triangles = NDArray[np.float64]
"""(n, 3, 3): corners in mm, counter-clockwise seen from outside."""
STEEP = 45.0
"""Degrees from the vertical up to which plastic is printed without support."""


def read_stl(path: Path) -> Triangles:
    """The triangles of a binary STL file."""
    raw = path.read_bytes()
    count = int.from_bytes(raw[80:84], "little")
    rows = np.frombuffer(raw, np.dtype([("data", "<f4", (4, 3)), ("more", "<u2")]), count, 84)
    return np.asarray(rows["data"][:, 1:], np.float64)


def closed(triangles: Triangles) -> bool:
    """Every edge belongs to two triangles, which run along it in opposite directions."""
    corners = np.round(triangles, 4)
    ends: Counter[tuple[tuple[float, ...], tuple[float, ...]]] = Counter()
    for triangle in corners.tolist():
        a, b, c = (tuple(corner) for corner in triangle)
        ends.update([(a, b), (b, c), (c, a)])
    return all(times == 1 and ends[there, here] == 1 for (here, there), times in ends.items())


def volume(triangles: Triangles) -> float:
    """mm³ inside."""
    a, b, c = triangles[:, 0], triangles[:, 1], triangles[:, 2]
    return float((a * np.cross(b, c)).sum() / 6)


def extent(triangles: Triangles) -> NDArray[np.float64]:
    """Length, width and height, mm."""
    return np.asarray(np.ptp(triangles.reshape(-1, 3), axis=0), np.float64)


def hanging(triangles: Triangles, steep: float = STEEP) -> float:
    """mm² that look down more than `steep` from the vertical and do not lie on the bed."""
    normal = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    area = np.linalg.norm(normal, axis=1) / 2
    down = -normal[:, 2] / np.maximum(2 * area, 1e-12)
    on_bed = triangles[:, :, 2].max(axis=1) < triangles[:, :, 2].min() + 0.05
    return float(area[(down > np.sin(np.radians(steep)) + 0.01) & ~on_bed].sum())
