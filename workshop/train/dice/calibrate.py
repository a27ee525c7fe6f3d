"""Fit how sure the dice reader may be, on pictures it was not trained on, and write it into the network.

    python -m workshop train dice.calibrate --search models/dice/dice.onnx --faces models/dice/faces.onnx \
        --held CACHE/held.pickle --tables VALIDATION/labels.jsonl ...

The pictures: the photographs that prepare.py held back, as they are, and drawn tables of validation seeds.
Never a picture that a figure of the card is measured on.
"""

import argparse
import json
import pickle
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnx
from numpy.typing import NDArray

from vision.dice.candidates import Candidate
from vision.dice.reader import NOTES, DiceReader
from vision.observation import BoardSeen

from ..reliability import diagram, error, reliability
from .store import Photo

Floats = NDArray[np.float64]
Picture = NDArray[np.uint8]
Trust = tuple[float, ...]
"""Six numbers, as vision/dice/reader.py has them."""
Known = tuple[float, float, float, float, int]
"""A die known to be there: centre x, y, sides px, value (0 cocked, -1 not to be counted)."""
LEAST = 7.0
"""Dice smaller than this, px, are not counted: nobody could read them."""


@dataclass(frozen=True)
class Judged:
    """A place that was found, and the truth there.

    Attributes:
        said: the networks' logits, as vision/dice/reader.py has them.
        chances: of each value, plain.
        cocked: chance that it leans.
        truth: the die's value, 0 cocked, None no die.
        flat: seen from straight above.
    """

    said: tuple[float, ...]
    chances: tuple[float, ...]
    cocked: float
    truth: int | None
    flat: bool


def note(network: Path, trusts: dict[bool, Trust]) -> None:
    """Write into the file how its answers become probabilities; vision/dice/reader.py says what the numbers mean.

    Args:
        network: the faces network.
        trusts: with a board (True) and without.
    """
    model = onnx.load(network)
    del model.metadata_props[:]
    for flat, trust in trusts.items():
        model.metadata_props.add(key=NOTES[flat], value=" ".join(f"{number:.4f}" for number in trust))
    onnx.save(model, network)


def photographs(held: Path, leave_out: str) -> Iterator[tuple[Picture, BoardSeen | None, list[Known]]]:
    """The photographs held back, as they are."""
    photos: list[Photo] = pickle.loads(held.read_bytes())
    for photo in photos:
        if leave_out and leave_out in photo.source:
            continue
        annotations = (*photo.dice, *photo.ignored)
        yield photo.image, None, [(die.x, die.y, die.width, die.height, die.value) for die in annotations]


def tables(labels: Path) -> Iterator[tuple[Picture, BoardSeen | None, list[Known]]]:
    """Drawn tables, their boards where they truly lie."""
    for line in labels.read_text(encoding="utf-8").splitlines():
        truth = json.loads(line)
        image = cv2.imread(str(labels.parent / truth["image"]))
        assert image is not None, truth["image"]
        known = [_known(die) for die in truth["dice"]]
        board = None
        if truth["board"]:
            one, two, three, four = ((float(x), float(y)) for x, y in truth["board"]["corners"])
            board = BoardSeen(truth["board"]["layout"], (one, two, three, four), True, 1.0)
        yield np.asarray(image, np.uint8), board, known


def _known(die: dict[str, Any]) -> Known:
    x, y, width, height = die["box"]
    value = -1 if die.get("covered") or max(width, height) < LEAST else die["value"] or 0
    return (x + width / 2, y + height / 2, width, height, value)


def judged(spots: list[Candidate], known: list[Known], flat: bool) -> Iterator[Judged]:
    """Each place that the search found with the truth there; not what is not counted."""
    for spot in spots:
        x, y = spot.seen.x, spot.seen.y
        here = [k for k in known if abs(x - k[0]) < k[2] / 2 and abs(y - k[1]) < k[3] / 2]
        here.sort(key=lambda k: (k[4] < 0, np.hypot(x - k[0], y - k[1])))
        if not (here and here[0][4] < 0):
            seen = spot.seen
            yield Judged(seen.said, seen.values, seen.cocked, here[0][4] if here else None, flat)


def sigmoid(logits: Any) -> Any:
    """The probabilities of logits."""
    return 1 / (1 + np.exp(-logits))


def fit(features: Floats, right: Floats) -> Floats:
    """Logistic regression with an intercept, by Newton's steps and a light ridge."""
    inputs = np.column_stack([np.ones(len(features)), features])
    weights = np.zeros(inputs.shape[1])
    for _ in range(50):
        chance = sigmoid(inputs @ weights)
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


def gathered_readings(reader: DiceReader, given: argparse.Namespace) -> list[list[Judged]]:
    """What the reader finds in every picture, and what is true."""
    sources = (photographs(given.held, given.leave_out), *(tables(labels) for labels in given.tables))
    return [
        list(judged(reader.weighed(picture, board), known, board is not None))
        for pictures in sources
        for picture, board, known in pictures
    ]


def calibrate(given: argparse.Namespace) -> None:
    """Fit on every other picture, write, and say how far the readings of the others can be believed."""
    plain = (0.0, 1.0, 0.0, 0.0, 1.0, given.leaning)
    note(given.faces, {True: plain, False: plain})
    pictures = gathered_readings(DiceReader(given.search, given.faces), given)
    told = [one for picture in pictures[::2] for one in picture]
    values = [one for one in told if one.truth]
    truths = np.array([one.truth or 0 for one in values]) - 1
    power = sharpness(np.array([one.chances for one in values]), truths)
    trusts = {
        flat: (*there([one for one in told if one.flat == flat], plain), power, given.leaning)
        for flat in (True, False)
    }
    note(given.faces, trusts)
    print(len(told), "found; trust", *trusts.values())
    shown = curves([one for picture in pictures[1::2] for one in picture], trusts)
    print(
        json.dumps({name: {"error": round(error(bands), 4), "bands": bands} for name, bands in shown.items()})
    )
    if given.diagram:
        diagram(shown, given.diagram)


def there(told: list[Judged], plain: Trust) -> Trust:
    """The first four numbers of the trust that suits these readings best; those of `plain` where there are none."""
    if not told:
        return plain[:4]
    real = np.array([one.truth is not None for one in told], float)
    weights = fit(np.array([one.said for one in told]), real)
    return tuple(round(weight, 4) for weight in weights.tolist())


def told_as(one: Judged, trust: Trust) -> tuple[float, bool]:
    """How sure a flat reading is said to be with this trust, and whether it is right."""
    there = sigmoid(trust[0] + np.dot(trust[1:4], one.said))
    raised = np.array(one.chances) ** trust[4]
    sure = float(there * raised.max() / raised.sum() * (1 - one.cocked))
    return sure, int(raised.argmax()) + 1 == one.truth


def curves(told: list[Judged], trusts: dict[bool, Trust]) -> dict[str, list[dict[str, float]]]:
    """Flat readings on photographs and on drawn tables apart: what was said, and how often it was right."""
    found = {}
    for name, flat in (("photographs", False), ("drawn tables", True)):
        read = [told_as(one, trusts[flat]) for one in told if one.flat == flat and one.cocked <= 0.5]
        if read:
            said, right = np.array(read, float).T
            found[name] = reliability(said, right)
    return found


def main() -> None:
    """Read the arguments and calibrate."""
    parser: Any = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--search", type=Path, required=True)
    parser.add_argument("--faces", type=Path, required=True)
    parser.add_argument("--held", type=Path, required=True)
    parser.add_argument("--leave-out", default="", help="a source whose photographs are not used")
    parser.add_argument("--tables", type=Path, nargs="*", default=[])
    parser.add_argument(
        "--leaning", type=float, default=0.0, help="added to the log odds that a die is cocked"
    )
    parser.add_argument("--diagram", type=Path, help="picture of how far the readings can be believed")
    calibrate(parser.parse_args())


if __name__ == "__main__":
    main()
