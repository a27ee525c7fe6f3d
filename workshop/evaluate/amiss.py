"""How well dice that do not count, cocked or off the board, are told from flat ones."""

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
        right: so, and told so.
        extra: told so, but flat, or no die at all.
        missed: so, but told otherwise or not at all.
    """

    right: int = 0
    extra: int = 0
    missed: int = 0


def amiss(truth: Sequence[TrueDie], dice: Iterable[Die], kinds: Sequence[str] = AMISS) -> Amiss:
    """Each labelled die with the nearest one told in its box; what is told on covered dice costs nothing.

    Args:
        truth: dice with their boxes.
        dice: what was told.
        kinds: which states count as amiss; each must be told by its own name.
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
    """Of what was told in a labelled die's box the nearest to its middle; None where nothing was."""
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
