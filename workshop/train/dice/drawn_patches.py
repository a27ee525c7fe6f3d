"""Patches of drawn tables and of drawn dice, made by as many processes as there are cores while a training runs.

Each process draws with a seed of its own for as long as the training lives, and leaves files in a folder, which the
training takes in.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import fields
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path

import cv2
import numpy as np

from vision.dice.reader import over
from vision.dice.search import Search, candidates
from vision.dice.views import SearchView
from vision.geometry.plane import inverse
from vision.layout import load_layout

from ...scenes.pictures import picture
from .crops import any_side
from .drawn_dice import bank
from .patches import MAYBE, Stack, TrainingPatch, patches, stacked
from .pictures import SIZE, drawn_picture
from .recipe import Recipe, Tables
from .tables import annotation, wrong_corners

FIRST_SEED = 700_000
"""Of the tables drawn here; no table that anything is measured on has one so large."""
TABLES, SCENES = 12, 60
"""Tables, and pictures of drawn dice, that go into one file."""
KINDS = {"tables": 0.8, "dice": 0.2}
"""What a process draws next, by its chance."""
BANK = (80, 30)
"""Scenes of six dice and table tops that a process draws for itself."""
Rng = np.random.Generator


def of_table(tables: Tables, seed: int, index: int, search: Search, rng: Rng) -> Iterator[TrainingPatch]:
    """Patches of a drawn table as it is seen where its board is known."""
    image, truth = picture(tables.order, seed, index)
    if truth["board"] is None:
        return
    board = wrong_corners(truth["board"], rng)
    view = over(board, load_layout(board.layout), None, (image.shape[1], image.shape[0]))
    spots = sorted(candidates(search.cells(view.of(image)), MAYBE), key=lambda spot: -spot.there)
    known = [annotation(die, inverse(view.matrix)) for die in truth["dice"]]
    yield from patches(image, view, known, [(spot.x, spot.y, spot.side) for spot in spots], 1.0, "tables")


def of_dice(search: Search, rng: Rng, count: int) -> Iterator[TrainingPatch]:
    """Patches of pictures of drawn dice among what is none, seen aslant."""
    drawn = bank(*BANK, int(rng.integers(2**31)))
    whole = SearchView(np.eye(3), (SIZE, SIZE), whole=True)
    for _ in range(count):
        image, truths = drawn_picture(drawn, [], rng, any_side, upright=True)
        spots = sorted(candidates(search.cells(image), MAYBE), key=lambda spot: -spot.there)
        yield from patches(image, whole, truths, [(spot.x, spot.y, spot.side) for spot in spots], 1.0, "dice")


def draw(folder: Path, search: Path, seed: int) -> None:
    """Write one file after another, until the folder is gone."""
    cv2.setNumThreads(1)
    rng, finder, number = np.random.default_rng((FIRST_SEED, seed)), Search(search), 0
    every = Recipe(0.0, 0).tables
    shares = np.array([tables.count for tables in every], float)
    while folder.exists():
        what = str(rng.choice(list(KINDS), p=list(KINDS.values())))
        tables = every[int(rng.choice(len(every), p=shares / shares.sum()))]
        made = (
            [
                patch
                for index in range(TABLES)
                for patch in of_table(tables, FIRST_SEED + seed, number + index, finder, rng)
            ]
            if what == "tables"
            else list(of_dice(finder, rng, SCENES))
        )
        number += TABLES
        if made and folder.exists():
            keep(stacked(made), folder / f"{what}-{seed}-{number}.npz")


def keep(stack: Stack, file: Path) -> None:
    """Write a stack, first under another name: readers find complete files only."""
    part = file.with_suffix(".part")
    with part.open("wb") as out:
        np.savez(out, **{field.name: getattr(stack, field.name) for field in fields(Stack)})
    part.replace(file)


def load_stack(file: Path) -> Stack:
    """What `keep` wrote; the file is deleted."""
    with np.load(file) as arrays:
        stack = Stack(**{field.name: arrays[field.name] for field in fields(Stack)})
    file.unlink()
    return stack


def drawing(folder: Path, search: Path, seed: int, processes: int | None = None) -> Sequence[BaseProcess]:
    """Start drawing into an empty folder; ends with the training."""
    context = get_context("spawn")
    count = max(1, (os.cpu_count() or 2) - 2) if processes is None else processes
    started = [
        context.Process(target=draw, args=(folder, search, 1000 * seed + index), daemon=True)
        for index in range(count)
    ]
    for process in started:
        process.start()
    return started
