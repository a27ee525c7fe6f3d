"""How much the second reader's word should count where no board is known, on pictures that neither learnt from.

    python -m workshop train dice.agreed --held CACHE/held.pickle --leave-out matteop65 --without TABLES/labels.jsonl

For each choice of vision/dice/agreed.py's numbers: photographs held back (all dice right, F1, acted upon, of those
wrong), and tables without a die on which one would be acted upon.
"""

import argparse
import json
import pickle
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models import path
from vision.dice.agreed import Word
from vision.dice.reader import DiceReader
from vision.frame import Frame
from vision.look import Eyes
from vision.observation import Box

from ...evaluate.figures import report
from ...evaluate.score import score
from ...evaluate.truth import TrueDie, Truth, read_truths
from .store import Annotation, Photo, Picture

FOUND, READ, USUAL = (0.3, 0.6, 1.0), (0.6, 0.9), (0.0, 1.5, 3.0)
"""What is tried of each number of `Word`."""


Case = tuple[Picture, Truth]


def held_back(file: Path, leave_out: str) -> Iterator[Case]:
    """The photographs that prepare.py held back, with dice and without, and their truth."""
    photos: list[Photo] = pickle.loads(file.read_bytes())
    for photo in photos:
        if not (leave_out and leave_out in photo.source):
            dice = tuple(TrueDie(die.value, _box(die)) for die in photo.dice)
            size = (float(photo.image.shape[1]), float(photo.image.shape[0]))
            yield photo.image, Truth(file, photo.source, "held", size, dice, tuple(map(_box, photo.ignored)))


def without(labels: Path) -> Iterator[Case]:
    """Drawn tables without a die."""
    for truth in read_truths(labels):
        image = cv2.imread(str(truth.picture))
        assert image is not None, truth.picture
        yield np.asarray(image, np.uint8), truth


def _box(die: Annotation) -> Box:
    return (die.x - die.width / 2, die.y - die.height / 2, die.width, die.height)


def figures(cases: list[Case], eyes: Eyes) -> dict[str, Any]:
    """What `python -m workshop evaluate --board none` tells of the dice, over all cases."""
    told = report(score(truth, eyes.look(Frame(image, 0.0), "none")) for image, truth in cases)
    dice, acted = told["dice"], told["acted_upon"]["dice"]
    return {"all_right": dice["all_right"], "f1": dice["f1"], "acted": acted["n"], "wrong": acted["wrong"]}


def main() -> None:
    """Try every choice and print a line of each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--held", type=Path, required=True)
    parser.add_argument("--leave-out", default="", help="a source that is not looked at")
    parser.add_argument(
        "--without", type=Path, nargs="+", required=True, help="labels of tables without dice"
    )
    given = parser.parse_args()
    sets = [
        list(held_back(given.held, given.leave_out)),
        [case for file in given.without for case in without(file)],
    ]
    for found, read, usual in product(FOUND, READ, USUAL):
        eyes = Eyes(DiceReader(path("dice"), path("faces"), path("plain"), Word(found, read, usual)))
        told = [figures(cases, eyes) for cases in sets]
        print(f"found {found} read {read} usual {usual}:", json.dumps(told), flush=True)


if __name__ == "__main__":
    main()
