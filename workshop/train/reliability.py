"""How far `sure` can be believed: sureness against the share of right readings, as numbers and as a picture."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Band = dict[str, float]

BANDS = (0.0, 0.3, 0.5, 0.7, 0.85, 0.95, 0.99, 0.998, 1.01)
SIDE, EDGE = 360, 46


def reliability(sureness: Floats, right: Floats, edges: Sequence[float] = BANDS) -> list[Band]:
    """How often readings of some sureness are right, by bands of sureness between these edges."""
    bands = []
    for low, high in pairwise(edges):
        inside = (sureness >= low) & (sureness < high)
        if inside.any():
            n, mean, share = int(inside.sum()), float(sureness[inside].mean()), float(right[inside].mean())
            bands.append({"from": low, "n": n, "said": round(mean, 4), "right": round(share, 4)})
    return bands


def error(bands: list[Band]) -> float:
    """The expected calibration error: the mean distance between sureness and share right, weighted by count."""
    whole = sum(band["n"] for band in bands)
    return sum(band["n"] * abs(band["said"] - band["right"]) for band in bands) / whole


def diagram(curves: dict[str, list[Band]], to: Path) -> None:
    """Draw bands as points, larger for more readings, one colour a curve; the diagonal is what should be."""
    sheet = np.full((SIDE + 2 * EDGE, SIDE + 2 * EDGE, 3), 255, np.uint8)
    cv2.rectangle(sheet, (EDGE, EDGE), (EDGE + SIDE, EDGE + SIDE), (200, 200, 200), 1)
    cv2.line(sheet, _place(0, 0), _place(1, 1), (190, 190, 190), 1, cv2.LINE_AA)
    for index, (name, bands) in enumerate(curves.items()):
        paint = ((160, 90, 20), (40, 40, 190), (60, 140, 40))[index % 3]
        points = [_place(band["said"], band["right"]) for band in bands]
        cv2.polylines(sheet, [np.array(points, np.int32)], False, paint, 1, cv2.LINE_AA)
        for point, band in zip(points, bands, strict=True):
            cv2.circle(sheet, point, 2 + int(np.log10(max(1, band["n"]))), paint, -1, cv2.LINE_AA)
        cv2.putText(sheet, name, (EDGE + 8, EDGE + 18 + 18 * index), 0, 0.45, paint, 1, cv2.LINE_AA)
    _words(sheet)
    cv2.imwrite(str(to), sheet)


def _place(sureness: float, right: float) -> tuple[int, int]:
    return (EDGE + round(sureness * SIDE), EDGE + round((1 - right) * SIDE))


def _words(sheet: NDArray[np.uint8]) -> None:
    for share in (0.0, 0.5, 1.0):
        x, y = _place(share, share)
        cv2.putText(sheet, f"{share:g}", (x - 8, EDGE + SIDE + 16), 0, 0.4, (90, 90, 90), 1, cv2.LINE_AA)
        cv2.putText(sheet, f"{share:g}", (EDGE - 30, y + 4), 0, 0.4, (90, 90, 90), 1, cv2.LINE_AA)
    cv2.putText(sheet, "said", (EDGE + SIDE - 30, EDGE + SIDE + 36), 0, 0.45, (90, 90, 90), 1, cv2.LINE_AA)
    cv2.putText(sheet, "right", (6, EDGE - 12), 0, 0.45, (90, 90, 90), 1, cv2.LINE_AA)
