"""How dice lie: reports on leaning dice by lean, and the error of the reported turn."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from vision.observation import Die

from .amiss import nearest_reported
from .truth import TrueDie

LEANS = (0.0, 4.0, 12.0, 16.0, 20.0, 25.0, 35.0, 60.0)
"""Bands of lean, degrees: from 12 on a die is cocked."""
CLOSE = 10.0
"""Degrees: a turn that is off by no more is right."""


@dataclass(frozen=True)
class LyingDie:
    """One labelled die that nothing covers.

    Attributes:
        state: as labelled.
        lean: degrees that its upmost face leans.
        reported: its reported state; None without a report.
        off: degrees, 0 to 45, between reported and true turn; None without a reported turn.
    """

    state: str
    lean: float
    reported: str | None
    off: float | None


def lying(truth: Sequence[TrueDie], dice: Iterable[Die]) -> tuple[LyingDie, ...]:
    """Each labelled die with a known lean, and the nearest reported one in its box."""
    left, lies = list(dice), []
    for label in truth:
        nearest = nearest_reported(label, left)
        if nearest is not None:
            left.remove(nearest)
        if label.role == "neutral" or label.lean is None:
            continue
        lies.append(LyingDie(label.state, label.lean, nearest.state if nearest else None, _off(label, nearest)))
    return tuple(lies)


def _off(label: TrueDie, die: Die | None) -> float | None:
    if die is None or die.turn is None or label.turn is None:
        return None
    return abs((die.turn - label.turn + 45) % 90 - 45)


def lean_report(dice: Iterable[LyingDie]) -> dict[str, dict[str, int]]:
    """By band of lean: how many dice lie on the board or beside it, and their reported states."""
    every = list(dice)
    bands = {}
    for low, high in pairwise(LEANS):
        states = [die.reported for die in every if low <= die.lean < high]
        if states:
            counts = {state: states.count(state) for state in ("flat", "cocked", "off-board")}
            bands[f"{low:g}-{high:g}"] = {"dice": len(states), **counts, "missed": states.count(None)}
    return bands


def turn_report(dice: Iterable[LyingDie]) -> dict[str, Any] | None:
    """Of flat dice reported as flat: the share with a reported turn, and its error; None without any."""
    flat = [die for die in dice if die.state == die.reported == "flat"]
    off = sorted(die.off for die in flat if die.off is not None)
    if not flat:
        return None
    return {
        "dice": len(flat),
        "told": len(off),
        "median": off[len(off) // 2] if off else None,
        "at_95": off[min(len(off) - 1, math.ceil(0.95 * len(off)) - 1)] if off else None,
        "close": sum(die <= CLOSE for die in off) / len(off) if off else None,
    }
