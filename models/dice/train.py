"""Train the dice network on two cores.

    python -m models.dice.train --cache CACHE --out RUN --minutes 60 [--drawn 0.5] [--start RUN/last.pt]
        [--beside OTHER_RUN --seed 2]

Reads what prepare.py gathered; writes RUN/last.pt every few minutes (weights, their running mean, optimizer,
time spent): a run that was cut off goes on from it. The learning rate follows the time spent, so that a busy
machine gets fewer steps, never an unfinished schedule.
"""

import argparse
import pickle
import time
from collections.abc import Iterator
from copy import deepcopy
from math import cos, pi
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from ..training import keep
from .net import DiceNet
from .pictures import pictures

RARE = 6
"""How many flat dice a cocked one weighs in the loss: tables show few."""

BATCH, PEAK, DECAY, MEET = 8, 2.5e-3, 2e-4, 40


class Endless(IterableDataset[Any]):
    """Pictures from a seed that no other worker and no earlier start of this run used."""

    def __init__(self, cache: Path, drawn: float, seed: int) -> None:
        self.cache, self.drawn, self.seed = cache, drawn, seed

    def __iter__(self) -> Iterator[Any]:
        """(256, 256, 3) uint8, (10, 32, 32) float32."""
        bank = pickle.loads((self.cache / "bank.pickle").read_bytes())
        photos = pickle.loads((self.cache / "photos.pickle").read_bytes())
        info = get_worker_info()
        yield from pictures(bank, photos, self.seed * 100 + (info.id if info else 0), self.drawn)


def loss_of(answer: torch.Tensor, wanted: torch.Tensor) -> tuple[torch.Tensor, dict[str, float]]:
    """The loss of answers (N, 12, h, w) against targets (N, 10, h, w), and its parts."""
    heat, counted, weight = wanted[:, 0], wanted[:, 1], wanted[:, 9]
    p = torch.sigmoid(answer[:, 0]).clamp(1e-5, 1 - 1e-5)
    hit = heat >= 0.999
    focal = torch.where(hit, -((1 - p) ** 2) * p.log(), -((1 - heat) ** 4) * p**2 * (1 - p).log()) * counted
    dice = hit.sum().clamp(min=1)
    found = focal.sum() / dice
    values = F.cross_entropy(answer[:, 1:7], wanted[:, 2].long(), ignore_index=-1, reduction="none")
    flat = weight * (wanted[:, 8] < 0.5)
    value = (values * flat).sum() / flat.sum().clamp(min=1)
    away = F.smooth_l1_loss(answer[:, 7:11], wanted[:, 3:7], reduction="none", beta=0.2)
    sides = torch.stack([torch.ones_like(heat), torch.ones_like(heat), wanted[:, 7], wanted[:, 7]], 1)
    box = (away * sides * weight[:, None]).sum() / weight.sum().clamp(min=1)
    tilts = F.binary_cross_entropy_with_logits(answer[:, 11], wanted[:, 8], reduction="none")
    rare = weight * (1 + (RARE - 1) * wanted[:, 8])
    cocked = (tilts * rare).sum() / rare.sum().clamp(min=1)
    total = found + 2 * value + box + cocked
    return total, {"found": found.item(), "value": value.item(), "box": box.item(), "cocked": cocked.item()}


def train(given: argparse.Namespace) -> None:
    """One run."""
    torch.set_num_threads(given.threads)
    given.out.mkdir(parents=True, exist_ok=True)
    net = DiceNet().to(memory_format=torch.channels_last)
    mean = deepcopy(net)
    optimizer = torch.optim.AdamW(net.parameters(), lr=PEAK, weight_decay=DECAY)
    spent, step, last = 0.0, 0, given.out / "last.pt"
    if last.exists():
        saved = torch.load(last, weights_only=True)
        net.load_state_dict(saved["net"])
        mean.load_state_dict(saved["mean"])
        optimizer.load_state_dict(saved["optimizer"])
        spent, step = saved["spent"], saved["step"]
    elif given.start:
        saved = torch.load(given.start, weights_only=True)
        net.load_state_dict(saved["mean"])
        mean.load_state_dict(saved["mean"])
    loader = DataLoader(
        Endless(given.cache, given.drawn, 1000 * given.seed + step), BATCH, num_workers=given.workers
    )
    began, parts, budget = time.monotonic() - spent, [], given.minutes * 60
    for images, wanted in loader:
        spent = time.monotonic() - began
        done = min(1.0, spent / budget)
        rate = given.peak * min(1.0, (step + 1) / 200) * (0.01 + 0.99 * (0.5 + 0.5 * cos(pi * done)))
        for group in optimizer.param_groups:
            group["lr"] = rate
        batch = images.permute(0, 3, 1, 2).to(memory_format=torch.channels_last).float() / 255
        with torch.autocast("cpu", torch.bfloat16):
            answer = net(batch)
        total, part = loss_of(answer.float(), wanted)
        optimizer.zero_grad()
        total.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        follow(mean, net.state_dict(), min(0.998, 1 - 1 / (step + 2)))
        parts.append(list(part.values()))
        step += 1
        if step % MEET == 0 and given.beside:
            meet(net, given.out / "now.pt", given.beside / "now.pt")
        if step % 100 == 0:
            print(step, f"{spent / 60:.1f} min", f"{rate:.5f}", np.mean(parts[-100:], 0).round(3), flush=True)
        if step % 200 == 0 or done >= 1:
            save(last, net, mean, optimizer, spent, step)
        if done >= 1:
            return


def meet(net: torch.nn.Module, own: Path, other: Path) -> None:
    """Leave the weights where a run beside this one finds them, and go half the way to what it left."""
    if other.exists():
        follow(net, torch.load(other, weights_only=True), 0.5)
    keep(own, net.state_dict())


def follow(mean: torch.nn.Module, weights: dict[str, torch.Tensor], keep: float) -> None:
    """Move a net's weights towards others, keeping a share of its own."""
    with torch.no_grad():
        for kept, new in zip(mean.state_dict().values(), weights.values(), strict=True):
            if kept.dtype.is_floating_point:
                kept.lerp_(new, 1 - keep)
            else:
                kept.copy_(new)


def save(path: Path, net: Any, mean: Any, optimizer: Any, spent: float, step: int) -> None:
    """Write a checkpoint, never half of one."""
    state = {"net": net.state_dict(), "mean": mean.state_dict(), "optimizer": optimizer.state_dict()}
    keep(path, {**state, "spent": spent, "step": step})


def main() -> None:
    """Read the arguments and train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=70)
    parser.add_argument("--drawn", type=float, default=0.5, help="share of drawn tables")
    parser.add_argument("--start", type=Path, help="weights to start from, for a fine-tuning")
    parser.add_argument("--peak", type=float, default=PEAK, help="greatest learning rate")
    parser.add_argument("--beside", type=Path, help="folder of a run at the same time, another seed, to meet")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    train(parser.parse_args())


if __name__ == "__main__":
    main()
