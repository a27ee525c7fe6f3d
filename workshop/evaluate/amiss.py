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


def amiss(truth: Sequence[TrueDie], seen: Iterable[Die], kinds: Sequence[str] = AMISS) -> Amiss:
    """Each labelled die with the nearest one told in its box; what is told on covered dice costs nothing.

    Args:
        truth: dice with their boxes.
        seen: what was told.
        kinds: which states count as amiss; each must be told by its own name.
    """
    left, right, missed = list(seen), 0, 0
    for one in truth:
        nearest = nearest_told(one, left)
        if nearest is not None:
            left.remove(nearest)
        if one.role == "neutral":
            continue
        so = one.state in kinds
        told = nearest is not None and nearest.state in kinds
        right += so and nearest is not None and nearest.state == one.state
        missed += so and (nearest is None or nearest.state != one.state)
        if told and not so and nearest is not None:
            left.append(nearest)
    return Amiss(right, sum(die.state in kinds for die in left), missed)


def nearest_told(one: TrueDie, told: Iterable[Die]) -> Die | None:
    """Of what was told in a labelled die's box the nearest to its middle; None where nothing was."""
    here = (die for die in told if one.holds(die.center))
    return min(here, key=lambda die: math.dist(die.center, one.middle), default=None)


def amiss_report(scores: Iterable[Amiss]) -> dict[str, Any]:
    """Precision, recall and F1 over many pictures; None where there is nothing to count."""
    every = list(scores)
    right, extra, missed = (sum(getattr(one, name) for one in every) for name in ("right", "extra", "missed"))
    whole = 2 * right + extra + missed
    return {
        "dice": right + missed, "right": right, "extra": extra, "missed": missed,
        "precision": right / (right + extra) if right + extra else None,
        "recall": right / (right + missed) if right + missed else None,
        "f1": 2 * right / whole if whole else None,
    }  # fmt: skip
