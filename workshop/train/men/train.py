"""Trains the network that reads men on arrows, from boards that are drawn meanwhile, and writes it.

    python -m workshop train men.train --checkpoint men.pt --minutes 60 --out models/men/men.onnx

It resumes where it was stopped. A third of the strips come without the men's colours, half without the bare arrow.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import torch
from numpy.typing import NDArray

from referee.games.arrows.looks import ARROWS
from vision.men.reader import MOST
from vision.men.strips import LONG, WIDE, Colour, shown, strips_of

from ..training import Run, Step, train
from ..unfolded import begun as unfolded
from .drawn import WIDTH, DrawnArrows, Rng, board, played, strip_kind
from .net import StripNet
from .run import begun, options, write

BATCH, RATE, AVERAGE = 96, 3e-3, 0.998
POOL = 1500
"""Boards that are kept, so that each is seen more than once, otherwise cut and lit."""
FRESH = 1
"""Steps for each board that is drawn; as many as the first pool holds come at once."""
KNOWN_COLOURS, KNOWN_BARE = 0.67, 0.5
OFF = 0.05
"""By how much a marked corner lies beside the leaf's, in widths of an arrow (standard deviation)."""

Cut = tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.int64], tuple[Colour, Colour]]
"""Strips of a board with and without men, what stands there, and the men's colours."""


def cuts(seed: int) -> Iterator[Cut]:
    """Boards for ever, cut: one with men as a game has them, one with men at random."""
    rng, colours = np.random.default_rng((seed, 41)), ("white", "black")
    for stands in played(seed):
        lighter = colours[int(rng.integers(2))]
        men = np.array([strip_kind(stands[arrow], lighter) for arrow in ARROWS])
        yield cut(board(rng, men), rng)
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
    given = options(__doc__ or "", "models/men/men.onnx").parse_args()
    step, drawn = begun(given, cuts)
    pool = [next(drawn) for _ in range(40)]
    inputs = torch.from_numpy(batch_of(pool, np.random.default_rng(given.seed))[0])
    net = unfolded(StripNet(), None if step else given.start, lambda: inputs)

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
    write(net, given, (6, LONG, WIDE), "men")


if __name__ == "__main__":
    main()
