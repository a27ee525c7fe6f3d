"""Tables seen as from straight above: the board's plane made flat, as the reader does where it knows the board.

Each table gives a few pieces, each a Photo of its own: around every die, at a corner, where tags lie, and anywhere;
what stands points up in them, as in the cuts of vision/dice/reader.py.
"""

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.search import Search
from vision.dice.views import View, around, flat_view
from vision.geometry.plane import Matrix, Quad, inverse, project, quad_of
from vision.observation import Point

from .store import DRAWN, Annotation, Photo

PIECE, DIE = 250, 36.0
"""Side of a piece, and of the dice in it, px."""
WRONG = 0.008  # the board's corners are found about so well, in sides
AROUND = 0.35
SEARCHED, MOST = 20.0, 14
"""Side, px, of the dice that a search on a table without any looks for, and how many of its finds are taken."""


def flat_pieces(labels: Path, every: int = 1, seed: int = 1) -> Iterator[Photo]:
    """Pieces of the tables of workshop.scenes with a board, every so-manieth."""
    rng = np.random.default_rng(seed)
    for image, truth in with_board(labels, every):
        yield from _pieces(image, truth, rng)


def with_board(labels: Path, every: int = 1) -> Iterator[tuple[NDArray[np.uint8], dict[str, Any]]]:
    """Tables of workshop.scenes, every so-manieth, that have a board: the picture (H, W, 3) BGR and its truth."""
    for line in islice(labels.read_text(encoding="utf-8").splitlines(), None, None, every):
        truth = json.loads(line)
        if truth["board"] is not None:
            image = cv2.imread(str(labels.parent / truth["image"]))
            assert image is not None, truth["image"]
            yield np.asarray(image, np.uint8), truth


def mistaken(labels: Path, search: Path, seed: int = 1) -> Iterator[Photo]:
    """Pieces of tables with a board and without a die: around what the search takes for dice there.

    Args:
        labels: labels.jsonl of `workshop.scenes --without-dice`.
        search: dice.onnx.
        seed: of how well the boards' corners are known.

    Raises:
        ValueError: there is a die on one of the tables.
    """
    rng, finder = np.random.default_rng(seed), Search(search)
    for truth in map(json.loads, labels.read_text(encoding="utf-8").splitlines()):
        if truth["dice"]:
            raise ValueError(f"{labels}: expected tables without dice, got {truth['image']} with some")
    for image, truth in with_board(labels):
        yield from _mistaken(image, truth["board"], finder, rng)


def _mistaken(
    image: NDArray[np.uint8], board: dict[str, Any], finder: Search, rng: np.random.Generator
) -> Iterator[Photo]:
    view = _view(image, board, SEARCHED / rng.uniform(12, 20), rng)
    found = sorted(finder.candidates(view.of(image)), key=lambda one: -one.there)
    for one in found[:MOST]:
        piece, _ = _piece(image, view, (one.x, one.y), one.side / DIE)
        yield Photo(piece, DRAWN, (), (), DIE, 0.02, True)


def _view(image: NDArray[np.uint8], board: dict[str, Any], scale: float, rng: np.random.Generator) -> View:
    """The board from straight above, its corners known about as well as the finder knows them."""
    deep, wide = board["millimetres"]
    size = (image.shape[1], image.shape[0])
    return flat_view(found_corners(board, WRONG, rng), (deep, wide), scale, around(AROUND), size)


def found_corners(board: dict[str, Any], wrong: float, rng: np.random.Generator) -> Quad:
    """The corners of a table's board as a finder tells them that is `wrong` by so much, in sides."""
    corners = np.array(board["corners"])
    side = float(np.hypot(*(corners - np.roll(corners, 1, axis=0)).T).mean())
    return quad_of(corners + rng.normal(0, wrong * side, (4, 2)))


def _piece(
    image: NDArray[np.uint8], view: View, middle: Point, scale: float
) -> tuple[NDArray[np.uint8], Matrix]:
    """A piece around a place of the view, what stands pointing up, and from its pixels to the picture's."""
    matrix = view.cut(middle, scale, PIECE / 2)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    piece = cv2.warpPerspective(image, matrix, (PIECE, PIECE), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(piece, np.uint8), matrix


def _pieces(image: NDArray[np.uint8], truth: dict[str, Any], rng: np.random.Generator) -> Iterator[Photo]:
    board, die = truth["board"], truth["condition"].get("die_mm") or 16.0
    view = _view(image, board, DIE / die, rng)
    over = [annotation(one, inverse(view.matrix)) for one in truth["dice"]]
    spots = [(one.x, one.y) for one in over if one.value >= 0]
    low, high = AROUND / (1 + 2 * AROUND), (1 + AROUND) / (1 + 2 * AROUND)
    tag = rng.choice([low, high], 2) + rng.normal(0, 0.03, 2)
    elsewhere = [
        tuple(share * view.size) for share in (tag, rng.uniform(0.02, 0.98, 2), rng.uniform(0.15, 0.85, 2))
    ]
    for middle in [*spots, *elsewhere]:
        piece, matrix = _piece(image, view, middle, 1.0)
        here = [annotation(one, inverse(matrix)) for one in truth["dice"]]
        here = [one for one in here if -20 < one.x < PIECE + 20 and -20 < one.y < PIECE + 20]
        dice = tuple(one for one in here if one.value >= 0)
        ignored = tuple(one for one in here if one.value < 0)
        yield Photo(piece, DRAWN, dice, ignored, DIE * 1.2, 0.005, True)


def annotation(die: dict[str, Any], back: Matrix) -> Annotation:
    """A die of the truth in a flat picture, by the homography from the photograph to it: value 0 cocked, -1 covered."""
    x, y, width, height = die["box"]
    ring = die.get("outline") or [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
    seen = project(back, ring)
    low, high = seen.min(axis=0), seen.max(axis=0)
    (x, y), (width, height) = (low + high) / 2, (high - low) * (0.95 if "outline" in die else 0.85)
    value = -1 if die.get("covered") else die["value"] or 0
    return Annotation(float(x), float(y), float(width), float(height), value, "outline" in die)
