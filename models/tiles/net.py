"""The network that reads one slot: what stands there, and which digit it shows."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from ..board.net import separable


class Slot(nn.Module):
    """(B, 3, H, W), about 0 to 1, of one shape -> (B, kinds + digits) logits: the kinds, then digits from 1.

    The same for loose tiles (tiles.onnx, 40 x 40) and hinged ones (hinges.onnx, 96 x 32).
    """

    def __init__(self, kinds: int, digits: int, shape: tuple[int, int]) -> None:
        super().__init__()
        self.trunk = nn.Sequential(
            nn.Conv2d(3, 16, 3, 2, 1, bias=False),
            nn.BatchNorm2d(16),
            nn.ReLU(inplace=True),
            separable(16, 32),
            nn.Conv2d(32, 48, 3, 2, 1, bias=False),
            nn.BatchNorm2d(48),
            nn.ReLU(inplace=True),
            separable(48, 64),
            separable(64, 64),
            separable(64, 96, 2),
            separable(96, 96),
        )
        self.parts = nn.Conv2d(96, 24, 1)  # where a stroke lies matters: 6 and 9 differ by that alone
        self.spread = nn.Dropout(0.1)
        self.head = nn.Linear(24 * (shape[0] // 8) * (shape[1] // 8) + 96, kinds + digits)

    def forward(self, crops: Tensor) -> Tensor:
        """The logits of kinds and digits."""
        seen = self.trunk(crops - 0.5)
        placed = self.parts(seen)
        whole = seen.mean(dim=(2, 3))
        return self.head(self.spread(torch.cat([placed.flatten(1), whole], dim=1)))
