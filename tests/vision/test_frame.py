"""Pictures that can show no table are refused by name, before anything looks at them."""

import numpy as np
import pytest
from each import each

from vision.errors import UnfitPicture, UnreadablePicture
from vision.follow.follower import follow
from vision.frame import Frame, fit
from vision.look import Eyes
from vision.observation import Observation


class Blind:
    """Sees nothing, in whatever it is shown."""

    def look(self, frame: Frame, *asked: object) -> Observation:
        return Observation(frame.time, None, ())

    def read(self, *shown: object, **asked: object) -> tuple[()]:
        return ()


def frame(width: int, height: int, time: float = 0.0) -> Frame:
    return Frame(np.zeros((height, width, 3), np.uint8), time)


@each("size", [(4000, 1), (3, 60000), (15, 16), (1, 1), (273, 17), (16, 257)])
def test_a_picture_too_small_or_too_flat_is_refused(size: tuple[int, int]) -> None:
    with pytest.raises(UnfitPicture, match=f"got {size[0]}x{size[1]}"):
        fit(frame(*size))
    with pytest.raises(UnreadablePicture):
        Eyes(Blind()).look(frame(*size))
    with pytest.raises(UnfitPicture):
        list(follow([frame(640, 480), frame(*size, 0.5)], Blind()))


@each("size", [(16, 16), (256, 16), (16, 256), (4608, 2592)])
def test_all_others_are_looked_at(size: tuple[int, int]) -> None:
    shown = frame(*size)
    assert fit(shown) is shown
    assert list(follow([frame(*size, 0.2 * k) for k in range(9)], Blind()))
