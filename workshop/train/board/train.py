"""Trains the board network: where the board is, which board, its corners, and where a box has its tiles.

    python -m workshop train board.prepare --out board.npz ...
    python -m workshop train board.train board.npz --minutes 40 --checkpoint board.pt
    python -m workshop train tiles.export board board.pt models/board/board.onnx

The checkpoint holds weights, optimiser, step and the losses so far; the same command resumes from it.
"""

from __future__ import annotations

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional as F

from vision.board.views import LOOK, look_again
from vision.geometry.plane import batch as as_network_takes
from vision.geometry.plane import inverse, project, sides

from ..augment import augmented_colours
from ..training import Data, Step, data_options, focal_loss, load, planned, train
from .net import BOARD_WIDTHS, Maps

WIDTH, HEIGHT, STRIDE = 256, 192, 4
MAPS = ("occe", "box", "row", "corner")
CORNER_SIGMA = 1.2  # cells
PEAK = 0.85  # height of a bump from which on a corner is there
RATE, BATCH = 3e-3, 24

Floats = NDArray[np.float64]


def main() -> None:
    """Trains until the minutes are over; prints the mean loss every 100 steps."""
    options = data_options(__doc__ or "", 40, RATE).parse_args()
    data = load(options.data)
    shares = sampling(data["layouts"])
    run = planned(options)
    net = Maps(len(MAPS), BOARD_WIDTHS).to(memory_format=torch.channels_last)

    def learn_step(step: int, rng: np.random.Generator) -> Step:
        picks = rng.choice(len(shares), size=BATCH, p=shares)
        pictures, targets = batch(data, picks, rng, close=step % 3 > 0)
        return loss_of(net(pictures.contiguous(memory_format=torch.channels_last)), targets), {}

    train(net, run, learn_step)


def sampling(layouts: NDArray[np.int64]) -> Floats:
    """How often each sample is taken: half occe, a third box, the rest empty."""
    share = np.array([0.17, 0.5, 0.33])
    counts = np.maximum(1, np.bincount(layouts.astype(int), minlength=3))
    weights = (share / counts)[layouts.astype(int)]
    return np.asarray(weights / weights.sum())


def batch(
    data: Data, picks: NDArray[np.int64], rng: np.random.Generator, *, close: bool
) -> tuple[Tensor, Tensor]:
    """Jittered pictures (B, 3, h, w), whole or as the second look shows them; maps (B, 4, h / 4, w / 4)."""
    empties = np.flatnonzero(data["layouts"] == 0)
    made = [sample(data, int(pick), empties, rng, close) for pick in picks]
    pictures, targets = zip(*made, strict=True)
    return torch.from_numpy(as_network_takes(pictures)), torch.from_numpy(np.stack(targets))


def sample(
    data: Data, pick: int, empties: NDArray[np.int64], rng: np.random.Generator, close: bool
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """One jittered picture with its maps."""
    picture, layout = data["pictures"][pick].astype(np.uint8), int(data["layouts"][pick])
    corners, row = data["corners"][pick].astype(float), data["rows"][pick].astype(float)
    if layout and rng.random() < 0.35 and len(empties):
        picture = elsewhere(picture, corners, row, data["pictures"][rng.choice(empties)], rng)
    matrix = close_view(corners, rng) if close and layout else jitter(corners if layout else None, rng)
    size, border = (LOOK, LOOK) if close else (WIDTH, HEIGHT), cv2.BORDER_REPLICATE
    out = cv2.warpPerspective(picture, matrix, size, flags=cv2.INTER_LINEAR, borderMode=border)
    if rng.random() < 0.5 and len(empties):  # beyond the picture's edge begins another one
        inside = cv2.warpPerspective(np.ones(picture.shape[:2], np.uint8), matrix, size)
        out = np.where(inside[..., None], out, cv2.resize(data["pictures"][rng.choice(empties)], size))
    out = augmented_colours(np.asarray(out, dtype=np.uint8), rng)
    if not layout:
        return out, np.zeros((4, size[1] // STRIDE, size[0] // STRIDE), np.float32)
    return out, maps(layout, project(matrix, corners), project(matrix, row), size)


def elsewhere(
    picture: NDArray[np.uint8],
    corners: Floats,
    row: Floats,
    ground: NDArray[np.uint8],
    rng: np.random.Generator,
) -> NDArray[np.uint8]:
    """The board cut out and laid on another picture, with a soft shadow around."""
    mask = np.zeros(picture.shape[:2], np.float32)
    cv2.fillPoly(mask, [np.round(corners).astype(int)], 1.0)
    if np.isfinite(row).all():  # standing tiles reach over the edge
        over = row + 0.45 * (row[[1, 1, 2, 2]] - row[[0, 0, 3, 3]]) * np.array([[0], [1], [1], [0]])
        cv2.fillPoly(mask, [np.round(over).astype(int)], 1.0)
    soft = cv2.GaussianBlur(mask, (0, 0), 0.8)[..., None]
    shade = 1 - rng.uniform(0, 0.6) * cv2.GaussianBlur(mask, (0, 0), rng.uniform(3, 9))[..., None]
    return np.asarray(picture * soft + ground * shade * (1 - soft), dtype=np.uint8)


def jitter(corners: Floats | None, rng: np.random.Generator) -> Floats:
    """A perspective from the stored square to the network's picture: turned, scaled, tilted, seldom mirrored.

    A board's longer diagonal becomes a quarter to the whole of the picture's width, its middle anywhere.
    """
    side = 384.0
    middle = corners.mean(axis=0) if corners is not None else np.array([side / 2, side * 0.375])
    reach = np.linalg.norm(corners - middle, axis=1).max() * 2 if corners is not None else side
    scale = WIDTH / reach * np.exp(rng.uniform(*np.log((0.28, 1.1))))
    angle = rng.normal(0, 0.2) if rng.random() < 0.5 else rng.uniform(0, 2 * np.pi)
    flip = -1.0 if rng.random() < 0.3 else 1.0
    cos, sin = np.cos(angle) * scale, np.sin(angle) * scale
    slack = np.maximum(0.0, np.array([WIDTH, HEIGHT]) - 0.75 * scale * reach) / 2 + 12
    where = np.array([WIDTH, HEIGHT]) / 2 + rng.uniform(-slack, slack)
    turn = np.array([[cos * flip, -sin, 0], [sin * flip, cos, 0], [0, 0, 1]])
    turn[:2, 2] = where - turn[:2, :2] @ middle
    tilt = np.eye(3)
    tilt[2, :2] = rng.uniform(-0.35, 0.35, 2) / WIDTH * rng.uniform(0, 1)
    centred = np.array([[1, 0, -where[0]], [0, 1, -where[1]], [0, 0, 1.0]])
    return np.asarray(np.linalg.inv(centred) @ tilt @ centred @ turn)


def close_view(corners: Floats, rng: np.random.Generator) -> Floats:
    """From the stored square to the reader's second look: flattened by wrong corners, any side down."""
    side = sides(corners).mean()
    wrong = np.roll(corners, rng.integers(4), axis=0) + rng.normal(
        0, rng.choice([0.02, 0.05, 0.1]) * side, (4, 2)
    )
    if rng.random() < 0.3:
        wrong = wrong[::-1]
    return inverse(look_again([(x, y) for x, y in wrong]))


def maps(layout: int, corners: Floats, row: Floats, size: tuple[int, int]) -> NDArray[np.float32]:
    """The maps (4, height / 4, width / 4) of one board in a picture of `size` = (width, height)."""
    height, width = size[1] // STRIDE, size[0] // STRIDE
    out = np.zeros((4, height, width), np.float32)
    cells = (corners + 0.5) / STRIDE - 0.5
    fill(out[0 if layout == 1 else 1], cells)
    if np.isfinite(row).all():
        fill(out[2], (row + 0.5) / STRIDE - 0.5)
    ys, xs = np.mgrid[:height, :width]
    for x, y in cells:
        bump = np.exp(-((xs - x) ** 2 + (ys - y) ** 2) / (2 * CORNER_SIGMA**2))
        np.maximum(out[3], bump, out=out[3])
    return out


def fill(target: NDArray[np.float32], polygon: Floats) -> None:
    """Fills a polygon with ones, its edge to a sixteenth of a cell."""
    bounded = np.clip(polygon, -500, 500)
    cv2.fillPoly(target, [np.round(bounded * 16).astype(np.int32)], 1.0, lineType=cv2.LINE_AA, shift=4)


def loss_of(logits: Tensor, targets: Tensor) -> Tensor:
    """Cross entropy and overlap of the areas, focal loss of the corners."""
    areas, truth = logits[:, :3], targets[:, :3].clamp(0, 1)
    entropy = F.binary_cross_entropy_with_logits(areas, truth)
    p = areas.sigmoid()
    overlap = 1 - (2 * (p * truth).sum((2, 3)) + 20) / (p.sum((2, 3)) + truth.sum((2, 3)) + 20)
    return 4 * entropy + overlap.mean() + focal_loss(logits[:, 3], targets[:, 3], PEAK)[0]
