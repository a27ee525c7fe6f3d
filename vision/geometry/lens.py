"""How a lens bends what is straight: one number, the division model about the picture's middle.

A point at r from the middle of the picture, in halves of its diagonal, would lie at r / (1 + k r²) if the lens were
straight. k < 0: a barrel, as wide lenses make it; k > 0: a cushion; 0: nothing is bent.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..observation import Point
from .plane import Matrix

MOST = 0.24
"""|k| of any lens that is believed; beyond 0.25 a cushion would fold the picture's corners over."""


@dataclass(frozen=True)
class Lens:
    """The lens of a camera whose pictures have one size.

    Attributes:
        k: division parameter, -MOST to MOST.
        size: width and height of the picture, px.

    Raises:
        ValueError: no lens is bent so much.
    """

    k: float
    size: tuple[int, int]

    def __post_init__(self) -> None:
        if not abs(self.k) <= MOST:
            raise ValueError(f"expected a lens with k between -{MOST} and {MOST}; got {self.k}")

    @property
    def middle(self) -> Matrix:
        """The picture's middle, (2,) px."""
        return np.array([(self.size[0] - 1) / 2, (self.size[1] - 1) / 2])

    @property
    def reach(self) -> float:
        """Half of the picture's diagonal, px."""
        return float(np.hypot(*self.size)) / 2

    def unbend(self, points: Sequence[Point] | Matrix) -> Matrix:
        """Where points (n, 2) px of the picture would lie without the lens, (n, 2) px about the same middle."""
        out = (np.asarray(points, dtype=np.float64).reshape(-1, 2) - self.middle) / self.reach
        far = (out**2).sum(axis=1, keepdims=True)
        return np.asarray(out / (1 + self.k * far) * self.reach + self.middle)

    def bend(self, points: Sequence[Point] | Matrix) -> Matrix:
        """Where the lens shows straight points (n, 2), (n, 2) px: undoes `unbend`."""
        out = (np.asarray(points, dtype=np.float64).reshape(-1, 2) - self.middle) / self.reach
        far = (out**2).sum(axis=1, keepdims=True)
        root = np.sqrt(np.maximum(1 - 4 * self.k * far, 0.0))
        return np.asarray(out * (2 / (1 + root)) * self.reach + self.middle)
