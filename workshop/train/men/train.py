"""Trains the network that reads men on arrows, from boards that are drawn meanwhile, and writes it.

    python -m workshop train men.train --checkpoint men.pt --minutes 60 --out models/men/men.onnx

It resumes where it was stopped. A third of the strips come without the men's colours, half without the bare arrow.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from torch.utils.data import DataLoader

from vision.men.reader import MOST
from vision.men.strips import LONG, WIDE, Colour, shown, strips_of

from ..board.net import export
from ..dice.export import halved
from ..dice.samples import Endless
from ..training import Run, Step, checkpoint_weights, train
from ..unfolded import begun
from .drawn import WIDTH, DrawnArrows, Rng, board
from .net import StripNet

BATCH, RATE, AVERAGE = 96, 3e-3, 0.998
POOL = 1500
"""Boards that are kept, so that each is seen more than once, otherwise cut and lit."""
FRESH = 4
"""Steps for each board that is drawn; as many as the first pool holds come at once."""
KNOWN_COLOURS, KNOWN_BARE = 0.67, 0.5
OFF = 0.05
"""By how much a marked corner lies beside the leaf's, in widths of an arrow (standard deviation)."""

Cut = tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.int64], tuple[Colour, Colour]]
"""Strips of a board with and without men, what stands there, and the men's colours."""


def cuts(seed: int) -> Iterator[Cut]:
    """Boards for ever, cut."""
    rng = np.random.default_rng((seed, 41))
    while True:
        yield cut(board(rng), rng)


def cut(drawn: DrawnArrows, rng: Rng, off: float = OFF) -> Cut:
    """Its 24 strips, as somebody marked its corners."""
    leaves = drawn.leaves + rng.normal(0, off * WIDTH, drawn.leaves.shape)
    pictures = (drawn.picture, drawn.bare)
    strips, bare = (np.concatenate([strips_of(picture, leaf) for leaf in leaves]) for picture in pictures)
    light, dark = (tuple(float(part) for part in colour) for colour in drawn.colours)
    return strips, bare, drawn.men, ((light[0], light[1], light[2]), (dark[0], dark[1], dark[2]))


def batch_of(pool: list[Cut], rng: Rng) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Strips of some boards as the reader shows them, and their kinds; those with men more often than empty ones."""
    inputs, kinds = [], []
    for number in rng.integers(len(pool), size=BATCH // 8):
        strips, bare, men, colours = pool[number]
        weights = np.where(men > 0, 2.0, 1.0) + (men % MOST > 4)
        some = rng.choice(24, 8, replace=False, p=weights / weights.sum())
        near = tuple(tuple(float(part + rng.normal(0, 10)) for part in colour) for colour in colours)
        known = near if rng.random() < KNOWN_COLOURS else None
        seen = _relit(strips[some], rng)
        inputs.append(shown(seen, known, bare[some] if rng.random() < KNOWN_BARE else None))  # type: ignore[arg-type]  # three parts each
        kinds.append(men[some])
    return np.concatenate(inputs), np.concatenate(kinds)


def _relit(strips: NDArray[np.uint8], rng: Rng) -> NDArray[np.uint8]:
    """In slightly other light, mirrored now and then."""
    lit = strips * rng.uniform(0.85, 1.15, 3) * rng.uniform(0.9, 1.1) + rng.normal(0, 6)
    out = np.clip(lit, 0, 255).astype(np.uint8)
    return out[:, :, ::-1] if rng.random() < 0.5 else out


def main() -> None:
    """Trains until the minutes are over, and writes the network."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--start", type=Path, help="network to go on from where there is no checkpoint")
    parser.add_argument("--out", type=Path, default=Path("models/men/men.onnx"))
    parser.add_argument("--drawing", type=int, default=1, help="processes that draw boards")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(given.seed)
    cv2.setNumThreads(1)
    step = torch.load(given.checkpoint, weights_only=True)["step"] if given.checkpoint.exists() else 0
    drawn = iter(DataLoader(Endless(cuts, given.seed + 1000 * step), None, num_workers=given.drawing,
                           prefetch_factor=64, collate_fn=tuple))  # fmt: skip
    pool = [next(drawn) for _ in range(40)]
    inputs = torch.from_numpy(batch_of(pool, np.random.default_rng(given.seed))[0])
    net = begun(StripNet(), None if step else given.start, lambda: inputs)

    def learn_step(step: int, rng: np.random.Generator) -> Step:
        if step % FRESH == 0:
            pool.append(next(drawn))
        del pool[:-POOL]
        inputs, kinds = (torch.from_numpy(part) for part in batch_of(pool, rng))
        logits = net(inputs)
        loss = torch.nn.functional.cross_entropy(logits, kinds)
        right = (logits.argmax(dim=1) == kinds).float().mean().item()
        return loss, {"right": right}

    train(net, Run(given.minutes * 60, given.checkpoint, RATE, given.seed, average=AVERAGE), learn_step)
    net.load_state_dict(checkpoint_weights(given.checkpoint))
    given.out.parent.mkdir(parents=True, exist_ok=True)
    export(net, str(given.out), (6, LONG, WIDE), "men")
    onnx.save(halved(onnx.load(given.out)), given.out)
    print(f"{given.out}: {given.out.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
