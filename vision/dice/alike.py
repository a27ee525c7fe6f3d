"""Dice that lie together are alike: what is as large as a sure die there, and of its colours, is likelier one too.

A single pip on a strange die, or a die in the shadow, is doubted where it is looked at alone. Things that are no dice
are seldom just as large as the dice beside them, and still more seldom of their colours.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from ..frame import Image
from .beside import SURE
from .candidates import CUT, IN_CUT, Candidate
from .search import logit, sigmoid
from .views import through

Floats = NDArray[np.float64]
NEAR = 0.15
"""How far (a deviation, of the logarithm) a die's longer side is from its nearest neighbour's in size."""
SIZE, COLOUR, LIGHT, LIKE = 0.12, 10.0, 60.0, 1.5
"""What counts as one step apart: of the logarithm of the longer side, of colour and of light in CIELAB's levels (0 to
255); and how many steps alike ones are apart (a deviation)."""
LEAST = 0.004
"""What is less likely a die is not weighed."""
_MARGIN = round((CUT - 0.9 * IN_CUT) / 2)
_DARK, _BRIGHT = 20, 80  # percentiles of lightness


@dataclass(frozen=True)
class Kinship:
    """What a sure die in the same picture makes of what is doubtful: log odds that are added, a logistic regression.

    Attributes:
        base: of what is like no sure die there.
        near: added where it is as large as one.
        far: by the square of how far its size is from the nearest one's (logarithm, 1 at most).
        alike: added where size and colours are one's.
    """

    base: float
    near: float
    far: float
    alike: float

    def weighed(self, apart: tuple[float, float, float]) -> float:
        """What is added, by what `shares` tells."""
        near, far, alike = apart
        return self.base + self.near * near + self.far * far + self.alike * alike


FITTED = Kinship(base=-1.78, near=2.04, far=-2.19, alike=3.13)
"""A logistic regression on five sources of photographs that the networks of two folds had not learnt from
(models/dice/card.md says what it brought). Fitted again with newer networks it was worse on some other sources, so
these numbers stayed and the script went."""


def weighed_together(image: Image, spots: Sequence[Candidate], kinship: Kinship = FITTED) -> list[Candidate]:
    """The candidates of a picture without a board, each as likely a die as sure ones beside it make it; surest first.

    Args:
        image: (H, W, 3) uint8 BGR.
        spots: as they were read.
        kinship: what the others count.
    """
    if not any(spot.there >= SURE for spot in spots):
        return list(spots)
    apart = differences(image, spots)
    pairs = zip(spots, apart, strict=True)
    weighed = [spot if pair is None else _likelier(spot, kinship.weighed(shares(*pair))) for spot, pair in pairs]
    return sorted(weighed, key=lambda spot: -spot.there)


def differences(image: Image, spots: Sequence[Candidate]) -> list[tuple[float, float] | None]:
    """Of each candidate, how far it is in size from the nearest other sure one, and in steps from the likest.

    None where no other is sure, or where it is hardly a die.
    """
    looks = {k: _look(image, spot) for k, spot in enumerate(spots) if spot.there >= LEAST}
    sure = [k for k, spot in enumerate(spots) if spot.there >= SURE]
    return [_nearest(looks, k, [j for j in sure if j != k]) for k in range(len(spots))]


def shares(size: float, steps: float) -> tuple[float, float, float]:
    """How near a place is to a sure die, how far from one, and how alike, each 0 to 1.

    Args:
        size: how far (a logarithm, 0 or more) its longer side is from the nearest sure die's.
        steps: how many steps size and colours are from the likest one's.
    """
    near, alike = (float(np.exp(-0.5 * (far / wide) ** 2)) for far, wide in ((size, NEAR), (steps, LIKE)))
    return near, min(size, 1.0) ** 2, alike


def _likelier(spot: Candidate, odds: float) -> Candidate:
    return replace(spot, there=sigmoid(logit(spot.there) + odds))


def _nearest(looks: dict[int, Floats], own: int, others: Sequence[int]) -> tuple[float, float] | None:
    if own not in looks or not others:
        return None
    apart = np.abs(np.array([looks[k] for k in others]) - looks[own])  # (others, 5)
    steps = apart[:, 0] / SIZE + np.hypot(apart[:, 1], apart[:, 2]) / COLOUR + (apart[:, 3] + apart[:, 4]) / LIGHT
    return float(apart[:, 0].min()), float(steps.min())


def _look(image: Image, spot: Candidate) -> Floats:
    """Log of its longer side, its middle colours a and b, how light its dark and its bright parts are: (5,)."""
    cut = through(image, spot.cut, (CUT, CUT))[_MARGIN : CUT - _MARGIN, _MARGIN : CUT - _MARGIN]
    levels = cv2.cvtColor(np.ascontiguousarray(cut), cv2.COLOR_BGR2LAB).reshape(-1, 3)
    light, green, blue = levels.T
    side = np.log(spot.side)
    return np.array([side, np.median(green), np.median(blue), *np.percentile(light, (_DARK, _BRIGHT))])
