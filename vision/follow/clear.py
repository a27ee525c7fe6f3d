"""The table without hands, learnt part by part from what rests."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from .motion import Mask, Thumbnail
from .relit import relit

COLOUR = 22.0
"""Levels that a point's colour must differ to show something else, in a bright picture."""
PROVEN = 0.32
"""Seconds that a part must have rested for anything else to be a hand there: a hand in a film's first picture rests
for a moment, too."""


@dataclass(frozen=True, eq=False)
class Clear:
    """What is known of the table without hands.

    Each part keeps two of its looks, so that an arm which lay there for long is no hand, nor is the table after it.

    Attributes:
        newest: the table as it was last clear.
        older: as it was before that, where it looked otherwise and was known.
        known: (h, w), where one of them rested for long enough.
        lying: each part as it has looked since it last changed.
        since: (h, w) s, when that was.
    """

    newest: Thumbnail
    older: Thumbnail
    known: Mask
    lying: Thumbnail
    since: NDArray[np.float64]

    @classmethod
    def at(cls, now: Thumbnail) -> Clear:
        """The first picture."""
        shape = now.colour.shape[:2]
        return cls(now, now, np.zeros(shape, np.bool_), now, np.full(shape, now.time))

    def until(self, time: float) -> Clear:
        """The same once nothing moved until then, s."""
        return replace(self, known=self.known | (time - self.since >= PROVEN))

    def after_rest(self, now: Thumbnail) -> Clear:
        """The same after a picture of the table at rest, without hands."""
        return self.after_motion(now, 0.0).until(now.time)

    def after_motion(self, now: Thumbnail, patience: float) -> Clear:
        """The same after a picture in which something may move: what lay as it lies for `patience` s is clear."""
        if not self._fits(now):
            return Clear.at(now)
        since = np.where(differs(relit(self.lying, now), now), now.time, self.since)
        clear = now.time - since >= patience
        known = self.known | clear if patience else self.known
        newest, older = relit(self.newest, now), relit(self.older, now)
        news = clear & differs(newest, now)
        uncovered = news & self.known & differs(older, now)  # an arm that lay there and left is forgotten
        before = np.where(uncovered[..., None], newest.colour, older.colour)
        before = np.where((news & ~uncovered)[..., None], now.colour, before)
        after = np.where(clear[..., None], now.colour, newest.colour)
        return Clear(replace(now, colour=after), replace(now, colour=before), known, now, since)

    def differs(self, now: Thumbnail) -> Mask:
        """(h, w), where a picture shows what it did not when it was clear; nowhere in one of another size."""
        if not self._fits(now):
            return np.zeros(now.colour.shape[:2], np.bool_)
        return self.known & differs(relit(self.newest, now), now) & differs(relit(self.older, now), now)

    def lit(self, now: Thumbnail) -> Thumbnail:
        """The table as it was last clear, in the light of a picture."""
        return relit(self.newest, now)

    def _fits(self, now: Thumbnail) -> bool:
        return self.lying.colour.shape == now.colour.shape


def differs(was: Thumbnail, now: Thumbnail) -> Mask:
    """(h, w), where two pictures of one size show other colours."""
    apart = cv2.absdiff(cv2.GaussianBlur(now.colour, (5, 5), 0), cv2.GaussianBlur(was.colour, (5, 5), 0))
    blue, green, red = cv2.split(apart)
    return np.asarray(cv2.max(cv2.max(blue, green), red) > COLOUR * now.brightness, np.bool_)
