"""The chance of an unreported die in a picture, and how likely dice are in pictures without a report."""

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
        rest: by the log of the summed chances of the unreported candidates.
        none: if no die is reported.
        doubt: by the log of the summed chances that reported dice are none.
    """

    base: float
    rest: float
    none: float
    doubt: float

    def chance(self, candidates: Iterable[Die], reported: Iterable[Die]) -> float:
        """The chance of a die besides the reported ones, 0 to 1; at least that of the likeliest unreported candidate.

        Args:
            candidates: all candidates, reported or not.
            reported: the reported ones among them.
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
    """The inputs of `Missing`: log of the unreported chances, whether no die is reported, log of the doubts."""
    dice = list(reported)
    rest = sum(die.there for die in candidates if die not in dice)
    return log(rest + LEAST), float(not dice), log(sum(1 - die.there for die in dice) + LEAST)
