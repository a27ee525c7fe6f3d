"""The motion gate: detects motion in a small picture, so that only still moments are read in full.

Slow changes of light and soft shadows pass: what counts is detail, the small picture less its own blur.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import ceil

import cv2
import numpy as np
from numpy.typing import NDArray

from ..frame import Frame, Image
from ..observation import Box

Mask = NDArray[np.bool_]
"""(h, w) of a thumbnail's small picture."""
Part = tuple[slice, slice]
"""Rows and columns of a picture."""

SIDE = 320
"""px: longer side of the small picture."""
DETAIL = 12.0
"""Levels of any colour that a point's detail must change to count as changed, in a bright picture."""
STILL = 0.5
"""Where a place is that still, dice and motion are told from so much less: a dark die is seen on dark felt."""
CREEP, LONG = 30.0, 0.2
"""The same for motion between frames LONG seconds apart: a tipping die changes more than a passing shadow."""
FEWEST = 4.0
"""Levels that are no motion in any light: a camera's own steps."""
LEAST = 4
"""Changed points, after lone ones are dropped, that make a motion: a rocking 8 mm die on a 55 cm board."""
FAINT = 0.003
"""Share of the picture up to which motion may be a shadow's edge, far from any die."""
SWING = 1.46
"""Levels that a detail can change, at most, for each level that a colour changes (the sum of its weights' sizes)."""
ROUNDED = 3.0
"""... and levels more, by rounding."""
PLACE, AROUND = 20, 5
"""Small px: side of a place whose noise is told; places around, a square of so many, of which it is the median: more
than a die covers."""
LOUD, FINE = 6.0, 12
"""Times its noise, the mean difference of a colour, that are motion at a place: nearly five standard deviations;
parts of a level of noise that are told apart."""
MEAN = 1.2
"""Times the median difference of noise is its mean."""
BRIGHT, DARK = 90.0, 0.36
"""Mean level from which a picture is bright: in less light everything differs by less, down to this share."""
CELLS, LIGHT = (8, 6), 3
"""Cells across and down of which a thumbnail's light is told; levels of a cell's colour that are the same light."""
_OPENING = np.ones((2, 2), np.uint8)


@dataclass(frozen=True, eq=False)
class Thumbnail:
    """A frame, or a part of it, as the gate sees it.

    Attributes:
        time: s, the frame's.
        scale: small px for each px of the frame.
        colour: (h, w, 3) uint8 BGR, small.
        shadow: changed points of it that a shadow's edge may make; fewer than that may be no motion.
        origin: px of the frame, x and y, where it begins.
    """

    time: float
    scale: float
    colour: Image
    shadow: int = LEAST
    origin: tuple[int, int] = (0, 0)

    @cached_property
    def detail(self) -> Image:
        """(h, w, 3) uint8, 128 and colour less its blur; made when asked for: most frames show nothing new."""
        return _detail(self.colour)

    @cached_property
    def light(self) -> float:
        """Levels, the mean of its colours."""
        return float(np.mean(cv2.mean(self.colour)[:3]))

    @property
    def brightness(self) -> float:
        """Times the levels of a bright picture by which things differ in this one, 0 to 1."""
        return float(np.clip(self.light / BRIGHT, DARK, 1.0))


def thumbnail(frame: Frame, part: Part | None = None) -> Thumbnail:
    """Makes the small picture of a frame, or of a part of it."""
    height, width = frame.image.shape[:2]
    scale = min(1.0, SIDE / max(height, width))
    image = frame.image if part is None else frame.image[part]
    shadow = max(LEAST, ceil(FAINT * round(scale * height) * round(scale * width)))
    origin = (0, 0) if part is None else (part[1].start, part[0].start)
    return Thumbnail(frame.time, scale, small(image, scale) if scale < 1 else image, shadow, origin)


def small(image: Image, scale: float) -> Image:
    """A picture made smaller, quickly: each point is the mean of four to sixteen, some rows are left out."""
    height, width = (max(1, round(scale * side)) for side in image.shape[:2])
    thin = image[:: max(1, int(0.5 / scale))]
    if scale < 0.5:
        thin = np.asarray(cv2.resize(thin, (2 * width, height), interpolation=cv2.INTER_LINEAR), np.uint8)
    return np.asarray(cv2.resize(thin, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)


@dataclass(frozen=True, eq=False)
class Enough:
    """How much motion is asked for: where that is found no more is looked for.

    Attributes:
        points: how many.
        within: (h, w), where they count; None: everywhere.
    """

    points: int
    within: Mask | None = None

    def met(self, mask: Mask) -> bool:
        """Whether a mask of changed points has so many."""
        return moves(mask if self.within is None else mask & self.within, self.points)


def changed(before: Thumbnail, now: Thumbnail, least: float | None = None, still: float = 1.0) -> Mask:
    """Where detail differs by more than `least` levels between two thumbnails; lone points are dropped.

    Without `least` by more than DETAIL, in this light; by less, down to `still` times it, where a place is quieter.
    """
    most = DETAIL * now.brightness if least is None else least
    return _differing(before, now, min(most, max(FEWEST, still * most)), most)


def moved(before: Thumbnail, now: Thumbnail, still: float = STILL) -> Mask:
    """As `changed`, but the more time lies between two thumbnails, the more must differ."""
    later = max(0.0, now.time - before.time - 1 / 30)
    return changed(before, now, (DETAIL + (CREEP - DETAIL) * min(1.0, later / LONG)) * now.brightness, still)


def _differing(before: Thumbnail, now: Thumbnail, least: float, most: float) -> Mask:
    """Where detail differs by more than its place's line, from `least` to `most`, and than what is all noise."""
    shape = now.colour.shape[:2]
    if before.colour.shape != now.colour.shape:
        return np.ones(shape, np.bool_)
    if cv2.norm(before.colour, now.colour, cv2.NORM_INF) <= (least - ROUNDED) / SWING:
        return np.zeros(shape, np.bool_)
    each = cv2.absdiff(now.detail, before.detail)
    if cv2.norm(each, cv2.NORM_INF) <= least:
        return np.zeros(shape, np.bool_)
    blue, green, red = cv2.split(each)
    apart = np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)
    line = _lines(np.asarray(each, np.uint8), least, most)
    mask = (apart > line).astype(np.uint8)
    opened = cv2.morphologyEx(
        mask, cv2.MORPH_OPEN, _OPENING, borderType=cv2.BORDER_CONSTANT, borderValue=(0,)
    )
    return np.asarray(opened, np.bool_)


def _lines(each: Image, least: float, most: float) -> Image:
    """(h, w) uint8: levels by the noise around each point, from `least` to `most`, or to what is all noise."""
    height, width = each.shape[:2]
    size = max(1, width // PLACE), max(1, height // PLACE)
    grey = cv2.cvtColor(each, cv2.COLOR_BGR2GRAY)
    places = cv2.resize(cv2.convertScaleAbs(grey, alpha=FINE), size, interpolation=cv2.INTER_AREA)
    around = cv2.medianBlur(places, AROUND).astype(np.float32)
    top = max(most, LOUD * MEAN * (float(np.median(grey[::4, ::4])) + 0.5))
    lines = np.clip(LOUD / FINE * around, least, top).astype(np.uint8)
    return np.asarray(cv2.resize(lines, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)


def _detail(colour: Image) -> Image:
    soft = cv2.blur(cv2.blur(colour, (5, 5)), (5, 5))
    fine = cv2.GaussianBlur(colour, (3, 3), 0)
    return np.asarray(cv2.addWeighted(fine, 1, soft, -1, 128), np.uint8)


def copied(before: Thumbnail, now: Thumbnail) -> bool:
    """Whether two thumbnails are of one picture shown twice, as in a film of few pictures a second made faster."""
    if before.colour.shape != now.colour.shape:
        return False
    return bool(cv2.norm(before.colour, now.colour, cv2.NORM_INF) == 0)


def alike(before: Thumbnail, now: Thumbnail, within: Mask | None = None) -> bool:
    """Whether two thumbnails show the same in the same light; with `within`, detail counts there only."""
    if before.colour.shape != now.colour.shape:
        return False
    first, second = (
        cv2.resize(at.colour, CELLS, interpolation=cv2.INTER_AREA).astype(np.int16) for at in (before, now)
    )
    differs = changed(before, now)
    return (
        int(np.abs(first - second).max()) <= LIGHT
        and not (differs if within is None else differs & within).any()
    )


def contrast(now: Thumbnail) -> float:
    """Levels by which colours differ within a picture, a standard deviation."""
    _, spread = cv2.meanStdDev(now.colour)
    return float(np.mean(spread))


def moves(mask: Mask, least: int = LEAST) -> bool:
    """Whether a mask of changed points is a motion: of `least` points, or more."""
    return bool(np.count_nonzero(mask) >= least)


def share_in(mask: Mask, box: Box, at: Thumbnail) -> float:
    """Share of a px box of the frame that is set in a mask of a thumbnail of it, 0 to 1; 0 outside."""
    x, y, w, h = box
    left, top = (at.scale * (place - begin) for place, begin in zip((x, y), at.origin, strict=True))
    right, bottom = left + at.scale * w, top + at.scale * h
    across, down = max(0, round(left)), max(0, round(top))
    part = mask[down : max(down + 1, round(bottom)), across : max(across + 1, round(right))]
    return float(part.mean()) if part.size else 0.0
