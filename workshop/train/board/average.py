"""Averages checkpoints that were trained apart from one common start, so that two slow cores share the work.

cp board.pt a.pt; cp board.pt b.pt
python -m workshop.train.board.train ... --checkpoint a.pt --seed 2 &
python -m workshop.train.board.train ... --checkpoint b.pt --seed 3; wait
python -m workshop.train.board.average a.pt b.pt board.pt
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import torch


def main() -> None:
    """Reads every checkpoint but the last and writes their mean, optimiser and all, to the last."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("checkpoints", type=Path, nargs="+")
    parser.add_argument("--restart", action="store_true", help="count the time from zero again")
    arguments = parser.parse_args()
    *sources, target = arguments.checkpoints
    saved = [torch.load(source, weights_only=True) for source in sources]
    whole = mean(saved)
    if arguments.restart:
        whole["spent"] = 0.0
    torch.save(whole, target)


def mean(values: list[Any]) -> Any:
    """The mean of equal structures of tensors and numbers; what is neither is taken from the first."""
    first = values[0]
    if isinstance(first, torch.Tensor):
        together = torch.stack([value.float() for value in values]).mean(dim=0)
        return together.to(first.dtype)
    if isinstance(first, dict):
        return {key: mean([value[key] for value in values]) for key in first}
    return max(values) if isinstance(first, float) else first


if __name__ == "__main__":
    main()
