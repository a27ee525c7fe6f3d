"""Train the dice reader, both its networks, from the pictures to the files that ship.

    python -m workshop train dice.train --work DIR --photos ../shared/photos --minutes 300
    python -m workshop train dice.train --work DIR --only faces --device cuda --minutes 9

One step after another, each kept in DIR and taken up where it was: drawn tables, photographs, drawn and cut-out dice;
the search; the faces; both as .onnx with how sure they may be. The seed and the minutes stand in DIR/recipe.json, with
the sources that were left out. The faces learn on an accelerator just as well: all they need there is DIR/faces.npz,
which dice.pack writes.
"""

from __future__ import annotations

import argparse
import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.utils.data import DataLoader

from vision.dice.reader import DiceReader

from ..training import Run, Step, half_precision, train
from ..unfolded import begun
from .calibrate import PLAIN, believed, drawn, fitted, held_back, note, readings
from .export import export
from .faces import How
from .faces import learn as learn_faces
from .pack import PACK, packed
from .photographs import SCENES, without
from .recipe import NO_PHOTOGRAPH, Recipe, prepare
from .remaining import fit_missing, remaining
from .samples import Endless, search_samples
from .search_net import SearchNet, search_loss
from .store import Photo, load_photos

SEARCH_BATCH = 8
SEARCH_RATE = {False: 2.5e-3, True: 7e-4}
"""Highest learning rate from nothing, and where a trained network is gone on from: a higher one first spoils it."""
AVERAGE = 0.999
"""What stays of the averaged weights at each step."""
STRANGE = 30
"""Photographs of a source that was left out, to fit how sure a reading of strange dice may be."""
STEPS = ("prepare", "search", "faces", "calibrate")


def learn(net: torch.nn.Module, run: Run, samples: Endless, size: int, loss: Callable[[Any, Tensor], Step]) -> None:
    """Train until the run's time is over; goes on from its checkpoint."""
    net = net.to(memory_format=torch.channels_last)
    batches = iter(DataLoader(samples, size, num_workers=1, prefetch_factor=4))

    def learn_step(step: int, rng: np.random.Generator) -> Step:
        images, wanted = next(batches)
        batch = images.permute(0, 3, 1, 2).to(memory_format=torch.channels_last).float() / 255
        with half_precision():
            answer = net(batch)
        return loss(answer, wanted)

    train(net, run, learn_step)


def into(work: Path, recipe: Recipe) -> Path:
    """Where checkpoints and networks are written: sources left out have a folder of their own."""
    left_out = recipe.leave_out if recipe.scene == Recipe.scene else (*recipe.leave_out, Recipe.scene)
    return work / "-".join(("without", *left_out)) if left_out else work


def train_search(work: Path, recipe: Recipe) -> None:
    """The search, into search.pt."""
    checkpoint = into(work, recipe) / "search.pt"
    samples = Endless(lambda seed: search_samples(work, recipe, seed), _fresh(checkpoint, recipe.seed))
    net: torch.nn.Module = SearchNet()
    if not checkpoint.exists():
        file = None if recipe.start is None else Path(recipe.start) / "dice.onnx"
        net = begun(net, file, lambda: _pictures(samples))
    seconds, rate = recipe.minutes * 60, SEARCH_RATE[recipe.start is not None]
    learn(net, Run(seconds, checkpoint, rate, recipe.seed, 2e-4, average=AVERAGE), samples, SEARCH_BATCH, search_loss)


def _pictures(samples: Endless) -> Tensor:
    """Some of them, as the search sees them."""
    images, _ = next(iter(DataLoader(samples, 64, num_workers=0)))
    return images.permute(0, 3, 1, 2).float() / 255


def train_faces(work: Path, recipe: Recipe, how: How) -> None:
    """The faces, into faces.pt, from the packed photographs and from tables that are drawn meanwhile."""
    search = into(work, recipe) / "dice.onnx"
    search = search if search.exists() else Path(recipe.start or "models/dice") / "dice.onnx"
    learn_faces(work / PACK, search, into(work, recipe) / "faces.pt", recipe, how)


def _fresh(checkpoint: Path, seed: int) -> int:
    """A seed that no start before has used: what was shown is not shown again in the same order."""
    steps = int(torch.load(checkpoint, weights_only=True)["step"]) if checkpoint.exists() else 0
    return seed + 1000 * steps


def fit_scaling(work: Path, recipe: Recipe) -> None:
    """How sure the two may be, written into faces.onnx, and how far that can be believed, into sure.json.

    Fitted on what was held back, and on the sources that each other training in `work` has left out, but for those
    that this one has left out, too: what it is scored on.
    """
    folder = into(work, recipe)
    tables = chain(*(drawn(each.folder(work) / "labels.jsonl") for each in recipe.judged_on))
    plain = plain_reader(folder / "dice.onnx", folder / "faces.onnx")
    cases = readings(plain, chain(held_back(held(work, recipe)), tables))
    for other, photos in left_out(work, recipe):
        cases += readings(plain_reader(other / "dice.onnx", other / "faces.onnx"), held_back(photos))
    scales = fitted(cases)
    note(folder / "faces.onnx", scales)
    (folder / "sure.json").write_text(believed(cases, scales, folder / "sure.png"), encoding="utf-8")
    if held_out := remaining(cases, scales[False]):  # none without photographs
        (folder / "missing.json").write_text(json.dumps(asdict(fit_missing(held_out))), encoding="utf-8")


def held(work: Path, recipe: Recipe) -> list[Photo]:
    """The photographs held back, of the sources that are learnt from."""
    return without(load_photos(work / "photos" / "held"), recipe.unseen)


def plain_reader(search: Path, faces: Path) -> DiceReader:
    """A reader whose answers are reported without scaling."""
    with TemporaryDirectory() as beside:
        plain = Path(shutil.copy(faces, beside))
        note(plain, dict.fromkeys((True, False), PLAIN))
        return DiceReader(search, plain)


def left_out(work: Path, recipe: Recipe) -> Iterator[tuple[Path, list[Photo]]]:
    """Each other training that left sources out, with at most so many of their photographs, evenly spread.

    Not those that `recipe` leaves out itself, nor a training that knows no photograph at all: it reads far worse.
    """
    every = [photo for photo in without(load_photos(work / "photos" / "kept"), recipe.unseen) if photo.dice]
    for file in sorted(work.glob("without-*/recipe.json")):
        names = json.loads(file.read_text(encoding="utf-8"))["leave_out"]
        if file.parent == into(work, recipe) or not (file.parent / "faces.onnx").exists() or NO_PHOTOGRAPH in names:
            continue
        groups = [[photo for photo in every if name in photo.source] for name in names]
        yield file.parent, [photo for group in groups for photo in group[:: max(1, len(group) // STRANGE)]]


def main() -> None:
    """Prepare, train, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--work", type=Path, required=True, help="folder of caches and checkpoints")
    parser.add_argument("--photos", type=Path, default=Path("../shared/photos"))
    parser.add_argument("--minutes", type=float, default=300, help="of each of both trainings")
    parser.add_argument("--start", help="folder of networks to go on from, such as models/dice")
    parser.add_argument("--photoreal", nargs="*", default=[], help="folders of path-traced tables, to learn from")
    parser.add_argument("--leave-out", nargs="*", default=[], help="sources that are not learnt from")
    parser.add_argument("--scene", choices=sorted(SCENES.values()), default=Recipe.scene, help="of boxes, learnt from")
    parser.add_argument("--tables", type=int, default=len(Recipe.tables), help="sets of drawn tables")
    parser.add_argument("--only", choices=STEPS, help="this step alone")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--device", default="cpu", help="that the faces learn on, cpu or cuda")
    parser.add_argument("--batch", type=int, default=How.batch, help="cuts of a step of the faces")
    parser.add_argument("--drawing", type=int, help="processes that draw tables meanwhile; all cores but two")
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    torch.manual_seed(given.seed)
    recipe = Recipe(
        given.minutes, given.seed, given.start, tuple(given.leave_out), given.scene,
        tables=Recipe.tables[: given.tables], photoreal=tuple(given.photoreal),
    )  # fmt: skip
    run(given.work, given.photos, recipe, given.only, How(given.device, given.batch, given.drawing))


def run(work: Path, photos: Path, recipe: Recipe, only: str | None, how: How) -> None:
    """All steps, or one alone."""
    cv2.setNumThreads(1)  # what samples are made in is forked, and would wait for threads that are not there
    folder = into(work, recipe)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "recipe.json").write_text(json.dumps(asdict(recipe), indent=1), encoding="utf-8")
    if only in (None, "prepare"):
        prepare(work, photos, recipe)
        if not (work / PACK).exists():
            packed(photos, work / PACK, recipe.scene)
    if only in (None, "search"):
        train_search(work, recipe)
    if only in (None, "search", "calibrate"):
        export("search", folder / "search.pt", folder / "dice.onnx")
    if only in (None, "faces"):
        train_faces(work, recipe, how)
    if only in (None, "faces", "calibrate"):
        export("faces", folder / "faces.pt", folder / "faces.onnx")
    if only in (None, "calibrate"):
        fit_scaling(work, recipe)
