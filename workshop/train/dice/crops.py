"""Cuts for the faces network, endlessly: dice where the search would see them, and what it takes for dice.

A cut's label (8 numbers): 0 it is a die (0, 1), 1 its value 0..5 or -1, 2 cocked (0, 1) or -1 where nobody can
know, 3-4 from the cut's middle to the die's (in dice), 5-6 log of its width and height in dice, 7 weight of 3-6.
"""

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.search import Found, Search

from .pictures import SIZE, samples
from .store import Annotation, Photo, SpriteBank

CUT, DIE = 64, 36.0
"""Side of a cut, and of the die in it, px; vision/dice/reader.py cuts alike."""
MOST = 24  # cuts of one picture
HUGE = 0.12  # pictures of dice as the finest picture of a pyramid shows them
LEAST = 8.0  # smaller dice cannot be read
Floats = NDArray[np.float32]
Picture = NDArray[np.uint8]
Rng = np.random.Generator
Spot = tuple[float, float, float]
"""Where to cut: centre x, y and the side of the die that is believed there, px."""


def any_side(rng: Rng) -> float:
    """A die's longer side, px: every size alike, now and then so large that only parts of it look like dice."""
    if rng.random() < HUGE:
        return float(rng.uniform(85, 320))
    return float(np.exp(rng.uniform(np.log(9), np.log(62))))


def cuts(
    bank: SpriteBank, photos: list[Photo], seed: int, drawn: float, search: Path | None
) -> Iterator[tuple[Picture, Floats]]:
    """Cuts (64, 64, 3) uint8 BGR and labels (8,), for ever.

    Args:
        bank, photos, seed, drawn: as `pictures.samples`.
        search: dice.onnx, whose candidates are cut out too; None: drawn spots alone.
    """
    rng = np.random.default_rng((seed, 5))
    finder = Search(search) if search else None
    for picture, truths, flat in samples(bank, photos, seed, drawn, any_side, upright=True):
        found = finder.candidates(picture) if finder else ()
        spots = _spots(truths, found, rng)
        for index in rng.permutation(len(spots))[:MOST]:
            label = label_of(spots[index], truths, flat)
            if label is not None:
                yield _cut(picture, spots[index], label, rng)


def _spots(truths: list[Annotation], found: tuple[Found, ...], rng: Rng) -> list[Spot]:
    """Where to cut: near every die, where the search saw something, and anywhere."""
    spots = [(one.x, one.y, one.side) for one in found]
    for truth in truths:
        side = max(truth.width, truth.height)
        if truth.value >= 0 and LEAST < side < 0.4 * SIZE:
            x, y = np.array([truth.x, truth.y]) + rng.normal(0, 0.07, 2) * side
            spots.append((float(x), float(y), float(side * np.exp(rng.normal(0, 0.13)))))
            if rng.random() < 0.2:  # beside it
                x, y = np.array([truth.x, truth.y]) + _unit(rng) * rng.uniform(0.5, 1.2) * side
                spots.append((float(x), float(y), float(side * np.exp(rng.normal(0, 0.3)))))
    for _ in range(2):
        x, y = rng.uniform(0, SIZE, 2)
        spots.append((float(x), float(y), any_side(rng)))
    return [spot for spot in spots if 0 <= spot[0] < SIZE and 0 <= spot[1] < SIZE]


def _unit(rng: Rng) -> NDArray[np.float64]:
    angle = rng.uniform(0, 2 * np.pi)
    return np.array([np.cos(angle), np.sin(angle)])


def label_of(spot: Spot, truths: list[Annotation], flat: bool) -> list[float] | None:
    """What the network should say of a spot; None where nobody knows."""
    x, y, side = spot
    nearest: tuple[float, Annotation] | None = None
    for truth in truths:
        aside, below = abs(truth.x - x), abs(truth.y - y)
        if truth.value < 0 and aside < truth.width / 2 + side / 2 and below < truth.height / 2 + side / 2:
            return None
        longer = max(truth.width, truth.height)
        far = float(np.hypot(aside, below)) / max(longer, 1.0)
        if truth.value >= 0 and (nearest is None or far < nearest[0]):
            nearest = (far, truth)
    if nearest is None:
        return [0, -1, -1, 0, 0, 0, 0, 0]
    far, truth = nearest
    longer = max(truth.width, truth.height)
    alike = side / longer
    if far > 0.45 or not 0.38 < alike < 2.6:
        return [0, -1, -1, 0, 0, 0, 0, 0]
    if far > 0.32 or not 0.58 < alike < 1.7 or longer < LEAST:
        return None
    cocked = float(truth.value == 0) if flat else -1.0
    box = (
        (truth.x - x) / side,
        (truth.y - y) / side,
        np.log(truth.width / side),
        np.log(truth.height / side),
    )
    return [1, truth.value - 1, cocked, *map(float, box), float(truth.sized)]


def _cut(picture: Picture, spot: Spot, label: list[float], rng: Rng) -> tuple[Picture, Floats]:
    """The cut, turned a little and often mirrored, and its label with it; what stands still points up."""
    x, y, side = spot
    scale, angle = DIE / side, rng.normal(0, 0.12)
    matrix = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    if rng.random() < 0.5:
        matrix[0] *= -1
    middle = (CUT - 1) / 2
    warp = np.column_stack([matrix, middle - matrix @ (x, y)])
    reach = int(0.75 * CUT / scale) + 4
    left, top = max(0, int(x) - reach), max(0, int(y) - reach)
    image = picture[top : int(y) + reach, left : int(x) + reach]
    if scale < 0.7:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), 0.35 / scale), np.uint8)
    warp[:, 2] += warp[:, :2] @ (left, top)
    cut = cv2.warpAffine(image, warp, (CUT, CUT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    told = np.array(label, np.float32)
    told[3:5] = matrix @ told[3:5] / scale
    return np.asarray(cut, np.uint8), told
