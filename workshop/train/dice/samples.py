"""What the search is shown, endlessly: photographs by source, laid dice, tables as the reader sees them."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch.utils.data import IterableDataset, get_worker_info

from . import views
from .photographs import cut_dice, without
from .pictures import pictures
from .recipe import Recipe
from .store import Photo, SpriteBank, load_photos

DRAWN = 0.25
"""Share of drawn tables among the pictures without a board."""
BESIDE_PICTURES = 0.8
"""Pieces of tables with a board to every picture without one."""


def learnt_from(work: Path, recipe: Recipe) -> tuple[SpriteBank, list[Photo]]:
    """Dice to be laid into pictures, and the photographs."""
    laid: SpriteBank = pickle.loads((work / "bank" / "bank.pickle").read_bytes())
    photos = without(load_photos(work / "photos" / "kept"), recipe.unseen)
    return replace(laid, photographed=cut_dice(photos)), photos


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
    laid, photos = learnt_from(work, recipe)
    rng = np.random.default_rng((seed, 3))
    on_tables = views.augmented_pieces(recipe.view_folders(work), seed)
    for sample in pictures(laid, photos, seed, DRAWN):
        yield sample
        if rng.random() < BESIDE_PICTURES:
            yield next(on_tables)
