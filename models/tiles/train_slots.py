"""Trains a slots' network: what stands in a slot, and which digit it shows.

python -m models.tiles.prepare --out tiles ...
python -m models.tiles.train_slots loose tiles-loose.npz --minutes 25 --checkpoint loose.pt
python -m models.tiles.train_slots hinged tiles-hinged.npz --minutes 15 --checkpoint hinged.pt
python -m models.tiles.export loose loose.pt models/tiles/tiles.onnx
"""

from __future__ import annotations

import argparse
import math
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional as F

from vision.board_geometry import batch
from vision.tiles_crops import HINGED_CROP, HINGED_SHAPE, LOOSE_CROP, LOOSE_SHAPE

from ..board.train import Data, load, recolour, save
from .marks import marked
from .net import Slot
from .prepare import KINDS, WIDE_HINGED, WIDE_HINGED_SHAPE, WIDE_LOOSE, WIDE_LOOSE_SHAPE

DIGITS = {"loose": 9, "hinged": 12}
RATE, BATCH = 2e-3, 128
CLOSED = KINDS.index("closed")
COVERED = 0.05  # share of crops that something is laid over
MARKED = 0.5  # share of turned loose tiles that get a mark of no typeface and no stock
SKINS = ((150, 180, 225), (120, 150, 205), (90, 115, 165), (60, 80, 120), (45, 55, 80))  # BGR

Floats = NDArray[np.float64]


def main() -> None:
    """Trains until the minutes are over; prints the mean loss and accuracies every 100 steps."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("tiles", choices=("loose", "hinged"))
    parser.add_argument("data", type=Path, nargs="+")
    parser.add_argument("--minutes", type=float, default=25)
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(arguments.seed)
    train(arguments.tiles, load(arguments.data), arguments.minutes * 60, arguments.checkpoint, arguments.seed)


def train(tiles: str, data: Data, seconds: float, checkpoint: Path, seed: int) -> None:
    """One run over random, freshly jittered crops; the rate falls along a cosine of the time left."""
    net = Slot(len(KINDS), DIGITS[tiles], LOOSE_SHAPE if tiles == "loose" else HINGED_SHAPE)
    optimiser = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=1e-2)
    step, spent = 0, 0.0
    if checkpoint.exists():
        saved = torch.load(checkpoint, weights_only=True)
        net.load_state_dict(saved["net"])
        optimiser.load_state_dict(saved["optimiser"])
        step, spent = saved["step"], saved["spent"]
    rng = np.random.default_rng((seed, step))
    kinds = data["kinds"].astype(np.int64)
    digits = np.where(data["digits"] > DIGITS[tiles], 0, data["digits"]).astype(np.int64)
    shares = sampling(kinds, digits)
    started, seen = time.monotonic() - spent, []
    while (spent := time.monotonic() - started) < seconds:
        for group in optimiser.param_groups:
            group["lr"] = RATE * (0.5 + 0.5 * math.cos(math.pi * min(1.0, spent / seconds))) + 1e-5
        picks = rng.choice(len(kinds), size=BATCH, p=shares)
        kind_now, digit_now = kinds[picks], digits[picks]
        wide = [data["crops"][pick] for pick in picks]
        for index in np.flatnonzero((kind_now == CLOSED) & (rng.random(BATCH) < MARKED) & (tiles == "loose")):
            wide[index] = marked(wide[index], rng)
        crops = [jittered(crop, tiles, rng) for crop in wide]
        for index in np.flatnonzero(rng.random(BATCH) < COVERED):
            crops[index] = covered(crops[index], rng)
            kind_now[index], digit_now[index] = KINDS.index("unknown"), 0
        logits = net(torch.from_numpy(batch(crops)))
        kind, digit = torch.from_numpy(kind_now), torch.from_numpy(digit_now)
        loss = loss_of(logits, kind, digit)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        optimiser.step()
        step += 1
        seen.append((loss.item(), *hits(logits, kind, digit)))
        if step % 100 == 0:
            loss_now, kinds_right, digits_right = np.nanmean(seen[-100:], axis=0)
            print(f"{spent / 60:5.1f} min  step {step}  loss {loss_now:.4f}  kinds {kinds_right:.4f}  "
                  f"digits {digits_right:.4f}", flush=True)  # fmt: skip
        if step % 500 == 0:
            save(checkpoint, net, optimiser, step, spent)
    save(checkpoint, net, optimiser, step, spent)


def sampling(kinds: NDArray[np.int64], digits: NDArray[np.int64]) -> Floats:
    """How often each slot is taken: rare kinds more often than they come, each digit alike."""
    weights = np.zeros(len(kinds))
    for kind in np.unique(kinds):
        share = 1.0 if kind < 2 else 0.35
        for digit in np.unique(digits[kinds == kind]):
            same = (kinds == kind) & (digits == digit)
            weights[same] = share / same.sum() / len(np.unique(digits[kinds == kind]))
    return np.asarray(weights / weights.sum())


def jittered(crop: NDArray[np.uint8], tiles: str, rng: np.random.Generator) -> NDArray[np.uint8]:
    """What the reader would cut with a slightly wrong row, in other light, seldom with the ink inverted."""
    shape, matrix = (LOOSE_SHAPE, loose_cut(rng)) if tiles == "loose" else (HINGED_SHAPE, hinged_cut(rng))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    out = cv2.warpAffine(crop, matrix, (shape[1], shape[0]), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    if rng.random() < 0.15:  # seen from afar
        least = rng.uniform(0.35, 0.8)
        small = cv2.resize(out, None, fx=least, fy=least, interpolation=cv2.INTER_AREA)
        out = cv2.resize(small, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR)
    out = recolour(np.asarray(out, dtype=np.uint8), rng)
    if rng.random() < 0.5:
        out = np.ascontiguousarray(out[..., rng.permutation(3)])
    return np.asarray(255 - out if rng.random() < 0.1 else out, dtype=np.uint8)


def covered(crop: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """The crop with a finger's or a sleeve's soft shape over its middle."""
    height, width = crop.shape[:2]
    tone = np.array(SKINS[rng.integers(len(SKINS))]) if rng.random() < 0.7 else rng.uniform(20, 235, 3)
    mask = np.zeros((height, width), np.float32)
    angle, reach = rng.uniform(0, np.pi), 2.0 * max(height, width)
    middle = np.array([width, height]) / 2 + rng.normal(0, 0.06, 2) * width
    step = np.array([np.cos(angle), np.sin(angle)]) * reach
    ends = [tuple(np.round(middle + way * step).astype(int).tolist()) for way in (-1, rng.choice([0, 1]))]
    cv2.line(mask, ends[0], ends[1], 1.0, round(width * rng.uniform(0.6, 1.3)), cv2.LINE_AA)
    soft = cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.5, 2.0))[..., None]
    shade = 1 + rng.uniform(-0.3, 0.3) * np.linspace(-1, 1, width)[None, :, None]
    light = rng.uniform(0.5, 1.5) * max(float(crop.mean()), 20.0) / 128
    laid = crop * (1 - soft) + soft * np.clip(tone * shade * light, 0, 255)
    return np.asarray(np.clip(laid + rng.normal(0, 3, laid.shape), 0, 255), dtype=np.uint8)


def loose_cut(rng: np.random.Generator) -> Floats:
    """From a 40 x 40 crop's pixels to those of the stored 64 x 64 one."""
    unit = WIDE_LOOSE_SHAPE[1] / (2 * WIDE_LOOSE[0])  # px a slot
    return cut(LOOSE_SHAPE, 2 * LOOSE_CROP[0] * unit, 2 * LOOSE_CROP[0] * unit, (31.5, 31.5), 0.1 * unit, rng)


def hinged_cut(rng: np.random.Generator) -> Floats:
    """From a 96 x 32 crop's pixels to those of the stored 120 x 52 one."""
    unit = WIDE_HINGED_SHAPE[1] / (2 * WIDE_HINGED[0])
    rear = WIDE_HINGED[2] - HINGED_CROP[2]
    height = (HINGED_CROP[1] + HINGED_CROP[2]) * unit
    middle = (WIDE_HINGED_SHAPE[1] / 2 - 0.5, rear * unit + height / 2 - 0.5)
    return cut(HINGED_SHAPE, 2 * HINGED_CROP[0] * unit, height, middle, 0.14 * unit, rng)


def cut(
    shape: tuple[int, int],
    width: float,
    height: float,
    middle: tuple[float, float],
    shift: float,
    rng: np.random.Generator,
) -> Floats:
    """A jittered affine cut of `width` x `height` stored px around `middle`."""
    scale, angle, shear = np.exp(rng.normal(0, 0.06, 2)), rng.normal(0, 0.05), rng.normal(0, 0.05)
    cos, sin = np.cos(angle), np.sin(angle)
    turn = np.array([[cos, -sin + shear], [sin, cos]]) @ np.diag(
        [width / shape[1] * scale[0], height / shape[0] * scale[1]]
    )
    centre = np.array([shape[1] / 2 - 0.5, shape[0] / 2 - 0.5])
    start = np.array(middle) + rng.normal(0, shift, 2) - turn @ centre
    return np.concatenate([turn, start[:, None]], axis=1)


def loss_of(logits: Tensor, kind: Tensor, digit: Tensor) -> Tensor:
    """Cross entropy of the kind, and of the digit where one is seen."""
    kinds, digits = logits[:, : len(KINDS)], logits[:, len(KINDS) :]
    loss = F.cross_entropy(kinds, kind, label_smoothing=0.02)
    shown = (digit > 0) & (kind < 2)
    if shown.any():
        loss = loss + F.cross_entropy(digits[shown], digit[shown] - 1, label_smoothing=0.02)
    return loss


def hits(logits: Tensor, kind: Tensor, digit: Tensor) -> tuple[float, float]:
    """Share of kinds right, share of shown digits right."""
    shown = (digit > 0) & (kind < 2)
    kinds = (logits[:, : len(KINDS)].argmax(1) == kind).float().mean().item()
    digits = (logits[:, len(KINDS) :].argmax(1)[shown] == digit[shown] - 1).float().mean().item()
    return kinds, digits


if __name__ == "__main__":
    main()
