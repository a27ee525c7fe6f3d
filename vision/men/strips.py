"""A board of arrows cut into strips: each arrow seen from straight above, its base below, its tip above."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..frame import Image
from ..geometry.plane import halved, homography, smaller, warp
from ..observation import Point

Floats = NDArray[np.float32]
Leaf = tuple[Point, Point, Point, Point]
"""Corners of a leaf's field, px: near left, then clockwise as seen from above."""
Colour = tuple[float, float, float]
"""BGR, 0 to 255."""

LONG, WIDE = 128, 24
"""Size of a strip, px: from the middle of the board to its rim, and across."""
PITCH = 20
"""px from one arrow to the next: strips overlap."""
NEAR = 0.12
"""Distance of colours, 1 being that of black and white of one channel, at which a pixel is hardly a man's any more."""

ARROWS = 6
"""Of each side of a leaf."""


def strips_of(image: Image, leaf: Sequence[Point]) -> Image:
    """The twelve arrows of one leaf, the half of a board, (12, LONG, WIDE, 3).

    Args:
        image: (H, W, 3) uint8 BGR.
        leaf: the four corners of its field, px: the near left one, then clockwise as seen from above.

    Returns:
        The near six from left to right, then the far six from left to right as seen from their own side.
    """
    sides = sides_of(image, leaf, (WIDE - PITCH) // 2)
    return np.stack([flat[:, PITCH * k : PITCH * k + WIDE] for flat in sides for k in range(ARROWS)])


def sides_of(image: Image, leaf: Sequence[Point], beyond: int) -> tuple[Image, Image]:
    """The near and the far side of a leaf, each as seen from there, (LONG, ARROWS * PITCH + 2 * beyond, 3)."""
    corners = np.asarray(leaf, dtype=np.float64)
    small, scale = halved(image, 1.5 * PITCH * ARROWS / max(1.0, float(np.linalg.norm(corners[3] - corners[0]))))
    planes = [smaller(scale) @ homography(np.roll(corners, turn, axis=0).tolist()) for turn in (0, 2)]
    margin, size = beyond / PITCH / ARROWS, (LONG, PITCH * ARROWS + 2 * beyond)
    near, far = (warp(small, plane, (-margin, 0.5, 1 + margin, 1.0), size) for plane in planes)
    return near, far


def leaf_of(points: NDArray[np.float64]) -> Leaf:
    """Four points as a leaf."""
    first, second, third, fourth = ((float(x), float(y)) for x, y in points)
    return first, second, third, fourth


def shown(strips: Image, colours: tuple[Colour, Colour] | None = None, bare: Image | None = None) -> Floats:
    """What the network is shown of strips, (n, 6, LONG, WIDE), 0 to 1.

    Args:
        strips: (n, LONG, WIDE, 3) uint8 BGR.
        colours: of the lighter and the darker men; None where they are not known yet.
        bare: the same strips without men; None where nobody has seen them so.

    Returns:
        The picture; how much each pixel has either colour; how much it differs from the bare arrow.
    """
    picture = strips.astype(np.float32) / 255
    more = np.zeros((*strips.shape[:3], 3), np.float32)
    if colours is not None:
        for channel, colour in enumerate(colours):
            apart = picture - np.asarray(colour, np.float32) / 255
            off = np.einsum("...c,...c->...", apart, apart) / 3
            more[..., channel] = np.exp(off * np.float32(-1 / (2 * NEAR**2)))
    if bare is not None:
        more[..., 2] = np.abs(picture - bare.astype(np.float32) / 255).mean(axis=3)
    return np.ascontiguousarray(np.concatenate([picture, more], axis=3).transpose(0, 3, 1, 2))
