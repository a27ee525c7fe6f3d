"""Today's throws as two pictures: bars for the faces, discs for the pairs, each beside the average."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from referee.fairness import FACES, PAIRS, Tally, Verdict, of_faces, of_pairs, share

from ...words import Words
from ...words.fairness import fairness_sentence, talk
from ...words.odds import decimal

WIDE, HIGH, FOOT = 600, 300, 56
"""The faces' picture: its width and height, and the strip of its foot where the faces stand."""

CELL = 92
"""The pairs' picture: side of the square of one pair."""


@dataclass(frozen=True)
class Bar:
    """A face: its bar in the picture, how often it came, and how often it comes on average."""

    face: int
    count: int
    average: str
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Disc:
    """A pair: its disc, its radius, and the radius of the ring for the average."""

    pair: tuple[int, ...]
    count: int
    average: str
    x: float
    y: float
    radius: float
    ring: float


@dataclass(frozen=True)
class ShownVerdict:
    """The verdict on the counts.

    Attributes:
        says: the verdict in a sentence.
        p: the chance that fair dice come out as unevenly, such as "≈ 0.128"; "" for too few throws.
        talk: questions for a class.
        rule: the word of the verdict, see `referee.fairness`.
    """

    says: str
    p: str
    talk: tuple[str, ...]
    rule: str


@dataclass(frozen=True)
class ShownFairness:
    """The whole page.

    Attributes:
        dice, throws_of_two, games: how many dice, throws of two dice and games were counted.
        bars, dashes: the faces, and the height of the average.
        discs: the pairs.
        faces, pairs: the verdicts.
    """

    dice: int
    throws_of_two: int
    games: int
    bars: tuple[Bar, ...]
    dashes: float
    discs: tuple[Disc, ...]
    faces: ShownVerdict
    pairs: ShownVerdict


def fairness_page(w: Words, counted: Tally, games: int) -> ShownFairness:
    """The page of a tally of so many games."""
    most = max(*counted.faces, counted.dice / 6, 1)
    return ShownFairness(
        counted.dice,
        counted.throws_of_two,
        games,
        _bars(w, counted.faces, most),
        _top(counted.dice / 6, most),
        _discs(w, counted.pairs),
        _verdict(w, of_faces(counted)),
        _verdict(w, of_pairs(counted)),
    )


def _top(count: float, most: float) -> float:
    """The height in the picture, from above, of a number relative to the maximum."""
    return round(HIGH - FOOT - count / most * (HIGH - FOOT - 34), 1)


def _bars(w: Words, counts: Sequence[int], most: float) -> tuple[Bar, ...]:
    step, total = WIDE / len(FACES), sum(counts)
    return tuple(
        Bar(
            face,
            count,
            decimal(w, total * share((face,)), 1),
            round((face - 1) * step + step * 0.16, 1),
            _top(count, most),
            round(step * 0.68, 1),
            round(HIGH - FOOT - _top(count, most), 1),
        )
        for (face,), count in zip(FACES, counts, strict=True)
    )


def _discs(w: Words, counts: Sequence[int]) -> tuple[Disc, ...]:
    total = sum(counts)
    scale = max([*counts, total / 18, 1.0])
    discs = []
    for pair, count in zip(PAIRS, counts, strict=True):
        least, most = pair
        average = total * share(pair)
        discs.append(
            Disc(
                pair,
                count,
                decimal(w, average, 1),
                (least - 0.5) * CELL,
                (most - 0.5) * CELL,
                _radius(count, scale),
                _radius(average, scale),
            )
        )
    return tuple(discs)


def _radius(count: float | Fraction, scale: float) -> float:
    """The radius of a disc whose area stands for a count; the largest fills its cell."""
    return round(sqrt(float(count) / scale) * CELL * 0.46, 1)


def _verdict(w: Words, verdict: Verdict) -> ShownVerdict:
    p = "" if verdict.p is None else decimal(w, Fraction(verdict.p), 3)
    chance = f"= {p}" if p[:1].isdigit() else p
    return ShownVerdict(fairness_sentence(w, verdict), chance, talk(w, verdict), verdict.rule)
