"""The faces network: one die cut out at one size; is it a die, which face lies upmost, does it lean.

Output (12 numbers): 0 it is a die (logit), 1-6 its value (logits), 7 it is cocked (logit, of use only on flat
pictures), 8-9 from the cut's middle to the die's (x, y, in dice), 10-11 log of its width and height in dice.
"""

import torch
from torch import nn


def _conv(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    layer = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
    return nn.Sequential(layer, nn.BatchNorm2d(outputs))


class Residue(nn.Module):
    """Two convolutions, and the input added."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first, self.second = _conv(width, width), _conv(width, width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """(N, C, H, W) -> the same shape."""
        return torch.relu(x + self.second(torch.relu(self.first(x))))


class FacesNet(nn.Module):
    """(N, 3, 64, 64) BGR 0 to 1, a die of about 36 px in its middle -> (N, 12)."""

    def __init__(self) -> None:
        super().__init__()
        self.trunk = nn.Sequential(
            _conv(3, 32, 2), nn.ReLU(), _conv(32, 64, 2), nn.ReLU(), Residue(64),
            _conv(64, 96, 2), nn.ReLU(), Residue(96),
        )  # fmt: skip
        # Where a pip lies matters: another die may lie beside this one.
        self.places = nn.Conv2d(96, 192, 8, groups=96)
        self.mlp = nn.Sequential(nn.ReLU(), nn.Dropout(0.1), nn.Linear(192, 96), nn.ReLU())
        self.head = nn.Linear(96, 12)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """See the class and the module."""
        middle = x.mean(dim=(1, 2, 3), keepdim=True)
        away = x - middle
        light = (away * away).mean(dim=(1, 2, 3), keepdim=True).sqrt() + 0.03
        seen = self.trunk(away / light)
        counted = self._multiplied(seen) if self.training else self.places(seen).flatten(1)
        return self.head(self.mlp(counted))

    def _multiplied(self, seen: torch.Tensor) -> torch.Tensor:
        """What `places` answers, (N, 96, 8, 8) -> (N, 192), as a product: its gradient takes a tenth of the time."""
        rows = self.places.weight.view(96, 2, 64)
        return torch.einsum("ncp,cop->nco", seen.flatten(2), rows).flatten(1) + self.places.bias
