"""The gate: whether anything moved, told from a small picture, so that only still moments are read in full.

Slow changes of light and soft shadows pass: what counts is detail, the small picture less its own blur.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from .frame import Frame, Image
from .observation import BoardSeen, Box

Mask = NDArray[np.bool_]
"""(h, w) of a glance's small picture."""

SIDE = 320
"""px: longer side of the small picture."""
DETAIL = 12.0
"""Levels of any colour that a point's detail must change to count as changed."""
NOISES = 6.0
"""... and at least this many times the picture's own noise."""
CREEP, LONG = 30.0, 0.2
"""The same for motion between frames LONG seconds apart: a tipping die changes more than a passing shadow."""
LEAST = 4
"""Changed points, after lone ones are dropped, that make a motion: a rocking 8 mm die on a 55 cm board."""
FAINT = 0.002
"""Share of the picture up to which motion may be a shadow's edge, far from any die."""
NEAR = 0.15
"""Share of a known board's side around it within which motion counts; people may move beyond."""
SWING = 1.46
"""Levels that a detail can change, at most, for each level that a colour changes (the sum of its weights' sizes)."""
ROUNDED = 3.0
"""... and levels more, by rounding."""


@dataclass(frozen=True, eq=False)
class Glance:
    """A frame as the gate sees it.

    Attributes:
        time: s, the frame's.
        scale: small px for each px of the frame.
        colour: (h, w, 3) uint8 BGR, small.
    """

    time: float
    scale: float
    colour: Image

    @cached_property
    def detail(self) -> Image:
        """(h, w, 3) uint8, 128 and colour less its blur; made when asked for: most frames show nothing new."""
        soft = cv2.blur(cv2.blur(self.colour, (5, 5)), (5, 5))
        fine = cv2.GaussianBlur(self.colour, (3, 3), 0)
        return np.asarray(cv2.addWeighted(fine, 1, soft, -1, 128), np.uint8)


def glance(frame: Frame) -> Glance:
    """Makes the small picture of a frame."""
    scale = min(1.0, SIDE / max(frame.image.shape[:2]))
    return Glance(frame.time, scale, small(frame.image, scale) if scale < 1 else frame.image)


def small(image: Image, scale: float) -> Image:
    """A picture made smaller, quickly: each point is the mean of four to sixteen, some rows are left out."""
    height, width = (max(1, round(scale * side)) for side in image.shape[:2])
    thin = image[:: max(1, int(0.5 / scale))]
    if scale < 0.5:
        thin = np.asarray(cv2.resize(thin, (2 * width, height), interpolation=cv2.INTER_LINEAR), np.uint8)
    return np.asarray(cv2.resize(thin, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)


def changed(before: Glance, now: Glance, least: float = DETAIL) -> Mask:
    """Where detail differs by more than `least` levels between two glances; lone points are dropped."""
    shape = now.colour.shape
    if before.colour.shape != shape:
        return np.ones(shape[:2], np.bool_)
    if SWING * cv2.norm(before.colour, now.colour, cv2.NORM_INF) + ROUNDED <= least:
        return np.zeros(shape[:2], np.bool_)
    blue, green, red = cv2.split(cv2.absdiff(now.detail, before.detail))
    apart = cv2.max(cv2.max(blue, green), red)
    line = max(least, NOISES * 1.48 * float(np.median(apart[::4, ::4])))
    mask = cv2.morphologyEx((apart > line).astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    return np.asarray(mask > 0)


def moved(before: Glance, now: Glance) -> Mask:
    """Where something moved between two glances; the more time lies between, the more must differ."""
    later = max(0.0, now.time - before.time - 1 / 30)
    return changed(before, now, DETAIL + (CREEP - DETAIL) * min(1.0, later / LONG))


def copied(before: Glance, now: Glance) -> bool:
    """Whether two glances are of one picture shown twice, as in a film of few pictures a second made faster."""
    if before.colour.shape != now.colour.shape:
        return False
    return bool(cv2.norm(before.colour, now.colour, cv2.NORM_INF) == 0)


def moves(mask: Mask, *, faint: bool = False) -> bool:
    """Whether a mask of changed points is a motion; with `faint`, only if it is more than a shadow's edge."""
    return bool(np.count_nonzero(mask) >= max(LEAST, FAINT * mask.size if faint else 0))


def around(board: BoardSeen | None, at: Glance) -> Mask | None:
    """The board and a strip of NEAR of its side around it, as a mask for a glance; None without a board."""
    if board is None:
        return None
    corners = np.array(board.corners) * at.scale
    wide = corners.mean(axis=0) + (1 + 2 * NEAR) * (corners - corners.mean(axis=0))
    mask = np.zeros(at.colour.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(wide).astype(np.int32), 1)
    return np.asarray(mask > 0)


def share_in(mask: Mask, box: Box, scale: float) -> float:
    """Share of a px box of the frame that is set in a glance's mask, 0 to 1; 0 outside the picture."""
    x, y, w, h = (scale * number for number in box)
    top, left = max(0, round(y)), max(0, round(x))
    part = mask[top : max(top + 1, round(y + h)), left : max(left + 1, round(x + w))]
    return float(part.mean()) if part.size else 0.0
