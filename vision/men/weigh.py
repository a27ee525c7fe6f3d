"""What stands on the arrows of a known board: the network's reading and the looks that are known, weighed together."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from ..frame import Image
from .known import COLUMNS, ROWS, KnownMen, packed, unpacked
from .likeness import MIDDLE, Likeness, likeness, points_of
from .reach import FLAT
from .reader import MOST, Chances
from .strips import ARROWS, LONG, Colour

NETWORK, LOOKS = 0.8, 0.5
"""Weights of both (log); measured on drawn boards (models/men/card.md)."""
DOUBTED = 1e-5
"""What the network says is at least as doubtful as this."""
UNSEEN = 0.25
"""Share of an arrow's points that show neither the arrow nor men from which on it is not read."""
BLOCK, CHANGED = 4, 8.0
"""px of a strip that are compared as one, and levels by which one differs that changed, in the light of that look."""
CERTAIN = 0.95
"""From so sure a reading on the board becomes better known."""


class ReadsStrips(Protocol):
    """What is asked of a network."""

    def read(self, strips: Image, colours: tuple[Colour, Colour] | None = None, bare: Image | None = None) -> Chances:
        """How likely each kind is at each strip."""


class UnchangedStrips:
    """A reader that asks another one only about strips that look otherwise than when it was last asked about them.

    Args:
        reader: the other one.
    """

    def __init__(self, reader: ReadsStrips) -> None:
        self._reader = reader
        self._colours: tuple[Colour, Colour] | None = None
        self._small, self._told = np.zeros((0, 0, 0, 3), np.float32), np.zeros((0, 0))

    def read(self, strips: Image, colours: tuple[Colour, Colour] | None = None, bare: Image | None = None) -> Chances:
        """As the other one reads, for the same place in `strips` each time."""
        if not len(strips) or bare is not None:
            return self._reader.read(strips, colours, bare)
        count, high, wide, _ = strips.shape
        size = (wide // BLOCK, count * high // BLOCK)
        laid = cv2.resize(strips.reshape(count * high, wide, 3), size, interpolation=cv2.INTER_AREA)
        small = laid.reshape(count, high // BLOCK, wide // BLOCK, 3).astype(np.float32)
        if small.shape != self._small.shape or colours != self._colours:
            self._small, self._told, self._colours = small, self._reader.read(strips, colours), colours
            return self._told.copy()
        gain = small.mean() / max(1.0, float(self._small.mean()))
        changed = np.abs(small - self._small * gain).max(axis=(1, 2, 3)) > CHANGED
        if changed.any():
            self._told[changed] = self._reader.read(np.ascontiguousarray(strips[changed]), colours)
            self._small[changed] = small[changed] / gain
        return self._told.copy()


@dataclass(frozen=True, eq=False)
class MenRead:
    """What stands on the 24 arrows of a known board.

    Attributes:
        chances: (24, KINDS), each row sums to 1.
        network: the same as the network alone tells.
        like: what looks tell.
        points: the arrows' looks.
    """

    chances: Chances
    network: Chances
    like: Likeness
    points: NDArray[np.float32]

    @property
    def covered(self) -> NDArray[np.bool_]:
        """(24,), arrows upon which lies what is neither arrow nor man."""
        return np.asarray(self.like.strange > UNSEEN)


def read_known(reader: ReadsStrips, known: KnownMen, strips: Image, hidden: Image | None = None) -> MenRead:
    """Reads the strips of a known board.

    Args:
        reader: the network.
        known: the board.
        strips: (24, LONG, WIDE, 3).
        hidden: (24, LONG, WIDE), not 0 where a die lies; the bare arrow is thought there.
    """
    points = points_of(strips)
    lies, under = None, np.array([], np.int64)
    if hidden is not None:
        under = np.flatnonzero(hidden.any(axis=(1, 2)))
        lies = np.zeros(points.shape[:3], np.bool_)
        lies[under] = points_of(np.repeat(hidden[under, ..., None], 3, axis=3))[..., 0] > 0
    like = likeness(known, points, lies)
    shown = strips if hidden is None else _without(strips, hidden, known, like, under)
    network = reader.read(shown, colours_of(known))
    told = NETWORK * np.log(network + DOUBTED) + LOOKS * like.kinds
    raised = np.exp(told - told.max(axis=1, keepdims=True))
    return MenRead(raised / raised.sum(axis=1, keepdims=True), network, like, points)


def colours_of(known: KnownMen) -> tuple[Colour, Colour]:
    """The usual colour of the lighter and the darker men."""
    light, dark = (shades[len(shades) // 2] for shades in (known.light, known.dark))
    return light, dark


def _without(strips: Image, hidden: Image, known: KnownMen, like: Likeness, under: NDArray[np.int64]) -> Image:
    """The strips with the bare arrows where dice lie; `under`: those upon which some do."""
    bare = np.clip(unpacked(known.bare)[under] * like.light[under], 0, 255)
    rows = np.repeat(bare, LONG // ROWS, axis=1)[:, ::-1]
    rest = strips.shape[2] - 2 * COLUMNS
    whole = np.pad(np.repeat(rows, 2, axis=2), ((0, 0), (0, 0), (MIDDLE.start, rest - MIDDLE.start), (0, 0)), "edge")
    out = strips.copy()
    out[under] = np.where(hidden[under, ..., None] > 0, whole, strips[under])
    return out


def better_known(known: KnownMen, read: MenRead) -> KnownMen:
    """The same after what was surely read: looks of arrows that became empty, and how far rows of men reach.

    Only what the network alone takes for likeliest, too, is learnt.
    """
    best = read.chances.argmax(axis=1)
    sure = (read.chances.max(axis=1) >= CERTAIN) & (read.network.argmax(axis=1) == best) & ~read.covered
    reach = known.reach
    for strip in np.flatnonzero(sure & (best > 0)):
        dark, count = divmod(int(best[strip]) - 1, MOST)
        if count < FLAT - 1:
            reach = reach.after(bool(strip % (2 * ARROWS) >= ARROWS), count + 1, float(read.like.ends[strip, dark]))
    news = sure & (best == 0) & ~np.array(known.own)
    if not news.any():
        return known if reach == known.reach else replace(known, reach=reach)
    bare = unpacked(known.bare).copy()
    bare[news] = np.clip(read.points[news] / read.like.light[news], 0, 255)
    own = tuple(bool(each) for each in np.array(known.own) | news)
    return replace(known, reach=reach, bare=packed(bare), own=own)
