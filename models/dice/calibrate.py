"""Fit how sure the dice reader may be, on pictures it was not trained on, and write it into the network.

    python -m models.dice.calibrate --cache CACHE --network models/dice/dice.onnx

The pictures: the photographs that prepare.py held back (of the sources trained on), as they are and warped
and spoilt, and freshly drawn tables. Never a picture that a figure of the card is measured on.
"""

import argparse
import pickle
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray

from vision.dice import DiceReader
from vision.observation import Die

from .pictures import CELL, pictures
from .prepare import bank
from .store import Photo

Floats = NDArray[np.float64]
Picture = NDArray[np.uint8]
Known = tuple[float, float, float, float, int]
"""A die known to be there: centre x, y, sides px, value (0 cocked, -1 not to be counted)."""


def note(network: Path, trust: tuple[float, ...]) -> None:
    """Write into the file how its answers become probabilities; vision/dice.py says what the numbers mean."""
    model = onnx.load(network)
    del model.metadata_props[:]
    model.metadata_props.add(key="trust", value=" ".join(f"{number:.4f}" for number in trust))
    onnx.save(model, network)


def whole(photos: list[Photo]) -> Iterator[tuple[Picture, list[Known]]]:
    """The photographs as they are."""
    for photo in photos:
        marked = (*photo.dice, *photo.ignored)
        yield photo.image, [(m.x, m.y, m.width, m.height, m.value) for m in marked]


def spoilt(photos: list[Photo], count: int, seed: int) -> Iterator[tuple[Picture, list[Known]]]:
    """Held photographs warped and spoilt, and fresh drawn tables; cells of no cost become unknown dice."""
    for picture, wanted in islice(pictures(bank(80, 40, seed), photos, seed, 0.5), count):
        known: list[Known] = []
        for row, column in np.argwhere((wanted[0] >= 0.999) | (wanted[1] == 0)):
            x, y = (column + wanted[3, row, column]) * CELL + 3.5, (row + wanted[4, row, column]) * CELL + 3.5
            sides = np.exp(wanted[5:7, row, column]) * 32
            free, cocked = wanted[1, row, column] == 0, wanted[8, row, column] > 0.5
            value = -1 if free else 0 if cocked else int(wanted[2, row, column]) + 1
            known.append((float(x), float(y), float(sides[0]), float(sides[1]), value))
        yield picture, known


def judged(dice: tuple[Die, ...], known: list[Known]) -> Iterator[tuple[Die, int]]:
    """Each flat die told, with the true value at its place (0: none, or cocked); not what is not counted."""
    for die in dice:
        x, y = die.box[0] + die.box[2] / 2, die.box[1] + die.box[3] / 2
        here = [k for k in known if abs(x - k[0]) < k[2] / 2 and abs(y - k[1]) < k[3] / 2]
        here.sort(key=lambda k: (k[4] < 0, np.hypot(x - k[0], y - k[1])))
        if die.state == "flat" and not (here and here[0][4] < 0):
            yield die, here[0][4] if here else 0


def fit(features: Floats, right: Floats) -> Floats:
    """Logistic regression with an intercept, by Newton's steps and a light ridge: (base, found, read)."""
    inputs = np.column_stack([np.ones(len(features)), features])
    weights = np.zeros(inputs.shape[1])
    for _ in range(50):
        chance = 1 / (1 + np.exp(-inputs @ weights))
        slope = inputs.T @ (right - chance) - 0.1 * weights
        bend = (inputs * (chance * (1 - chance))[:, None]).T @ inputs + 0.1 * np.eye(len(weights))
        weights = weights + np.linalg.solve(bend, slope)
    return np.asarray(weights)


def sharpness(chances: Floats, truths: NDArray[np.int64]) -> float:
    """The power of the chances under which the truth is likeliest."""
    powers = np.linspace(0.3, 2.5, 45)
    logs = np.log(np.maximum(chances, 1e-6))
    costs = []
    for power in powers:
        raised = logs * power
        raised -= np.log(np.exp(raised).sum(1, keepdims=True))
        costs.append(-raised[np.arange(len(truths)), truths].mean())
    return float(powers[int(np.argmin(costs))])


def _logit(chance: Floats) -> Floats:
    kept = np.clip(chance, 1e-5, 1 - 1e-5)
    return np.asarray(np.log(kept / (1 - kept)))


def reliability(sure: Floats, right: Floats) -> None:
    """Print how often dice told with some sureness are right."""
    for low, high in (
        (0, 0.3),
        (0.3, 0.5),
        (0.5, 0.7),
        (0.7, 0.85),
        (0.85, 0.95),
        (0.95, 0.99),
        (0.99, 1.01),
    ):
        inside = (sure >= low) & (sure < high)
        if inside.any():
            said, was = sure[inside].mean(), right[inside].mean()
            print(f"{low:.2f}-{high:.2f}: n {inside.sum()}, sure {said:.3f}, right {was:.3f}")


def calibrate(given: argparse.Namespace) -> None:
    """Fit, write, print."""
    note(given.network, (0.0, 1.0, 0.0, 1.0))  # sure is then the chance that there is a die
    reader = DiceReader(given.network)
    held: list[Photo] = pickle.loads((given.cache / "held.pickle").read_bytes())
    told: list[tuple[Die, int]] = []
    for source in (whole(held), spoilt(held, given.count, 77)):
        for picture, known in source:
            told += judged(reader.read(picture), known)
    chances = np.array([die.chances for die, _ in told])
    truths = np.array([value for _, value in told])
    power = sharpness(chances[truths > 0], truths[truths > 0] - 1)
    raised = chances**power
    raised /= raised.sum(1, keepdims=True)
    right = (raised.argmax(1) + 1 == truths).astype(float)
    features = np.column_stack([_logit(np.array([die.sure for die, _ in told])), _logit(raised.max(1))])
    weights = fit(features, right)
    note(given.network, (*weights.tolist(), power))
    print(len(told), "dice told, right", round(right.mean(), 4), "trust", weights.round(3), power)
    reliability(1 / (1 + np.exp(-weights[0] - features @ weights[1:])), right)


def main() -> None:
    """Read the arguments and calibrate."""
    parser: Any = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--network", type=Path, required=True)
    parser.add_argument("--count", type=int, default=400, help="spoilt pictures")
    calibrate(parser.parse_args())


if __name__ == "__main__":
    main()
