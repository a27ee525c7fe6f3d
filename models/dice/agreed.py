"""How much the second reader's word should count where no board is known, on pictures that neither learnt from.

    python -m models.dice.agreed --held CACHE/held.pickle --leave-out matteop65 --without TABLES/labels.jsonl

For each choice of vision/dice_agreed.py's numbers: photographs held back (all dice right, F1, acted upon, of those
wrong), and tables without a die on which one would be acted upon.
"""

import argparse
import json
import pickle
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import cv2
import numpy as np

from vision.dice import DiceReader
from vision.dice_agreed import Word
from vision.look import Lines
from vision.observation import Die

from .. import path
from ..evaluate import dice_score
from ..evaluate_truth import TrueDie
from .store import Marked, Photo, Picture

FOUND, READ, USUAL = (0.3, 0.6, 1.0), (0.6, 0.9), (0.0, 1.5, 3.0)
"""What is tried of each number of `Word`."""


@dataclass(frozen=True, eq=False)
class Case:
    """A picture, its dice and what is not counted."""

    image: Picture
    dice: tuple[TrueDie, ...]
    ignored: tuple[tuple[float, float, float, float], ...]


def held_back(file: Path, leave_out: str) -> Iterator[Case]:
    """Photographs with dice that prepare.py held back."""
    photos: list[Photo] = pickle.loads(file.read_bytes())
    for photo in photos:
        if photo.dice and not (leave_out and leave_out in photo.source):
            dice = tuple(TrueDie(die.value, _box(die)) for die in photo.dice)
            yield Case(photo.image, dice, tuple(map(_box, photo.ignored)))


def without(labels: Path) -> Iterator[Case]:
    """Drawn tables without a die."""
    for line in labels.read_text(encoding="utf-8").splitlines():
        image = cv2.imread(str(labels.parent / json.loads(line)["image"]))
        assert image is not None, line
        yield Case(np.asarray(image, np.uint8), (), ())


def _box(die: Marked) -> tuple[float, float, float, float]:
    return (die.x - die.width / 2, die.y - die.height / 2, die.width, die.height)


def figures(cases: list[Case], told: list[tuple[Die, ...]]) -> dict[str, float]:
    """Over all cases: dice all right, value F1, how many are acted upon, and how many of those wrongly."""
    lines, rows = Lines(), []
    for case, dice in zip(cases, told, strict=True):
        real = [die for die in dice if die.there >= lines.real_alone]
        asks = any(die.sure < lines.die for die in real)
        asks |= any(lines.perhaps_alone <= die.there < lines.real_alone for die in dice)
        size = (float(case.image.shape[1]), float(case.image.shape[0]))
        rows.append((dice_score(case.dice, real, case.ignored, size), asks, bool(real or case.dice)))
    right, extra, missed = (
        sum(getattr(score, name) for score, _, _ in rows) for name in ("right", "extra", "missed")
    )
    acted = [score for score, asks, something in rows if something and not asks]
    return {
        "pictures": len(rows), "all_right": round(sum(score.all_right for score, _, _ in rows) / max(1, len(rows)), 3),
        "f1": round(2 * right / max(1, 2 * right + extra + missed), 4),
        "acted": len(acted), "wrong": sum(not score.all_right for score in acted),
    }  # fmt: skip


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
        reader = DiceReader(path("dice"), path("faces"), path("plain"), Word(found, read, usual))
        told = [figures(cases, [reader.read(case.image) for case in cases]) for cases in sets]
        print(f"found {found} read {read} usual {usual}:", json.dumps(told), flush=True)


if __name__ == "__main__":
    main()
