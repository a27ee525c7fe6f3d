"""Trains the rows' network: where the slots of a row lie in the strip before a seat.

    python -m workshop train tiles.prepare --out tiles ...
    python -m workshop train tiles.train_rows tiles-boards.npz --minutes 25 --checkpoint rows.pt
    python -m workshop train tiles.export rows rows.pt models/tiles/rows.onnx

Maps, at a quarter of the strip: every slot's place, the first slot's, the last slot's.
"""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from vision.geometry.plane import UNIT, batch, homography, inverse, project, warp
from vision.layout import layouts
from vision.tiles.crops import STRIP_SHAPE, Row, to_strip

from ..augment import augmented_colours
from ..board.net import ROW_WIDTHS, Maps
from ..board.train import PEAK
from ..training import Data, Step, data_options, focal_loss, load, planned, train
from .prepare import FLAT_SIDE, FLAT_WINDOW

MAPS = ("slot", "first", "last")
WINDOWS = {layout.hinged: layout.row.window for layout in layouts().values()}
STRIDE, SIGMA = 4, 0.9  # sigma in cells
RATE, BATCH = 3e-3, 24

Floats = NDArray[np.float64]


def main() -> None:
    """Trains until the minutes are over; prints the mean loss every 100 steps."""
    options = data_options(__doc__ or "", 25, RATE).parse_args()
    data = load(options.data)
    run = planned(options)
    net = Maps(len(MAPS), ROW_WIDTHS).to(memory_format=torch.channels_last)

    def learn_step(step: int, rng: np.random.Generator) -> Step:
        made = [sample(data, pick, rng) for pick in picked(data["hinged"].astype(bool), rng)]
        strips = torch.from_numpy(batch([strip for strip, _ in made]))
        targets = torch.from_numpy(np.stack([target for _, target in made]))
        return loss_of(net(strips.contiguous(memory_format=torch.channels_last)), targets), {}

    train(net, run, learn_step)


def picked(hinged: NDArray[np.bool_], rng: np.random.Generator) -> list[int]:
    """Indices of a batch: a little less than half of it boxes, where there are some of each."""
    boxes, boards = np.flatnonzero(hinged), np.flatnonzero(~hinged)
    kinds = [boxes if rng.random() < 0.45 else boards for _ in range(BATCH)]
    return [int(rng.choice(kind if len(kind) else np.arange(len(hinged)))) for kind in kinds]


def loss_of(logits: Tensor, targets: Tensor) -> Tensor:
    """Focal loss of each map."""
    return sum((focal_loss(logits[:, k], targets[:, k], PEAK)[0] for k in range(len(MAPS))), torch.zeros(()))


def sample(data: Data, pick: int, rng: np.random.Generator) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """One strip as a slightly wrong board finder would cut it, and its maps (3, 32, 80)."""
    hinged = bool(data["hinged"][pick])
    window = WINDOWS[hinged]
    rows = data["rows"][pick].astype(float)
    seat = int(rng.choice(np.flatnonzero(np.isfinite(rows[:, 0])))) if np.isfinite(rows[:, 0]).any() else 0
    wrong = jittered(rng, hinged)
    strip = warp(data["pictures"][pick].astype(np.uint8), flat_of(seat) @ wrong, window, STRIP_SHAPE)
    height, width = STRIP_SHAPE[0] // STRIDE, STRIP_SHAPE[1] // STRIDE
    target = np.zeros((3, height, width), np.float32)
    if np.isfinite(rows[seat, 0]):
        first, last, count = rows[seat, :2], rows[seat, 2:4], int(rows[seat, 4])
        row = Row((first[0], first[1]), (last[0], last[1]), count)
        places = to_strip(project(inverse(wrong), row.places()), window)
        for index, place in enumerate((places + 0.5) / STRIDE - 0.5):
            bump(target[0], place)
            if index in (0, count - 1):
                bump(target[1 if index == 0 else 2], place)
    return augmented_colours(strip, rng), target


def jittered(rng: np.random.Generator, hinged: bool) -> Floats:
    """From the unit square of wrong corners to that of the true ones."""
    spread = rng.choice([0.006, 0.015, 0.03, 0.045]) * (1.5 if hinged else 1.0)
    corners = UNIT + rng.normal(0, spread, (4, 2))
    return homography([(x, y) for x, y in corners])


def flat_of(seat: int) -> Floats:
    """From a seat's unit square (seat counted from 0, at the bottom) to pixels of the flattened board."""
    left, top, right, bottom = FLAT_WINDOW
    scale = np.array([FLAT_SIDE / (right - left), FLAT_SIDE / (bottom - top)])
    turned = np.roll(UNIT, -seat, axis=0)
    return homography([(x, y) for x, y in (turned - (left, top)) * scale - 0.5])


def bump(target: NDArray[np.float32], place: Floats) -> None:
    """Draws a bump of height 1 around `place` (x, y), cells."""
    ys, xs = np.mgrid[: target.shape[0], : target.shape[1]]
    near = np.exp(-((xs - place[0]) ** 2 + (ys - place[1]) ** 2) / (2 * SIGMA**2))
    np.maximum(target, near, out=target)
