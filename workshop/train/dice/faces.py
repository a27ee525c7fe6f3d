"""The faces network: one die cut out at one size; is it a die, which face lies upmost, does it lean. And how it learns.

Output (12 numbers): 0 it is a die (logit), 1-6 its value (logits), 7 it is cocked (logit, of use only on flat
pictures), 8-9 from the cut's middle to the die's (x, y, in dice), 10-11 log of its width and height in dice.

It learns from patches of photographs (dice.pack) and from patches of tables, which all other cores draw meanwhile; a
step of the training of dice.train.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from ..training import Average, write_whole
from ..unfolded import begun
from .cuts import Patches, cuts, on_device, plain_cuts
from .drawn_patches import drawing, load_stack
from .patches import Stack, unpacked
from .recipe import Recipe

RATE, DECAY, AVERAGE = 3e-3, 0.03, 0.9995
"""Highest learning rate; decay of weights; what stays of the averaged weights at each step."""
WARM = 400
"""Steps until the learning rate is whole."""
SHARES = {"photographed dice": 0.35, "photographed others": 0.18, "tables": 0.34, "drawn dice": 0.13}
"""Of the patches of each batch; of what is not there yet nothing is shown."""
MOST = 160_000
"""Drawn patches that are kept; the oldest make room."""
PRINT_EVERY, TAKE_EVERY, SCORE_EVERY, SAVE_EVERY = 100, 20, 1000, 4000  # steps


RARE = 3
"""How many flat dice a cocked one weighs."""
STAGES = (32, 1), (64, 2), (96, 1)
"""Channels of each stage, half as large as the one before, and its blocks."""


def _conv(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    layer = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
    return nn.Sequential(layer, nn.BatchNorm2d(outputs))


class Residue(nn.Module):
    """Two convolutions, and the input added."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first, self.second = _conv(width, width), _conv(width, width)

    def forward(self, x: Tensor) -> Tensor:
        """(N, C, H, W) -> the same shape."""
        return torch.relu(x + self.second(torch.relu(self.first(x))))


class FacesNet(nn.Module):
    """(N, 3, 64, 64) BGR 0 to 1, a die of about 36 px in its middle -> (N, 12)."""

    def __init__(self) -> None:
        super().__init__()
        layers: list[nn.Module] = []
        inputs = 3
        for width, depth in STAGES:
            layers += [_conv(inputs, width, 2), nn.ReLU(), *(Residue(width) for _ in range(depth))]
            inputs = width
        self.trunk = nn.Sequential(*layers)
        # Where a pip lies matters: another die may lie beside this one.
        self.places = nn.Conv2d(96, 192, 8, groups=96)
        self.mlp = nn.Sequential(nn.ReLU(), nn.Dropout(0.1), nn.Linear(192, 96), nn.ReLU())
        self.head = nn.Linear(96, 12)

    def forward(self, x: Tensor) -> Tensor:
        """See the class and the module."""
        middle = x.mean(dim=(1, 2, 3), keepdim=True)
        away = x - middle
        light = (away * away).mean(dim=(1, 2, 3), keepdim=True).sqrt() + 0.03
        features = self.trunk(away / light)
        counted = self._multiplied(features) if self.training else self.places(features).flatten(1)
        return self.head(self.mlp(counted))

    def _multiplied(self, features: Tensor) -> Tensor:
        """What `places` answers, (N, 96, 8, 8) -> (N, 192), as a product: its gradient takes a tenth of the time."""
        rows = self.places.weight.view(96, 2, 64)
        return torch.einsum("ncp,cop->nco", features.flatten(2), rows).flatten(1) + self.places.bias


def faces_loss(answer: Tensor, wanted: Tensor) -> Tensor:
    """The loss of answers (N, 12) against labels (N, 9)."""
    answer, weight = answer.float(), wanted[:, 8]
    there, value, cocked = wanted[:, 0] * weight, wanted[:, 1].long(), wanted[:, 2]
    present = F.binary_cross_entropy_with_logits(answer[:, 0], wanted[:, 0], reduction="none")
    flat = there * (value >= 0)
    values = F.cross_entropy(answer[:, 1:7], value.clamp(min=0), reduction="none", label_smoothing=0.01)
    tilts = F.binary_cross_entropy_with_logits(answer[:, 7], cocked.clamp(min=0), reduction="none")
    rare = there * (cocked >= 0) * (1 + (RARE - 1) * cocked.clamp(min=0))
    away = F.smooth_l1_loss(answer[:, 8:12], wanted[:, 3:7], reduction="none", beta=0.05).sum(1)
    boxes = _mean(away, wanted[:, 7] * there)
    return 2 * _mean(present, weight) + _mean(values, flat) + 0.5 * _mean(tilts, rare) + 2 * boxes


def _mean(loss: Tensor, weight: Tensor) -> Tensor:
    return (loss * weight).sum() / weight.sum().clamp(min=1)


def faces_right(answer: Tensor, wanted: Tensor) -> dict[str, float]:
    """Shares right of answers (N, 12): dice or not, values, leaning or flat."""
    known, die = wanted[:, 8] > 0, wanted[:, 0] > 0.5
    flat = known & die & (wanted[:, 1] >= 0)
    leaning = known & die & (wanted[:, 2] >= 0)
    return {
        "dice": ((answer[:, 0] > 0) == die)[known].float().mean().item(),
        "right": (answer[:, 1:7].argmax(1) == wanted[:, 1])[flat].float().mean().item(),
        "leaning": ((answer[:, 7] > 0) == (wanted[:, 2] > 0.5))[leaning].float().mean().item(),
    }


class Pool:
    """What batches are drawn from: photographs from the first step on, drawn patches as they come."""

    def __init__(self, photographs: Patches) -> None:
        on_die = photographs.on_die
        weight = photographs.weight
        self._kinds: dict[str, tuple[Patches, Tensor]] = {
            "photographed dice": (photographs.at(on_die.nonzero()[:, 0]), weight[on_die]),
            "photographed others": (
                photographs.at((~on_die).nonzero()[:, 0]),
                torch.ones_like(weight[~on_die]),
            ),
        }
        dice, chances = self._kinds["photographed dice"]
        self._laid = chances * (dice.dice[:, 0, 4] > 0) * (dice.dice[:, 0, 5] > 0)

    def take(self, kind: str, new: Patches) -> None:
        """Add drawn patches."""
        if kind in self._kinds:
            new = self._kinds[kind][0].joined(new)
        first = max(0, len(new) - MOST)
        new = new.at(torch.arange(first, len(new), device=new.images.device))
        self._kinds[kind] = (new, torch.ones_like(new.weight))

    def batch(self, size: int) -> tuple[Patches, Patches]:
        """So many patches, and as many to lay on them."""
        here = {kind: SHARES[kind] for kind in self._kinds}
        parts = []
        for kind, share in here.items():
            patches, chances = self._kinds[kind]
            parts.append(
                patches.at(torch.multinomial(chances, round(size * share / sum(here.values())), True))
            )
        joined = parts[0]
        for part in parts[1:]:
            joined = joined.joined(part)
        dice = self._kinds["photographed dice"][0]
        return joined, dice.at(torch.multinomial(self._laid, len(joined), True))

    def summary(self) -> str:
        """How many patches of each kind there are."""
        return ", ".join(f"{len(patches)} {kind}" for kind, (patches, _) in self._kinds.items())


def taken(pool: Pool, folder: Path, device: torch.device) -> None:
    """Take the files in that were drawn meanwhile."""
    for file in sorted(folder.glob("*.npz")):
        kind = "tables" if file.name.startswith("tables") else "drawn dice"
        pool.take(kind, on_device(load_stack(file), device))


def without(stack: Stack, names: Sequence[str]) -> tuple[Stack, Stack]:
    """A stack without the sources with one of these in their names, and those alone."""
    left = np.array([any(name in source for name in names) for source in stack.source], np.bool_)
    return stack.where(~left), stack.where(left)


def scored(net: nn.Module, patches: Patches) -> dict[str, float]:
    """What a network makes of spots that the search found on patches that it has not learnt from."""
    rows = torch.arange(len(patches), device=patches.images.device)
    spots = torch.where(
        (patches.spots[:, :1, 2] > 0), patches.spots[:, 0], patches.spots.new_tensor([0.0, 0.0, 40.0])
    )
    answers, labels = [], []
    net.eval()
    with torch.no_grad():
        for part in rows.split(2048):
            cut, label = plain_cuts(patches.at(part), spots[part])
            answers.append(net(cut).float())
            labels.append(label)
    net.train()
    answer, label = torch.cat(answers), torch.cat(labels)
    known, die = label[:, 8] > 0, label[:, 0] > 0.5
    value = die & (label[:, 1] >= 0) & known
    right = answer[:, 1:7].argmax(1) == label[:, 1]
    odds = answer[:, 0]
    line = odds[known & ~die].float().quantile(0.95) if (known & ~die).any() else odds.new_tensor(0.0)
    return {
        "right": right[value].float().mean().item(),
        "found, one in twenty others taken": (odds[value] > line).float().mean().item(),
        "loss of value": F.cross_entropy(answer[value, 1:7], label[value, 1].long()).item(),
        "loss of die": F.binary_cross_entropy_with_logits(odds[known], label[known, 0]).item(),
        "dice": int(value.sum()), "others": int((known & ~die).sum()),
    }  # fmt: skip


class Training:
    """A network, its averaged weights and optimiser, and how far they are: what a checkpoint holds."""

    def __init__(self, net: nn.Module, file: Path, device: torch.device) -> None:
        self.net, self.file = net.to(device).to(memory_format=torch.channels_last), file
        self.average = Average(self.net, AVERAGE)
        self.optimiser = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=DECAY)
        self.step, self.cuts = 0, 0
        self.scores: list[dict[str, float]] = []
        if file.exists():
            saved = torch.load(file, weights_only=True, map_location=device)
            self.net.load_state_dict(saved["net"])
            self.optimiser.load_state_dict(saved["optimiser"])
            self.average.weights, self.step, self.cuts = saved["average"], saved["step"], saved["cuts"]
            self.scores = saved["scores"]

    def learn(self, batch: tuple[Tensor, Tensor], rate: float) -> dict[str, float] | None:
        """One step; its metrics every so often."""
        image, wanted = batch
        for group in self.optimiser.param_groups:
            group["lr"] = rate * min(1.0, (self.step + 1) / WARM)
        with torch.autocast(image.device.type, torch.bfloat16, enabled=image.is_cuda):
            answer = self.net(image.contiguous(memory_format=torch.channels_last))
        loss = faces_loss(answer, wanted)
        metrics = None if self.step % PRINT_EVERY else {"loss": loss.item(), **faces_right(answer, wanted)}
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), 2.0)
        self.optimiser.step()
        self.average.follow(self.net, self.step)
        self.step, self.cuts = self.step + 1, self.cuts + len(image)
        return metrics

    def averaged(self) -> nn.Module:
        """The network with its averaged weights."""
        net = deepcopy(self.net)
        net.load_state_dict(self.average.weights)
        return net

    def save(self) -> None:
        """Write the checkpoint."""
        state = {
            "net": self.net.state_dict(), "average": self.average.weights, "optimiser": self.optimiser.state_dict(),
            "step": self.step, "cuts": self.cuts, "scores": self.scores,
        }  # fmt: skip
        write_whole(state, self.file)


def train(
    training: Training, pool: Pool, drawn: Path, aside: Patches | None, minutes: float, size: int
) -> None:
    """Learn for so many minutes by the clock; prints metrics, and scores what was left out."""
    device = next(training.net.parameters()).device
    started = time.monotonic()
    while (share := (time.monotonic() - started) / (60 * minutes)) < 1:
        if training.step % TAKE_EVERY == 0:
            taken(pool, drawn, device)
        rate = RATE * (0.5 + 0.5 * float(np.cos(np.pi * share))) + 1e-5
        metrics = training.learn(cuts(*pool.batch(size)), rate)
        if metrics and training.step % PRINT_EVERY == 1:
            text = "  ".join(f"{name} {value:.4f}" for name, value in metrics.items())
            far = f"{60 * minutes * share:5.0f} s  step {training.step}  {training.cuts / 1e6:.2f} M cuts"
            print(f"{far}  {text}  ({pool.summary()})", flush=True)
        if training.step % SAVE_EVERY == 0:
            training.save()
        if aside is not None and training.step % SCORE_EVERY == 0:
            training.scores.append({"cuts": training.cuts, **scored(training.averaged(), aside)})
            print(json.dumps(training.scores[-1]), flush=True)
    if aside is not None:
        training.scores.append({"cuts": training.cuts, **scored(training.averaged(), aside)})
        print(json.dumps(training.scores[-1]), flush=True)
    training.save()


@dataclass(frozen=True)
class How:
    """On what the faces learn.

    Attributes:
        device: "cpu" or "cuda".
        batch: cuts of a step.
        drawing: processes that draw tables meanwhile; None: all cores but two.
    """

    device: str = "cpu"
    batch: int = 2048
    drawing: int | None = None


def faces_of(start: str | None) -> Path | None:
    """The file that the faces go on from; None where there is none."""
    file = Path(start or "") / "faces.onnx"
    return file if start is not None and file.exists() else None


def learn(pack: Path, search: Path, checkpoint: Path, recipe: Recipe, how: How) -> None:
    """Train for `recipe.minutes` by the clock, into the checkpoint, which is taken up where it was.

    Args:
        pack: what dice.pack wrote.
        search: dice.onnx, which finds dice on the tables that are drawn meanwhile.
        checkpoint: of weights, their average, the optimiser's state, steps, cuts and scores.
        recipe: the sources that it leaves out are not learnt from, but scored on.
        how: on what.
    """
    device = torch.device(how.device)
    learnt, left = without(unpacked(pack), recipe.unseen)
    aside = on_device(left, device) if len(left.flat) else None
    pool = Pool(on_device(learnt, device))
    net = begun(FacesNet(), faces_of(recipe.start), lambda: cuts(*pool.batch(1024))[0].cpu())
    training = Training(net, checkpoint, device)
    torch.manual_seed(recipe.seed + training.step)
    with TemporaryDirectory() as drawn:
        drawing(Path(drawn), search, recipe.seed + training.step, how.drawing)
        train(training, pool, Path(drawn), aside, recipe.minutes, how.batch)
