"""Train the search network.

    python -m models.dice.train_search --cache CACHE... --checkpoint search.pt --minutes 30

Reads what prepare.py gathered, from one or more caches; a run that was cut off goes on from its checkpoint.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from ..training import Answer, planned, train
from .pictures import pictures
from .search_net import SearchNet
from .store import gathered

BATCH, RATE = 8, 2.5e-3


class Endless(IterableDataset[Any]):
    """Pictures from a seed that no other worker uses."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.given = given

    def __iter__(self) -> Iterator[Any]:
        """(256, 256, 3) uint8, (8, 32, 32) float32."""
        info = get_worker_info()
        bank, photos = gathered(self.given.cache, self.given.leave_out, self.given.drawn_only)
        seed = self.given.seed * 100 + (info.id if info else 0)
        yield from pictures(bank, photos, seed, self.given.drawn)


def loss_of(answer: torch.Tensor, wanted: torch.Tensor) -> Answer:
    """The loss of answers (N, 5, h, w) against targets (N, 8, h, w), and its parts."""
    heat, counted, weight = wanted[:, 0], wanted[:, 1], wanted[:, 7]
    p = torch.sigmoid(answer[:, 0]).clamp(1e-5, 1 - 1e-5)
    hit = heat >= 0.999
    focal = torch.where(hit, -((1 - p) ** 2) * p.log(), -((1 - heat) ** 4) * p**2 * (1 - p).log()) * counted
    found = focal.sum() / hit.sum().clamp(min=1)
    away = F.smooth_l1_loss(answer[:, 1:5], wanted[:, 2:6], reduction="none", beta=0.2)
    sides = torch.stack([torch.ones_like(heat), torch.ones_like(heat), wanted[:, 6], wanted[:, 6]], 1)
    box = (away * sides * weight[:, None]).sum() / weight.sum().clamp(min=1)
    seen = ((p > 0.3) & hit).sum() / hit.sum().clamp(min=1)
    return found + box, {"found": found.item(), "box": box.item(), "seen": seen.item()}


def main() -> None:
    """Trains until the minutes are over."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--cache", type=Path, nargs="+", required=True)
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--leave-out", default="", help="a source that is not learnt from")
    parser.add_argument("--drawn-only", action="store_true", help="no photograph of dice is learnt from")
    parser.add_argument("--drawn", type=float, default=0.5, help="share of freshly drawn tables")
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--start", type=Path)
    parser.add_argument("--rate", type=float, default=RATE)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    given = parser.parse_args()
    run = planned(given, decay=2e-4)
    net = SearchNet().to(memory_format=torch.channels_last)
    batches = iter(DataLoader(Endless(given), BATCH, num_workers=1, prefetch_factor=4))

    def one(step: int, rng: np.random.Generator) -> Answer:
        images, wanted = next(batches)
        batch = images.permute(0, 3, 1, 2).to(memory_format=torch.channels_last).float() / 255
        with torch.autocast("cpu", torch.bfloat16):
            answer = net(batch)
        return loss_of(answer.float(), wanted)

    train(net, run, one)


if __name__ == "__main__":
    main()
