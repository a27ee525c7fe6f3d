"""Where a page draws the dice: where the camera saw them, larger than they are, so moved apart a little."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from ...table.values.view import ViewDie

Point = tuple[float, float]
"""Right and down in the square around the felt, each 0 to 1."""

FELT: Mapping[str, tuple[float, float, float, float]] = {
    "occe": (0.18, 0.18, 0.82, 0.82),
    "box": (0.05, 0.5, 0.95, 1.0),
}
"""Board -> where its felt lies on it: left, top, right, bottom in the square of the board as seat 1 sees it."""
REACH = 0.34
"""How far from the felt's middle a drawn die may lie."""
APART = 0.29
"""How far two drawn dice lie from each other at least; less where there are too many of them."""
ROUNDS = 60
BY_HAND = (81.0, 13.0, 4.0, 74.0)
"""Degrees that dice lie turned which nobody saw fall."""


def laid(dice: Sequence[ViewDie], layout: str) -> list[Point]:
    """Where each die is drawn: near its place, without overlap, inside the felt."""
    points = [_by_hand(k, len(dice)) if die.at is None else _on_felt(die.at, layout) for k, die in enumerate(dice)]
    for _ in range(ROUNDS):
        before, points = points, [_within(point) for point in _apart(points)]
        if points == before:
            break
    return points


def turned(dice: Sequence[ViewDie]) -> list[float]:
    """The rotation of each die, degrees from 0 to less than 90."""
    return [
        (BY_HAND[k % len(BY_HAND)] if die.at is None else die.turn) % 90 for k, die in enumerate(dice)
    ]


def _on_felt(at: Sequence[float], layout: str) -> Point:
    left, top, right, bottom = FELT.get(layout, FELT["occe"])
    return (at[0] - left) / (right - left), (at[1] - top) / (bottom - top)


def _by_hand(k: int, many: int) -> Point:
    return 0.5 + (k - (many - 1) / 2) * APART * 1.15, 0.5 + (0.03 if k % 2 else -0.03)


def _within(point: Point) -> Point:
    x, y = point[0] - 0.5, point[1] - 0.5
    share = min(1.0, REACH / max(math.hypot(x, y), 1e-9))
    return 0.5 + x * share, 0.5 + y * share


def _apart(points: Sequence[Point]) -> list[Point]:
    """Pushes each pair that lies too near to the distance, half the way each."""
    moved = [list(point) for point in points]
    for a in range(len(moved)):
        for b in range(a + 1, len(moved)):
            x, y = moved[b][0] - moved[a][0], moved[b][1] - moved[a][1]
            far = math.hypot(x, y)
            along = (x / far, y / far) if far > 1e-6 else (math.cos(a + b), math.sin(a + b))
            push = max(0.0, APART - far) / 2
            for axis in (0, 1):
                moved[a][axis] -= along[axis] * push
                moved[b][axis] += along[axis] * push
    return [(x, y) for x, y in moved]
