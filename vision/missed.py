"""The chance that a die lies in a picture and is not told: how likely dice are where none was told."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import exp, log

from .observation import Die

LEAST = 0.01
"""What is added to sums of chances before their logarithm is taken."""


@dataclass(frozen=True)
class Missing:
    """How what is left in a picture becomes a chance: logistic regression.

    Attributes:
        base: the log odds of a picture in which all is clear.
        rest: by the log of the summed chances of what was found and not told.
        none: where no die is told at all.
        doubt: by the log of the summed chances that what is told as a die is none.
    """

    base: float
    rest: float
    none: float
    doubt: float

    def chance(self, candidates: Iterable[Die], reported: Iterable[Die]) -> float:
        """That a die lies there besides those told, 0 to 1; no less than that the likeliest thing not told is one.

        Args:
            candidates: all that may be dice, told or not.
            reported: those of them that were told.
        """
        every, dice = list(candidates), list(reported)
        rest, none, doubt = remains(every, dice)
        fitted = 1 / (1 + exp(-self.base - self.rest * rest - self.none * none - self.doubt * doubt))
        return max(fitted, max((die.there for die in every if die not in dice), default=0.0))


ALONE = Missing(base=1.697, rest=0.625, none=3.18, doubt=0.736)
"""Of a picture in which no board is found. By workshop/train/dice/remaining.py, on photographs held back and of sources
that were left out; but `none` by the 21 photographs of sources left out in turn (workshop/train/dice/folds) in which no
die was told, 17 of which hold dice, as if half of such pictures held none."""
ON_BOARD = Missing(base=1.889, rest=0.871, none=-0.654, doubt=0.367)
"""On a board, or in a dice area, most of which are looked at while no die lies there. On 260 drawn tables of split
`train` (seeds 8332 to 8335), 80 of them without dice: of 95 in which none was told one held a die."""


def remains(candidates: Iterable[Die], reported: Iterable[Die]) -> tuple[float, float, float]:
    """What `Missing` weighs: log of the chances of what is not told, whether no die is told, log of the doubts."""
    dice = list(reported)
    rest = sum(die.there for die in candidates if die not in dice)
    return log(rest + LEAST), float(not dice), log(sum(1 - die.there for die in dice) + LEAST)
