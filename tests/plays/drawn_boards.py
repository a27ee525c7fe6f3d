"""Drawn tables: one with printed tags on it; a board of arrows, what finds it, and what counts its men by colour."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.men.finder import Leaves
from vision.men.known import spaces_of
from vision.men.reader import KINDS, MOST
from vision.men.strips import LONG
from vision.observation import Die

START = {
    "arrow-1": "black x 2", "arrow-6": "white x 5", "arrow-8": "white x 3", "arrow-12": "black x 5",
    "arrow-1A": "white x 2", "arrow-6A": "black x 5", "arrow-8A": "black x 3", "arrow-12A": "white x 5",
}  # fmt: skip
TOWERS = {"arrow-12": "white x 15", "arrow-1A": "black x 15"}
STEP, DEEP, LEFT, TOP, BAR = 60, 384, 100, 60, 40
"""px: from arrow to arrow, from the rim to the middle, of the field's corner, of the bar."""
ACROSS = 56
LEAVES = tuple(
    ((x, TOP + 2 * DEEP), (x, TOP), (x + 6 * STEP, TOP), (x + 6 * STEP, TOP + 2 * DEEP))
    for x in (float(LEFT), float(LEFT + 6 * STEP + BAR))
)
WHITE, BLACK = (215, 225, 232), (52, 44, 40)
Picture = NDArray[np.uint8]
DICTIONARY = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)


def drawn(
    stand: dict[str, str], turned: bool = False, mirrored: bool = False, at: tuple[int, int] = (0, 0)
) -> Picture:
    """A board with these men, a little noise upon it."""
    picture = np.full((920, 1000, 3), (60, 110, 90), np.uint8)
    spaces = spaces_of(turned, mirrored)
    for strip in range(24):
        x, rim, way = foot(strip)
        corners = np.array([(x - 28, rim), (x + 28, rim), (x, rim + way * 320)])
        cv2.fillPoly(picture, [corners], (40, 60, 140) if strip % 2 else (150, 190, 205))
    for strip, space in enumerate(spaces):
        who, _, count = stand.get(space, "empty").partition(" x ")
        x, rim, way = foot(strip)
        for man in range(int(count or 0)):
            level, place = divmod(man, 3 if int(count) > 5 else 5)
            middle = (x + 2 * level, rim + way * int(ACROSS * (place + 0.5)) - 3 * level)
            colour = np.array(WHITE if who == "white" else BLACK)
            cv2.circle(picture, middle, ACROSS // 2, (colour * 0.7).tolist(), -1, cv2.LINE_AA)
            cv2.circle(picture, middle, ACROSS // 2 - 3, colour.tolist(), -1, cv2.LINE_AA)
    noisy = picture + np.random.default_rng(7).normal(0, 3, picture.shape)
    moved = np.roll(np.clip(noisy, 0, 255).astype(np.uint8), at, axis=(1, 0))
    return np.ascontiguousarray(moved)


def foot(strip: int) -> tuple[int, int, int]:
    leaf, (far, k) = strip // 12, divmod(strip % 12, 6)
    column = 5 - k if far else k
    x = LEFT + leaf * (6 * STEP + BAR) + STEP * column + STEP // 2
    return x, (TOP if far else TOP + 2 * DEEP), (1 if far else -1)


class Finds:
    """A finder that finds the leaves where they are; or nothing."""

    def __init__(self, at: tuple[float, float] | None = (0.0, 0.0)) -> None:
        self.at = at

    def find(self, image: object, seat1_side: object = None) -> Leaves | None:
        if self.at is None:
            return None
        left, right = (tuple((x + self.at[0], y + self.at[1]) for x, y in leaf) for leaf in LEAVES)
        return Leaves((left, right), 0.9)


class Counts:
    """Instead of the network: men are what has their colour from the rim on; it is never very sure."""

    def read(self, strips: Picture, colours: object = None, bare: object = None) -> NDArray[np.float64]:
        assert isinstance(colours, tuple)
        middle = strips[:, ::-1, 9:15].astype(float)
        chances = np.full((len(strips), KINDS), 0.002)
        reach = [(np.abs(middle - colour).mean(axis=3) < 40).mean(axis=2).sum(axis=1) for colour in colours]
        for strip, rows in enumerate(np.transpose(reach)):
            colour = int(rows.argmax())
            men = round(rows[colour] / (LONG * ACROSS / DEEP))
            chances[strip, men + MOST * colour if men else 0] = 0.9
        return np.asarray(chances / chances.sum(axis=1, keepdims=True))


class Dice:
    """A dice reader that reads these dice."""

    def __init__(self, *dice: Die) -> None:
        self.dice = dice

    def read(self, image: object, **asked: object) -> tuple[Die, ...]:
        return self.dice if asked.get("board") is None else ()


def table(places: dict[int, tuple[int, int]], side: int) -> NDArray[np.uint8]:
    """A grey table with tags of `side` px, white around, their top left black corner at each place."""
    image = np.full((480, 640, 3), 120, np.uint8)
    edge = max(2, side // 8)
    for tag, (x, y) in places.items():
        cv2.rectangle(image, (x - edge, y - edge), (x + side + edge - 1, y + side + edge - 1), (255,) * 3, -1)
        drawn = cv2.aruco.generateImageMarker(DICTIONARY, tag, side)
        image[y : y + side, x : x + side] = drawn[..., None]
    return image
