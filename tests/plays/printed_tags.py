"""A drawn table with printed tags on it."""

import cv2
import numpy as np
from numpy.typing import NDArray

DICTIONARY = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)


def table(places: dict[int, tuple[int, int]], side: int) -> NDArray[np.uint8]:
    """A grey table with tags of `side` px, white around, their top left black corner at each place."""
    image = np.full((480, 640, 3), 120, np.uint8)
    edge = max(2, side // 8)
    for tag, (x, y) in places.items():
        cv2.rectangle(image, (x - edge, y - edge), (x + side + edge - 1, y + side + edge - 1), (255,) * 3, -1)
        drawn = cv2.aruco.generateImageMarker(DICTIONARY, tag, side)
        image[y : y + side, x : x + side] = drawn[..., None]
    return image
