"""The network that reads one arrow's strip."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from vision.men.reader import KINDS
from vision.men.strips import LONG

from ..board.net import separable


class StripNet(nn.Module):
    """(B, 6, 128, 24) of `vision.men.strips.shown` -> (B, 31) logits.

    Across it is seen whole, along only in eighths: how far a row of men reaches is what counts them.
    """

    def __init__(self) -> None:
        super().__init__()
        self.trunk = nn.Sequential(
            nn.Conv2d(6, 24, 5, (2, 1), 2, bias=False),
            nn.BatchNorm2d(24),
            nn.ReLU(inplace=True),
            separable(24, 48, 2),
            separable(48, 48),
            separable(48, 80, 2),
            separable(80, 80),
            separable(80, 80),
        )
        self.across = nn.Conv2d(80, 64, (1, 6))
        self.spread = nn.Dropout(0.1)
        self.head = nn.Sequential(nn.Linear(64 * LONG // 8, 96), nn.ReLU(inplace=True), nn.Linear(96, KINDS))

    def forward(self, strips: Tensor) -> Tensor:
        """The logits of the kinds."""
        seen = torch.relu(self.across(self.trunk(strips - 0.5)))
        return self.head(self.spread(seen.flatten(1)))
