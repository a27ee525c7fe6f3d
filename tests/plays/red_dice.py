"""A grey table on which red squares lie for dice, with something beyond that nobody is to see; and who reads them."""

from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.frame import Image
from vision.observation import BoardSeen, Die

FIVE = (0.002, 0.002, 0.002, 0.002, 0.99, 0.002)


def picture(*dice: tuple[int, int]) -> Image:
    image = np.random.default_rng(4).integers(108, 116, (480, 640, 3)).astype(np.uint8)
    cv2.circle(image, (60, 60), 30, (10, 200, 240), -1)  # somebody's face, beyond the area
    for x, y in dice:
        cv2.rectangle(image, (x - 10, y - 10), (x + 10, y + 10), (30, 30, 210), -1)
    return image


@dataclass
class Reds:
    """Takes every red square for a five, as sure as it is told to.

    Attributes:
        shown, sizes: the pictures that it was shown, and the sizes of dice that it was asked for.
    """

    sure: float = 0.98
    shown: list[Image] = field(default_factory=list)
    sizes: set[object] = field(default_factory=set)

    def read(self, image: Image, *, board: BoardSeen | None = None, die_px=None, within=()) -> tuple[Die, ...]:
        self.shown.append(image)
        self.sizes.add(die_px)
        red = (image[..., 2].astype(int) - image[..., 0] > 90).astype(np.uint8)
        _, _, stats, _ = cv2.connectedComponentsWithStats(red)
        boxes = [tuple(map(float, row[:4])) for row in stats[1:]]
        return tuple(Die(5, "flat", box, self.sure, None, FIVE, 0.98) for box in boxes)
