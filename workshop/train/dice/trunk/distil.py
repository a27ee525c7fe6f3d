"""Pretrain the faces' trunk to see in a cut what a reader of text sees there: a distilled backbone, for the ablation.

The teacher is the text detector that ships in the PyPI package rapidocr-onnxruntime (PaddleOCR's PP-OCRv4, Apache-2.0;
the `.onnx` of its wheel): 96 features on 8 x 8 places of a cut of 64 px, as many as the trunk has. It is taught on the
photographs that may be learnt from, their labels unread, and is no part of what ships.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from numpy.typing import NDArray
from onnx.utils import extract_model
from torch import Tensor, nn
from torch.utils.data import DataLoader

from vision.runtime import onnxruntime

from ...training import Run, Step, train
from ..crops import Rng
from ..faces import FacesNet
from ..photographs import without
from ..recipe import Recipe
from ..samples import Endless
from ..store import load_photos
from .pretrain import pairs

FEATURES, CHANNELS = "p2o.Add.71", 96
"""What the teacher is asked for: the end of its third stage, (n, 96, h / 8, w / 8)."""
MEAN, SPREAD = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)
"""Of the light of each channel, as the teacher was shown pictures."""
BATCH, RATE, DECAY = 192, 2e-3, 1e-3
Teacher = Callable[[Tensor], Tensor]


def teacher(detector: Path) -> Teacher:
    """From cuts (n, 3, 64, 64), BGR 0 to 1, to the teacher's features (n, 96, 8, 8)."""
    with TemporaryDirectory() as beside:
        part = Path(beside) / "part.onnx"
        extract_model(str(detector), str(part), ["x"], [FEATURES])
        session = onnxruntime.InferenceSession(part, providers=["CPUExecutionProvider"])
    mean, spread = (np.array(one, np.float32)[:, None, None] for one in (MEAN, SPREAD))

    def features(cuts: Tensor) -> Tensor:
        told: list[NDArray[Any]] = session.run([FEATURES], {"x": (cuts.numpy() - mean) / spread})
        return torch.from_numpy(told[0])

    return features


class Imitation(nn.Module):
    """A faces network's trunk with another end: (N, 3, 64, 64) -> (N, 96, 8, 8)."""

    def __init__(self, net: FacesNet) -> None:
        super().__init__()
        self.net = net
        self.end = nn.Conv2d(CHANNELS, CHANNELS, 1)
        self.level = nn.BatchNorm2d(CHANNELS, affine=False)

    def forward(self, x: Tensor) -> Tensor:
        """See the class."""
        middle = x.mean(dim=(1, 2, 3), keepdim=True)
        light = (x - middle).square().mean(dim=(1, 2, 3), keepdim=True).sqrt() + 0.03
        return self.end(self.net.trunk((x - middle) / light))


def distil(work: Path, recipe: Recipe, search: Path, detector: Path, checkpoint: Path, minutes: float) -> None:
    """Train a faces network's trunk so, into a checkpoint that `Run.start` takes."""
    photos = without([*load_photos(work / "photos" / "kept"), *load_photos(work / "photos" / "held")], recipe.unseen)
    samples = Endless(lambda seed: pairs(photos, search, seed), recipe.seed)
    batches = iter(DataLoader(samples, BATCH, num_workers=1, prefetch_factor=4))
    net, wanted = Imitation(FacesNet()), teacher(detector)

    def one(step: int, rng: Rng) -> Step:
        cuts = next(batches)[0].permute(0, 3, 1, 2).float() / 255
        goal = net.level(wanted(cuts))
        loss = F.mse_loss(net(cuts), goal)
        return loss, {"alike": 1 - loss.item() / goal.var().item()}

    train(net, Run(minutes * 60, checkpoint.with_suffix(".whole"), RATE, recipe.seed, DECAY), one)
    torch.save({"net": net.net.state_dict()}, checkpoint)
