"""Fit how sure the dice reader may be, on pictures it was not trained on, and write it into the faces network.

The pictures: the photographs that photographs.py holds back, as they are, and drawn tables of seeds of their own.
Never a picture that a figure of the card is measured on.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray

from vision.dice.candidates import UNSEEN, Candidate
from vision.dice.reader import NOTES, DiceReader
from vision.observation import BoardSeen

from ...labels import labelled
from ..logistic import fit, with_constant
from ..reliability import diagram, error, reliability
from .store import Photo

Picture = NDArray[np.uint8]
Scales = tuple[float, ...]
"""Seven numbers, as vision/dice/candidates.py has them in its Scaling."""
Known = tuple[float, float, float, float, int]
"""A die known to be there: centre x, y, sides px, value (0 cocked, -1 not to be counted)."""
Case = tuple[Picture, BoardSeen | None, list[Known]]
"""A picture, the board where it truly lies, and the dice."""
RIDGE = 0.1
"""Keeps the numbers of a fit small; see `logistic.fit`."""
LEAST = 7.0
"""Dice smaller than this, px, are not counted: they are unreadable."""
LEANING = -0.5
"""Added to the log odds that a die is cocked: most dice lie flat."""
POWERS, SECONDS = np.linspace(0.3, 2.5, 23), np.linspace(0.0, 1.2, 13)
"""What is tried of `sharpness` and of `second`."""
PLAIN: Scales = (0.0, 1.0, 0.0, 0.0, 1.0, LEANING, 0.0)
"""The answers as they are."""


@dataclass(frozen=True)
class Judged:
    """A place that was found, and the truth there.

    Attributes:
        logits: of the networks, as vision/dice/candidates.py has them.
        chances: of each value, as the faces tell them.
        shows: the same as the search tells them.
        cocked: chance that it leans.
        truth: the die's value, 0 cocked, None no die.
        flat: seen from straight above.
    """

    logits: tuple[float, ...]
    chances: tuple[float, ...]
    shows: tuple[float, ...]
    cocked: float
    truth: int | None
    flat: bool


def note(network: Path, scales: dict[bool, Scales]) -> None:
    """Write into the file how its answers become probabilities; vision/dice/candidates.py says what the numbers mean.

    Args:
        network: the faces network.
        scales: with a board (True) and without.
    """
    model = onnx.load(network)
    del model.metadata_props[:]
    for flat, numbers in scales.items():
        model.metadata_props.add(key=NOTES[flat], value=" ".join(f"{number:.4f}" for number in numbers))
    onnx.save(model, network)


def held_back(photos: Iterable[Photo]) -> Iterator[Case]:
    """Photographs as they are."""
    for photo in photos:
        annotations = (*photo.dice, *photo.ignored)
        known = [(die.x, die.y, die.width, die.height, die.value) for die in annotations]
        yield np.ascontiguousarray(photo.image), None, known


def drawn(labels: Path) -> Iterator[Case]:
    """Drawn tables, their boards where they truly lie."""
    for image, truth in labelled(labels):
        board = None
        if truth["board"]:
            first, second, third, fourth = ((float(x), float(y)) for x, y in truth["board"]["corners"])
            board = BoardSeen(truth["board"]["layout"], (first, second, third, fourth), True, 1.0)
        yield image, board, [_known(die) for die in truth["dice"]]


def _known(die: dict[str, Any]) -> Known:
    x, y, width, height = die["box"]
    value = -1 if die.get("covered") or max(width, height) < LEAST else die["value"] or 0
    return (x + width / 2, y + height / 2, width, height, value)


def judged(spots: Iterable[Candidate], known: list[Known], flat: bool) -> Iterator[Judged]:
    """Each place that the search found with the truth there; not what is not counted."""
    for spot in spots:
        x, y = spot.x, spot.y
        here = [k for k in known if abs(x - k[0]) < k[2] / 2 and abs(y - k[1]) < k[3] / 2]
        here.sort(key=lambda k: (k[4] < 0, np.hypot(x - k[0], y - k[1])))
        if not (here and here[0][4] < 0):
            yield Judged(spot.logits, spot.values, spot.shows, spot.cocked, here[0][4] if here else None, flat)


def sigmoid(logits: Any) -> Any:
    """The probabilities of logits."""
    return 1 / (1 + np.exp(-logits))


def powers(spots: list[Judged]) -> tuple[float, float]:
    """The powers of the faces' and of the search's chances under which the true values are likeliest."""
    truths = np.array([read.truth or 0 for read in spots]) - 1
    faces = np.log(np.maximum([read.chances for read in spots], 1e-6))
    search = np.log(np.array([read.shows for read in spots]) + UNSEEN)
    costs = {}
    for power, second in product(POWERS, SECONDS):
        raised = faces * power + search * second
        raised -= np.log(np.exp(raised).sum(1, keepdims=True))
        costs[float(power), float(second)] = -raised[np.arange(len(truths)), truths].mean()
    return min(costs, key=lambda pair: costs[pair])


@dataclass(frozen=True, eq=False)
class ReadCase:
    """One picture as it was read, its answers as they are.

    Attributes:
        spots: every place that the search found, as its cut was read.
        known: the dice that lie there.
        flat: seen from straight above.
    """

    spots: list[Candidate]
    known: list[Known]
    flat: bool

    def judged(self) -> list[Judged]:
        """Its places with the truth there."""
        return list(judged(self.spots, self.known, self.flat))


def readings(reader: DiceReader, cases: Iterable[Case]) -> list[ReadCase]:
    """Every picture read."""
    return [
        ReadCase(reader.weighed(picture, board), known, board is not None) for picture, board, known in cases
    ]


def fitted(cases: list[ReadCase]) -> dict[bool, Scales]:
    """What suits every other picture best, with a board (True) and without."""
    every_other = [read for case in cases[::2] for read in case.judged()]
    return {flat: scales_of([read for read in every_other if read.flat == flat]) for flat in (True, False)}


def believed(cases: list[ReadCase], scales: dict[bool, Scales], picture: Path) -> str:
    """How far the readings of the pictures that were not fitted on can be believed, as JSON and as a diagram."""
    every_other = [read for case in cases[1::2] for read in case.judged()]
    shown = curves(every_other, scales)
    diagram(shown, picture)
    bands = {name: {"error": round(error(band), 4), "bands": band} for name, band in shown.items()}
    return json.dumps({"found": len(every_other), "scaling": {str(k): v for k, v in scales.items()}, **bands})


def scales_of(spots: list[Judged]) -> Scales:
    """The seven numbers that suit these readings best; the plain ones where there are none."""
    values = [spot for spot in spots if spot.truth]
    if not values:
        return PLAIN
    real = np.array([spot.truth is not None for spot in spots], float)
    inputs = with_constant(np.array([spot.logits for spot in spots]))
    base, detected, searched, read = (round(w, 4) for w in fit(inputs, real, RIDGE).tolist())
    power, second = powers(values)
    return (base, detected, searched, read, power, LEANING, second)


def as_reported(read: Judged, scales: Scales) -> tuple[float, bool]:
    """The sureness of a flat reading under this scaling, and whether it is right."""
    there = sigmoid(scales[0] + np.dot(scales[1:4], read.logits))
    raised = np.array(read.chances) ** scales[4] * (np.array(read.shows) + UNSEEN) ** scales[6]
    sure = float(there * raised.max() / raised.sum() * (1 - read.cocked))
    return sure, int(raised.argmax()) + 1 == read.truth


def curves(spots: list[Judged], scales: dict[bool, Scales]) -> dict[str, list[dict[str, float]]]:
    """Flat readings on photographs and on drawn tables apart: their sureness, and how often they were right."""
    bands = {}
    for name, flat in (("photographs", False), ("drawn tables", True)):
        read = [as_reported(spot, scales[flat]) for spot in spots if spot.flat == flat and spot.cocked <= 0.5]
        if read:
            sureness, right = np.array(read, float).T
            bands[name] = reliability(sureness, right)
    return bands
