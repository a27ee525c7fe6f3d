"""What the two trainings are shown, endlessly: photographs by source, laid dice, tables as the reader sees them."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch.utils.data import IterableDataset, get_worker_info

from . import places, views
from .crops import Floats, Picture, cuts
from .photographs import cut_dice, without
from .pictures import pictures
from .recipe import Recipe
from .store import Photo, SpriteBank, load_photos

DRAWN = 0.25
"""Share of drawn tables among the pictures without a board."""
BESIDE_PICTURES, BESIDE_CUTS = 0.8, 2
"""Pieces of tables with a board to every picture without one; cuts of them to every cut of those."""
WAITING, AGAIN = 5000, 3
"""Cuts kept in memory, and how often each is shown on the average: cutting costs as much as learning."""


def learnt_from(work: Path, recipe: Recipe, *, crops: bool) -> tuple[SpriteBank, list[Photo]]:
    """Dice to be laid into pictures, and the photographs; with the cut-outs where asked for."""
    laid: SpriteBank = pickle.loads((work / "bank" / "bank.pickle").read_bytes())
    photos = without(load_photos(work / "photos" / "kept"), recipe.unseen)
    alone = without(load_photos(work / "photos" / "crops"), recipe.unseen) if crops else []
    return replace(laid, photographed=cut_dice([*photos, *alone]) if recipe.laid else ()), photos


class Endless(IterableDataset[Any]):
    """Samples for ever, from a seed that no other worker and no other start uses."""

    def __init__(self, samples: Callable[[int], Iterator[Any]], seed: int) -> None:
        self._samples, self._seed = samples, seed

    def __iter__(self) -> Iterator[Any]:
        """Pictures (h, w, 3) uint8 with what the network should answer."""
        torch.set_num_threads(1)
        cv2.setNumThreads(1)
        info = get_worker_info()
        yield from self._samples(self._seed * 100 + (info.id if info else 0))


def search_samples(work: Path, recipe: Recipe, seed: int) -> Iterator[Any]:
    """(256, 256, 3) uint8, (9, 32, 32) float32."""
    laid, photos = learnt_from(work, recipe, crops=False)
    rng = np.random.default_rng((seed, 3))
    on_tables = views.augmented_pieces(recipe.seen(work, "views"), seed)
    for one in pictures(laid, photos, seed, DRAWN):
        yield one
        if rng.random() < BESIDE_PICTURES:
            yield next(on_tables)


def face_samples(work: Path, recipe: Recipe, search: Path, seed: int) -> Iterator[Any]:
    """(64, 64, 3) uint8, (8,) float32, shuffled a little."""
    laid, photos = learnt_from(work, recipe, crops=True)
    rng = np.random.default_rng((seed, 4))
    tables = recipe.seen(work, "places")
    on_tables = places.augmented_cuts(tables, seed) if tables else iter(())
    waiting: list[Any] = []
    for one in cuts(laid, photos, seed, DRAWN, search):
        waiting.append(one)
        if len(waiting) > WAITING:
            for _ in range(AGAIN - 1):
                yield mirrored(*waiting[int(rng.integers(WAITING))])
            yield waiting.pop(int(rng.integers(WAITING)))
            yield from islice(on_tables, BESIDE_CUTS)


def mirrored(cut: Picture, label: Floats) -> tuple[Picture, Floats]:
    """The same cut seen in a mirror, and its label with it."""
    other = label.copy()
    other[3] = -other[3]
    return np.ascontiguousarray(cut[:, ::-1]), other
