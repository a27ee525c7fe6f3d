"""The search network: every cell of 8x8 pixels says whether a die's centre lies in it, how large it is, what it shows.

Output planes (11): 0 there is a die (logit), 1-2 from the cell's middle to the die's centre (x, y, in cells),
3-4 log of its width and height over 32 px, 5-10 its value (logits).
"""

import torch
from torch import nn

PLANES = 11


def _conv(inputs: int, outputs: int, size: int, stride: int = 1, groups: int = 1) -> nn.Sequential:
    layer = nn.Conv2d(inputs, outputs, size, stride, size // 2, groups=groups, bias=False)
    return nn.Sequential(layer, nn.BatchNorm2d(outputs))


class Block(nn.Module):
    """Depthwise, pointwise, and the input added where the shapes agree."""

    def __init__(self, inputs: int, outputs: int, stride: int = 1) -> None:
        super().__init__()
        self.depthwise = _conv(inputs, inputs, 3, stride, groups=inputs)
        self.pointwise = _conv(inputs, outputs, 1)
        self.same = inputs == outputs and stride == 1

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """(N, C, H, W) -> (N, outputs, H / stride, W / stride)."""
        with torch.autocast("cpu", enabled=False):  # half precision slows depthwise layers down
            y = torch.relu(self.depthwise(x.float()))
        y = self.pointwise(y)
        return torch.relu(x + y if self.same else y)


class SearchNet(nn.Module):
    """(N, 3, H, W) BGR 0 to 1, H and W multiples of 8 -> (N, 11, H / 8, W / 8)."""

    def __init__(self) -> None:
        super().__init__()
        self.trunk = nn.Sequential(
            _conv(3, 24, 3, 2), nn.ReLU(), Block(24, 48, 2), Block(48, 48), Block(48, 48), Block(48, 96, 2),
            *(Block(96, 96) for _ in range(6)),
        )  # fmt: skip
        self.head = nn.Conv2d(96, PLANES, 1)
        nn.init.constant_(self.head.bias[:1], -4.0)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """See the class and the module."""
        return self.head(self.trunk(x * 4 - 2))
