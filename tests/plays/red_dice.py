"""Pictures of a grey table on which red squares lie for dice, and something beyond them that nobody is to see."""

import cv2
import numpy as np

from vision.frame import Image


def picture(*dice: tuple[int, int]) -> Image:
    image = np.random.default_rng(4).integers(108, 116, (480, 640, 3)).astype(np.uint8)
    cv2.circle(image, (60, 60), 30, (10, 200, 240), -1)  # somebody's face, beyond the area
    for x, y in dice:
        cv2.rectangle(image, (x - 10, y - 10), (x + 10, y + 10), (30, 30, 210), -1)
    return image
