"""Risk against coverage: of the throws that Piste is surest of, how many are wrong, wherever it begins to ask."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Judged = tuple[float, bool]
"""How sure a throw was, 0 to 1, and whether all of it is right."""
WRONG = (0.005, 0.01, 0.02, 0.05)
"""Shares of wrong ones at which it is told how many throws could be acted upon."""
WIDE, HIGH, EDGE, LEGEND, MOST = 620, 420, 56, 270, 0.4
"""The plot: px inside its frame, its margin, the list of curves beside it, and the largest risk shown."""
COLOURS = (
    (30, 30, 30), (190, 90, 20), (30, 120, 30), (40, 40, 200), (160, 40, 160), (20, 140, 210), (140, 140, 0),
    (90, 170, 60), (170, 150, 250), (60, 70, 120), (200, 170, 90),
)  # fmt: skip


def risks(rows: Sequence[Judged]) -> NDArray[np.float64]:
    """The share of wrong ones among the surest 1, 2, ... n; those alike sure are taken in the mean order."""
    sure = np.array([sureness for sureness, _ in rows])
    wrong = np.array([not right for _, right in rows], float)
    for level in np.unique(sure):
        wrong[sure == level] = wrong[sure == level].mean()
    ordered = wrong[np.argsort(-sure, kind="stable")]
    return np.asarray(np.cumsum(ordered) / np.arange(1, len(ordered) + 1))


def coverage_report(rows: Sequence[Judged]) -> dict[str, Any] | None:
    """The area under risk against coverage, the least that so many wrong ones allow, and coverage at given risks.

    The area is the mean risk over all coverages: 0 is best, the share of wrong ones what chance would give.
    """
    if not rows:
        return None
    curve, n = risks(rows), len(rows)
    wrong = round(float(curve[-1]) * n)
    best = np.maximum(0, np.arange(1, n + 1) - (n - wrong)) / np.arange(1, n + 1)
    within = {f"{share:g}": _covered(curve, share) for share in WRONG}
    return {
        "throws": n, "wrong": wrong, "area": float(curve.mean()), "least_area": float(best.mean()),
        "coverage_at_risk": within,
    }  # fmt: skip


def _covered(curve: NDArray[np.float64], share: float) -> float:
    fits = np.flatnonzero(curve <= share)
    return float((fits[-1] + 1) / len(curve)) if len(fits) else 0.0


def coverage_plot(groups: Mapping[str, Sequence[Judged]], to: Path) -> None:
    """Draw a curve a group: how much is acted upon to the right, how much of that is wrong upwards."""
    sheet = np.full((HIGH + 2 * EDGE, WIDE + 2 * EDGE + LEGEND, 3), 255, np.uint8)
    cv2.rectangle(sheet, (EDGE, EDGE), (EDGE + WIDE, EDGE + HIGH), (190, 190, 190), 1)
    for tick in np.linspace(0, 1, 6):
        _write(sheet, f"{100 * tick:.0f}%", (EDGE + round(WIDE * tick) - 12, EDGE + HIGH + 18))
        _write(sheet, f"{100 * MOST * tick:.0f}%", (10, EDGE + HIGH - round(HIGH * tick) + 4))
    _write(sheet, "acted upon", (EDGE + WIDE // 2 - 40, EDGE + HIGH + 42))
    _write(sheet, "of those wrong", (10, EDGE - 14))
    for index, (name, rows) in enumerate(groups.items()):
        curve, paint = risks(rows), COLOURS[index % len(COLOURS)]
        _curve(sheet, curve, paint, 3 if index == 0 else 2)
        at = (EDGE + WIDE + 24, EDGE + 20 + 22 * index)
        cv2.line(sheet, (at[0], at[1] - 4), (at[0] + 20, at[1] - 4), paint, 3)
        _write(sheet, f"{name.partition('/')[0][:20]} ({len(rows)}): {curve[-1]:.0%}", (at[0] + 28, at[1]))
    _write(sheet, "(throws): wrong of all", (EDGE + WIDE + 24, EDGE + 20 + 22 * (len(groups) + 1)))
    cv2.imwrite(str(to), sheet)


def _curve(sheet: NDArray[np.uint8], curve: NDArray[np.float64], paint: tuple[int, int, int], thick: int) -> None:
    """The curve as far as it lies within the frame."""
    across = EDGE + np.arange(1, len(curve) + 1) / len(curve) * WIDE
    points = np.round(np.stack([across, EDGE + HIGH - curve / MOST * HIGH], 1)).astype(np.int32)
    frame = sheet[EDGE : EDGE + HIGH + 2, EDGE : EDGE + WIDE + 2]
    cv2.polylines(frame, [points - EDGE], False, paint, thick, cv2.LINE_AA)


def _write(sheet: NDArray[np.uint8], text: str, at: tuple[int, int], paint: tuple[int, int, int] = (0, 0, 0)) -> None:
    cv2.putText(sheet, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.42, paint, 1, cv2.LINE_AA)
