"""How well uncounted dice, cocked or off the board, are separated from flat ones."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from vision.observation import Die

from .truth import TrueDie

AMISS = ("cocked", "off-board")


@dataclass(frozen=True)
class Amiss:
    """Of one picture, for one kind of dice.

    Attributes:
        right: amiss, and reported so.
        extra: reported so, but flat, or no die at all.
        missed: amiss, but reported otherwise or not at all.
    """

    right: int = 0
    extra: int = 0
    missed: int = 0


def amiss(truth: Sequence[TrueDie], dice: Iterable[Die], kinds: Sequence[str] = AMISS) -> Amiss:
    """Matches each labelled die with the nearest reported one in its box; reports on covered dice cost nothing.

    Args:
        truth: dice with their boxes.
        dice: the reported dice.
        kinds: the states that count as amiss; each must be reported by its own name.
    """
    left, right, missed = list(dice), 0, 0
    for label in truth:
        nearest = nearest_reported(label, left)
        if nearest is not None:
            left.remove(nearest)
        if label.role == "neutral":
            continue
        so = label.state in kinds
        reported = nearest is not None and nearest.state in kinds
        right += so and nearest is not None and nearest.state == label.state
        missed += so and (nearest is None or nearest.state != label.state)
        if reported and not so and nearest is not None:
            left.append(nearest)
    return Amiss(right, sum(die.state in kinds for die in left), missed)


def nearest_reported(label: TrueDie, dice: Iterable[Die]) -> Die | None:
    """The reported die in a labelled die's box that is nearest to its middle; None without one."""
    here = (die for die in dice if label.holds(die.center))
    return min(here, key=lambda die: math.dist(die.center, label.middle), default=None)


def amiss_report(scores: Iterable[Amiss]) -> dict[str, Any]:
    """Precision, recall and F1 over many pictures; None where there is nothing to count."""
    every = list(scores)
    right, extra, missed = (sum(getattr(score, name) for score in every) for name in ("right", "extra", "missed"))
    whole = 2 * right + extra + missed
    return {
        "dice": right + missed, "right": right, "extra": extra, "missed": missed,
        "precision": right / (right + extra) if right + extra else None,
        "recall": right / (right + missed) if right + missed else None,
        "f1": 2 * right / whole if whole else None,
    }  # fmt: skip
