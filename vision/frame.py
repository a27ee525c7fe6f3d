"""A picture of the table and when it was taken."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
"""(H, W, 3) uint8, BGR."""


@dataclass(frozen=True, eq=False)
class Frame:
    """One picture of the table.

    Attributes:
        image: (H, W, 3) uint8, BGR, as shown (after EXIF rotation). Never written to.
        time: seconds from the start of the source, never decreasing.
    """

    image: Image
    time: float
