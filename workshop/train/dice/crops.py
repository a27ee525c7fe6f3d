"""What the faces network should say of a spot, its cut's label.

The label (8 numbers): 0 it is a die (0, 1), 1 its value 0..5 or -1, 2 cocked (0, 1) or -1 where nobody can
know, 3-4 from the cut's middle to the die's (in dice), 5-6 log of its width and height in dice, 7 weight of 3-6.
"""

import numpy as np
from numpy.typing import NDArray

from .store import Annotation

CUT, DIE = 64, 36.0
"""Side of a cut, and of the die in it, px; vision/dice/reader.py cuts alike."""
HUGE = 0.12  # pictures of dice as the finest picture of a pyramid shows them
LEAST = 8.0  # smaller dice cannot be read
Floats = NDArray[np.float32]
Picture = NDArray[np.uint8]
Rng = np.random.Generator
Spot = tuple[float, float, float]
"""Where to cut: centre x, y and the side of the die that is believed there, px."""


def any_side(rng: Rng) -> float:
    """A die's longer side, px: every size alike, now and then so large that only parts of it look like dice."""
    if rng.random() < HUGE:
        return float(rng.uniform(85, 320))
    return float(np.exp(rng.uniform(np.log(9), np.log(62))))


def label_of(spot: Spot, truths: list[Annotation], flat: bool) -> list[float] | None:
    """The label of a spot; None if it is unknown."""
    x, y, side = spot
    nearest: tuple[float, Annotation] | None = None
    for truth in truths:
        aside, below = abs(truth.x - x), abs(truth.y - y)
        if truth.value < 0 and aside < truth.width / 2 + side / 2 and below < truth.height / 2 + side / 2:
            return None
        longer = max(truth.width, truth.height)
        far = float(np.hypot(aside, below)) / max(longer, 1.0)
        if truth.value >= 0 and (nearest is None or far < nearest[0]):
            nearest = (far, truth)
    if nearest is None:
        return [0, -1, -1, 0, 0, 0, 0, 0]
    far, truth = nearest
    longer = max(truth.width, truth.height)
    alike = side / longer
    if far > 0.45 or not 0.38 < alike < 2.6:
        return [0, -1, -1, 0, 0, 0, 0, 0]
    if far > 0.32 or not 0.58 < alike < 1.7 or longer < LEAST:
        return None
    cocked = float(truth.value == 0) if flat else -1.0
    box = (
        (truth.x - x) / side,
        (truth.y - y) / side,
        np.log(truth.width / side),
        np.log(truth.height / side),
    )
    return [1, truth.value - 1, cocked, *map(float, box), float(truth.sized)]
