"""Two readers of one die: what the first told of it, weighed with what the second says there.

The two networks were shaped and taught apart, so they seldom make the same mistake. What the second says counts only
up to a bound: on dice unlike all that it has learnt from it may be wrong, and must not silence the first.
"""

from dataclasses import replace
from math import exp, log

import numpy as np
from numpy.typing import NDArray

from .observation import Die

Floats = NDArray[np.float32]

# Chosen on photographs that were held back from training and on drawn tables without a die (models/dice/agreed.py).
_FOUND, _READ = 0.3, 0.6
"""What the second's word counts: that a die lies there, and that it shows this value."""
_USUAL, _MOST = 3.0, 3.0
"""Its logit where it neither confirms nor doubts a die, and the farthest from there that counts."""
_POWERS = (0.5, 0.7)
"""Of the chances of the values: the first's, the second's."""
_LEAST = 1e-4
_READ_AT_ALL, _UNTOLD = 0.4, 0.49
"""A die read less surely than the first is no likelier there than the second: not told, but asked about."""


def agreed(die: Die, found: float, values: Floats) -> Die:
    """The die as both see it: its likeliest value, how sure that is, how likely a die lies there at all.

    Args:
        die: as the first reader told it, flat.
        found: the second's logit that a die lies there.
        values: (6,) the second's chances of its values.
    """
    first = np.array(die.chances) + _LEAST
    raised = first ** _POWERS[0] * (np.asarray(values, np.float64) + _LEAST) ** _POWERS[1]
    chances = raised / raised.sum()
    best = int(np.argmax(chances))
    before = die.sure if best + 1 == die.value else die.there * die.chances[best]
    confirmed = _bounded(found - _USUAL)
    sure = _sigmoid(_logit(before) + _READ * _bounded(min(found - _USUAL, _logit(float(values[best])))))
    there = _sigmoid(_logit(die.there) + _FOUND * confirmed)
    told = tuple(float(chance) for chance in chances)
    there = there if sure >= _READ_AT_ALL else min(there, _UNTOLD)
    return replace(die, value=best + 1, sure=sure, chances=told, there=there)


def _bounded(logit: float) -> float:
    return min(_MOST, max(-_MOST, logit))


def _logit(chance: float) -> float:
    chance = min(1 - 1e-5, max(1e-5, chance))
    return log(chance / (1 - chance))


def _sigmoid(logit: float) -> float:
    return 1 / (1 + exp(-logit))
