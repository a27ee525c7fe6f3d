"""What prepare.py gathers and training draws from."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]


DRAWN = "scenes"
"""The source of a photograph that is none: a table of models.scenes."""


@dataclass(frozen=True)
class Marked:
    """A die in a picture: centre and sides px; value 1..6, 0 cocked, -1 ignored; if the sides are true."""

    x: float
    y: float
    width: float
    height: float
    value: int
    sized: bool = True


@dataclass(frozen=True, eq=False)
class Photo:
    """A photograph: BGR, its dice, what costs nothing, the usual side of a die px, how often to show it."""

    image: Picture
    source: str
    dice: tuple[Marked, ...]
    ignored: tuple[Marked, ...]
    die: float
    weight: float


@dataclass(frozen=True, eq=False)
class Stored:
    """A drawn die: BGRA cut at its box, its shadow (0 to 255) at half that scale, value or 0 (cocked).

    Attributes:
        bgra: (height, width, 4) uint8.
        shade: (h, w) uint8, half the scale of bgra.
        middle: where the box's middle lies in shade, px of shade.
        value: 1..6, 0 cocked.
    """

    bgra: Picture
    shade: Picture
    middle: tuple[float, float]
    value: int

    @property
    def width(self) -> int:
        """Of the box, px."""
        return int(self.bgra.shape[1])

    @property
    def height(self) -> int:
        """Of the box, px."""
        return int(self.bgra.shape[0])


@dataclass(frozen=True, eq=False)
class Bank:
    """Drawn dice, by scenes of one camera and lamp, and drawn table tops."""

    scenes: list[list[Stored]]
    surfaces: list[Picture]
