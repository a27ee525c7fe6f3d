"""Cuts of tables with a board exactly as vision/dice/reader.py makes them: what the search finds there, and every die.

Where pictures.py shows dice of any size under any light, these are the pictures of whole tables as a camera takes
them, through the same view, the same search and the same cut as when Piste reads; kept as two arrays, so that a
training reads them from the disk.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.dice.reader import over
from vision.dice.search import Search
from vision.dice.views import View, through
from vision.geometry.plane import inverse
from vision.layout import load_layout

from ..augment import augmented_light
from .crops import CUT, DIE, Floats, Picture, Rng, label_of
from .tables import annotation, found_board, with_board

KEPT = 80
"""Side of a kept cut, px: a cut (crops.CUT) and room to turn it."""
LIKELY, MOST = 0.1, 16
"""How likely a find of the search must be a die, and how many of a table are kept."""
NEAR, SCALED = 0.07, 0.13
"""How far beside a die, in dice, and how much too large or small (log) a place is drawn."""
CUTS, LABELS = "places.npy", "labels.npy"
Place = tuple[tuple[float, float], float]
"""Where to cut a view: the middle and the side of the die believed there, px."""


def places(
    labels: Path, search: Path, every: int = 1, times: int = 1, seed: int = 1
) -> Iterator[tuple[Picture, Floats]]:
    """Cuts (80, 80, 3) uint8 BGR and their labels (8,), as crops.py has them.

    Args:
        labels: labels.jsonl of workshop.scenes; tables without a board are passed over.
        search: dice.onnx.
        every: of its tables, every so-manieth.
        times: how often each is looked at, its corners found a little otherwise.
        seed: of all that.
    """
    rng, finder = np.random.default_rng(seed), Search(search)
    for image, truth in with_board(labels, every):
        for _ in range(times):
            yield from _of_table(image, truth, finder, rng)


def _of_table(
    image: Picture, truth: dict[str, Any], finder: Search, rng: Rng
) -> Iterator[tuple[Picture, Floats]]:
    board = found_board(truth["board"], rng)
    view = over(board, load_layout(board.layout), None, (image.shape[1], image.shape[0]))
    found = sorted(finder.candidates(view.of(image), LIKELY), key=lambda one: -one.there)
    spots: list[Place] = [((one.x, one.y), one.side) for one in found[:MOST]]
    for middle, side in [*spots, *_beside_truth(view, truth, rng)]:
        matrix = view.cut(middle, side / DIE, (KEPT - 1) / 2)
        back, here = inverse(matrix), ((KEPT - 1) / 2, (KEPT - 1) / 2, DIE)
        label = label_of(here, [annotation(die, back) for die in truth["dice"]], flat=True)
        if label is not None:
            yield through(image, matrix, (KEPT, KEPT)), np.array(label, np.float32)


def _beside_truth(view: View, truth: dict[str, Any], rng: Rng) -> list[Place]:
    """Two places near every die, as a search might find it, and sometimes one beside it."""
    spots: list[Place] = []
    for die in (annotation(one, inverse(view.matrix)) for one in truth["dice"]):
        longer = max(die.width, die.height)
        aside = [rng.normal(0, NEAR, 2), rng.normal(0, NEAR, 2)]
        if rng.random() < 0.25:
            turn = rng.uniform(0, 2 * np.pi)
            aside.append(rng.uniform(0.5, 1.1) * np.array([np.cos(turn), np.sin(turn)]))
        for x, y in np.array([die.x, die.y]) + np.array(aside) * longer:
            spots.append(((float(x), float(y)), float(longer * np.exp(rng.normal(0, SCALED)))))
    return spots


def save_cuts(cuts: Iterator[tuple[Picture, Floats]], folder: Path) -> int:
    """Write them into a folder; how many."""
    samples = list(cuts)
    np.save(folder / CUTS, np.stack([cut for cut, _ in samples]))
    np.save(folder / LABELS, np.stack([label for _, label in samples]))
    return len(samples)


def augmented_cuts(folders: list[Path], seed: int) -> Iterator[tuple[Picture, Floats]]:
    """Kept cuts in any order, for ever: (64, 64, 3) uint8, (8,); turned, mirrored and lit a little otherwise.

    Args:
        folders: what `save_cuts` wrote; each folder's cuts are shown as often as another's of the same number.
        seed: of all that.
    """
    rng = np.random.default_rng((seed, 7))
    cuts = [np.load(folder / CUTS, mmap_mode="r") for folder in folders]
    labels = [np.load(folder / LABELS) for folder in folders]
    ends = np.cumsum([len(one) for one in labels])
    while True:
        for index in rng.permutation(ends[-1]):
            part = int(np.searchsorted(ends, index, side="right"))
            row = int(index - (ends[part] - len(labels[part])))
            yield _augmented(np.asarray(cuts[part][row]), labels[part][row], rng)


def _augmented(cut: Picture, label: Floats, rng: Rng) -> tuple[Picture, Floats]:
    """A cut out of the middle, a little turned and scaled, often mirrored, its label with it."""
    scale, angle = np.exp(rng.normal(0, 0.05)), rng.normal(0, 0.1)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    if rng.random() < 0.5:
        turn[0] *= -1
    old, new = (KEPT - 1) / 2, (CUT - 1) / 2
    matrix = turn * scale
    warp = np.column_stack([matrix, new - matrix @ (old, old)])
    seen = cv2.warpAffine(cut, warp, (CUT, CUT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    moved = label.copy()
    if moved[0]:
        moved[3:5] = turn @ moved[3:5] * scale
        moved[5:7] += np.log(scale)
    return augmented_light(np.asarray(seen, np.uint8), rng), moved
