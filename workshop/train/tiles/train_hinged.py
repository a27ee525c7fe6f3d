"""Trains the hinged tiles' network: whether a tile stands or lies, and which digit it shows.

python -m workshop train tiles.prepare --out tiles ...
python -m workshop train tiles.train_hinged tiles-hinged.npz --minutes 25 --checkpoint hinged.pt
python -m workshop train tiles.export hinged hinged.pt models/tiles/hinges.onnx
"""

from __future__ import annotations

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from vision.geometry.plane import batch
from vision.tiles.slots import HINGED

from ..augment import augmented_colours, from_afar, occluded, other_ink
from ..training import Data, Step, data_options, load, planned, train
from .net import Slot
from .prepare import KINDS, WIDE_HINGED, WIDE_HINGED_SHAPE
from .training_slots import COVERED, UNKNOWN, Floats, cut, hits, loss_of

DIGITS = 12
RATE, BATCH = 2e-3, 128


def main() -> None:
    """Trains until the minutes are over; prints the mean loss and the shares right every 100 steps."""
    options = data_options(__doc__ or "", 25, RATE).parse_args()
    data = load(options.data)
    shares = sampling(data["kinds"], data["digits"])
    run = planned(options, decay=1e-2)
    net = Slot(len(KINDS), DIGITS, HINGED.shape)

    def learn_step(step: int, rng: np.random.Generator) -> Step:
        crops, kinds, digits = made(data, rng.choice(len(shares), size=BATCH, p=shares), rng)
        logits = net(torch.from_numpy(batch(crops)))
        kind, digit = torch.from_numpy(kinds), torch.from_numpy(digits)
        return loss_of(logits, kind, digit), hits(logits, kind, digit)

    train(net, run, learn_step)


def made(
    data: Data, picks: NDArray[np.int64], rng: np.random.Generator
) -> tuple[list[NDArray[np.uint8]], NDArray[np.int64], NDArray[np.int64]]:
    """Jittered crops, some covered, with their kinds and digits."""
    kinds, digits = data["kinds"][picks].astype(np.int64), data["digits"][picks].astype(np.int64)
    crops = [augmented_crop(data["crops"][pick], rng) for pick in picks]
    for index in np.flatnonzero(rng.random(len(picks)) < COVERED):
        crops[index] = occluded(crops[index], rng)
        kinds[index], digits[index] = UNKNOWN, 0
    return crops, kinds, digits


def sampling(kinds: NDArray[np.int64], digits: NDArray[np.int64]) -> Floats:
    """How often each slot is taken: rare kinds more often than they come, each digit alike."""
    weights = np.zeros(len(kinds))
    for kind in np.unique(kinds):
        share = 1.0 if kind < 2 else 0.35
        for digit in np.unique(digits[kinds == kind]):
            same = (kinds == kind) & (digits == digit)
            weights[same] = share / same.sum() / len(np.unique(digits[kinds == kind]))
    return np.asarray(weights / weights.sum())


def augmented_crop(crop: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """What the reader would cut with a slightly wrong row, in other light, seldom with the ink inverted."""
    size, flags = (HINGED.shape[1], HINGED.shape[0]), cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    out = cv2.warpAffine(crop, hinged_cut(rng), size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    if rng.random() < 0.15:  # seen from afar
        out = from_afar(np.asarray(out, dtype=np.uint8), rng.uniform(0.35, 0.8))
    return other_ink(augmented_colours(np.asarray(out, dtype=np.uint8), rng), rng)


def hinged_cut(rng: np.random.Generator) -> Floats:
    """From a 96 x 32 crop's pixels to those of the stored 120 x 52 one."""
    unit = WIDE_HINGED_SHAPE[1] / (2 * WIDE_HINGED[0])
    rear = WIDE_HINGED[2] - HINGED.crop[2]
    height = (HINGED.crop[1] + HINGED.crop[2]) * unit
    middle = (WIDE_HINGED_SHAPE[1] / 2 - 0.5, rear * unit + height / 2 - 0.5)
    return cut(HINGED.shape, 2 * HINGED.crop[0] * unit, height, middle, 0.14 * unit, rng)
