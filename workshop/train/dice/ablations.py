"""What each part of the faces' training is worth: the same training without it, scored on sources that were left out.

    python -m workshop train dice.ablations --work DIR --photos ../shared/photos --minutes 20 --start DIR/without-/

All learn for so many minutes from what the first fold of `dice.folds` may learn from, beside its search, and are scored
on what that fold leaves out. Writes DIR/ablations.json; `--only NAME ...` makes some of its lines anew.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Container, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import torch

from vision.dice.candidates import Candidate
from vision.dice.reader import DiceReader
from vision.frame import Frame, Image
from vision.look import Eyes
from vision.picture import read_picture

from ...evaluate.figures import report
from ...evaluate.score import score
from .calibrate import fitted, held_back, note, readings
from .export import export
from .folds import of_sources
from .photographs import folds, sources
from .recipe import NO_PHOTOGRAPH, Recipe
from .train import held, into, plain_reader, run, train_faces
from .trunk.distil import distil
from .trunk.pretrain import pretrain

FIFTH = 5
"""Each so-manieth photograph of what was left out is scored."""


class LookingOnce(DiceReader):
    """A reader that looks at each candidate as it is, never in a mirror besides."""

    def _look(self, image: Image, spots: Sequence[Candidate]) -> list[Candidate]:
        return self._read(image, spots, (False,))


def scored(reader: DiceReader, labels: Path, left_out: tuple[str, ...]) -> dict[str, Any]:
    """What `python -m workshop evaluate --board none` tells of every so-manieth photograph of the sources left out."""
    eyes = Eyes(reader)
    truths = list(of_sources(labels, left_out))[::FIFTH]
    told = report(score(one, eyes.look(Frame(read_picture(one.picture), 0.0), "none")) for one in truths)
    return {name: told[name] for name in ("pictures", "dice", "acted_upon")}


def begun(name: str, work: Path, recipe: Recipe, search: Path, detector: Path | None, to: Path) -> Path | None:
    """The trunk that a training begins with, learnt here unless it was before; None: it is not taught beforehand."""
    if name not in ("pretrained", "distilled"):
        return None
    if not to.exists() and name == "pretrained":
        pretrain(work, recipe, search, to, recipe.minutes)
    if not to.exists() and detector is not None:
        distil(work, recipe, search, detector, to, recipe.minutes)
    return to


def ways(recipe: Recipe) -> dict[str, Recipe]:
    """Each way of training, by its name."""
    nothing = replace(recipe, start=None)
    return {
        "all": recipe, "no photographed dice laid": replace(recipe, laid=False),
        "no drawn tables": replace(recipe, tables=()), "no photographs": replace(recipe, leave_out=(NO_PHOTOGRAPH,)),
        "from nothing": nothing, "pretrained": nothing, "distilled": nothing,
    }  # fmt: skip


def variants(
    work: Path, photos: Path, recipe: Recipe, detector: Path | None, only: Container[str]
) -> Iterator[tuple[str, DiceReader]]:
    """Each way of training or looking that is asked for, and the reader that came of it."""
    search = into(work, recipe) / "dice.onnx"
    if not search.exists():
        run(work, photos, recipe, "search")
    folder = work / "ablations"
    for name, changed in ways(recipe).items():
        if name not in only or (name == "distilled" and detector is None):
            continue
        to = folder / name.replace(" ", "-")
        to.mkdir(parents=True, exist_ok=True)
        trunk = begun(name, work, recipe, search, detector, to / "trunk.pt")
        train_faces(work, changed, search, to / "faces.pt", trunk)
        for kind, averaged in (("", True), (", weights of the last step", False)):
            if averaged or name == "all":
                faces = to / f"faces{'' if averaged else '-last'}.onnx"
                export("faces", to / "faces.pt", faces, averaged=averaged)
                note(faces, fitted(readings(plain_reader(search, faces), held_back(held(work, recipe)))))
                yield name + kind, DiceReader(search, faces)
        if name == "all":
            yield "all, one look", LookingOnce(search, to / "faces.onnx")


def main() -> None:
    """Train and score every variant."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--work", type=Path, required=True, help="folder of caches and checkpoints")
    parser.add_argument("--photos", type=Path, required=True, help="../shared/photos")
    parser.add_argument("--minutes", type=float, default=20, help="of each training of the faces")
    parser.add_argument("--start", help="folder of networks that have learnt from no photograph")
    parser.add_argument("--tables", type=int, default=len(Recipe.tables), help="sets of drawn tables")
    parser.add_argument("--detector", type=Path, help="ch_PP-OCRv4_det_infer.onnx of rapidocr-onnxruntime")
    parser.add_argument("--only", nargs="*", choices=list(ways(Recipe(0, 0))), help="these ways of training alone")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    cv2.setNumThreads(1)  # what samples are made in is forked, and would wait for threads that are not there
    torch.set_num_threads(1)
    torch.manual_seed(given.seed)
    labels = given.photos / "dice" / "labels.jsonl"
    left_out = folds(sources(labels))[0]
    recipe = Recipe(2 * given.minutes, given.seed, given.start, tables=Recipe.tables[: given.tables])
    recipe = recipe.leaving_out(left_out)
    file = given.work / "ablations.json"
    told = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    for name, reader in variants(given.work, given.photos, recipe, given.detector, given.only or ways(recipe)):
        told[name] = {"minutes": given.minutes, **scored(reader, labels, left_out)}
        file.write_text(json.dumps(told, indent=1), encoding="utf-8")
        print(name, json.dumps(told[name]["dice"]), flush=True)


if __name__ == "__main__":
    main()
