"""Two readers of one die: what the first told of it, weighed with what the second says there.

The two networks were shaped and taught apart, so they seldom make the same mistake. What the second says counts only
up to a bound: on dice unlike all that it has learnt from it may be wrong, and must not silence the first.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..observation import Die
from .search import logit, sigmoid

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Word:
    """What the second reader's word counts; chosen by workshop/train/dice/agreed.py on pictures neither learnt from.

    Attributes:
        found: how much it counts that a die lies there.
        read: how much, that it shows this value.
        usual: its logit where it neither confirms nor doubts a die.
        most: the farthest from there that counts.
    """

    found: float = 0.3
    read: float = 0.6
    usual: float = 3.0
    most: float = 3.0

    def bounded(self, odds: float) -> float:
        """Log odds as far as they count."""
        return min(self.most, max(-self.most, odds))


SECOND = Word()
"""As it counts when Piste runs."""
_POWERS = (0.5, 0.7)
"""Of the chances of the values: the first's, the second's."""
_LEAST = 1e-4
_READ_AT_ALL, _UNTOLD = 0.4, 0.49
"""A die read less surely than the first is no likelier there than the second: not told, but asked about."""


def agreed(die: Die, found: float, values: Floats, word: Word = SECOND) -> Die:
    """The die as both see it: its likeliest value, how sure that is, how likely a die lies there at all.

    Args:
        die: as the first reader told it, flat.
        found: the second's logit that a die lies there.
        values: (6,) the second's chances of its values.
        word: how much the second counts.
    """
    first = np.array(die.chances) + _LEAST
    raised = first ** _POWERS[0] * (np.asarray(values, np.float64) + _LEAST) ** _POWERS[1]
    chances = raised / raised.sum()
    best = int(np.argmax(chances))
    before = die.sure if best + 1 == die.value else die.there * die.chances[best]
    doubt = found - word.usual
    there = sigmoid(logit(die.there) + word.found * word.bounded(doubt))
    sure = sigmoid(logit(before) + word.read * word.bounded(min(doubt, logit(float(values[best])))))
    told = tuple(float(chance) for chance in chances)
    there = there if sure >= _READ_AT_ALL else min(there, _UNTOLD)
    return replace(die, value=best + 1, sure=sure, chances=told, there=there)
