"""The search network: every cell of 8x8 pixels says whether a die's centre lies in it, how large it is, what it shows.

Output planes (11): 0 there is a die (logit), 1-2 from the cell's middle to the die's centre (x, y, in cells),
3-4 log of its width and height over 32 px, 5-10 its value (logits).
"""

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from ..training import Step, focal_loss

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


def search_loss(answer: Tensor, wanted: Tensor) -> Step:
    """The loss of answers (N, 11, h, w) against targets (N, 9, h, w), and its parts."""
    cells, values = answer.float().split((5, 6), 1)
    heat, counted, weight, value = wanted[:, 0], wanted[:, 1], wanted[:, 7], wanted[:, 8].long()
    detection, hit = focal_loss(cells[:, 0], heat, 0.999, counted)
    away = F.smooth_l1_loss(cells[:, 1:5], wanted[:, 2:6], reduction="none", beta=0.2)
    sides = torch.stack([torch.ones_like(heat), torch.ones_like(heat), wanted[:, 6], wanted[:, 6]], 1)
    box = (away * sides * weight[:, None]).sum() / weight.sum().clamp(min=1)
    losses = F.cross_entropy(values, (value - 1).clamp(min=0), reduction="none", label_smoothing=0.01)
    worth = weight * (value > 0)
    read = (losses * worth).sum() / worth.sum().clamp(min=1)
    recall = ((cells[:, 0].sigmoid() > 0.3) & hit).sum() / hit.sum().clamp(min=1)
    right = (values.argmax(1) == value - 1)[hit & (value > 0)].float().mean()
    metrics = {"found": detection.item(), "box": box.item(), "read": read.item(), "seen": recall.item()}
    return detection + box + 0.5 * read, {**metrics, "right": right.item()}
