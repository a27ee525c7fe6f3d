"""How looks are learnt: from a word of play, weighed with what the network reads and with what was seen before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from .looks import BELIEVED, LOOSE, MARGIN, Compared, Floats, TileLooks
from .others import backs, compared

MEMORY = 6
"""Times that the mean of a look remembers."""
SURE_LESSON, SURE_PERSON = 4.6, 6.2
"""Log odds that play is right about a tile, and that a person is."""
MOST_TRUST, MOST_READ = 9.0, 3.9
"""Log odds: of any trust at most, and of what a network's word counts at most."""


SAME = -4.0
"""Logarithm: what fits a look at least so well is the same side of the tile."""
CLEARLY = 2.0
"""Logarithm of how much likelier the new look must be for a tile to have been turned over."""
ALIKE = 3.0
"""Log odds that are added to the network's word for a closed tile that looks as others do which play turned over."""
AGREES = 1.0
"""Log odds with which the network must read a tile as is said of it for a new look to take its old one's place."""


@dataclass(frozen=True)
class TileWord:
    """What is declared or read of one space.

    Attributes:
        kind: 0 open, 1 closed.
        odds: log odds that it is right; 0 if only the network reads it so.
        read: log odds of the same by the network, of its other kind.
        digits: probabilities of each digit; () where none was read.
    """

    kind: int
    odds: float
    read: float
    digits: tuple[float, ...] = ()


def taught(looks: TileLooks, now: Floats, words: Sequence[TileWord | None]) -> TileLooks:
    """The looks after a lesson.

    Args:
        looks: as they were.
        now: (n, h, w, 3), small crops of what is seen.
        words: the word on each space; None: nothing.
    """
    comparison = compared(looks, now)
    unsaid = np.array([word is not None and word.kind == 1 and not word.odds for word in words], np.bool_)
    alike = backs(looks, now, unsaid & (looks.trust[:, 1] < BELIEVED)) > comparison.other
    fields = {name: np.array(getattr(looks, name)) for name in ("mean", "loose", "count", "trust", "last", "digits")}
    for index, word in enumerate(words):
        if word is not None:
            _teach(fields, looks, comparison, index, now[index] - comparison.lamp, word)
            if alike[index] and fields["count"][index, 1] and fields["trust"][index, 1] < BELIEVED:
                fields["trust"][index, 1] = min(MOST_TRUST, max(0.0, word.read) + ALIKE)
    for field in fields.values():
        field.setflags(write=False)
    return TileLooks(**fields)


def _teach(
    fields: dict[str, NDArray[Any]], looks: TileLooks, comparison: Compared, index: int, crop: Floats, word: TileWord
) -> None:
    """One space's lesson."""
    kind, other = word.kind, 1 - word.kind
    known, shown = looks.known[index], comparison.weight[index] > comparison.other[index]
    same = comparison.weight[index, other] > max(SAME, float(comparison.weight[index, kind]))
    if known[other] and same:
        # It looks just as it did when the contrary was declared: one of the two words is wrong.
        trust = looks.trust[index, other] - (max(word.odds, 1.0) if word.odds else 0.0)
        fields["trust"][index, other], fields["count"][index, other] = trust, looks.count[index, other] * (trust > 0)
        return
    turned = bool(known[other]) and bool(comparison.weight[index, kind] > comparison.weight[index, other] + CLEARLY)
    read = float(np.clip(word.read, -MOST_READ, MOST_READ))
    if known[kind] and shown[kind]:
        again = word.odds if looks.last[index] == other else 0.0
        _remember(fields, looks, index, kind, moved(crop, comparison.best[index, kind]))
        fields["trust"][index, kind] = min(MOST_TRUST, looks.trust[index, kind] + again)
    elif known[kind] and word.read < AGREES:
        return  # something lies upon it, or it stands in a shadow
    else:
        fields["mean"][index, kind], fields["loose"][index, kind] = crop, 0.0
        fields["count"][index, kind] = 1
        fields["trust"][index, kind] = min(MOST_TRUST, word.odds + read)
    if turned and word.odds and looks.last[index] == other:
        for side in (kind, other):  # it was turned over when play declared it: both words are right
            fields["trust"][index, side] = min(MOST_TRUST, fields["trust"][index, side] + word.odds)
    if word.odds:
        fields["last"][index] = kind
    if kind == 0 and word.digits:
        fields["digits"][index] = _mean_digits(looks.digits[index], word.digits)


def _remember(fields: dict[str, NDArray[Any]], looks: TileLooks, index: int, kind: int, crop: Floats) -> None:
    count = min(looks.count[index, kind] + 1, MEMORY)
    mean = looks.mean[index, kind]
    inner = np.s_[MARGIN:-MARGIN, MARGIN:-MARGIN]
    off = (crop - mean)[inner]
    fields["mean"][index, kind] = mean + (crop - mean) / count
    apart = float(np.square(off - off.mean(axis=(0, 1))).mean())
    before = looks.loose[index, kind] or LOOSE * float(np.square(mean[inner] - mean[inner].mean(axis=(0, 1))).mean())
    fields["loose"][index, kind] = before + (apart - before) / count
    fields["count"][index, kind] = looks.count[index, kind] + 1


def _mean_digits(before: NDArray[Any], now: Sequence[float]) -> NDArray[Any]:
    read = np.asarray(now, np.float32)
    return read if before.sum() == 0 else np.asarray(before + (read - before) / 3, np.float32)


def moved(crop: Floats, by: Sequence[int]) -> Floats:
    """A small crop (h, w, 3) pushed back by rows and columns, its edges repeated."""
    matrix = np.array([[1, 0, -by[1]], [0, 1, -by[0]]], np.float32)
    size = (crop.shape[1], crop.shape[0])
    return np.asarray(cv2.warpAffine(crop, matrix, size, borderMode=cv2.BORDER_REPLICATE), np.float32)
