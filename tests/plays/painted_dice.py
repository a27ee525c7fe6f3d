"""Pictures whose dice are plain squares, and eyes that read them, for commands of which the reading is not tried."""

from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.follow.fates import NUDGE
from vision.frame import Frame
from vision.layout import Layouts, layouts
from vision.observation import Die, Observation

MARK, EDGE = 201, 22


@dataclass
class PlainEyes:
    """Reads dice painted by `table`: their green is MARK, their blue tells the value (0: cocked); recalls nothing."""

    tiles: None = None
    recall: object = None
    known: Layouts = field(default_factory=layouts)

    def look(self, frame: Frame, *asked: object) -> Observation:
        green = (frame.image[:, :, 1] == MARK).astype(np.uint8)
        boxes = cv2.connectedComponentsWithStats(green)[2][1:, :4].tolist()
        return Observation(frame.time, None, tuple(self._die(frame, *box) for box in boxes))

    def turned(self, frame: Frame, seen: Observation) -> Observation:
        return seen

    @staticmethod
    def _die(frame: Frame, x: int, y: int, w: int, h: int) -> Die:
        value = int(frame.image[y + h // 2, x + w // 2, 0]) // 20
        return Die(value or None, "flat" if value else "cocked", (x, y, w, h), 0.99)


def table(*dice: tuple[int, int, int]) -> np.ndarray:
    """A plain table; each die is x, y (px) and value."""
    image = np.full((480, 640, 3), (60, 90, 130), np.uint8)
    for x, y, value in dice:
        image[y : y + EDGE, x : x + EDGE] = (20 * value, MARK, 250)
    return image


def fresh(seen: Observation) -> list[int]:
    """The values of dice that lie farther from where one lay than a nudge, or show something else there."""
    pairs = zip(seen.dice, seen.fates, strict=True) if seen.fates else ()
    return sorted(
        die.value or 0
        for die, fate in pairs
        if fate.stirred and (fate.off > NUDGE or fate.was not in (None, die.value))
    )


LYING = table((300, 200, 5), (380, 260, 3))
