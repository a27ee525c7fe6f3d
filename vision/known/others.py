"""A tile that was never seen so beside what others of its board show: backs are alike, and fronts of one number."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from .looks import (
    BELIEVED,
    DETAILS,
    LOOSE,
    PLAIN,
    PLAY,
    Compared,
    Floats,
    TileLooks,
    beside_own,
    grain,
    laid_upon,
)

LOOSEST = 0.3
"""Share of its own variance by which a front may differ from the same number's on another seat, at most: a back that
has nothing of it differs by all of it."""
PAIRS = 3
"""Fronts of one number on two seats that must be known for it to be told how much they differ on this board."""

Which = NDArray[np.bool_]


def compared(looks: TileLooks, now: Floats, seats: int = 1) -> Compared:
    """What is seen now, (n, h, w, 3), beside every space's looks, and beside others' where it shows none of its own.

    Args:
        looks: of every space, one seat's after the other's.
        now: small crops of what is seen.
        seats: rows of the same numbers in the same order; one lends no fronts.
    """
    own = beside_own(looks, now)
    known = looks.known
    none = ~(known & (own.weight > own.other[:, None])).any(axis=1)
    front = fronts(looks, now, none & ~known[:, 0], seats)
    # Of a tile never seen from either side its back is asked only where its front may be there as well.
    back = backs(looks, now, none & ~known[:, 1] & (known[:, 0] | np.isfinite(front)))
    lent = np.stack([front, back], axis=1)
    alike = lent > own.other[:, None]
    return replace(own, weight=np.where(alike, np.maximum(own.weight, lent), own.weight), alike=alike)


def backs(looks: TileLooks, now: Floats, which: Which) -> Floats:
    """(n,), logarithm of how likely each of these spaces shows what another tile shows closed; -inf of all others."""
    return _fits(looks, now, 1, np.outer(which, _believed(looks, 1)), LOOSE)


def fronts(looks: TileLooks, now: Floats, which: Which, seats: int) -> Floats:
    """(n,), the same of what the tiles of its number on other seats show open; -inf where none of them is known."""
    lenders = which[:, None] & _same_number(looks, seats)
    return _fits(looks, now, 0, lenders, differ(looks, seats) if lenders.any() else LOOSE)


@lru_cache(maxsize=2)
def differ(looks: TileLooks, seats: int) -> float:
    """By how much fronts of one number differ between two seats of this board, as a share of their own variance.

    A printed board has one drawing for each number, on a painted one no two are the same: the median of all pairs that
    are known, within LOOSE and LOOSEST.
    """
    pairs = _same_number(looks, seats) & _believed(looks, 0)[:, None]
    shares: list[float] = []
    for index in np.flatnonzero(pairs.any(axis=1)):
        laid = laid_upon(looks.mean[None, pairs[index], 0], looks.mean[index : index + 1, 0], PLAY)
        shares += (laid.least / np.maximum(laid.theirs, 1e-6))[0].tolist()
    if len(shares) < 2 * PAIRS:  # each of them twice, either laid upon the other
        return LOOSE
    return float(np.clip(np.median(shares), LOOSE, LOOSEST))


def _believed(looks: TileLooks, side: int) -> Which:
    """(n,), spaces with one side that play or a person confirmed."""
    return looks.known[:, side] & (looks.trust[:, side] > BELIEVED)


def _same_number(looks: TileLooks, seats: int) -> Which:
    """(n, n), of each space those on other seats with its number whose fronts are believed."""
    number = np.arange(len(looks.count)) % (len(looks.count) // seats)
    other = (number[:, None] == number) & ~np.eye(len(number), dtype=np.bool_)
    return np.asarray(other & _believed(looks, 0))


def _fits(looks: TileLooks, now: Floats, side: int, lenders: Which, loose: float) -> Floats:
    """(n,), logarithm of how likely each space shows one side of its likeliest lender, (n, n); -inf without any."""
    fits = np.full(len(now), -np.inf, np.float32)
    for index in np.flatnonzero(lenders.any(axis=1)):
        mean, before = (field[lenders[index], side] for field in (looks.mean, looks.loose))
        laid = laid_upon(mean[None], now[index : index + 1], PLAY)
        usual = grain(mean.mean(axis=(1, 2, 3))) + np.maximum(before, loose * laid.theirs) + PLAIN
        fits[index] = (-DETAILS / 2 * np.log1p(laid.least / usual)).max()
    return fits
