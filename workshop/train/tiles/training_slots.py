"""What the two slot trainings share: wrong cuts, the loss, the share right."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional as F

from .prepare import KINDS

COVERED = 0.05  # share of crops that something is laid over
UNKNOWN = KINDS.index("unknown")

Floats = NDArray[np.float64]


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
