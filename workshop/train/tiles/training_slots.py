"""What the two slot trainings share: wrong cuts, things laid over, the loss, the share right."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional as F

from .prepare import KINDS

COVERED = 0.05  # share of crops that something is laid over
UNKNOWN = KINDS.index("unknown")
SKINS = ((150, 180, 225), (120, 150, 205), (90, 115, 165), (60, 80, 120), (45, 55, 80))  # BGR

Floats = NDArray[np.float64]


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


def cut(
    shape: tuple[int, int],
    width: float,
    height: float,
    middle: tuple[float, float],
    shift: float,
    rng: np.random.Generator,
    bend: float = 1.0,
) -> Floats:
    """An affine cut of `width` x `height` stored px around `middle`, shifted, and jittered as much as `bend`."""
    scale = np.exp(rng.normal(0, 0.06 * bend, 2))
    angle, shear = rng.normal(0, 0.05 * bend, 2)
    cos, sin = np.cos(angle), np.sin(angle)
    turn = np.array([[cos, -sin + shear], [sin, cos]]) @ np.diag(
        [width / shape[1] * scale[0], height / shape[0] * scale[1]]
    )
    centre = np.array([shape[1] / 2 - 0.5, shape[0] / 2 - 0.5])
    start = np.array(middle) + rng.normal(0, shift, 2) - turn @ centre
    return np.concatenate([turn, start[:, None]], axis=1)


def loss_of(logits: Tensor, kind: Tensor, digit: Tensor, weights: Sequence[float] | None = None) -> Tensor:
    """Cross entropy of the kind, each weighted as `weights` say, and of the digit where one is seen."""
    kinds, digits = logits[:, : len(KINDS)], logits[:, len(KINDS) :]
    counted = None if weights is None else logits.new_tensor(weights)
    loss = F.cross_entropy(kinds, kind, counted, label_smoothing=0.02)
    shown = (digit > 0) & (kind < 2)
    if shown.any():
        loss = loss + F.cross_entropy(digits[shown], digit[shown] - 1, label_smoothing=0.02)
    return loss


def hits(logits: Tensor, kind: Tensor, digit: Tensor) -> dict[str, float]:
    """Share of kinds right, share of shown digits right."""
    shown = (digit > 0) & (kind < 2)
    kinds = (logits[:, : len(KINDS)].argmax(1) == kind).float().mean().item()
    digits = (logits[:, len(KINDS) :].argmax(1)[shown] == digit[shown] - 1).float().mean().item()
    return {"kinds": kinds, "digits": digits}
