"""Fit what a sure die makes of doubtful ones beside it: `vision.dice.alike.FITTED`.

    python -m workshop train dice.kinship --work DIR --photos ../shared/photos

On photographs of the sources that the folds of `dice.folds` left out, each read by the networks of its own fold: what
networks have learnt from they hardly doubt. Fitted on the sources of the first half of the folds, each counting the
same, and told for all: on the others nothing was chosen. Of each source every third picture is read.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vision.dice.alike import FITTED, Kinship, differences, shares
from vision.dice.candidates import Candidate
from vision.dice.reader import DiceReader
from vision.dice.search import logit
from vision.picture import read_picture

from ...evaluate.truth import TrueDie, Truth
from ..logistic import fit, with_constant
from .folds import of_sources
from .photographs import folds, sources
from .recipe import Recipe
from .train import into

THIRD = 3
EACH = 300
"""How many places a source counts as."""
RIDGE = 1.0
BORDER = 2.0
"""px from a picture's border: what reaches there is cut, and need not be labelled."""
MIDDLE = 0.4
"""How far from a place's middle a die's may be, in its sides."""


@dataclass(frozen=True)
class PlaceBeside:
    """A place that was found beside a sure die.

    Attributes:
        said: log odds that it is a die, as it was read alone.
        shares: what `Kinship.weighed` weighs, (3,).
        die: whether a labelled one lies there.
        known: the labels say what lies there.
        source: of the photograph.
    """

    said: float
    shares: tuple[float, float, float]
    die: bool
    known: bool
    source: str


def places(reader: DiceReader, truth: Truth) -> Iterator[PlaceBeside]:
    """The places of a photograph that have a sure die beside them."""
    image = read_picture(truth.picture)
    spots = reader.weighed(image, None)
    real = dice_among(spots, truth)
    for k, apart in enumerate(differences(image, spots)):
        if apart is not None:
            known = k in real or not _neutral(spots[k], truth)
            yield PlaceBeside(logit(spots[k].seen.there), shares(*apart), k in real, known, truth.source)


def dice_among(spots: list[Candidate], truth: Truth) -> set[int]:
    """Which of the places show a labelled die: of each the likeliest."""
    found = set()
    for die in truth.dice or ():
        here = [k for k, spot in enumerate(spots) if _near(spot, die.middle)]
        if here:
            found.add(max(here, key=lambda k: spots[k].seen.there))
    return found


def _neutral(spot: Candidate, truth: Truth) -> bool:
    """Whether the labels do not say what lies there."""
    left, top, right, bottom = (
        spot.seen.x - spot.seen.width / 2, spot.seen.y - spot.seen.height / 2,
        spot.seen.x + spot.seen.width / 2, spot.seen.y + spot.seen.height / 2,
    )  # fmt: skip
    cut = left < BORDER or top < BORDER or right > truth.size[0] - BORDER or bottom > truth.size[1] - BORDER
    unsaid = [*(die.box for die in truth.dice or () if die.role == "neutral"), *truth.ignore]
    return cut or any(TrueDie(None, box).holds((spot.seen.x, spot.seen.y)) for box in unsaid)


def _near(spot: Candidate, middle: tuple[float, float]) -> bool:
    x, y = middle
    return bool(
        abs(x - spot.seen.x) < MIDDLE * spot.seen.width and abs(y - spot.seen.y) < MIDDLE * spot.seen.height
    )


def fitted(found: list[PlaceBeside]) -> Kinship:
    """Logistic regression; what was said of a place alone counts as it is.

    Places of which the labels say nothing count as no dice: what is fitted so believes too little rather than too much.
    """
    names = [one.source for one in found]
    weights = np.array([EACH / names.count(name) for name in names])
    said, real = np.array([one.said for one in found]), np.array([one.die for one in found], float)
    inputs = with_constant(np.array([one.shares for one in found]))
    numbers = fit(inputs, real, RIDGE, weights=weights, offset=said)
    return Kinship(*(round(float(number), 2) for number in numbers))


def loss(found: list[PlaceBeside], kinship: Kinship) -> float:
    """Mean log loss of the places that are known."""
    found = [one for one in found if one.known]
    said = np.array([one.said + kinship.weighed(one.shares) for one in found])
    real = np.array([one.die for one in found])
    return float(np.logaddexp(0, np.where(real, -said, said)).mean())


def of_fold(work: Path, labels: Path, left_out: tuple[str, ...]) -> Iterator[PlaceBeside]:
    """The places of the sources that a fold left out, as its networks read them."""
    fold = Recipe(0, 1).leaving_out(left_out)
    folder = into(work, fold)
    reader = DiceReader(folder / "dice.onnx", folder / "faces.onnx")
    for source in left_out:
        for truth in list(of_sources(labels, (source,)))[::THIRD]:
            yield from places(reader, truth)


def main() -> None:
    """Read, fit, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--work", type=Path, required=True, help="folder of caches and checkpoints, with the folds")
    parser.add_argument("--photos", type=Path, required=True, help="../shared/photos")
    given = parser.parse_args()
    labels = given.photos / "dice" / "labels.jsonl"
    every = folds(sources(labels))
    found = {left_out: list(of_fold(given.work, labels, left_out)) for left_out in every}
    chosen = every[: len(every) // 2]
    kinship = fitted([one for left_out in chosen for one in found[left_out]])
    for left_out in every:
        for source in left_out:
            own = [one for one in found[left_out] if one.source == source]
            if own:
                losses = [loss(own, one) for one in (Kinship(0, 0, 0, 0), kinship, FITTED)]
                told = "log loss {:.3f} alone, {:.3f} as fitted now, {:.3f} as it ships".format(*losses)
                print(f"{source}: {len(own)} places, {told}{' (fitted on)' if left_out in chosen else ''}")
    print(kinship)


if __name__ == "__main__":
    main()
