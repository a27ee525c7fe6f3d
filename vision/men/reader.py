"""The network that tells how many men of which colour stand on each arrow."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..frame import Image
from ..network import Network
from ..observation import Point
from .strips import LONG, WIDE, Colour, shown, strips_of

MOST = 15
"""Men of one colour."""
KINDS = 1 + 2 * MOST
"""Answers: none, so many of the lighter men, so many of the darker ones."""
SURE = 0.9
"""Where men stand as surely as this, their colour is looked at."""
LUMINANCE = np.array([0.11, 0.59, 0.3])
"""Shares of blue, green and red in how light a colour is."""
ROUNDS, APART = 8, 30.0
"""Rounds in which colours are divided, and how far their middles lie apart at least, 0 to 442."""
TEMPERATURE = 1.0
"""Divides the logits, so that probabilities can be believed (models/men/card.md says how far)."""

Chances = NDArray[np.float64]
"""(n, KINDS), each row sums to 1."""


class MenReader:
    """Reads arrows.

    Args:
        path: of men.onnx.

    Raises:
        BrokenNetwork: the file is not that network.
    """

    def __init__(self, path: Path) -> None:
        self._network = Network(path, input_shape=(None, 6, LONG, WIDE), outputs={"men": (None, KINDS)})

    def board(self, image: Image, leaves: Sequence[Sequence[Point]]) -> Chances:
        """How likely each kind is at each of the 24 arrows, (24, KINDS): strips of the left leaf, then of the right.

        The men's colours are unknown at first: what is read surely without them tells them.

        Args:
            image: (H, W, 3) uint8 BGR.
            leaves: four corners each, as `strips_of` takes them.
        """
        strips = np.concatenate([strips_of(image, leaf) for leaf in leaves])
        first = self.read(strips)
        colours = colours_of(strips, first)
        return first if colours is None else self.read(strips, colours)

    def read(self, strips: Image, colours: tuple[Colour, Colour] | None = None, bare: Image | None = None) -> Chances:
        """How likely each kind is at each strip, see `shown`."""
        (logits,) = self._network(shown(strips, colours, bare))
        scaled = logits.astype(np.float64) / TEMPERATURE
        raised = np.exp(scaled - scaled.max(axis=1, keepdims=True))
        return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def colours_of(strips: Image, chances: Chances) -> tuple[Colour, Colour] | None:
    """The colours of the lighter and the darker men; None where men of two colours are not surely seen.

    That men stand on an arrow is sure before it is known whose they are. The first one lies at the rim: the median of a
    square there is his colour. All arrows' colours together make two heaps.
    """
    rims = strips[1 - chances[:, 0] >= SURE, LONG - 16 : LONG - 6, WIDE // 2 - 4 : WIDE // 2 + 4]
    if len(rims) < 2:
        return None
    each = np.median(rims.reshape(len(rims), -1, 3).astype(np.float64), axis=1)
    light = each @ LUMINANCE
    middles = each[[int(light.argmax()), int(light.argmin())]]
    for _ in range(ROUNDS):
        nearer = np.linalg.norm(each[:, None] - middles, axis=2).argmin(axis=1)
        if nearer.min() == nearer.max():
            return None
        middles = np.array([each[nearer == heap].mean(axis=0) for heap in (0, 1)])
    if np.linalg.norm(middles[0] - middles[1]) < APART:
        return None
    first, second = sorted(middles.tolist(), key=lambda colour: -float(np.dot(colour, LUMINANCE)))
    return (first[0], first[1], first[2]), (second[0], second[1], second[2])
