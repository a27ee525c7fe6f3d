"""Trains the loose tiles' network on whole boards: the 36 tiles of a board are read together.

python -m workshop train tiles.prepare --out tiles ...
python -m workshop train tiles.train_loose tiles-loose.npz --minutes 50 --checkpoint loose.pt
python -m workshop train tiles.export loose loose.pt models/tiles/tiles.onnx
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from vision.geometry.plane import batch
from vision.tiles.slots import LOOSE

from ..augment import augmented_colours, from_afar, occluded, other_colours, other_ink
from ..training import Data, Run, Step, data_options, load, planned, train
from ..unfolded import unfold
from .marks import marked
from .net import BOARD, SEAT, SlotsNet
from .prepare import KINDS, WIDE_LOOSE, WIDE_LOOSE_SHAPE
from .training_slots import COVERED, UNKNOWN, Floats, cut, hits, loss_of

DIGITS = 9
RATE, BOARDS = 2e-3, 4
WEIGHTS = (
    1.0,
    1.0,
    5.0,
    1.0,
)  # of the kinds: of fifty tiles one is missing, and empty places are hard to tell
CLOSED = KINDS.index("closed")
MARKED = 0.45  # share of boards whose turned tiles get a mark of no typeface and no stock
BY_HAND = 0.35  # share of those whose tiles are each drawn upon anew
# Share of boards left as sharp and as quiet as they were drawn: an empty place shows by fine edges.
GENTLE = 0.5
TURNED = 0.15
"""Share of boards whose colours are turned: digits as bright as their grounds are met on every kind of board."""
AVERAGE = 0.999
"""What stays of the averaged weights at each step."""
SETTLED = 60
"""Boards that the batch norms settle on where a file that ships is gone on from."""
UNIT = WIDE_LOOSE_SHAPE[1] / (2 * WIDE_LOOSE[0])  # stored px a slot
SIDE = LOOSE.shape[0]

Labelled = tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.int64]]


def main() -> None:
    """Trains until the minutes are over; prints the mean loss and the shares right every 100 steps."""
    options = data_options(__doc__ or "", 50, RATE).parse_args()
    learn(by_board(load(options.data)), planned(options, decay=1e-2))


def learn(data: Data, run: Run) -> None:
    """Trains on boards (n, 36, ...) until the run's time is over; goes on from its checkpoint.

    A `run.start` that ends in .onnx is gone on from as it answers; its weights are averaged while it learns.
    """
    net = SlotsNet(len(KINDS), DIGITS, LOOSE.shape).to(memory_format=torch.channels_last)
    if run.start is not None and run.start.suffix == ".onnx":
        rng = np.random.default_rng(run.seed)
        crops = [board(data, int(pick), rng)[0] for pick in rng.integers(len(data["kinds"]), size=SETTLED)]
        unfold(net, run.start, torch.from_numpy(batch(np.concatenate(crops))))
        run = replace(run, start=None, average=AVERAGE)

    def learn_step(step: int, rng: np.random.Generator) -> Step:
        boards = [board(data, int(pick), rng) for pick in rng.integers(len(data["kinds"]), size=BOARDS)]
        crops, kinds, digits = (np.concatenate(parts) for parts in zip(*boards, strict=True))
        logits = net(torch.from_numpy(batch(crops)).contiguous(memory_format=torch.channels_last))
        kind, digit = torch.from_numpy(kinds), torch.from_numpy(digits)
        right = (logits[:, : len(KINDS)].argmax(1) == kind).reshape(-1, BOARD).all(1).float().mean()
        return loss_of(logits, kind, digit, WEIGHTS), {**hits(logits, kind, digit), "boards": right.item()}

    train(net, run, learn_step)


def by_board(data: Data) -> Data:
    """The slots in groups of 36, as prepare stores them one board after the other."""
    return {name: values.reshape(-1, BOARD, *values.shape[1:]) for name, values in data.items()}


def board(data: Data, pick: int, rng: np.random.Generator) -> Labelled:
    """The crops (36, h, w, 3) of one board as the reader would cut them, with kinds and digits."""
    wide = list(data["crops"][pick])
    kinds, digits = data["kinds"][pick].astype(np.int64), data["digits"][pick].astype(np.int64)
    if rng.random() < MARKED:
        drawn, by_hand = int(rng.integers(1 << 30)), rng.random() < BY_HAND
        for index in np.flatnonzero(kinds == CLOSED):
            shape = rng if by_hand else np.random.default_rng(drawn + 1)
            wide[index] = marked(wide[index], np.random.default_rng(drawn), shape)
    crops = augmented_board([cropped for seat in range(4) for cropped in seat_crops(wide, seat, rng)], rng)
    for index in np.flatnonzero(rng.random(BOARD) < COVERED * rng.choice([0, 2])):
        crops[index] = occluded(crops[index], rng)
        kinds[index], digits[index] = UNKNOWN, 0
    return crops, kinds, digits


def seat_crops(wide: list[NDArray[np.uint8]], seat: int, rng: np.random.Generator) -> list[NDArray[np.uint8]]:
    """One seat's nine crops: the row is off in one way for all of them, each tile a little more."""
    common = loose_cut(rng, 0.08, 1.0)
    crops = []
    for crop in wide[seat * SEAT : (seat + 1) * SEAT]:
        matrix = common + (loose_cut(rng, 0.03, 0.4) - loose_cut(rng, 0.0, 0.0))
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        out = cv2.warpAffine(crop, matrix, (SIDE, SIDE), flags=flags, borderMode=cv2.BORDER_REPLICATE)
        crops.append(np.asarray(out, dtype=np.uint8))
    return crops


def loose_cut(rng: np.random.Generator, shift: float, bend: float) -> Floats:
    """From a 40 x 40 crop's pixels to those of the stored 64 x 64 one, `shift` slots beside."""
    wide = 2 * LOOSE.crop[0] * UNIT
    return cut(LOOSE.shape, wide, wide, (31.5, 31.5), shift * UNIT, rng, bend)


def augmented_board(crops: list[NDArray[np.uint8]], rng: np.random.Generator) -> NDArray[np.uint8]:
    """All crops of a board in one other light, seldom from afar, seldom with the ink inverted."""
    sheet = np.vstack([np.hstack(crops[row : row + 6]) for row in range(0, BOARD, 6)])
    worn = rng.random() >= GENTLE
    if worn and rng.random() < 0.5:  # seen from afar
        sheet = from_afar(sheet, rng.uniform(0.3, 0.8))
    if rng.random() < TURNED:
        sheet = other_colours(sheet, rng)
    sheet = other_ink(augmented_colours(sheet, rng, worn=worn), rng)
    split = sheet.reshape(6, SIDE, 6, SIDE, 3).transpose(0, 2, 1, 3, 4)
    return np.ascontiguousarray(split.reshape(BOARD, SIDE, SIDE, 3))
