"""Writes a trained checkpoint as .onnx.

python -m models.tiles.export rows rows.pt models/tiles/rows.onnx
python -m models.tiles.export loose loose.pt models/tiles/tiles.onnx
python -m models.tiles.export hinged hinged.pt models/tiles/hinges.onnx
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from torch import nn

from vision.tiles_crops import HINGED_SHAPE, LOOSE_SHAPE, STRIP_SHAPE

from ..board.net import ROW_WIDTHS, Maps, export
from .net import Slot
from .prepare import KINDS
from .train_rows import MAPS
from .train_slots import DIGITS


def main() -> None:
    """Reads the checkpoint and writes the network."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("what", choices=("rows", "loose", "hinged"))
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("onnx", type=Path)
    arguments = parser.parse_args()
    net: nn.Module
    if arguments.what == "rows":
        net, shape, output = Maps(len(MAPS), ROW_WIDTHS), STRIP_SHAPE, "maps"
    else:
        shape, output = (LOOSE_SHAPE if arguments.what == "loose" else HINGED_SHAPE), "logits"
        net = Slot(len(KINDS), DIGITS[arguments.what], shape)
    net.load_state_dict(torch.load(arguments.checkpoint, weights_only=True)["net"])
    export(net, str(arguments.onnx), (3, *shape), output)
    print(f"{arguments.onnx}: {arguments.onnx.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
