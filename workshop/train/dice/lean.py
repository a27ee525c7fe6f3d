"""Fit how the network's word and geometry become one chance that a die is cocked: `vision.dice.lean.FUSION`.

    python -m workshop train dice.lean DIR/labels.jsonl ...

Tables of split `train` with many leaning dice (`python -m workshop scenes --physics 1 --cocked 1`) and with few; to be
fitted anew with every other faces network. Boards are found as in play.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from vision.dice.lean import FUSION, Fusion, Lean, in_doubt, lean_of
from vision.dice.reader import DiceReader
from vision.dice.search import logit
from vision.dice.upper import shown, stand_over, uppers
from vision.geometry.straight import straightened
from vision.look import on_board
from vision.observation import Die
from vision.picture import read_picture
from webui.live.eyes import open_eyes

from ...evaluate.truth import TrueDie, read_truths
from ..logistic import fit, with_constant

LEAN = 0.055
"""Share of dice that lean, as the fit weighs them."""
THERE = 0.3
"""What is less likely a die is not used."""
RIDGE = 1 / 3


@dataclass(frozen=True)
class WeighedDie:
    """A die: the network's word, geometry's (None where it is not asked), how aslant it is seen, the truth."""

    read: float
    lean: Lean | None
    aslant: float
    leans: bool


def weighed_dice(labels: Path) -> Iterator[WeighedDie]:
    """The dice of drawn tables, as far as they are found and nothing covers them."""
    eyes = open_eyes()
    assert eyes.board is not None
    assert isinstance(eyes.dice, DiceReader)
    for truth in read_truths(labels):
        image = read_picture(truth.picture)
        flat = straightened(image, eyes.board.find(image, "occe"))
        if flat.board is None or truth.dice is None:
            continue
        for spot in eyes.dice.weighed(flat.image, flat.board):
            die = flat.die(on_board(Die(None, "flat", spot.box, spot.there), flat.board, eyes.known["occe"]))
            true = _true(truth.dice, die)
            if spot.there < THERE or true is None or true.lean is None:
                continue
            stand = stand_over(spot.view, (flat.image.shape[1], flat.image.shape[0]))
            shows = shown(flat.image, spot, stand)
            lean = lean_of(shows, uppers(shows, spot.values)) if in_doubt(spot.cocked) else None
            yield WeighedDie(spot.cocked, lean, float(np.hypot(*shows.slope)), true.state == "cocked")


def _true(dice: tuple[TrueDie, ...], die: Die) -> TrueDie | None:
    here = [label for label in dice if label.holds(die.center)]
    nearest = min(here, key=lambda label: float(np.hypot(*np.subtract(label.middle, die.center))), default=None)
    return None if nearest is None or nearest.role == "neutral" else nearest


def features(read: float, lean: Lean, aslant: float) -> tuple[float, ...]:
    """What the regression sees: in the order of `fitted`, after the constant."""
    low, high = FUSION.plain_from
    plain = min(1.0, max(0.0, (lean.plain - low) / (high - low)))
    network = min(FUSION.most, max(-FUSION.most, logit(read)))
    odds = min(FUSION.odds_most, max(-FUSION.odds_most, lean.odds))
    return network, plain * odds, plain, aslant


def fitted(dice: list[WeighedDie]) -> Fusion:
    """Logistic regression over the dice that geometry is asked about, as if LEAN of all leant."""
    lean = sum(die.leans for die in dice)
    weight = (len(dice) - lean) * LEAN / (1 - LEAN) / lean
    asked = [(die.leans, features(die.read, die.lean, die.aslant)) for die in dice if die.lean is not None]
    inputs = with_constant(np.array([row for _, row in asked]))
    leans = np.array([leans for leans, _ in asked], float)
    weights = np.where(leans > 0, weight, 1.0)
    coefficients = fit(inputs, leans, np.array([1e-6, *(RIDGE for _ in inputs[0, 1:])]), weights=weights)
    base, read, odds, plain, aslant = (round(float(part), 2) for part in coefficients)
    return replace(FUSION, base=base, read=read, odds=odds, plain=plain, slope=aslant)


def main() -> None:
    """Read the arguments, fit, and print."""
    parser: Any = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("labels", type=Path, nargs="+")
    dice = [die for labels in parser.parse_args().labels for die in weighed_dice(labels)]
    lean = sum(die.leans for die in dice)
    print(len(dice), "dice,", lean, "lean;", fitted(dice))
