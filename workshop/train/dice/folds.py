"""Leave sources out in turn: train both networks without them, and score them on all of their whole photographs.

    python -m workshop train dice.folds --work DIR --photos ../shared/photos --minutes 40 --start DIR/without-/

Each fold leaves several sources out at once, so that no fold has learnt from what it is scored on and the whole takes
hours, not days. A fold is a training of train.py in a folder of its own in DIR, taken up where it was. `--start` must
name networks that have learnt from no photograph (`dice.train --leave-out /` makes such in DIR/without-/), or what is
told of a source is not told of strange pictures. Writes DIR/folds.json, DIR/folds.png (risk against coverage by source)
and contact sheets of what is wrong into DIR/folds/.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import torch

from vision.dice.reader import DiceReader
from vision.frame import Frame
from vision.look import Eyes
from vision.picture import read_picture

from ...evaluate.coverage import coverage_plot
from ...evaluate.figures import coverage_groups, report
from ...evaluate.score import PictureScore, score
from ...evaluate.sheets import Sheets
from ...evaluate.truth import Truth, read_truths
from .photographs import folds, sources
from .recipe import Recipe
from .train import into, run


def of_sources(labels: Path, left_out: tuple[str, ...]) -> Iterator[Truth]:
    """Their whole photographs that may be learnt from."""
    return (truth for truth in read_truths(labels) if truth.use == "train" and truth.source in left_out)


def scored(folder: Path, truths: Iterator[Truth], sheets: Sheets) -> list[PictureScore]:
    """What `python -m workshop evaluate --board none` scores, read with the networks in a folder."""
    eyes, scores = Eyes(DiceReader(folder / "dice.onnx", folder / "faces.onnx")), []
    for truth in truths:
        seen = eyes.look(Frame(read_picture(truth.picture), 0.0), "none")
        scores.append(score(truth, seen))
        sheets.add(truth, seen, scores[-1])
    return scores


def main() -> None:
    """Train and score every fold."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--work", type=Path, required=True, help="folder of caches and checkpoints")
    parser.add_argument("--photos", type=Path, required=True, help="../shared/photos")
    parser.add_argument("--minutes", type=float, default=40, help="of both trainings of a fold together")
    parser.add_argument("--start", help="folder of networks that have learnt from no photograph")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(given.seed)
    labels, recipe = given.photos / "dice" / "labels.jsonl", Recipe(given.minutes, given.seed, given.start)
    scores: list[PictureScore] = []
    for left_out in folds(sources(labels)):
        fold = replace(recipe, leave_out=tuple(source.partition("/")[0] for source in left_out))
        run(given.work, given.photos, fold, None)
        sheets = Sheets(given.work / "folds")
        scores += scored(into(given.work, fold), of_sources(labels, left_out), sheets)
        sheets.close()
        told = {"minutes": given.minutes, **report(scores)}
        (given.work / "folds.json").write_text(json.dumps(told, indent=1), encoding="utf-8")
        coverage_plot(coverage_groups(scores), given.work / "folds.png")
        print(left_out, json.dumps(told["dice"]), flush=True)


if __name__ == "__main__":
    main()
