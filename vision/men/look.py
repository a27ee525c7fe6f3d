"""A picture of a board of arrows in, what stands on each arrow out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

import numpy as np

from ..frame import Image
from ..geometry.plane import homography, project
from ..observation import Point, Side
from .finder import FindsLeaves, Leaves
from .reader import MOST, Chances
from .strips import Leaf

NAMES = (
    *(f"{n}" for n in range(12, 6, -1)), *(f"{n}A" for n in range(7, 13)),
    *(f"{n}" for n in range(6, 0, -1)), *(f"{n}A" for n in range(1, 7)),
)  # fmt: skip
"""Arrows in the order of their strips: 1 lies near at the right, 12 near at the left, 12A and 1A beyond them."""
ASKS = 0.9
"""An arrow read less surely is asked about."""
MAN = 0.086
"""Diameter of a man in lengths of a leaf; more than five lie on one another."""


@dataclass(frozen=True)
class ArrowSeen:
    """One arrow.

    Attributes:
        name: 1 to 12, 1A to 12A.
        colour: of its men; None where there are none.
        count: of its men, 0 to 15.
        center: px, the middle of its men, or of its base.
        sure: 0 to 1.
    """

    name: str
    colour: Literal["light", "dark"] | None
    count: int
    center: Point
    sure: float


@dataclass(frozen=True)
class MenSeen:
    """A board of arrows.

    Attributes:
        leaves: where it lies.
        arrows: all 24, 1 to 12, then 1A to 12A.
    """

    leaves: Leaves
    arrows: tuple[ArrowSeen, ...]

    @property
    def doubtful(self) -> bool:
        """Whether a person should be asked about an arrow."""
        return any(arrow.sure < ASKS for arrow in self.arrows)


class ReadsMen(Protocol):
    """What MenEyes ask of a reader."""

    def board(self, image: Image, leaves: tuple[Leaf, Leaf]) -> Chances:
        """(24, 31), in the order of NAMES."""


class MenEyes:
    """Looks at boards of arrows with a finder and a reader."""

    def __init__(self, finder: FindsLeaves, reader: ReadsMen) -> None:
        self._finder, self._reader = finder, reader

    def look(self, image: Image, seat1_side: Side | None = None) -> MenSeen | None:
        """What stands there; None where no board of arrows is found.

        Args:
            image: (H, W, 3) uint8 BGR.
            seat1_side: the side of the picture at which arrows 1 to 12 lie; None: the lowest.
        """
        leaves = self._finder.find(image, seat1_side)
        if leaves is None:
            return None
        chances = self._reader.board(image, leaves.corners)
        seen = {name: _arrow(strip, leaves, chances[strip]) for strip, name in enumerate(NAMES)}
        return MenSeen(leaves, tuple(seen[f"{number}{side}"] for side in ("", "A") for number in range(1, 13)))


def _arrow(strip: int, leaves: Leaves, chances: Chances) -> ArrowSeen:
    best = int(chances.argmax())
    count = best - MOST if best > MOST else best
    leaf, (far, k) = strip // 12, divmod(strip % 12, 6)
    reach = MAN * min(count, 5) / 2
    across = (k + 0.5) / 6
    at = (1 - across, reach) if far else (across, 1 - reach)
    ((x, y),) = project(homography(leaves.corners[leaf]), np.array([at]))
    colour: Literal["light", "dark"] | None = None if not count else "dark" if best > MOST else "light"
    return ArrowSeen(NAMES[strip], colour, count, (float(x), float(y)), float(chances[best]))
