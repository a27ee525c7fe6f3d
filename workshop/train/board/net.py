"""The network that draws maps over a picture: the board's (board.onnx) and the rows' (rows.onnx)."""

from __future__ import annotations

import torch
from torch import Tensor, nn

BOARD_WIDTHS = (16, 24, 48, 96, 128)
ROW_WIDTHS = (16, 24, 40, 64, 80)


def separable(inside: int, outside: int, stride: int = 1) -> nn.Sequential:
    """A depthwise 3x3 and a pointwise convolution, each with batch norm and ReLU."""
    return nn.Sequential(
        nn.Conv2d(inside, inside, 3, stride, 1, groups=inside, bias=False),
        nn.BatchNorm2d(inside),
        nn.ReLU(inplace=True),
        nn.Conv2d(inside, outside, 1, bias=False),
        nn.BatchNorm2d(outside),
        nn.ReLU(inplace=True),
    )


class Maps(nn.Module):
    """(B, 3, H, W), about 0 to 1, H and W multiples of 32 -> (B, maps, H / 4, W / 4) logits.

    Down to a thirty-second, then up again by adding, so that each cell knows the whole board.
    """

    def __init__(self, maps: int, widths: tuple[int, int, int, int, int], across: int = 48) -> None:
        super().__init__()
        a, b, c, d, e = widths
        self.stem = nn.Sequential(
            nn.Conv2d(3, a, 3, 2, 1, bias=False), nn.BatchNorm2d(a), nn.ReLU(inplace=True)
        )
        self.quarter = nn.Sequential(separable(a, b, 2), separable(b, b))
        self.eighth = nn.Sequential(separable(b, c, 2), separable(c, c), separable(c, c))
        self.sixteenth = nn.Sequential(separable(c, d, 2), separable(d, d), separable(d, d))
        self.thirty_second = nn.Sequential(separable(d, e, 2), separable(e, e), separable(e, e))
        self.laterals = nn.ModuleList(nn.Conv2d(width, across, 1) for width in (b, c, d, e))
        self.smooth = nn.ModuleList(separable(across, across) for _ in range(3))
        self.head = nn.Sequential(separable(across, across), nn.Conv2d(across, maps, 1))
        nn.init.constant_(self.head[1].bias, -2.0)  # most cells are empty
        self.up = nn.Upsample(scale_factor=2, mode="nearest")

    def forward(self, picture: Tensor) -> Tensor:
        """The logits of every map."""
        levels = [self.quarter(self.stem(picture - 0.5))]
        for stage in (self.eighth, self.sixteenth, self.thirty_second):
            levels.append(stage(levels[-1]))
        sides = [lateral(level) for lateral, level in zip(self.laterals, levels, strict=True)]
        out = sides.pop()
        for smooth in self.smooth:
            out = smooth(self.up(out) + sides.pop())
        return self.head(out)


def export(net: nn.Module, path: str, shape: tuple[int, int, int], output: str, together: int = 1) -> None:
    """Writes an .onnx file with a free batch (of `together` and more) and, for maps, free height and width."""
    net.eval()
    free = {0: "batch", 2: "height", 3: "width"} if isinstance(net, Maps) else {0: "batch"}
    torch.onnx.export(
        net,
        (torch.zeros(together, *shape),),
        path,
        input_names=["picture"],
        output_names=[output],
        dynamic_axes={"picture": free, output: free if isinstance(net, Maps) else {0: "batch"}},
        opset_version=17,
        dynamo=False,
    )
