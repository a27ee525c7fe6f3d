"""What a closer look at a board's corners brings the reading: tiles and dice read with and without it, pair by pair.

python -m workshop.train.board.closely DIR/labels.jsonl ...
python -m workshop.train.board.closely --wide 80 --seed 770501 --out DIR  # makes tables seen through wide lenses
"""

import argparse
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

import models
from vision.board.finder import BoardFinder
from vision.board.refine import refined
from vision.frame import Frame
from vision.observation import BoardSeen
from vision.picture import read_picture, write_picture
from webui.live.eyes import open_eyes

from ...evaluate.score import PictureScore, score
from ...evaluate.truth import Truth, read_truths
from ...scenes import render, sample_scene

WIDE = -0.07
"""k1 of a lens that bends the picture plainly."""


@dataclass(frozen=True)
class ReadTwice:
    """One table read with the network's corners, and with those looked at closely."""

    before: PictureScore
    after: PictureScore


def main() -> None:
    """Makes wide tables, or prints a table for each file of labels."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("labels", type=Path, nargs="*")
    parser.add_argument("--wide", type=int, default=0)
    parser.add_argument("--seed", type=int, default=770501)
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    if asked.out:
        make(asked.out, asked.wide, asked.seed)
    for labels in asked.labels:
        pairs = list(read(list(read_truths(labels))))
        print(f"{labels.parent.name}: {len(pairs)} boards found")
        for name, right in RIGHT.items():
            before, after = (
                np.array([right(getattr(pair, when)) for pair in pairs]) for when in ("before", "after")
            )
            gained, lost = int((after & ~before).sum()), int((before & ~after).sum())
            print(f"  {name}: {before.sum()} -> {after.sum()}; gained {gained}, lost {lost}", flush=True)


def make(folder: Path, count: int, seed: int) -> None:
    """Ordinary OCCE tables whose lens is wide, of seeds from `seed` on, with their labels."""
    lines: list[str] = []
    while len(lines) < count:
        scene = sample_scene(
            np.random.default_rng(seed), kind="occe", split="test", harsh=0.0, size=(1280, 960)
        )
        if scene.camera.k1 <= WIDE:
            image, truth = render(scene)
            write_picture(folder / f"{seed}.png", image)
            lines.append(json.dumps({"image": f"{seed}.png", **truth}))
        seed += 1
    (folder / "labels.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


def read(truths: Sequence[Truth]) -> Iterator[ReadTwice]:
    """Every board that is found, read both ways."""
    eyes, finder = open_eyes(), BoardFinder(models.path("board"), closely=False)
    for truth in truths:
        image = read_picture(truth.picture)
        plain = finder.find(image, "occe")
        if plain is None:
            continue
        closer = refined(image, plain.corners)
        boards: tuple[BoardSeen, ...] = (plain, replace(plain, corners=closer.corners, lens=closer.lens))
        before, after = (score(truth, eyes.look(Frame(image, 0.0), "occe", None, board)) for board in boards)
        yield ReadTwice(before, after)


def _tiles(one: PictureScore) -> bool:
    return one.tiles is not None and one.tiles.turned == one.tiles.places


def _dice(one: PictureScore) -> bool:
    return one.dice is not None and not one.dice.extra and not one.dice.missed


RIGHT: Mapping[str, Callable[[PictureScore], bool]] = {
    "all tiles right": _tiles,
    "all dice right": _dice,
    "board and dice right": lambda one: _tiles(one) and _dice(one),
    "acted upon": lambda one: not one.asks,
    "acted upon, wrong": lambda one: not one.asks and not (_tiles(one) and _dice(one)),
}


if __name__ == "__main__":
    main()
