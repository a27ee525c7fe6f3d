"""Write the trained dice network as dice.onnx.

    python -m models.dice.export --run RUN --to models/dice/dice.onnx

The running mean of the weights is what is exported, batch norms folded. calibrate.py then adds how sure it
may be.
"""

import argparse
import hashlib
from pathlib import Path

import torch

from .calibrate import note
from .net import DiceNet


def export(run: Path, to: Path) -> None:
    """Export the checkpoint of a run and print what models.toml needs to know."""
    net = DiceNet()
    net.load_state_dict(torch.load(run / "last.pt", weights_only=True)["mean"])
    net.eval()
    sizes = {"picture": {0: "n", 2: "h", 3: "w"}, "cells": {0: "n", 2: "rows", 3: "columns"}}
    torch.onnx.export(
        net,
        (torch.zeros(1, 3, 256, 256),),
        str(to),
        input_names=["picture"],
        output_names=["cells"],
        dynamic_axes=sizes,
        opset_version=17,
        dynamo=False,
    )
    note(to, (0.0, 1.0, 1.0, 1.0))
    print(to, to.stat().st_size, "bytes, sha256", hashlib.sha256(to.read_bytes()).hexdigest())


def main() -> None:
    """Read the arguments and export."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--run", type=Path, required=True)
    parser.add_argument("--to", type=Path, required=True)
    given = parser.parse_args()
    export(given.run, given.to)


if __name__ == "__main__":
    main()
