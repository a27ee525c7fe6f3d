"""The two networks that read what stands in a slot: what each is shown, and how its answers are taken."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..observation import PieceKind

KINDS: tuple[PieceKind, ...] = ("open", "closed", "missing", "unknown")


@dataclass(frozen=True)
class Slots:
    """One network of slots.

    Attributes:
        hinged: its tiles fold and show their digit closed, too; else they are loose and show their back.
        crop: what it is shown of a slot, in slots: half its width, how far to the front, how far to the back.
        shape: height and width of that, px.
        digits: how many numbers it tells apart, from 1 on.
        temperatures: of its kinds and of its digits; they divide the logits, so that `sure` can be believed
            (models/tiles/card.md says how far).
        priors: of its kinds: training shows missing and covered tiles far more often than tables do.
        in_order: before looking: how likely a tile shows its own number.
        doubtful: a tile less sure is looked at again.
    """

    hinged: bool
    crop: tuple[float, float, float]
    shape: tuple[int, int]
    digits: int
    temperatures: tuple[float, float]
    priors: tuple[float, float, float, float]
    in_order: float
    doubtful: float

    def probabilities(self, logits: NDArray[np.float64]) -> NDArray[np.float64]:
        """From answers (n, kinds + digits) to the chances of each kind and, given that one is shown, of each digit."""
        of_kinds, of_digits = self.temperatures
        kinds = softmax(logits[:, : len(KINDS)] / of_kinds) * np.array(self.priors)
        kinds /= kinds.sum(axis=1, keepdims=True)
        return np.concatenate([kinds, softmax(logits[:, len(KINDS) :] / of_digits)], axis=1)


LOOSE = Slots(
    hinged=False,
    crop=(0.75, 0.75, 0.75),
    shape=(40, 40),
    digits=9,
    temperatures=(0.7, 0.7),
    priors=(1.0, 1.0, 0.03, 0.3),
    in_order=0.6,  # training swaps loose tiles far more often than tables do
    doubtful=0.96,
)
HINGED = Slots(
    hinged=True,
    crop=(0.8, 0.3, 4.5),
    shape=(96, 32),
    digits=12,
    temperatures=(0.75, 1.0),
    priors=(1.0, 1.0, 0.06, 0.3),
    in_order=0.8,
    doubtful=0.985,
)


def softmax(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """Probabilities that sum to 1 along the last axis."""
    powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True))
