"""Trains the network that finds the two leaves of a board of arrows, on drawn boards laid onto photographs.

    python -m workshop train men.find --checkpoint leaves.pt --minutes 60 --photos ../shared/photos --out leaves.onnx

It begins with what the board's network knows of boards and corners.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional as F

import models
from vision.geometry.plane import batch as as_network_takes
from vision.geometry.plane import project
from vision.men.finder import CLOSE, HEIGHT, MAPS, STRIDE, WIDTH, outline_of

from ..augment import augmented_colours
from ..board.net import BOARD_WIDTHS, Maps
from ..board.train import CORNER_SIGMA, PEAK, fill
from ..training import Run, Step, focal_loss, train
from ..unfolded import unfold
from .drawn import FINE, Floats, Picture, Rng, board, cased
from .run import begun, options, write

BATCH, RATE, AVERAGE = 16, 2e-3, 0.995
EMPTY = 0.12
"""Share of pictures without a board."""

CLOSELY = 0.45
"""Share of pictures as the second look shows them."""

Sample = tuple[NDArray[np.uint8], NDArray[np.float32]]


def backgrounds(photos: Path) -> list[Path]:
    """Photographs of tables that may be learnt from."""
    lines = (photos / "dice" / "labels.jsonl").read_text(encoding="utf-8").splitlines()
    named = (json.loads(line) for line in lines)
    return [photos / "dice" / line["image"] for line in named if line.get("use") == "train"]


def samples(grounds: list[Path], seed: int) -> Iterator[Sample]:
    """Pictures with their maps, for ever; each drawn board is laid down four times."""
    rng = np.random.default_rng((seed, 43))
    while True:
        drawn = board(rng)
        picture, leaves = cased(rng, drawn)
        for _ in range(4):
            yield laid(rng, picture, leaves, _ground(rng, grounds))


def _ground(rng: Rng, grounds: list[Path]) -> Picture:
    whole = cv2.imread(str(grounds[int(rng.integers(len(grounds)))])) if grounds else None
    if whole is None:
        whole = np.full((HEIGHT, WIDTH, 3), rng.integers(0, 256, 3), np.uint8)
    return np.asarray(cv2.resize(whole, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA), np.uint8)


def laid(rng: Rng, picture: Picture, leaves: Floats, ground: Picture) -> Sample:
    """A board on a table, as a camera sees it, and its maps: leaves, outer corners, corners at the bar."""
    if rng.random() < EMPTY:
        return augmented_colours(ground, rng), np.zeros((len(MAPS), HEIGHT // STRIDE, WIDTH // STRIDE), np.float32)
    matrix = close_view(rng, leaves) if rng.random() < CLOSELY else view(rng, picture.shape[:2])
    size = (WIDTH * FINE, HEIGHT * FINE)
    out = cv2.warpPerspective(picture, matrix, size, flags=cv2.INTER_LINEAR)
    mask = cv2.warpPerspective(np.full(picture.shape[:2], 255, np.uint8), matrix, size)
    soft = cv2.GaussianBlur(mask, (0, 0), 1.0)[..., None] / 255
    shade = 1 - rng.uniform(0, 0.6) * cv2.GaussianBlur(mask, (0, 0), rng.uniform(4, 16))[..., None] / 255
    under = cv2.resize(ground, size) * shade
    whole = np.clip(out * soft + under * (1 - soft), 0, 255).astype(np.uint8)
    small = cv2.resize(whole, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
    seen = (project(matrix, leaves.reshape(-1, 2)) + 0.5) / FINE - 0.5
    return augmented_colours(np.asarray(small, np.uint8), rng), maps(seen.reshape(2, 4, 2))


def view(rng: Rng, shape: tuple[int, int]) -> Floats:
    """From the board's picture to twice the network's: a camera 35 to 90 degrees above the table, mostly before it."""
    high, wide = shape
    tilt = np.radians(90 - rng.uniform(35, 90))
    turn = rng.normal(0, 0.2) if rng.random() < 0.75 else rng.uniform(0, 2 * np.pi)
    stretch = np.diag([1.0, float(rng.uniform(0.8, 1.15))])  # boards are longer or shorter
    cos, sin = np.cos(turn), np.sin(turn)
    corners = np.array([(-wide, -high), (wide, -high), (wide, high), (-wide, high)]) / 2
    flat = corners @ stretch @ np.array([[cos, sin], [-sin, cos]])
    far = 2.2 * max(wide, high) * rng.uniform(0.8, 2.0)
    space = np.column_stack([flat[:, 0], flat[:, 1] * np.cos(tilt), far - flat[:, 1] * np.sin(tilt)])
    seen = space[:, :2] / space[:, 2:]
    seen -= (seen.min(0) + seen.max(0)) / 2
    room = np.array([WIDTH, HEIGHT]) * FINE
    scale = float((room / np.ptp(seen, axis=0)).min() * rng.uniform(0.45, 1.08))
    seen = seen * scale + room / 2
    slack = np.maximum(0, room - np.ptp(seen, axis=0)) / 2
    seen += rng.uniform(-1, 1, 2) * slack
    source = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(source, seen.astype(np.float32)), np.float64)


def close_view(rng: Rng, leaves: Floats) -> Floats:
    """From the board's picture to twice the network's, flattened by corners that are a little wrong."""
    wrong = outline_of(leaves) + rng.normal(0, rng.choice([3.0, 8.0, 16.0]), (4, 2))
    target = (np.array(CLOSE) + 0.5) * FINE - 0.5
    return np.asarray(cv2.getPerspectiveTransform(wrong.astype(np.float32), target.astype(np.float32)), np.float64)


def maps(leaves: Floats) -> NDArray[np.float32]:
    """(3, HEIGHT / 4, WIDTH / 4) of corners (2, 4, 2) px: near left, far left, far right, near right of either leaf."""
    out = np.zeros((len(MAPS), HEIGHT // STRIDE, WIDTH // STRIDE), np.float32)
    cells = (leaves + 0.5) / STRIDE - 0.5
    for leaf in cells:
        fill(out[0], leaf)
    ys, xs = np.mgrid[: out.shape[1], : out.shape[2]]
    for channel, points in ((1, outline_of(cells)), (2, (*cells[0, 2:], *cells[1, :2]))):
        for x, y in points:
            bump = np.exp(-((xs - x) ** 2 + (ys - y) ** 2) / (2 * CORNER_SIGMA**2))
            np.maximum(out[channel], bump, out=out[channel])
    return out


def loss_of(logits: Tensor, targets: Tensor) -> Tensor:
    """Cross entropy of the leaves, focal loss of both kinds of corners."""
    entropy = F.binary_cross_entropy_with_logits(logits[:, 0], targets[:, 0].clamp(0, 1))
    return 4 * entropy + sum(focal_loss(logits[:, k], targets[:, k], PEAK)[0] for k in (1, 2))


def started(file: Path | None) -> Maps:
    """A network that answers as a file does, or one that knows what the board's knows, but for its last layer."""
    known, net = Maps(4, BOARD_WIDTHS), Maps(len(MAPS), BOARD_WIDTHS)
    rng = np.random.default_rng(5)
    drawn = [laid(rng, *cased(rng, board(rng)), np.full((HEIGHT, WIDTH, 3), 128, np.uint8))[0] for _ in range(16)]
    pictures = torch.from_numpy(as_network_takes(drawn))
    if file is not None:
        unfold(net, file, pictures)
        return net
    unfold(known, models.path("board"), pictures)
    own = net.state_dict()
    taken = {name: w for name, w in known.state_dict().items() if w.shape == own[name].shape}
    net.load_state_dict({**own, **taken})
    return net


def main() -> None:
    """Trains until the minutes are over, and writes the network."""
    parser = options(__doc__ or "", "models/men/leaves.onnx")
    parser.add_argument("--photos", type=Path, default=Path("../shared/photos"))
    given = parser.parse_args()
    grounds = backgrounds(given.photos)
    step, drawn = begun(given, lambda seed: samples(grounds, seed))
    net = Maps(len(MAPS), BOARD_WIDTHS) if step else started(given.start)
    pool = list[Sample]()

    def learn_step(step: int, rng: np.random.Generator) -> Step:
        pool.extend(next(drawn) for _ in range(64 if not pool else 4))
        del pool[:-2000]
        some = [pool[k] for k in rng.integers(len(pool), size=BATCH)]
        pictures = torch.from_numpy(as_network_takes([picture for picture, _ in some]))
        targets = torch.from_numpy(np.stack([target for _, target in some]))
        return loss_of(net(pictures), targets), {}

    train(net, Run(given.minutes * 60, given.checkpoint, RATE, given.seed, average=AVERAGE), learn_step)
    write(net, given, (3, HEIGHT, WIDTH), "maps")


if __name__ == "__main__":
    main()
