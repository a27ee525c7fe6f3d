"""Writes a trained checkpoint as .onnx.

python -m workshop train tiles.export rows rows.pt models/tiles/rows.onnx
python -m workshop train tiles.export loose loose.pt models/tiles/tiles.onnx
python -m workshop train tiles.export hinged hinged.pt models/tiles/hinges.onnx
python -m workshop train tiles.export board board.pt models/board/board.onnx
"""

from __future__ import annotations

import argparse
from pathlib import Path

from torch import nn

from vision.tiles.crops import STRIP_SHAPE
from vision.tiles.slots import HINGED, LOOSE

from ..board.net import BOARD_WIDTHS, ROW_WIDTHS, Maps, export
from ..board.train import HEIGHT, WIDTH
from ..board.train import MAPS as BOARD_MAPS
from ..training import checkpoint_weights
from .net import BOARD, Slot, SlotsNet
from .prepare import KINDS
from .train_hinged import DIGITS as HINGED_DIGITS
from .train_loose import DIGITS as LOOSE_DIGITS
from .train_rows import MAPS


def main() -> None:
    """Reads the checkpoint and writes the network."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("what", choices=("rows", "loose", "hinged", "board"))
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("onnx", type=Path)
    arguments = parser.parse_args()
    net, shape, output = made(arguments.what)
    net.load_state_dict(checkpoint_weights(arguments.checkpoint))
    export(net, str(arguments.onnx), (3, *shape), output, BOARD if isinstance(net, SlotsNet) else 1)
    print(f"{arguments.onnx}: {arguments.onnx.stat().st_size / 1e6:.2f} MB")


def made(what: str) -> tuple[nn.Module, tuple[int, int], str]:
    """A fresh network, the height and width that it takes, the name of its output."""
    if what == "board":
        return Maps(len(BOARD_MAPS), BOARD_WIDTHS), (HEIGHT, WIDTH), "maps"
    if what == "rows":
        return Maps(len(MAPS), ROW_WIDTHS), STRIP_SHAPE, "maps"
    if what == "loose":
        return SlotsNet(len(KINDS), LOOSE_DIGITS, LOOSE.shape), LOOSE.shape, "logits"
    return Slot(len(KINDS), HINGED_DIGITS, HINGED.shape), HINGED.shape, "logits"
