"""What the dice's networks learn from, and how it is gathered: the recipe of one training, whole."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cv2

from ...scenes.describe.scene import Kind
from ...scenes.pictures import Order, pictures
from . import views
from .drawn_dice import bank
from .photographs import SCENES, photographs
from .store import save_photos

NO_PHOTOGRAPH = "/"
"""In every source's name: what a training leaves out that learns from no photograph."""
SEVERAL = 4
"""How often a path-traced table is looked at: there are few of them."""


@dataclass(frozen=True)
class Tables:
    """Drawn tables to learn from: as `python -m workshop scenes` draws them."""

    kind: Kind
    seed: int
    count: int
    harsh: float
    size: tuple[int, int] = (1280, 960)
    without_dice: bool = False
    physics: float = 0.0
    cocked: float = 0.3

    @property
    def order(self) -> Order:
        """What is asked of the painter."""
        return Order(
            kind=self.kind, harsh=self.harsh, size=self.size, without_dice=self.without_dice,
            physics=self.physics, cocked=self.cocked,
        )  # fmt: skip

    def folder(self, work: Path, what: str = "tables") -> Path:
        """Where they are kept, or what was made of them."""
        return work / what / f"{self.kind}-{self.seed}"


@dataclass(frozen=True)
class Recipe:
    """What is learnt from, and how long.

    Attributes:
        minutes: of each of both trainings.
        seed: of everything random.
        start: folder of models/dice whose networks are gone on from; None: from nothing.
        leave_out: parts of the names of sources of photographs that are not learnt from.
        scene: of the photographed boxes, the one that is learnt from; the other is there to measure with.
        scenes: of six drawn dice each.
        surfaces: drawn table tops.
        tables: drawn tables.
        judged_on: others, on which nothing is learnt but how sure a reading may be.
        photoreal: folders of tables that are drawn elsewhere (`workshop.scenes.photoreal`), each shown several times.
    """

    minutes: float
    seed: int
    start: str | None = None
    leave_out: tuple[str, ...] = ()
    scene: str = SCENES[False]
    scenes: int = 1000
    surfaces: int = 300
    tables: tuple[Tables, ...] = (
        Tables("occe", 12002, 300, 0.35),
        Tables("box", 12004, 100, 0.4),
        Tables("occe", 12005, 150, 0.3, without_dice=True),
        Tables("occe", 12006, 150, 0.3, physics=1.0, cocked=0.5),
        Tables("occe", 12112, 500, 0.25),
        Tables("occe", 12116, 300, 0.25, physics=1.0, cocked=0.5),
        Tables("occe", 8301, 160, 0.2, physics=1.0, cocked=0.5),
        Tables("occe", 8305, 300, 0.2, physics=1.0, cocked=1.0),
        Tables("occe", 12102, 250, 0.2),
        Tables("box", 12104, 90, 0.3),
        Tables("occe", 12105, 100, 0.2, without_dice=True),
        Tables("occe", 12106, 90, 0.2, physics=1.0, cocked=0.5),
        Tables("occe", 12109, 300, 0.35),
        Tables("box", 12114, 150, 0.3),
        Tables("occe", 12115, 150, 0.25, without_dice=True),
        Tables("occe", 12122, 500, 0.3, (960, 720)),
        Tables("occe", 8303, 150, 0.2, physics=0.5, cocked=0.1),
    )
    judged_on: tuple[Tables, ...] = (
        Tables("occe", 12001, 60, 0.3),
        Tables("box", 12003, 40, 0.3, (960, 720)),
        Tables("occe", 12007, 120, 0.3),
        Tables("occe", 12008, 60, 0.2, without_dice=True),
    )
    photoreal: tuple[str, ...] = ()

    @property
    def unseen(self) -> tuple[str, ...]:
        """Parts of the names of all sources that are not learnt from."""
        return (*self.leave_out, *(scene for scene in SCENES.values() if scene != self.scene))

    def view_folders(self, work: Path) -> list[Path]:
        """Where what the search sees of all tables is kept."""
        drawn_here = [drawn.folder(work, "views") for drawn in self.tables]
        return drawn_here + [work / "views" / Path(drawn).name for drawn in self.photoreal]


def prepare(work: Path, photos: Path, recipe: Recipe) -> None:
    """Gather it all into folders of `work`; what is there already stays."""
    for tables in (*recipe.tables, *recipe.judged_on):
        _once(tables.folder(work), partial(_draw, tables=tables))
    for tables in recipe.tables:
        _show(work, tables.folder(work), 1)
    for folder in recipe.photoreal:
        _show(work, Path(folder), SEVERAL)
    _once(work / "bank", lambda to: _save_bank(to, recipe))
    _once(work / "photos", lambda to: _save_photographs(to, photos))


def _once(folder: Path, make: Callable[[Path], None]) -> None:
    """Make a folder's content, unless it has been made."""
    if not (folder / "done").exists():
        folder.mkdir(parents=True, exist_ok=True)
        make(folder)
        (folder / "done").touch()
        print(folder, "made", flush=True)


def _show(work: Path, tables: Path, times: int) -> None:
    """Keep what the search sees of the tables in a folder, each looked at so many times."""
    labels = tables / "labels.jsonl"
    pieces = (piece for seed in range(times) for piece in views.pieces(labels, seed=seed))
    _once(work / "views" / tables.name, lambda to: print(views.save_pieces(pieces, to), "pieces"))


def _draw(folder: Path, tables: Tables) -> None:
    with (folder / "labels.jsonl").open("w", encoding="utf-8") as labels:
        for index, (image, truth) in enumerate(pictures(tables.order, tables.seed, tables.count)):
            name = f"{index:05d}.png"
            cv2.imwrite(str(folder / name), image)
            labels.write(json.dumps({"image": name, **truth}) + "\n")


def _save_bank(folder: Path, recipe: Recipe) -> None:
    (folder / "bank.pickle").write_bytes(pickle.dumps(bank(recipe.scenes, recipe.surfaces, recipe.seed)))


def _save_photographs(folder: Path, photos: Path) -> None:
    learnt, held, crops = photographs(photos)
    for name, group in (("kept", learnt), ("held", held), ("crops", crops)):
        (folder / name).mkdir(exist_ok=True)
        save_photos(group, folder / name)
    dicey = [photo for photo in learnt if photo.dice]
    print(len(dicey), "photographs with dice,", len(learnt) - len(dicey), "without,", len(held), "held back,",
          len(crops), "cut-outs;", sum(len(photo.dice) for photo in dicey), "dice")  # fmt: skip
