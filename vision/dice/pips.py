"""What a die shows, by the colours of the pips and bodies of a table's own dice.

Nothing but colours is learnt: of faces whose value is known, what the pixels of pips and of the body around them are.
Along the direction that tells both apart best (Fisher's), pips stand out of marble and of prints; how well the pips of
each value fit there speaks beside the network.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..frame import Image
from ..geometry.plane import Matrix
from .upper import AROUND, COARSE, Shown, correlations, disc, faces_of, window_at, windows_around

Floats = NDArray[np.float32]
MEMORY = 40
"""Faces that the mean colours remember."""
FEW = 2
"""Faces before their colours are used."""
BELOW, ABOVE = -0.3, 1.3
"""What is farther from the body than a pip, or on its other side, counts no more than that."""
LEVELS = 60.0
"""Variance, levels of light, that is added to what was seen: pixels that mix both, noise."""
FLAT = 0.05
"""From body to pip 1: what differs less is noise."""
FITS = 8.0
"""What the fit of pips counts, a logarithm for each 1 of correlation: chosen on known tables of seed 8341."""
LEAST = 0.5
"""If no value's pips fit as well as this, another die or object lies there, and the result is empty."""
PIP, BODY = 0.45, 0.0
"""Shares of a face's greatest height from which on a pixel is a pip's, and up to which it is the body's."""


@dataclass(frozen=True)
class Colours:
    """The colours of a table's dice, blue, green, red, 0 to 255.

    Attributes:
        pips: mean of their pips.
        body: mean of what lies around these.
        spread: covariance of both about their means, (3, 3), row after row.
        faces: how many were seen.
    """

    pips: tuple[float, ...]
    body: tuple[float, ...]
    spread: tuple[float, ...]
    faces: int

    def along(self, cut: Image) -> Floats:
        """How much of a pip each pixel of a cut (H, W, 3) is: 0 as the body, 1 as a pip."""
        apart = np.subtract(self.pips, self.body)
        way = np.linalg.solve(np.reshape(self.spread, (3, 3)) + LEVELS * np.eye(3), apart)
        way = (way / max(float(way @ apart), 1e-6)).astype(np.float32)
        share = (cut.astype(np.float32) - np.asarray(self.body, np.float32)) @ way
        return np.asarray(np.clip(share, BELOW, ABOVE), np.float32)


def learnt(colours: Colours | None, shown: Shown, value: int) -> Colours:
    """The colours after one more face, of a die that lies flat and shows that value."""
    known = colours is not None and colours.faces >= FEW
    shows = colours.along(shown.cut) if known and colours is not None else shown.grey
    like = _like(shown, shows, value, signed=known)
    half = shown.whole_half
    at, turn = divmod(int(like.argmax()), like.shape[1])
    face = faces_of(value, half, COARSE)[0][turn]
    pixels = window_at(shown.cut, *divmod(at, 2 * AROUND))[disc(half)].astype(np.float64)
    pips, body = pixels[face > PIP * face.max()], pixels[face < BODY]
    if not len(pips) or not len(body):
        raise ValueError(f"expected a face with pips; got value {value} of half a side {half} px")
    return _with(colours, pips, body)


def _with(colours: Colours | None, pips: Matrix, body: Matrix) -> Colours:
    """The mean colours with the pixels of one more face, (n, 3) each."""
    faces = 0 if colours is None else colours.faces
    share = 1 / (min(faces, MEMORY) + 1)
    old = np.zeros((2, 3)) if colours is None else np.array((colours.pips, colours.body))
    means = old + share * (np.stack([pips.mean(axis=0), body.mean(axis=0)]) - old)
    away = np.concatenate([pips - means[0], body - means[1]])
    spread = np.zeros((3, 3)) if colours is None else np.reshape(colours.spread, (3, 3))
    spread = spread + share * (away.T @ away / len(away) - spread)
    mine, theirs = (tuple(round(float(part), 1) for part in mean) for mean in means)
    return Colours(mine, theirs, tuple(round(float(part), 1) for part in spread.ravel()), faces + 1)


def reweighed(chances: Sequence[float], shown: Shown, colours: Colours) -> tuple[float, ...]:
    """The chances of the values 1 to 6, with what the pips say."""
    if colours.faces < FEW:
        return tuple(chances)
    shows = colours.along(shown.cut)
    fits = [float(_like(shown, shows, value, signed=True).max()) for value in range(1, 7)]
    if max(fits) < LEAST:
        return tuple(chances)
    logs = np.log(np.maximum(chances, 1e-6)) + FITS * np.array(fits)
    weights = np.exp(logs - logs.max())
    return tuple((weights / weights.sum()).tolist())


def _like(shown: Shown, shows: Floats, value: int, *, signed: bool) -> Floats:
    """How well pips of a value fit at each place and turn, (places, turns)."""
    windows = windows_around(shows, shown.whole_half)
    faces, _ = faces_of(value, shown.whole_half, COARSE)
    like = correlations(windows, faces, FLAT) if signed else np.abs(correlations(windows, faces))
    return np.asarray(like, np.float32)
