"""A picture of the table and when it was taken."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from .errors import UnfitPicture

Image = NDArray[np.uint8]
"""(H, W, 3) uint8, BGR."""

LEAST_SIDE = 16
"""px: a smaller picture shows no table."""
FLATTEST = 16
"""Times that a picture may be as wide as high, or as high as wide."""


@dataclass(frozen=True, eq=False)
class Frame:
    """One picture of the table.

    Attributes:
        image: (H, W, 3) uint8, BGR, as shown (after EXIF rotation). Never written to.
        time: seconds from the start of the source, never decreasing.
        still: a larger picture of the same moment and view, where the camera hands one out: dice and tiles are read
            in it, motion is detected in `image`, and all results are in pixels of `image`.
    """

    image: Image
    time: float
    still: Image | None = None

    def changed(self, change: Callable[[Image], Image]) -> Frame:
        """The same moment, its picture and its larger still changed alike."""
        return Frame(change(self.image), self.time, None if self.still is None else change(self.still))


class LaterStill(Frame):
    """A frame whose larger still is made when it is first asked for: most frames are only looked at for motion.

    Args:
        image, time: as of any frame.
        larger: makes the still; None where it cannot.
    """

    _larger: Callable[[], Image | None]

    def __init__(self, image: Image, time: float, larger: Callable[[], Image | None]) -> None:
        self.__dict__.update(image=image, time=time, _larger=larger)  # a frame is never written to

    @cached_property
    def still(self) -> Image | None:
        """The larger picture."""
        return self._larger()

    def changed(self, change: Callable[[Image], Image]) -> Frame:
        """The same moment, changed alike; the still once it is asked for."""

        def larger() -> Image | None:
            return None if self.still is None else change(self.still)

        return LaterStill(change(self.image), self.time, larger)


def fit(frame: Frame) -> Frame:
    """The frame, where its picture can be one of a table. Raises UnfitPicture."""
    height, width = frame.image.shape[:2]
    short, long = sorted((height, width))
    if short < LEAST_SIDE or long > FLATTEST * short:
        raise UnfitPicture(
            f"expected a picture of {LEAST_SIDE} px a side or more, at most {FLATTEST} times as long as wide; "
            f"got {width}x{height}"
        )
    return frame
