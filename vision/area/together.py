"""Two readings of the same dice made one: as from straight above, of one size, and as the picture shows them.

They fail on other dice: the one tells better which lean, the other misses fewer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ..observation import Die

POWER = 0.7
"""Of each reading's chances of the values: they err together in part."""
ALONE = 0.5
"""How likely a die must be that only the picture as it is shows: else it is a man or a number more often."""


def together(above: Sequence[Die], shown: Sequence[Die]) -> tuple[Die, ...]:
    """The dice of both, each once, surest first.

    Args:
        above: read from straight above; they tell which lean.
        shown: read as the picture shows them.
    """
    left, dice = list(shown), []
    for die in above:
        near = min(left, key=die.distance, default=None)
        if near is not None and die.same(near):
            left.remove(near)
            die = _both(die, near)
        dice.append(die)
    return tuple(sorted([*dice, *(die for die in left if die.there >= ALONE)], key=lambda die: -die.sure))


def _both(above: Die, shown: Die) -> Die:
    there = max(above.there, shown.there)
    if above.state != "flat" or not above.chances or not shown.chances:
        return replace(above, there=there)
    upright = min(1.0, above.sure / max(1e-9, above.there * max(above.chances)))
    product = (np.array(above.chances) + 1e-4) ** POWER * (np.array(shown.chances) + 1e-4) ** POWER
    chances = product / product.sum()
    best = int(chances.argmax())
    sure = there * float(chances[best]) * upright
    return replace(above, value=best + 1, sure=sure, there=there, chances=tuple(chances.tolist()))
