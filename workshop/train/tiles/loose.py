"""Train the loose tiles' network that ships further, from drawing the tables to the file.

    python -m workshop train tiles.loose --work DIR --minutes 60

One step after another, each kept in DIR and taken up where it was: the slots of the tables of RECIPE (drawn, never
stored), the training on them, DIR/tiles.onnx. `--also` names slots of tables that were drawn elsewhere
(`tiles.prepare` writes them), of which each file counts as often as it is named. What is drawn depends on the
typefaces that are there (`scenes/draw/typefaces.py`): the more, the better.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import torch

from models import path
from vision.tiles.slots import LOOSE

from ...scenes.pictures import Order, pictures
from ..board.net import export
from ..training import Run, checkpoint_weights, load
from .net import BOARD, SlotsNet
from .prepare import KINDS, TablePicture, of_truth, write_slots
from .train_loose import DIGITS, by_board, learn

RATE = 6e-4
"""Highest learning rate: a higher one first spoils what was learnt."""

DECAY = 1e-2
"""Of the weights."""

LARGE, SMALL = (1280, 960), (960, 720)


@dataclass(frozen=True)
class Drawn:
    """Tables to learn from: `count` of `order`, as `python -m workshop scenes --seed SEED` draws them."""

    seed: int
    count: int
    order: Order


RECIPE = (
    Drawn(510, 100, Order(colours=1.0, trouble=0.3, harsh=0.3, size=LARGE)),
    Drawn(511, 100, Order(colours=1.0, trouble=0.3, harsh=0.3, size=LARGE)),
    Drawn(520, 100, Order(colours=0.1, trouble=0.4, harsh=0.3, size=LARGE)),
    Drawn(6111, 250, Order(colours=1.0, trouble=0.3, harsh=0.0, size=LARGE)),
    Drawn(6112, 200, Order(colours=1.0, trouble=0.3, harsh=0.5, size=SMALL)),
    Drawn(6121, 250, Order(trouble=0.5, harsh=0.0, size=LARGE)),
    Drawn(6122, 200, Order(trouble=0.4, harsh=1.0, size=SMALL)),
    Drawn(6131, 200, Order(colours=0.5, inks=0.35, one_wood=0.3, mirrored=0.35, trouble=0.3, harsh=0.1, size=LARGE)),
    Drawn(6132, 200, Order(colours=0.5, inks=0.35, one_wood=0.3, mirrored=0.35, trouble=0.3, harsh=0.4, size=SMALL)),
    Drawn(6141, 120, Order(one_wood=1.0, mirrored=0.2, harsh=0.0, size=LARGE)),
)
"""Coloured boards, boards of one wood and mirrored lamps; two in five boards are as they always were."""


def main() -> None:
    """Draws what is not there yet, trains until the minutes are over, writes the network."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--work", type=Path, required=True, help="folder of all that is kept")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path, default=path("tiles"), help="network to start from, .onnx")
    parser.add_argument("--also", type=Path, nargs="*", default=[], help="slots of other tables, .npz")
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(options.seed)
    options.work.mkdir(parents=True, exist_ok=True)
    files = [*(slots(drawn, options.work) for drawn in RECIPE), *options.also]
    run = Run(options.minutes * 60, options.work / "loose.pt", RATE, options.seed, DECAY, options.start)
    learn(by_board(load(files)), run)
    written(run.checkpoint, options.work / "tiles.onnx")


def written(checkpoint: Path, onnx: Path) -> None:
    """Writes a checkpoint's network, of averaged weights where it has them."""
    net = SlotsNet(len(KINDS), DIGITS, LOOSE.shape)
    net.load_state_dict(checkpoint_weights(checkpoint))
    export(net, str(onnx), (3, *LOOSE.shape), "logits", BOARD)


def slots(drawn: Drawn, work: Path) -> Path:
    """The file of the slots of these tables, written where it is not there yet."""
    file = work / f"occe-{drawn.seed}.npz"
    if not file.exists():
        part = work / "part.npz"
        write_slots(str(part), tables(drawn), hinged=False)
        part.replace(file)
    return file


def tables(drawn: Drawn) -> Iterator[TablePicture]:
    """The tables, drawn one after the other."""
    return (of_truth(image, truth) for image, truth in pictures(drawn.order, drawn.seed, drawn.count))
