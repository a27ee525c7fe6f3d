"""Moves the corners of leaves to where the arrows lie: each, bare or with men, looks alike on both sides of its axis.

A finder may miss the last arrow of a leaf. Then axes fit the next arrows as well as their own; what room that leaves
for the bar tells which they are.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from ..frame import Image
from .strips import ARROWS, PITCH, Leaf, leaf_of, sides_of

Doubles = NDArray[np.float64]

ROUNDS = 2
"""Times that the corners are moved."""
FAR, HALF = 24, 9
"""px (PITCH to an arrow) by which an end of a side is moved at most, and that of an arrow which are laid on others."""
ROWS = slice(36, 126)
"""Rows of a strip that show its arrow: towards the middle of the board there is none."""
ODD = 40.0
"""Levels by which a point differs at most from that beyond the axis: more is something that lies there."""
TRIED = np.arange(-24, 25) / 20
"""Moves of an end that are tried, in widths of an arrow."""
UNLIKELY = 0.02 * np.log1p((TRIED / 0.15) ** 2)
"""How unlikely each of them is."""
BARS, OTHER = (0.35, 1.8), 0.5
"""Usual widths of bars, in those of an arrow, and how unlikely another one is."""


def centred(image: Image, leaves: tuple[Leaf, Leaf]) -> tuple[Leaf, Leaf]:
    """The leaves, the ends of each side moved along it so that arrows lie in the middle of their strips."""
    for _ in range(ROUNDS):
        corners, sides = np.array(leaves), [sides_of(image, leaf, FAR + HALF) for leaf in leaves]
        for far, at in enumerate((((0, 0), (0, 3), (1, 0), (1, 3)), ((1, 2), (1, 1), (0, 2), (0, 1)))):
            here = tuple(np.transpose(at))  # ends of one side: of the leaf at the left, and of that at the right
            corners[here] = _moved(corners[here], *(_costs(sides[leaf][far]) for leaf, _ in at[::2]))
        leaves = leaf_of(corners[0]), leaf_of(corners[1])
    return leaves


def unlike(image: Image, leaves: tuple[Leaf, Leaf]) -> float:
    """How unlike both halves of arrows are in these leaves; 1 where no arrows lie so."""
    still = len(TRIED) // 2
    return float(np.mean([_costs(side)[still, still] for leaf in leaves for side in sides_of(image, leaf, FAR + HALF)]))


def _moved(ends: Doubles, left: Doubles, right: Doubles) -> Doubles:
    """The four ends of one side, moved as costs least."""
    ways = np.repeat([ends[1] - ends[0], ends[3] - ends[2]], 2, axis=0) / ARROWS
    long = ways[1:3].mean(axis=0)
    bar = (ends[2] - ends[1]) @ long / (long @ long) + TRIED[None, :] - TRIED[:, None]
    beyond = np.maximum(BARS[0] - bar, 0) + np.maximum(bar - BARS[1], 0)
    whole = left.min(axis=0)[:, None] + right.min(axis=1)[None, :] + OTHER * beyond
    second, third = np.unravel_index(whole.argmin(), whole.shape)
    moves = TRIED[[left[:, second].argmin(), second, third, right[third].argmin()]]
    return np.asarray(ends + moves[:, None] * ways)


def _costs(side: Image) -> Doubles:
    """How unlike both halves of six arrows are, once the ends of their side are moved so far: (left, right)."""
    flat, moves = cv2.GaussianBlur(side, (3, 3), 0)[ROWS].astype(np.float32), np.arange(2 * FAR + 1)
    unlike = np.empty((ARROWS, len(moves)))
    for arrow, at in np.ndindex(unlike.shape):
        axis = HALF + PITCH // 2 + PITCH * arrow + at
        apart = np.abs(flat[:, axis - HALF : axis][:, ::-1] - flat[:, axis : axis + HALF]).mean(axis=2)
        unlike[arrow, at] = np.minimum(apart, ODD).mean()
    unlike = np.minimum(unlike, np.median(unlike, axis=1, keepdims=True)) / max(1.0, float(np.median(unlike)))
    share = (np.arange(ARROWS) + 0.5) / ARROWS
    at = FAR + PITCH * (TRIED[:, None, None] * (1 - share) + TRIED[None, :, None] * share)
    each = [np.interp(at[..., arrow], moves, unlike[arrow]) for arrow in range(ARROWS)]
    return np.asarray(np.mean(each, axis=0) + UNLIKELY[:, None] + UNLIKELY[None, :])
