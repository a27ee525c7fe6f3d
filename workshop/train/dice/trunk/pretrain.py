"""Pretrain the faces' trunk on photographs without a word of what they show: two views of one cut are to look alike.

VICReg (Bardes, Ponce, LeCun 2022): two augmented views of a cut have embeddings that agree, of which each number varies
over a batch and none repeats another. Cuts lie where the search sees something, in all photographs that may be learnt
from.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.utils.data import DataLoader

from vision.dice.search import Search

from ...augment import augmented_photo
from ...training import Run, Step, half_precision, train
from ..crops import CUT, DIE, Picture, Rng
from ..faces import FacesNet
from ..photographs import without
from ..recipe import Recipe
from ..samples import Endless
from ..store import Photo, load_photos

BATCH, WIDE = 192, 256
RATE, DECAY = 2e-3, 1e-3
LIKELY = 0.05
"""How likely a die the search must see where a cut is made: doubtful things teach, too."""
PATCH = 512
"""Side, px, of the part of a photograph that is searched."""
SAME, VARIED, APART = 25.0, 25.0, 1.0
"""What agreement, spread and independence count, as in the paper."""


class Embedding(nn.Module):
    """A faces network with another end: (N, 3, 64, 64) -> (N, 256)."""

    def __init__(self, net: FacesNet) -> None:
        super().__init__()
        self.net = net
        self.end = nn.Sequential(
            nn.ReLU(), nn.Linear(192, WIDE), nn.BatchNorm1d(WIDE), nn.ReLU(), nn.Linear(WIDE, WIDE)
        )

    def forward(self, x: Tensor) -> Tensor:
        """See the class."""
        middle = x.mean(dim=(1, 2, 3), keepdim=True)
        light = (x - middle).square().mean(dim=(1, 2, 3), keepdim=True).sqrt() + 0.03
        return self.end(self.net.places(self.net.trunk((x - middle) / light)).flatten(1))


def pairs(photos: list[Photo], search: Path, seed: int) -> Iterator[tuple[Picture, Picture]]:
    """Two views (64, 64, 3) uint8 of one thing that may be a die, for ever."""
    rng, finder = np.random.default_rng((seed, 9)), Search(search)
    grain = rng.standard_normal((256, 256, 3), np.float32)
    while True:
        photo = photos[int(rng.integers(len(photos)))]
        part = _part(photo.image, rng)
        found = finder.candidates(part, LIKELY)
        for index in rng.permutation(len(found))[:8]:
            one = found[index]
            first, second = (_view(part, (one.x, one.y), one.side, rng, grain) for _ in range(2))
            yield first, second


def _part(image: Picture, rng: Rng) -> Picture:
    """A part of a photograph, scaled at random."""
    scale = float(np.exp(rng.uniform(np.log(0.3), np.log(1.5))))
    side = max(32, round(PATCH / scale))
    top, left = (int(rng.integers(max(1, long - side))) for long in image.shape[:2])
    part = image[top : top + side, left : left + side]
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(part, None, fx=scale, fy=scale, interpolation=how), np.uint8)


def _view(part: Picture, at: tuple[float, float], side: float, rng: Rng, grain: np.ndarray) -> Picture:
    """A cut, turned any way, a little moved, scaled and lit otherwise."""
    angle, scale = rng.uniform(0, 2 * np.pi), DIE / side * float(np.exp(rng.normal(0, 0.12)))
    matrix = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    if rng.random() < 0.5:
        matrix[0] *= -1
    middle = np.array(at) + rng.normal(0, 0.06, 2) * side
    warp = np.column_stack([matrix, (CUT - 1) / 2 - matrix @ middle])
    cut = cv2.warpAffine(part, warp, (CUT, CUT), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    return augmented_photo(np.asarray(cut, np.uint8), rng, grain)


def likeness(first: Tensor, second: Tensor) -> Step:
    """The loss of two batches of embeddings (N, d) of the same things, and its parts."""
    same = F.mse_loss(first, second)
    varied, apart = torch.zeros(()), torch.zeros(())
    for told in (first, second):
        away = told - told.mean(0)
        varied = varied + F.relu(1 - (away.var(0) + 1e-4).sqrt()).mean()
        shared = away.T @ away / (len(told) - 1)
        apart = apart + (shared.square().sum() - shared.diagonal().square().sum()) / told.shape[1]
    loss = SAME * same + VARIED * varied + APART * apart
    return loss, {"same": same.item(), "varied": varied.item(), "apart": apart.item()}


def pretrain(work: Path, recipe: Recipe, search: Path, checkpoint: Path, minutes: float) -> None:
    """Train a faces network's trunk so, into a checkpoint that `Run.start` takes; labels are not looked at."""
    photos = without([*load_photos(work / "photos" / "kept"), *load_photos(work / "photos" / "held")], recipe.unseen)
    samples = Endless(lambda seed: pairs(photos, search, seed), recipe.seed)
    batches = iter(DataLoader(samples, BATCH, num_workers=1, prefetch_factor=4))
    net = Embedding(FacesNet())

    def one(step: int, rng: Rng) -> Step:
        first, second = (images.permute(0, 3, 1, 2).float() / 255 for images in next(batches))
        with half_precision():
            told = net(torch.cat([first, second])).float()
        return likeness(told[: len(first)], told[len(first) :])

    train(net, Run(minutes * 60, checkpoint.with_suffix(".whole"), RATE, recipe.seed, DECAY), one)
    torch.save({"net": net.net.state_dict()}, checkpoint)
