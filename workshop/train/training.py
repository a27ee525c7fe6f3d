"""One training run: batches under a rate that falls with the time spent, checkpoints that a next start resumes.

Used by the training modules of workshop.train.board and workshop.train.tiles; needs the extra `train`.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

Data = dict[str, NDArray[Any]]
Answer = tuple[Tensor, dict[str, float]]
Batch = Callable[[int, np.random.Generator], Answer]
"""From the number of the step and a source of chance to the loss and what is worth printing beside it."""

TOLD, SAVED = 100, 250  # steps


@dataclass(frozen=True)
class Run:
    """How one run goes.

    Attributes:
        seconds: how long it takes in all, resumed or not.
        checkpoint: file of weights, optimiser, step and time spent.
        rate: the highest learning rate; it falls along a cosine of the time spent.
        seed: of everything random.
        decay: of the weights.
        start: a checkpoint whose fitting weights are taken where `checkpoint` does not exist yet.
    """

    seconds: float
    checkpoint: Path
    rate: float
    seed: int = 1
    decay: float = 1e-3
    start: Path | None = None


def train(net: torch.nn.Module, run: Run, batch: Batch) -> None:
    """Trains until the time is over; prints the means every 100 steps."""
    optimiser = torch.optim.AdamW(net.parameters(), lr=run.rate, weight_decay=run.decay)
    step, spent = begun(net, optimiser, run)
    rng = np.random.default_rng((run.seed, step))
    started, told = time.monotonic() - spent, []
    while (spent := time.monotonic() - started) < run.seconds:
        for group in optimiser.param_groups:
            group["lr"] = rate_at(run, spent)
        loss, words = batch(step, rng)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        optimiser.step()
        step += 1
        told.append({"loss": loss.item(), **words})
        if step % TOLD == 0:
            print(line(spent, step, told), flush=True)
            told = []
        if step % SAVED == 0:
            save(run.checkpoint, net, optimiser, step, spent)
    save(run.checkpoint, net, optimiser, step, spent)


def rate_at(run: Run, spent: float) -> float:
    """The learning rate after `spent` seconds."""
    return run.rate * (0.5 + 0.5 * math.cos(math.pi * min(1.0, spent / run.seconds))) + 1e-5


def line(spent: float, step: int, told: list[dict[str, float]]) -> str:
    """Where a run stands, in one line: the means of what was told, without what is not a number."""
    means = {name: np.nanmean([words[name] for words in told]) for name in told[0]}
    return f"{spent / 60:5.1f} min  step {step}  " + "  ".join(f"{n} {v:.4f}" for n, v in means.items())


def begun(net: torch.nn.Module, optimiser: torch.optim.Optimizer, run: Run) -> tuple[int, float]:
    """Takes up a checkpoint, or the weights to start from; the steps done and the seconds spent."""
    if run.checkpoint.exists():
        saved = torch.load(run.checkpoint, weights_only=True)
        net.load_state_dict(saved["net"])
        optimiser.load_state_dict(saved["optimiser"])
        return int(saved["step"]), float(saved["spent"])
    if run.start is not None:
        own = net.state_dict()
        given = torch.load(run.start, weights_only=True)["net"]
        fitting = {name: w for name, w in given.items() if name in own and own[name].shape == w.shape}
        net.load_state_dict({**own, **fitting})
        print(f"{run.start}: {len(fitting)} of {len(own)} arrays taken", flush=True)
    return 0, 0.0


def save(
    checkpoint: Path, net: torch.nn.Module, optimiser: torch.optim.Optimizer, step: int, spent: float
) -> None:
    """Writes a checkpoint that `begun` takes up."""
    keep(
        checkpoint,
        {"net": net.state_dict(), "optimiser": optimiser.state_dict(), "step": step, "spent": spent},
    )


def keep(file: Path, state: Any) -> None:
    """Writes what torch can save beside, then in place, so that a stop in between loses nothing."""
    torch.save(state, file.with_suffix(".part"))
    file.with_suffix(".part").replace(file)


def load(files: list[Path]) -> Data:
    """The stored samples of several .npz files as one."""
    parts = [np.load(file) for file in files]
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0].files}


def options(about: str, minutes: float, rate: float) -> argparse.ArgumentParser:
    """The options that every training command has."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("data", type=Path, nargs="+", help=".npz files of prepare")
    parser.add_argument("--minutes", type=float, default=minutes)
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="weights to start from")
    parser.add_argument("--rate", type=float, default=rate, help="highest learning rate")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    return parser


def planned(given: argparse.Namespace, decay: float = 1e-3) -> Run:
    """The run that these options ask for; sets torch's threads and seed."""
    torch.set_num_threads(given.threads)
    torch.manual_seed(given.seed)
    return Run(given.minutes * 60, given.checkpoint, given.rate, given.seed, decay, given.start)
