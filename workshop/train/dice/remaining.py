"""Fits the chance of a missed die in a picture without a board, by its unreported candidates."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from vision.dice.candidates import Candidate
from vision.dice.reader import TOLD
from vision.missed import Missing, remains
from vision.observation import Die
from vision.thresholds import Thresholds

from ..logistic import fit, with_constant
from .calibrate import RIDGE, ReadCase, Scales, sigmoid

Row = tuple[tuple[float, float, float], bool]
"""The figures of `vision.missed.remains` for a picture, and whether a die was missed there."""


def remaining(cases: Iterable[ReadCase], scales: Scales) -> list[Row]:
    """Of each picture without a board what is left, and whether a die was missed; those without dice count too."""
    least, rows = Thresholds().alone.tell, []
    for case in cases:
        if not case.flat:
            maybe = [_die(spot, scales) for spot in case.spots]
            maybe = [die for die in maybe if die.there >= TOLD]
            sure = [die for die in maybe if die.there >= least]
            missed = any(value > 0 and not _is_reported(sure, box) for *box, value in case.known)
            rows.append((remains(maybe, sure), missed))
    return rows


def _die(spot: Candidate, scales: Scales) -> Die:
    """A place as a die that is there so surely."""
    there = float(sigmoid(scales[0] + np.dot(scales[1:4], spot.logits)))
    return Die(None, "flat", spot.box, there, there=there)


def _is_reported(dice: Iterable[Die], box: list[float]) -> bool:
    """Whether a reported die lies in a box of centre and sides px."""
    x, y, width, height = box
    return any(abs(die.center[0] - x) < width / 2 and abs(die.center[1] - y) < height / 2 for die in dice)


def fit_missing(rows: list[Row]) -> Missing:
    """The numbers under which these pictures are likeliest."""
    features = with_constant(np.array([features for features, _ in rows]))
    base, rest, none, doubt = fit(features, np.array([missed for _, missed in rows], float), RIDGE).tolist()
    return Missing(round(base, 3), round(rest, 3), round(none, 3), round(doubt, 3))
