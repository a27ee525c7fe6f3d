"""A turn of Trente as a film: dice thrown on a cloth, some of them laid aside, the others thrown again.

    frames = film(aside_table(seed=7), TURN)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from vision.frame import Frame, Image

from ..scenes.set_aside import AsideTable, Values, look_at_aside

EVERY = 0.2
"""Seconds from one frame to the next."""
STILL, MOVING = 10, 2
"""Frames for which dice lie still, and for which a sleeve is over them before."""


@dataclass(frozen=True)
class AsideMoment:
    """Dice at rest.

    Attributes:
        thrown: what lies where dice are thrown; None for a die that was taken from there.
        aside: what lies beside it, in the order in which it was laid there.
        cast: number of the throw: its dice lie where they fell.
    """

    thrown: Values
    aside: Values = ()
    cast: int = 1


TURN = (
    AsideMoment(()),
    AsideMoment((6, 5, 5, 1, 2, 3)),
    AsideMoment((None, None, None, 1, 2, 3), (6, 5, 5)),
    AsideMoment((4, 2, 1), (6, 5, 5), 2),
    AsideMoment((), (6, 5, 5, 4, 2, 1), 2),
)
"""What a turn that loses seven points shows: 6, 5 and 5 of the first throw, all of the second: 23."""


def film(table: AsideTable, moments: Iterable[AsideMoment]) -> Iterator[Frame]:
    """The frames of a turn; between two moments a sleeve is over the table."""
    time, before = 0.0, None
    for moment in moments:
        now = look_at_aside(table, moment.thrown, moment.aside, moment.cast).image
        for shot in [_handed(now if before is None else before)] * MOVING + [now] * STILL:
            yield Frame(shot, round(time, 3))
            time += EVERY
        before = now


def _handed(image: Image) -> Image:
    """The picture with a sleeve over half of it."""
    shown = image.copy()
    shown[:, : shown.shape[1] // 2] = np.array((60, 50, 45), np.uint8)
    return shown
