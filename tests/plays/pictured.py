"""Pictures that a test's camera shows where people look at them: the demonstration's table, throws and tiles on it."""

from functools import cache

import cv2
import numpy as np

from hardware.camera import DEMO
from vision.frame import Frame, Image
from vision.observation import BoardSeen

MOMENT = 27_500
"""ms of the film: 6 and 2 lie on the felt, 8 and 9 are closed."""
SIX, TWO = (548, 485, 60), (647, 451, 60)
"""Where in the film a die that shows so lies: left, top, side, px."""
CLOSED_AT, CLOSED_WIDE = (424.0, 535.0), 42
"""The middle of tile 8 in the script's picture, which is closed, and its side, px."""
TABLE = BoardSeen("occe", ((136.0, 415.0), (153.0, 72.0), (487.0, 72.0), (504.0, 415.0)), True, 0.9)
"""The board in the table's picture."""


@cache
def film() -> Image:
    """One picture of the demonstration, (960, 1280, 3) uint8 BGR. Raises ValueError where it cannot be read."""
    shown = cv2.VideoCapture(str(DEMO))
    try:
        shown.set(cv2.CAP_PROP_POS_MSEC, MOMENT)
        read, image = shown.read()
    finally:
        shown.release()
    if not read:
        raise ValueError(f"expected a film with a picture at {MOMENT} ms; got {DEMO}")
    return image


def table_frame(time: float = 0.0) -> Frame:
    """The whole table, (480, 640, 3), at a time, seconds."""
    return Frame(cv2.resize(film(), (640, 480), interpolation=cv2.INTER_AREA), time)


@cache
def script_picture() -> Image:
    """A square of the table, (600, 600, 3): two dice where `table_script.die` puts a first throw."""
    picture = cv2.resize(film()[130:850, 280:1000], (600, 600), interpolation=cv2.INTER_AREA)
    for at, shown in enumerate((SIX, TWO)):
        _lay(picture, shown, (190 + 40 * at, 200), 40)
    return picture


def _lay(picture: Image, cut: tuple[int, int, int], place: tuple[int, int], side: int) -> None:
    left, top, wide = cut
    x, y = place
    patch = film()[top : top + wide, left : left + wide]
    picture[y : y + side, x : x + side] = np.asarray(cv2.resize(patch, (side, side), interpolation=cv2.INTER_AREA))
