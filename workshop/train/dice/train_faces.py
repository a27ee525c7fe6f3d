"""Train the faces network on two cores.

    python -m workshop train dice.train_faces --cache CACHE... --search models/dice/dice.onnx \
        --checkpoint faces.pt --minutes 40

Reads what prepare.py gathered, from one or more caches; a run that was cut off goes on from its checkpoint.
"""

import argparse
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from torch.utils.data import IterableDataset, get_worker_info

from ..training import Step
from .crops import Floats, Picture, cuts
from .faces import FacesNet
from .places import augmented_cuts
from .store import gathered
from .training_run import dice_options, learn

BATCH, RATE = 192, 2e-3
WAITING, AGAIN = 5000, 3
"""Cuts kept in memory, and how often each is shown on the average: cutting costs as much as learning."""
RARE = 3
"""How many flat dice a cocked one weighs."""


class EndlessCuts(IterableDataset[Any]):
    """Cuts from a seed that no other worker uses, shuffled a little."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.given = given

    def __iter__(self) -> Iterator[Any]:
        """(64, 64, 3) uint8, (8,) float32."""
        torch.set_num_threads(1)
        info = get_worker_info()
        bank, photos = gathered(self.given.cache, self.given.leave_out, self.given.drawn_only)
        seed = self.given.seed * 100 + (info.id if info else 0)
        rng = np.random.default_rng(seed)
        waiting: list[Any] = []
        on_tables = augmented_cuts(self.given.places, seed) if self.given.places else None
        for one in cuts(bank, photos, seed, self.given.drawn, self.given.search):
            waiting.append(one)
            if len(waiting) > WAITING:
                for _ in range(AGAIN - 1):
                    cut, label = waiting[int(rng.integers(WAITING))]
                    yield mirrored(cut, label)
                yield waiting.pop(int(rng.integers(WAITING)))
                if on_tables:
                    yield from islice(on_tables, self.given.beside)


def mirrored(cut: Picture, label: Floats) -> tuple[Picture, Floats]:
    """The same cut seen in a mirror, and its label with it."""
    other = label.copy()
    other[3] = -other[3]
    return np.ascontiguousarray(cut[:, ::-1]), other


def loss_of(answer: torch.Tensor, wanted: torch.Tensor) -> Step:
    """The loss of answers (N, 12) against labels (N, 8), and shares right."""
    there, value, cocked = wanted[:, 0], wanted[:, 1].long(), wanted[:, 2]
    found = F.binary_cross_entropy_with_logits(answer[:, 0], there)
    flat = (there > 0.5) & (value >= 0)
    values = F.cross_entropy(answer[:, 1:7], value, ignore_index=-1, reduction="none", label_smoothing=0.01)
    read = values[flat].sum() / flat.sum().clamp(min=1)
    known = (cocked >= 0).float() * there
    tilts = F.binary_cross_entropy_with_logits(answer[:, 7], cocked.clamp(min=0), reduction="none")
    rare = known * (1 + (RARE - 1) * cocked.clamp(min=0))
    tilt = (tilts * rare).sum() / rare.sum().clamp(min=1)
    away = F.smooth_l1_loss(answer[:, 8:12], wanted[:, 3:7], reduction="none", beta=0.05).sum(1)
    box = (away * wanted[:, 7] * there).sum() / (wanted[:, 7] * there).sum().clamp(min=1)
    is_die = answer[:, 0] > 0
    metrics = {
        "found": found.item(), "read": read.item(), "tilt": tilt.item(), "box": box.item(),
        "dice": (is_die == (there > 0.5)).float().mean().item(),
        "right": (answer[:, 1:7].argmax(1) == value)[flat].float().mean().item(),
        "share": there.mean().item(),
    }  # fmt: skip
    return 2 * found + read + 0.5 * tilt + 2 * box, metrics


def main() -> None:
    """Trains until the minutes are over."""
    parser = dice_options(__doc__ or "", 40, RATE, 0.4)
    parser.add_argument("--search", type=Path, help="dice.onnx, whose candidates are learnt from")
    parser.add_argument("--places", type=Path, nargs="*", default=[], help="caches of prepare.py --places")
    parser.add_argument("--beside", type=int, default=6, help=f"of those, to every {AGAIN} others")
    given = parser.parse_args()
    learn(FacesNet, given, EndlessCuts(given), BATCH, 2e-3, loss_of)


if __name__ == "__main__":
    main()
