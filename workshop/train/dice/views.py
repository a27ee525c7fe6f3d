"""Pieces of tables with a board exactly as the search sees them where a board is known, and where dice lie in them."""

import pickle
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from vision.dice.reader import over
from vision.dice.views import SearchView, through
from vision.geometry.plane import inverse
from vision.layout import load_layout

from ...labels import labelled
from ..augment import augmented_light
from .crops import Picture, Rng
from .pictures import SIZE, Floats, targets
from .store import Annotation
from .tables import annotation, wrong_corners

FILE = "views.pickle"
SCALED = 0.12
"""How much larger or smaller (log) than the reader's the view is: dice are not all as large as was thought."""
KNOWN = 0.5
"""Share of the views as where the dice's size is known: they are then about 20 px large, or smaller."""
SMALLER = 1.7
"""By how much at most."""
NEAR = 0.4
"""How far from a die a piece's middle lies at most, along either side, in sides of the piece."""


@dataclass(frozen=True, eq=False)
class CutView:
    """A piece of a view, (256, 256, 3) uint8 BGR, and the dice in it, px of the piece."""

    picture: Picture
    dice: tuple[Annotation, ...]


def pieces(labels: Path, seed: int = 1) -> Iterator[CutView]:
    """Around a die of each table and anywhere in it; tables without a board are passed over.

    Args:
        labels: labels.jsonl of workshop.scenes.
        seed: of how well the board is found, and where pieces are cut.
    """
    rng = np.random.default_rng(seed)
    for image, truth in labelled(labels):
        if truth["board"] is not None:
            yield from _of_table(image, truth, rng)


def _of_table(image: Picture, truth: dict[str, Any], rng: Rng) -> Iterator[CutView]:
    sides = [max(die["box"][2:]) for die in truth["dice"]]
    die = float(np.median(sides)) if sides and rng.random() < KNOWN else None
    size = (image.shape[1], image.shape[0])
    board = wrong_corners(truth["board"], rng)
    view = over(board, load_layout(board.layout), (0.85 * die, 1.15 * die) if die else None, size)
    factor = float(np.exp(rng.normal(0, SCALED)) * (rng.uniform(1, SMALLER) if die else 1))
    dice = [annotation(chosen, inverse(view.matrix)) for chosen in truth["dice"]]
    spots = []
    if dice:
        chosen = dice[int(rng.integers(len(dice)))]
        spots.append(np.array([chosen.x, chosen.y]) + rng.uniform(-NEAR, NEAR, 2) * SIZE)
    spots.append(rng.uniform(0, 1, 2) * view.size)
    for x, y in spots:
        yield _piece(image, view, truth, (float(x), float(y)), factor)


def _piece(
    image: Picture, view: SearchView, truth: dict[str, Any], middle: tuple[float, float], factor: float
) -> CutView:
    first = np.asarray(middle) - SIZE / 2 * factor
    shift = np.array([[factor, 0, first[0]], [0, factor, first[1]], [0, 0, 1.0]])
    matrix = view.matrix @ shift
    here = (annotation(die, inverse(matrix)) for die in truth["dice"])
    near = tuple(die for die in here if -40 < die.x < SIZE + 40 and -40 < die.y < SIZE + 40)
    return CutView(through(image, matrix, (SIZE, SIZE)), near)


def save_pieces(pieces: Iterator[CutView], folder: Path) -> int:
    """Write them into a folder; how many."""
    every = list(pieces)
    (folder / FILE).write_bytes(pickle.dumps(every))
    return len(every)


def augmented_pieces(folders: list[Path], seed: int) -> Iterator[tuple[Picture, Floats]]:
    """Kept pieces in any order, for ever: (256, 256, 3) uint8 and targets; turned, mirrored, lit otherwise."""
    rng = np.random.default_rng((seed, 8))
    pieces: list[CutView] = [
        piece for folder in folders for piece in pickle.loads((folder / FILE).read_bytes())
    ]
    while True:
        for index in rng.permutation(len(pieces)):
            picture, dice = turned(pieces[index], int(rng.integers(4)), bool(rng.random() < 0.5))
            yield augmented_light(picture, rng), targets(dice)


def turned(piece: CutView, quarters: int, mirror: bool) -> tuple[Picture, list[Annotation]]:
    """A piece by so many quarters anticlockwise, then in a mirror; its dice with it."""
    picture, dice = np.rot90(piece.picture, quarters), list(piece.dice)
    for _ in range(quarters):
        dice = [replace(d, x=d.y, y=SIZE - 1 - d.x, width=d.height, height=d.width) for d in dice]
    if mirror:
        picture, dice = picture[:, ::-1], [replace(d, x=SIZE - 1 - d.x) for d in dice]
    return np.ascontiguousarray(picture), dice
