"""What both trainings of this folder do alike: their options, boards drawn meanwhile, and the file that ships."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import onnx
import torch
from torch import nn
from torch.utils.data import DataLoader

from ..board.net import export
from ..dice.export import halved
from ..dice.samples import Endless
from ..training import checkpoint_weights


def options(about: str, out: str) -> argparse.ArgumentParser:
    """The options of a training that writes its network to `out`."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--start", type=Path, help="network to go on from where there is no checkpoint")
    parser.add_argument("--out", type=Path, default=Path(out))
    parser.add_argument("--drawing", type=int, default=1, help="processes that draw boards")
    parser.add_argument("--seed", type=int, default=1)
    return parser


def begun(given: argparse.Namespace, samples: Callable[[int], Iterator[Any]]) -> tuple[int, Iterator[Any]]:
    """The steps done so far, and samples that no start before has drawn. Sets torch's threads and seed."""
    torch.set_num_threads(1)
    torch.manual_seed(given.seed)
    cv2.setNumThreads(1)
    step = int(torch.load(given.checkpoint, weights_only=True)["step"]) if given.checkpoint.exists() else 0
    endless = Endless(samples, given.seed + 1000 * step)
    return step, iter(DataLoader(endless, None, num_workers=given.drawing, prefetch_factor=64, collate_fn=tuple))


def write(net: nn.Module, given: argparse.Namespace, shape: tuple[int, int, int], output: str) -> None:
    """Writes the trained network; its input has this shape (channels, height, width)."""
    net.load_state_dict(checkpoint_weights(given.checkpoint))
    given.out.parent.mkdir(parents=True, exist_ok=True)
    export(net, str(given.out), shape, output)
    onnx.save(halved(onnx.load(given.out)), given.out)
    print(f"{given.out}: {given.out.stat().st_size / 1e6:.2f} MB")
