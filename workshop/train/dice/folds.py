"""Leave sources out in turn: train both networks without them, and score them on all of their whole photographs.

    python -m workshop train dice.folds --work DIR --photos ../shared/photos --tables 8 --minutes 12

Each fold leaves several sources out at once, so that no fold has learnt from what it is scored on and the whole takes
hours, not days. A fold is a training of train.py in a folder of its own in DIR, taken up where it was. It goes on from
a search that has learnt from no photograph, or what is told of a source were not told of strange pictures: BASE, made
by `dice.train --leave-out / --tables 8 --minutes 16 --only search`; the faces begin from nothing. How sure a fold may
be of strange dice is fitted on what the other folds in DIR left out, once all are trained. Contact sheets of what is
wrong go into DIR/folds/.

What a fold scored is kept in KEPT (beside this file if not said otherwise), a line a picture, so that folds may be
trained one at a time (`--fold 2`) on machines that know nothing of each other; figures.json and risk.png (risk against
coverage by source) beside it are made anew of all that is kept.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

import torch

from vision.dice.reader import DiceReader
from vision.frame import Frame
from vision.look import Eyes
from vision.picture import read_picture

from ...evaluate.coverage import coverage_plot
from ...evaluate.figures import coverage_groups, report
from ...evaluate.kept import keep, kept
from ...evaluate.score import PictureScore, score
from ...evaluate.sheets import Sheets
from ...evaluate.truth import Truth, read_truths
from .faces import How
from .photographs import FOLDS, folds, sources
from .recipe import Recipe
from .train import STEPS, into, run

KEPT, BASE = Path(__file__).parent / "folds", Path(__file__).parent / "base"
*BEFORE, CALIBRATE = STEPS
"""What each fold does by itself, and what it does once all are trained."""


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
    """Train and score every fold, or those that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--work", type=Path, required=True, help="folder of caches and checkpoints")
    parser.add_argument("--photos", type=Path, required=True, help="../shared/photos")
    parser.add_argument("--minutes", type=float, default=20, help="of each of both trainings of a fold")
    parser.add_argument("--start", default=str(BASE), help="folder of a search that has learnt from no photograph")
    parser.add_argument("--tables", type=int, default=len(Recipe.tables), help="sets of drawn tables")
    parser.add_argument("--fold", type=int, nargs="*", default=range(FOLDS), choices=range(FOLDS), help="these alone")
    parser.add_argument("--kept", type=Path, default=KEPT, help="where scores are kept")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cpu", help="that the faces learn on, cpu or cuda")
    given = parser.parse_args()
    how = How(given.device)
    torch.set_num_threads(1)
    torch.manual_seed(given.seed)
    labels = given.photos / "dice" / "labels.jsonl"
    recipe = Recipe(given.minutes, given.seed, given.start, tables=Recipe.tables[: given.tables])
    every = folds(sources(labels))
    made = {number: recipe.leaving_out(every[number]) for number in given.fold}
    for fold in made.values():
        for step in BEFORE:
            run(given.work, given.photos, fold, step, how)
    for number, fold in made.items():
        run(given.work, given.photos, fold, CALIBRATE, how)
        sheets = Sheets(given.work / "folds")
        keep(scored(into(given.work, fold), of_sources(labels, every[number]), sheets), given.kept / f"{number}.jsonl")
        sheets.close()
        tell(given.kept, given.minutes)


def tell(folder: Path, minutes: float) -> None:
    """Figures and the plot of all that is kept."""
    scores = kept(folder)
    told = {"minutes": minutes, **report(scores)}
    (folder / "figures.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    coverage_plot(coverage_groups(scores), folder / "risk.png")
    print(json.dumps(told["dice"]), flush=True)


if __name__ == "__main__":
    main()
