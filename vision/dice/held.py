"""A large die contains pips that each may look like a die of its own: the large die replaces them.

Only where they lie as the pips of its value do: dice that lie together may look like the face of a larger one, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log

import numpy as np

from ..geometry.plane import Matrix
from .candidates import Candidate
from .search import logit
from .upper import PIPS

SMALL = 1 / 3
"""How large a pip is at most, in sides of its die's box."""
PLAIN = 0.9
"""How likely a die's value must be for the places of its pips to be known."""
LIKELY = 0.5
"""How likely what must lie at a pip's place is a die."""
AT_ITS_PLACE = log(4.0)
"""By how much (log odds) each that lies at a pip's place makes the die likelier: by chance one in four does."""
DOUBLE, NEAR, ASIDE = 0.05, 0.08, 0.2
"""In sides of a die's box: as near one pip is found twice; so far from its place a pip may be found, and the middle of
the upper face from the box's."""
OUTER = (0.14, 0.17, 0.2, 0.23, 0.26)
"""How far along a side outer pips may lie from the middle, in sides of the box: less, the farther a die is turned."""
TURNS = np.radians(np.arange(0, 180, 10))


def without_pips(spots: Sequence[Candidate]) -> list[Candidate]:
    """The candidates without those that are pips of another one."""
    left = sorted(spots, key=lambda spot: -spot.side)
    for die in tuple(left):
        if any(die is spot for spot in left):
            pips = _pips_of(die, left)
            left = [spot for spot in left if not any(spot is pip for pip in pips)]
    return left


def _pips_of(die: Candidate, spots: Sequence[Candidate]) -> list[Candidate]:
    """Which of these are pips of a die; none where some lie elsewhere than its pips, or are surer."""
    if max(die.values) < PLAIN:
        return []
    held = [spot for spot in spots if spot.side <= SMALL * die.side and _inside(spot, die)]
    likely = [spot for spot in held if spot.there >= LIKELY]
    places, value = _apart([_place(spot, die) for spot in likely]), int(np.argmax(die.values)) + 1
    if not 0 < len(places) <= value:
        return []
    surest = max(logit(spot.there) for spot in likely)
    stands = logit(die.there) + AT_ITS_PLACE * len(places) >= surest
    return held if stands and lie_as_pips(np.array(places), value) else []


def lie_as_pips(places: Matrix, value: int) -> bool:
    """Whether places lie as pips of a value do; some pips may be absent.

    Args:
        places: (n, 2), n >= 1, from the middle of a die's box, in sides of it.
        value: 1 to 6.
    """
    pips = np.array(PIPS[value - 1], float)
    cos, sin = np.cos(TURNS), np.sin(TURNS)
    turned = pips @ np.array([[cos, sin], [-sin, cos]]).transpose(2, 0, 1)  # (turns, pips, 2)
    face = (np.array(OUTER)[:, None, None, None] * turned).reshape(-1, *pips.shape)
    middles = (places[0] - face).reshape(-1, 1, 2)  # of the face, if the first place is each of its pips
    faces = np.repeat(face, len(pips), axis=0) + middles
    away = np.linalg.norm(places[:, None] - faces[:, None], axis=3)  # (faces, places, pips)
    nearest = np.sort(away.argmin(axis=2), axis=1)
    each_its_own = (np.diff(nearest, axis=1) > 0).all(axis=1)
    near = (away.min(axis=2) <= NEAR).all(axis=1)
    return bool((each_its_own & near & (np.linalg.norm(middles[:, 0], axis=1) <= ASIDE)).any())


def _place(spot: Candidate, die: Candidate) -> tuple[float, float]:
    side = die.side
    return (spot.x - die.x) / side, (spot.y - die.y) / side


def _inside(spot: Candidate, die: Candidate) -> bool:
    x, y = _place(spot, die)
    wide, high = die.width / die.side, die.height / die.side
    return abs(x) < wide / 2 and abs(y) < high / 2


def _apart(places: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The places without those that lie upon another."""
    apart: list[tuple[float, float]] = []
    for place in places:
        if all(np.hypot(*np.subtract(place, other)) > DOUBLE for other in apart):
            apart.append(place)
    return apart
