"""What the two trainings of dice networks share: their options, and learning from a stream of samples."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.utils.data import DataLoader, IterableDataset

from ..training import Step, planned, run_options, train

Loss = Callable[[torch.Tensor, torch.Tensor], Step]


def dice_options(about: str, minutes: float, rate: float, drawn: float) -> argparse.ArgumentParser:
    """The options of both commands, with what they are where nothing is said."""
    parser = run_options(about, minutes, rate)
    parser.add_argument("--cache", type=Path, nargs="+", required=True)
    parser.add_argument("--leave-out", default="", help="a source that is not learnt from")
    parser.add_argument("--drawn-only", action="store_true", help="no photograph of dice is learnt from")
    parser.add_argument("--drawn", type=float, default=drawn, help="share of freshly drawn tables")
    return parser


def learn(
    build: Callable[[], torch.nn.Module],
    options: argparse.Namespace,
    samples: IterableDataset[Any],
    size: int,
    decay: float,
    loss: Loss,
) -> None:
    """Trains until the minutes are over.

    Args:
        build: makes the network, once chance is seeded.
        options: as they were given.
        samples: pictures (h, w, 3) uint8 with what the network should answer, for ever.
        size: samples a step.
        decay: of the weights.
        loss: of the answers against what was wanted.
    """
    run = planned(options, decay=decay)
    net = build().to(memory_format=torch.channels_last)
    batches = iter(DataLoader(samples, size, num_workers=1, prefetch_factor=4))

    def one(step: int, rng: np.random.Generator) -> Step:
        images, wanted = next(batches)
        batch = images.permute(0, 3, 1, 2).to(memory_format=torch.channels_last).float() / 255
        with torch.autocast("cpu", torch.bfloat16):
            answer = net(batch)
        return loss(answer.float(), wanted)

    train(net, run, one)
