"""One training run: batches under a rate that falls with the time spent, checkpoints that a next start resumes.

Used by every training command of workshop.train; needs the extra `train`.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

Data = dict[str, NDArray[Any]]
Step = tuple[Tensor, dict[str, float]]
"""The loss of one batch, and the metrics that are worth printing beside it."""
Batch = Callable[[int, np.random.Generator], Step]
"""From the number of the step and a source of chance to that."""

PRINT_EVERY, SAVE_EVERY = 100, 250  # steps
WARM = 200
"""Steps until the learning rate is whole."""


@dataclass(frozen=True)
class Run:
    """How one run goes.

    Attributes:
        seconds: of the processor, in all, resumed or not: a machine that is busy with something else too takes longer
            and learns no less.
        checkpoint: file of weights, optimiser, step and time spent.
        rate: the highest learning rate; it falls along a cosine of the time spent.
        seed: of everything random.
        decay: of the weights.
        start: a checkpoint whose fitting weights are taken where `checkpoint` does not exist yet.
        average: what stays, at each step, of the averaged weights, which are kept beside; 0: none are.
    """

    seconds: float
    checkpoint: Path
    rate: float
    seed: int = 1
    decay: float = 1e-3
    start: Path | None = None
    average: float = 0.0


def train(net: torch.nn.Module, run: Run, batch: Batch) -> None:
    """Trains until its time of the processor is over; prints the mean metrics every 100 steps."""
    optimiser = torch.optim.AdamW(net.parameters(), lr=run.rate, weight_decay=run.decay)
    step, spent = resume(net, optimiser, run)
    average = Average(net, run.average)
    if run.average and run.checkpoint.exists():
        average.weights = torch.load(run.checkpoint, weights_only=True).get("average") or average.weights
    rng = np.random.default_rng((run.seed, step))
    started, metrics = time.process_time() - spent, []
    while (spent := time.process_time() - started) < run.seconds:
        for group in optimiser.param_groups:
            group["lr"] = learning_rate(run, spent) * min(1.0, (step + 1) / WARM)
        loss, others = batch(step, rng)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        optimiser.step()
        average.follow(net, step)
        step += 1
        metrics.append({"loss": loss.item(), **others})
        if step % PRINT_EVERY == 0:
            print(progress(spent, step, metrics), flush=True)
            metrics = []
        if step % SAVE_EVERY == 0:
            save_checkpoint(run.checkpoint, net, optimiser, step, spent, average.weights)
    save_checkpoint(run.checkpoint, net, optimiser, step, spent, average.weights)


class Average:
    """The mean of a network's weights over its last steps, or none.

    Attributes:
        weights: by their names; empty where no average is kept.
    """

    def __init__(self, net: torch.nn.Module, share: float) -> None:
        self._share = share
        self.weights = {name: w.clone() for name, w in net.state_dict().items()} if share else {}

    def follow(self, net: torch.nn.Module, step: int) -> None:
        """After a step; the first steps count less, so that the beginning is soon forgotten."""
        share = min(self._share, (step + 1) / (step + 10))
        for name, weight in net.state_dict().items() if self.weights else ():
            if weight.is_floating_point():
                self.weights[name].mul_(share).add_(weight, alpha=1 - share)
            else:
                self.weights[name].copy_(weight)


def half_precision() -> torch.autocast:
    """bfloat16 where the processor multiplies it; elsewhere it would be imitated, which takes eight times as long."""
    return torch.autocast("cpu", torch.bfloat16, enabled=torch.backends.cpu.get_cpu_capability() == "AVX512")


def learning_rate(run: Run, spent: float) -> float:
    """The learning rate after `spent` seconds."""
    return run.rate * (0.5 + 0.5 * math.cos(math.pi * min(1.0, spent / run.seconds))) + 1e-5


def progress(spent: float, step: int, metrics: list[dict[str, float]]) -> str:
    """Where a run stands, in one line: the means of its metrics, without what is not a number."""
    means = {name: np.nanmean([metric[name] for metric in metrics]) for name in metrics[0]}
    return f"{spent / 60:5.1f} min  step {step}  " + "  ".join(f"{n} {v:.4f}" for n, v in means.items())


def resume(net: torch.nn.Module, optimiser: torch.optim.Optimizer, run: Run) -> tuple[int, float]:
    """Takes up a checkpoint, or the weights to start from; the steps done and the seconds spent."""
    if run.checkpoint.exists():
        saved = torch.load(run.checkpoint, weights_only=True)
        net.load_state_dict(saved["net"])
        optimiser.load_state_dict(saved["optimiser"])
        return int(saved["step"]), float(saved["spent"])
    if run.start is not None:
        own = net.state_dict()
        weights = checkpoint_weights(run.start)
        fitting = {name: w for name, w in weights.items() if name in own and own[name].shape == w.shape}
        net.load_state_dict({**own, **fitting})
        print(f"{run.start}: {len(fitting)} of {len(own)} arrays taken", flush=True)
    return 0, 0.0


def checkpoint_weights(file: Path) -> dict[str, Tensor]:
    """The network's weights in a checkpoint, averaged ones where it has them."""
    saved: dict[str, dict[str, Tensor]] = torch.load(file, weights_only=True, map_location="cpu")
    return saved.get("average") or saved["net"]


def save_checkpoint(
    file: Path, net: torch.nn.Module, optimiser: torch.optim.Optimizer, step: int, spent: float,
    average: Mapping[str, Tensor] | None = None,
) -> None:  # fmt: skip
    """Writes a checkpoint that `resume` takes up."""
    state = {"net": net.state_dict(), "optimiser": optimiser.state_dict(), "step": step, "spent": spent}
    if average:
        state["average"] = dict(average)
    write_whole(state, file)


def write_whole(state: Mapping[str, Any], file: Path) -> None:
    """Writes a checkpoint, first beside the file: a stop in between loses nothing."""
    torch.save(state, file.with_suffix(".part"))
    file.with_suffix(".part").replace(file)


def focal_loss(
    logits: Tensor, target: Tensor, peak: float, weight: Tensor | float = 1.0
) -> tuple[Tensor, Tensor]:
    """Penalty-reduced focal loss of a map of bumps, per bump, and the mask of their peaks.

    Args:
        logits: (B, h, w).
        target: (B, h, w), 0 to 1, a bump around each thing that is there.
        peak: from which height on a cell is one where something is.
        weight: of each cell's loss.
    """
    p = logits.sigmoid().clamp(1e-5, 1 - 1e-5)
    hit = target >= peak
    loss = torch.where(hit, -((1 - p) ** 2) * p.log(), -((1 - target) ** 4) * p**2 * (1 - p).log()) * weight
    return loss.sum() / hit.sum().clamp(min=1), hit


def load(files: list[Path]) -> Data:
    """The stored samples of several .npz files as one."""
    parts = [np.load(file) for file in files]
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0].files}


def data_options(about: str, minutes: float, rate: float) -> argparse.ArgumentParser:
    """The options of the trainings of board and tiles, and the files that they learn from."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--minutes", type=float, default=minutes)
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="weights to start from")
    parser.add_argument("--rate", type=float, default=rate, help="highest learning rate")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("data", type=Path, nargs="+", help=".npz files of prepare")
    return parser


def planned(options: argparse.Namespace, decay: float = 1e-3) -> Run:
    """The run that these options ask for; sets torch's threads and seed."""
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    return Run(options.minutes * 60, options.checkpoint, options.rate, options.seed, decay, options.start)
