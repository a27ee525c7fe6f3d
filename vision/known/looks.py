"""How each tile of this table looks open, and how closed: laid beside what is seen now.

A look is the crop that the tiles' network is shown, made smaller, as logarithms of light. Two crops are laid upon each
other with a little play, for a tile that was turned over lies a little otherwise; the lamp is taken out of both.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from ..tiles.slots import KINDS as READ

Floats = NDArray[np.float32]
Crops = NDArray[np.uint8]

KINDS = ("open", "closed")
MISSING = READ.index("missing")
PLAY, MARGIN = 3, 4
"""Pixels of a small crop by which a tile may lie otherwise; what is not laid upon the other at each side."""
SHORT = 20
"""Pixels of the shorter side of a small crop."""
LOGARITHMS = np.log(np.arange(256, dtype=np.float32) + np.float32(6.0))
"""Of each level of light, and a little: in the dark a camera tells no ratio."""
SOFT = np.array([0.25, 0.5, 0.25], np.float32)
PLAIN = 0.002
"""Variance of a plain back: its grain, its edges."""
FITS = 0.7
"""Times what the same tile differs from itself: what differs less lies just as it lay."""
GRAIN, NOISE = 0.016, 1.2
"""What of a logarithm of light a crop differs from the next (standard deviation): always, and in levels of light."""
LOOSE = 0.12
"""Share of a look's own variance by which the same tile differs from itself, laid down anew, at least."""
DETAILS = 18.0
"""How many of a crop's pixels tell something of their own."""
BOTH, ONE, STRANGE, OTHERS = 9.0, 6.0, 2.0, 5.0
"""Logarithm of how much likelier a comparison may make one look at most: of two that are known, of one that is shown,
of one that is not (a shadow or a poor lesson does that, too, not only the tile's other side), and of one that is not
where it shows what other tiles show: backs of one board are alike, and so are fronts of one number."""
BELIEVED = 4.0
"""Log odds with which another tile's side must be known to be looked for on a tile that was never seen so: play, not
the network alone, said so."""
STAYS = 3.0
"""Log odds that a tile which play has spoken of has not been taken away since."""
UNLIKE = 2.0
"""Times what the same tile differs from itself: what differs more is neither of its looks."""
GREY, TINT, TINTS = 0.16, 0.05, 8.0
"""By how much the light on one tile may differ from that on the others, and its colour; what that counts at most."""


class KnownSides(Protocol):
    """Of each space's two looks, open and closed, what probabilities are made of."""

    @property
    def known(self) -> NDArray[np.bool_]:
        """(n, 2), whether it was ever seen."""

    @property
    def trust(self) -> Floats:
        """(n, 2), log odds that it was rightly named."""

    @property
    def digits(self) -> Floats:
        """(n, digits), the mean of what was read of it open; 0 where it never was."""


@dataclass(frozen=True, eq=False)
class TileLooks:
    """Each space's two looks.

    Attributes:
        mean: (n, 2, h, w, 3) float32, logarithms of light, open and closed.
        loose: (n, 2), variance by which it differed from itself.
        count: (n, 2), how often it was seen so; 0: never.
        trust: (n, 2), log odds that it was rightly named.
        last: (n,), its newest declared or read side; -1: none so far.
        digits: (n, digits), the mean of what was read of it open; 0 where it never was.
    """

    mean: Floats
    loose: Floats
    count: Floats
    trust: Floats
    last: NDArray[np.int8]
    digits: Floats

    @property
    def known(self) -> NDArray[np.bool_]:
        """(n, 2)."""
        return self.count > 0


@dataclass(frozen=True, eq=False)
class Compared:
    """What is seen now beside both looks.

    Attributes:
        weight: (n, 2), logarithm of how likely it shows each look; of one never seen, how likely any other.
        other: (n,), the same of something that is neither.
        alike: (n, 2), a space never seen so does not show its other look, but what others show so.
        best: (n, 2, 2), rows and columns by which it lies otherwise.
        lamp: (3,), by how much the light differs from what was learnt.
    """

    weight: Floats
    other: Floats
    alike: NDArray[np.bool_]
    best: NDArray[np.int64]
    lamp: Floats


def small(crops: Crops) -> Floats:
    """Crops (n, H, W, 3) uint8 as looks have them: (n, h, w, 3), logarithms of light."""
    count, height, width, _ = crops.shape
    factor = max(1, min(height, width) // SHORT)
    high, wide = height // factor, width // factor
    whole = np.ascontiguousarray(crops[:, : high * factor, : wide * factor]).reshape(-1, wide * factor, 3)
    light = cv2.LUT(cv2.resize(whole, (wide, count * high), interpolation=cv2.INTER_AREA), LOGARITHMS)
    # What lies half a pixel otherwise is to look alike. The outermost rows mix with others: no look is laid upon them.
    soft = cv2.sepFilter2D(light, cv2.CV_32F, SOFT, SOFT, borderType=cv2.BORDER_REPLICATE)
    return np.asarray(soft, np.float32).reshape(count, high, wide, 3)


def none(count: int, shape: tuple[int, int], digits: int) -> TileLooks:
    """Nothing known of so many spaces whose small crops have this height and width."""
    zero = np.zeros((count, 2), np.float32)
    blank = np.zeros((count, 2, *shape, 3), np.float32)
    return TileLooks(blank, zero, zero, zero, np.full(count, -1, np.int8), np.zeros((count, digits), np.float32))


def beside_own(looks: TileLooks, now: Floats) -> Compared:
    """What is seen now, (n, h, w, 3), beside every space's own looks; pushed about where it does not fit as it lies."""
    laid = laid_upon(looks.mean, now, 0)
    usual = spread_of(looks.known, looks.mean.mean(axis=(2, 3, 4)), looks.loose, laid.theirs)
    unlike = np.where(looks.known, laid.least / usual, np.inf).min(axis=1) > FITS
    if unlike.any():
        pushed = laid_upon(looks.mean[unlike], now[unlike], PLAY)
        for name in ("least", "plain", "offset", "best"):
            getattr(laid, name)[unlike] = getattr(pushed, name)
    return weighed(looks.known, laid, usual)


@dataclass(frozen=True, eq=False)
class Laid:
    """Small crops laid upon looks.

    Attributes:
        least: (n, looks), the variance of what is left at the best play.
        theirs: (n, looks), the looks' own variance.
        plain: (n,), the crops' own.
        offset: (n, looks, 3), by how much their light is off.
        best: (n, looks, 2), rows and columns of that play.
    """

    least: Floats
    theirs: Floats
    plain: Floats
    offset: Floats
    best: NDArray[np.int64]


def inner(mean: Floats) -> Floats:
    """The part of looks (n, looks, h, w, 3) that is laid upon others."""
    return mean[:, :, MARGIN:-MARGIN, MARGIN:-MARGIN]


def laid_upon(mean: Floats, now: Floats, play: int) -> Laid:
    """Small crops (n, h, w, 3) upon looks (n, looks, h, w, 3), with so many pixels of play each way."""
    light = inner(mean)
    count, each, height, width, _ = light.shape
    levels = light.mean(axis=(2, 3), keepdims=True)
    views = shifted(now, height, width, play)  # (n, shifts, h, w, 3)
    means = views.mean(axis=(2, 3), keepdims=True)
    flat, levelled = (views - means).reshape(count, views.shape[1], -1), (light - levels).reshape(count, each, -1)
    size = np.float32(levelled.shape[2])
    own = np.einsum("nsk,nsk->ns", flat, flat) / size
    theirs = np.einsum("nsk,nsk->ns", levelled, levelled) / size
    both = np.matmul(flat, levelled.transpose(0, 2, 1)) / size  # (n, shifts, looks)
    apart = np.maximum(0, own[:, :, None] + theirs[:, None] - 2 * both)
    at = apart.argmin(axis=1)  # (n, looks)
    rows, side = np.arange(count)[:, None], 2 * play + 1
    offset = means[rows, at][:, :, 0, 0] - levels[:, :, 0, 0]
    best = np.stack([at // side - play, at % side - play], axis=2)
    return Laid(apart[rows, at, np.arange(each)], theirs, own.min(axis=1), offset, best)


def spread_of(known: NDArray[np.bool_], light: Floats, loose: Floats, theirs: Floats) -> Floats:
    """(n, 1), the variance that is left of the same tile laid down anew: of the look that has more, for both alike.

    Args:
        known: (n, 2), which looks are.
        light: (n, 2), their mean logarithm of light.
        loose, theirs: (n, 2), the variance by which each differed from itself, and its own.
    """
    spread = grain(light) + np.maximum(loose, LOOSE * theirs)
    return np.asarray(np.where(known, spread, 0.0).max(axis=1, keepdims=True) + 1e-6, np.float32)


def grain(light: Floats) -> Floats:
    """What noise adds to the variance of crops whose logarithm of light is so much."""
    return np.asarray(GRAIN**2 + np.square(NOISE * np.exp(-light)), np.float32)


def weighed(known: NDArray[np.bool_], laid: Laid, usual: Floats) -> Compared:
    """The weights, from variances and offsets of light; `known`: (n, 2), which looks are."""
    shape = -DETAILS / 2 * np.log1p(laid.least / usual)
    flat = -DETAILS / 2 * np.log1p(UNLIKE) - np.zeros(len(shape), np.float32)
    lamp = _lamp(np.where(known, shape, -np.inf), flat, laid.offset)
    weight = np.where(known, shape - _tints(laid.offset - lamp), flat[:, None])
    # Of a look that was never seen nothing is known: it may be plain, or have nothing to do with the known one.
    blank = -DETAILS / 2 * np.log1p(laid.plain / PLAIN)
    theirs = np.where(known, laid.theirs, 0.0).max(axis=1)
    strange = -DETAILS / 2 * np.log1p((theirs + laid.plain) / usual[:, 0])
    weight = np.where(known, weight, np.maximum(weight, np.maximum(blank, strange)[:, None]))
    alike = np.zeros(weight.shape, np.bool_)
    return Compared(np.asarray(weight, np.float32), np.asarray(flat, np.float32), alike, laid.best, lamp)


def _lamp(shape: Floats, flat: Floats, offset: Floats) -> Floats:
    """(3,), by how much the light differs on most tiles that show one of their looks."""
    best = shape.argmax(axis=1)
    rows = np.arange(len(shape))
    plain = shape[rows, best] > flat
    if not plain.any():
        return np.zeros(3, np.float32)
    return np.asarray(np.median(offset[rows, best][plain], axis=0), np.float32)


def _tints(off: Floats) -> Floats:
    """What speaks against a look whose light and colour are off by (n, 2, 3)."""
    grey = off.mean(axis=2)
    tint = np.abs(off - grey[..., None]).max(axis=2)
    return np.asarray(np.minimum(TINTS, 0.5 * np.square(grey / GREY) + 0.5 * np.square(tint / TINT)), np.float32)


def shifted(now: Floats, height: int, width: int, play: int) -> Floats:
    """The inner part of small crops at every play, (n, shifts, height, width, 3)."""
    low = MARGIN - play
    part = now[:, low : low + height + 2 * play, low : low + width + 2 * play]
    if play == 0:
        return part[:, None]
    views = np.lib.stride_tricks.sliding_window_view(part, (height, width), axis=(1, 2))
    return np.asarray(views.transpose(0, 1, 2, 4, 5, 3).reshape(len(now), -1, height, width, 3), np.float32)


def probabilities(looks: KnownSides, comparison: Compared, read: Floats) -> tuple[Floats, Floats]:
    """What the network read of each space, with the looks' word.

    Args:
        looks: of each space.
        comparison: what is seen beside them.
        read: (n, kinds), the network's probabilities; open and closed first.

    Returns:
        (n, kinds), and (n,), how surely the looks alone tell open from closed, 0.5 to 1.
    """
    likely = likelihoods(looks, comparison)
    whole = np.concatenate([likely, np.repeat(np.exp(comparison.other)[:, None], read.shape[1] - 2, axis=1)], axis=1)
    stands = (looks.known & (looks.trust > BELIEVED)).any(axis=1)
    whole[stands, MISSING] *= np.exp(-STAYS)
    both = read * np.maximum(whole, 1e-12)
    fused = both / both.sum(axis=1, keepdims=True)
    alone = likely.max(axis=1) / (likely.sum(axis=1) + np.exp(comparison.other))
    return np.asarray(fused, np.float32), np.asarray(alone, np.float32)


def likelihoods(looks: KnownSides, comparison: Compared) -> Floats:
    """(n, 2), how likely what is seen is of an open and of a closed tile.

    A look may have been wrongly named. What is neither look, a die upon the tile or a shadow, says nothing of the tile.
    """
    right = np.where(looks.known, 1 / (1 + np.exp(-looks.trust)), 1.0)
    lent = comparison.alike.any(axis=1, keepdims=True)
    single = np.where(lent, OTHERS, np.where(explained(looks, comparison)[:, None], ONE, STRANGE))
    most = np.where(looks.known.all(axis=1, keepdims=True), BOTH, single)
    new = np.minimum(comparison.weight, np.maximum(comparison.other[:, None] + STRANGE, comparison.weight[:, ::-1]))
    weight = np.where(looks.known | comparison.alike, comparison.weight, new)  # a place may be as plain as a back
    shows = np.exp(np.maximum(weight, weight.max(axis=1, keepdims=True) - most))
    likely = right * shows + (1 - right[:, ::-1]) * shows[:, ::-1]
    known = looks.known.any(axis=1, keepdims=True) | lent
    return np.asarray(np.where(known, likely, 0.0) + np.exp(comparison.other)[:, None], np.float32)


def explained(looks: KnownSides, comparison: Compared) -> NDArray[np.bool_]:
    """(n,), spaces that show one of their own looks, or what others show so."""
    weight = np.where(looks.known, comparison.weight, -np.inf).max(axis=1)
    return np.asarray(comparison.alike.any(axis=1) | (weight > comparison.other))
