"""Writes a trained checkpoint of maps as .onnx.

python -m workshop train board.export board.pt models/board/board.onnx
"""

from __future__ import annotations

import argparse
from pathlib import Path

from ..training import checkpoint_weights
from .net import BOARD_WIDTHS, Maps, export
from .train import HEIGHT, MAPS, WIDTH


def main() -> None:
    """Reads the checkpoint and writes the network."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("onnx", type=Path)
    arguments = parser.parse_args()
    net = Maps(len(MAPS), BOARD_WIDTHS)
    net.load_state_dict(checkpoint_weights(arguments.checkpoint))
    export(net, str(arguments.onnx), (3, HEIGHT, WIDTH), "maps")
    print(f"{arguments.onnx}: {arguments.onnx.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
