"""The motion gate: whether anything moved, told from a small picture, so that only still moments are read in full.

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
NOISES = 6.0
"""... and at least this many times the picture's own noise."""
CREEP, LONG = 30.0, 0.2
"""The same for motion between frames LONG seconds apart: a tipping die changes more than a passing shadow."""
LEAST = 4
"""Changed points, after lone ones are dropped, that make a motion: a rocking 8 mm die on a 55 cm board."""
FAINT = 0.002
"""Share of the picture up to which motion may be a shadow's edge, far from any die."""
SWING = 1.46
"""Levels that a detail can change, at most, for each level that a colour changes (the sum of its weights' sizes)."""
ROUNDED = 3.0
"""... and levels more, by rounding."""
REACH = 5
"""Small px: one more than the detail around a changed colour may change, by two blurs over five points."""
QUIET = 2
"""Levels: where half of all points differ by no more in any colour, noise is too little to count."""
BAND = 24
"""Small px: rows of the strip that is looked at first where any motion at all is the question."""
SMALL = 0.25
"""Share of a thumbnail up to which what lies around a change is looked at all at once."""
LARGE = 0.4
"""Share of a thumbnail from which on all of its detail is made, and kept, instead of what lies around a change."""
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
    def brightness(self) -> float:
        """Times the levels of a bright picture by which things differ in this one, 0 to 1."""
        return float(np.clip(np.mean(cv2.mean(self.colour)[:3]) / BRIGHT, DARK, 1.0))


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


def changed(before: Thumbnail, now: Thumbnail, least: float | None = None, enough: Enough | None = None) -> Mask:
    """Where detail differs by more than `least` levels between two thumbnails; lone points are dropped.

    Without `least` by more than DETAIL, in this light. With `enough`, perhaps not everywhere, where that is met.
    """
    height, width = now.colour.shape[:2]
    if before.colour.shape != now.colour.shape:
        return np.ones((height, width), np.bool_)
    least = DETAIL * now.brightness if least is None else least
    loudness = (least - ROUNDED) / SWING
    if cv2.norm(before.colour, now.colour, cv2.NORM_INF) <= loudness:
        return np.zeros((height, width), np.bool_)
    apart = np.asarray(cv2.absdiff(before.colour, now.colour), np.uint8)
    quiet, loud = _quiet(apart), _above(apart, loudness)
    rows = np.asarray(cv2.reduce(loud, 1, cv2.REDUCE_SUM, dtype=cv2.CV_32S), np.int32).ravel()
    part = _around(loud, rows)
    share = (part[0].stop - part[0].start) * (part[1].stop - part[1].start) / (height * width)
    if enough is not None and share > SMALL:
        mask = _in_part(before, now, _band(loud, rows, quiet), least, quiet)
        if enough.met(mask):
            return mask
    if share > LARGE or not quiet:
        return _differing(before.detail, now.detail, least, quiet)
    return _in_part(before, now, part, least, quiet)


def _above(apart: Image, levels: float) -> Image:
    """(h, 3 w) uint8: 1 where colours differ by more."""
    _, loud = cv2.threshold(apart.reshape(-1, 3 * apart.shape[1]), levels, 1, cv2.THRESH_BINARY)
    return np.asarray(loud, np.uint8)


def _quiet(apart: Image) -> bool:
    """Whether pictures differ so little, half of their points at least, that noise hides nothing."""
    loud = _above(apart[::4], QUIET)
    return 6 * cv2.countNonZero(loud) <= loud.size


def _around(loud: Image, rows: NDArray[np.int32]) -> Part:
    """The rows and columns outside which no detail differs, told from (h, 3 w) loud points and their count a row."""
    down = np.flatnonzero(rows)
    top, bottom = int(down[0]), int(down[-1]) + 1
    across = np.flatnonzero(np.bitwise_or.reduce(loud[top:bottom], axis=0))
    left, right = int(across[0]) // 3, int(across[-1]) // 3 + 1
    height, width = loud.shape[0], loud.shape[1] // 3
    return slice(max(0, top - REACH), min(height, bottom + REACH)), slice(
        max(0, left - REACH), min(width, right + REACH)
    )


def _band(loud: Image, rows: NDArray[np.int32], quiet: bool) -> Part:
    """The BAND of rows where most differs; its columns where something does, or, to tell the noise, all."""
    top = BAND * int(np.argmax(np.add.reduceat(rows, np.arange(0, len(rows), BAND))))
    band = slice(top, min(len(rows), top + BAND))
    if not quiet:
        return band, slice(0, loud.shape[1] // 3)
    few = np.zeros_like(rows)
    few[band] = rows[band]
    return band, _around(loud, few)[1]


def _in_part(before: Thumbnail, now: Thumbnail, part: Part, least: float, quiet: bool) -> Mask:
    """Where detail differs in a part of two thumbnails; at its edges nothing does."""
    wide = tuple(slice(max(0, side.start - REACH), side.stop + REACH) for side in part)
    inner = tuple(
        slice(side.start - more.start, side.stop - more.start) for side, more in zip(part, wide, strict=True)
    )
    was, is_now = (_detail(np.ascontiguousarray(at.colour[wide]))[inner] for at in (before, now))
    mask = np.zeros(now.colour.shape[:2], np.bool_)
    mask[part] = _differing(was, is_now, least, quiet)
    return mask


def _differing(before: Image, now: Image, least: float, quiet: bool) -> Mask:
    """Where two pictures of detail differ; where they are not quiet, by more than their own noise too."""
    blue, green, red = cv2.split(cv2.absdiff(now, before))
    apart = cv2.max(cv2.max(blue, green), red)
    line = least if quiet else max(least, NOISES * 1.48 * float(np.median(apart[::4, ::4])))
    _, mask = cv2.threshold(apart, line, 1, cv2.THRESH_BINARY)
    opened = cv2.morphologyEx(
        mask, cv2.MORPH_OPEN, _OPENING, borderType=cv2.BORDER_CONSTANT, borderValue=(0,)
    )
    return np.asarray(opened, np.bool_)


def _detail(colour: Image) -> Image:
    soft = cv2.blur(cv2.blur(colour, (5, 5)), (5, 5))
    fine = cv2.GaussianBlur(colour, (3, 3), 0)
    return np.asarray(cv2.addWeighted(fine, 1, soft, -1, 128), np.uint8)


def moved(before: Thumbnail, now: Thumbnail, enough: Enough | None = None) -> Mask:
    """As `changed`, but the more time lies between two thumbnails, the more must differ."""
    later = max(0.0, now.time - before.time - 1 / 30)
    return changed(before, now, (DETAIL + (CREEP - DETAIL) * min(1.0, later / LONG)) * now.brightness, enough)


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
