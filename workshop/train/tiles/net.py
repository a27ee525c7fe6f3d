"""The networks that read slots: what stands there, and which digit it shows."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from ..board.net import separable

SEAT, BOARD = 9, 36
"""How many loose tiles one seat has, and one board."""


class Slot(nn.Module):
    """(B, 3, H, W), about 0 to 1, of one shape -> (B, kinds + digits) logits: the kinds, then digits from 1.

    For hinged tiles (hinges.onnx, 96 x 32); loose ones begin alike (tiles.onnx, 40 x 40).
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
        return self.head(self.spread(self.seen(crops)))

    def seen(self, crops: Tensor) -> Tensor:
        """What is seen of each crop, (B, features): where strokes lie, and the whole."""
        maps = self.trunk(crops - 0.5)
        return torch.cat([self.parts(maps).flatten(1), maps.mean(dim=(2, 3))], dim=1)


class Attention(nn.Module):
    """Self-attention of the tokens (B, n, width) of a board, and a perceptron on each; both added to what comes in."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.before, self.after = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.projection = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.mlp = nn.Sequential(nn.Linear(width, 2 * width), nn.ReLU(), nn.Linear(2 * width, width))

    def forward(self, tokens: Tensor) -> Tensor:
        """The tokens, (B, n, width)."""
        n, width = tokens.shape[1], tokens.shape[2]
        shape = (-1, n, self.heads, width // self.heads)
        q, k, v = (part.reshape(shape).transpose(1, 2) for part in self.qkv(self.before(tokens)).chunk(3, 2))
        weights = (q @ k.transpose(2, 3) / (width // self.heads) ** 0.5).softmax(3)
        tokens = tokens + self.projection((weights @ v).transpose(1, 2).reshape(-1, n, width))
        return tokens + self.mlp(self.after(tokens))


class SlotsNet(Slot):
    """(36 B, 3, H, W), the tiles of B whole boards, seat after seat -> (36 B, kinds + digits) logits.

    Tiles are read together, for on one board all backs look alike and no digit resembles another seat's mark:
    a ring in the third, the fifth and the eighth place is no digit, whatever typeface it comes from.
    """

    def __init__(self, kinds: int, digits: int, shape: tuple[int, int], width: int = 64) -> None:
        super().__init__(kinds, digits, shape)
        self.token = nn.Linear(self.head.in_features, width)
        self.place = nn.Parameter(torch.zeros(1, 1, SEAT, width))
        self.rounds = nn.Sequential(Attention(width, 4), Attention(width, 4))
        self.last = nn.Linear(width, kinds + digits)

    def forward(self, crops: Tensor) -> Tensor:
        """The logits of kinds and digits."""
        spread = self.spread(self.seen(crops))
        tokens = self.token(spread).reshape(-1, BOARD // SEAT, SEAT, self.place.shape[3]) + self.place
        learnt = self.rounds(tokens.reshape(-1, BOARD, self.place.shape[3]))
        return self.head(spread) + self.last(learnt.reshape(-1, self.place.shape[3]))
