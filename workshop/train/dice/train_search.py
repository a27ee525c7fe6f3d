"""Train the search network.

    python -m workshop train dice.train_search --cache CACHE... --checkpoint search.pt --minutes 30

Reads what prepare.py gathered, from one or more caches; a run that was cut off goes on from its checkpoint.
"""

import argparse
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import torch
import torch.nn.functional as F
from torch.utils.data import IterableDataset, get_worker_info

from ..training import Step, focal_loss
from .pictures import pictures
from .search_net import SearchNet
from .store import gathered
from .training_run import dice_options, learn
from .views import augmented_pieces

BATCH, RATE = 8, 2.5e-3


class EndlessPictures(IterableDataset[Any]):
    """Pictures from a seed that no other worker uses."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.given = given

    def __iter__(self) -> Iterator[Any]:
        """(256, 256, 3) uint8, (8, 32, 32) float32."""
        info = get_worker_info()
        bank, photos = gathered(self.given.cache, self.given.leave_out, self.given.drawn_only)
        seed = self.given.seed * 100 + (info.id if info else 0)
        stream = pictures(bank, photos, seed, self.given.drawn)
        on_tables = augmented_pieces(self.given.views, seed) if self.given.views else None
        for one in stream:
            yield one
            if on_tables:
                yield from islice(on_tables, self.given.beside)


def loss_of(answer: torch.Tensor, wanted: torch.Tensor) -> Step:
    """The loss of answers (N, 5, h, w) against targets (N, 8, h, w), and its parts."""
    heat, counted, weight = wanted[:, 0], wanted[:, 1], wanted[:, 7]
    found, hit = focal_loss(answer[:, 0], heat, 0.999, counted)
    away = F.smooth_l1_loss(answer[:, 1:5], wanted[:, 2:6], reduction="none", beta=0.2)
    sides = torch.stack([torch.ones_like(heat), torch.ones_like(heat), wanted[:, 6], wanted[:, 6]], 1)
    box = (away * sides * weight[:, None]).sum() / weight.sum().clamp(min=1)
    seen = ((answer[:, 0].sigmoid() > 0.3) & hit).sum() / hit.sum().clamp(min=1)
    return found + box, {"found": found.item(), "box": box.item(), "seen": seen.item()}


def main() -> None:
    """Trains until the minutes are over."""
    parser = dice_options(__doc__ or "", 30, RATE, 0.5)
    parser.add_argument("--views", type=Path, nargs="*", default=[], help="caches of prepare.py --views")
    parser.add_argument("--beside", type=int, default=2, help="of those, to every other picture")
    given = parser.parse_args()
    learn(SearchNet, given, EndlessPictures(given), BATCH, 2e-4, loss_of)


if __name__ == "__main__":
    main()
