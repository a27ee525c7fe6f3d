"""How sure readings of this table turn out to be: Platt scaling with a prior, fitted to throws that play confirmed.

The prior is an unknown table: there a die read with a certain sureness is right just as often.
Confirmed throws shift that line, the more the more there are of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log

import numpy as np

EDGES = (-1.0, 0.0, 1.0, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0, 6.0)
"""Log odds of `sure` between which confirmed readings are counted together."""
MIDDLES = (-1.5, -0.5, 0.5, 1.5, 2.25, 2.75, 3.25, 3.75, 4.5, 5.5, 7.0)
"""Log odds that stand for those between two edges."""
SLOPE, SHIFT = 0.25, 0.8
"""How much tables differ from the reported sureness (standard deviations): the line's steepness and its height."""
STEPS = 12
MOST = 9.0
"""Log odds that nothing is taken to be surer than."""


@dataclass(frozen=True)
class Asking:
    """Confirmed readings of dice, counted, and the line fitted to them.

    Attributes:
        right: how many were right, by the log odds with which they were read.
        wrong: how many were not.
        slope, shift: of the line from the reported log odds to those that hold here.
    """

    right: tuple[int, ...] = (0,) * len(MIDDLES)
    wrong: tuple[int, ...] = (0,) * len(MIDDLES)
    slope: float = 1.0
    shift: float = 0.0

    @property
    def count(self) -> int:
        """Confirmed readings."""
        return sum(self.right) + sum(self.wrong)

    def sure(self, reported: float) -> float:
        """The calibrated probability on this table, 0 to 1, of a reading with the reported sureness."""
        if self.count == 0:
            return reported
        return 1 / (1 + exp(-(self.slope * odds(reported) + self.shift)))

    def confirmed(self, reported: float, right: bool) -> Asking:
        """The same after one more reading that play confirmed or refuted."""
        at = int(np.searchsorted(EDGES, odds(reported)))
        counts = [list(self.right), list(self.wrong)]
        counts[0 if right else 1][at] += 1
        return fitted(tuple(counts[0]), tuple(counts[1]))


def odds(chance: float) -> float:
    """Log odds, within MOST."""
    chance = min(1 - 1e-6, max(1e-6, chance))
    return min(MOST, max(-MOST, log(chance / (1 - chance))))


def fitted(right: tuple[int, ...], wrong: tuple[int, ...]) -> Asking:
    """The likeliest line, by Newton's method: the sum that is made small is convex."""
    x = np.array(MIDDLES)
    good, bad = np.array(right, float), np.array(wrong, float)
    line = np.array([1.0, 0.0])
    usual, stiff = np.array([1.0, 0.0]), np.array([1 / SLOPE**2, 1 / SHIFT**2])
    for _ in range(STEPS):
        holds = 1 / (1 + np.exp(-(line[0] * x + line[1])))
        off = (good + bad) * holds - good
        bend = (good + bad) * holds * (1 - holds)
        slope = np.array([(off * x).sum(), off.sum()]) + stiff * (line - usual)
        curve = np.array([[(bend * x * x).sum(), (bend * x).sum()], [(bend * x).sum(), bend.sum()]])
        line = line - np.linalg.solve(curve + np.diag(stiff), slope)
    return Asking(right, wrong, max(0.1, float(line[0])), float(line[1]))
