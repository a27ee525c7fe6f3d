"""Are the dice fair? Throws so far by face and by pair, and how often fair dice come out as unevenly.

Pearson's chi-square against fair dice, with the chance of the chi-square law (an approximation that is good
where at least `LEAST` of everything are expected; below that there is no verdict). Nobody is accused: a
verdict gives the probability that chance alone produces such counts.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from .core import Event, Roll, are_dice

FACES: tuple[tuple[int, ...], ...] = tuple((face,) for face in range(1, 7))
"""The six faces, each as what one die shows."""

PAIRS: tuple[tuple[int, ...], ...] = tuple((a, b) for a in range(1, 7) for b in range(a, 7))
"""The 21 different throws of two dice, the lesser value first."""

LEAST = 5
"""The least expected count of each face or pair for a verdict."""

USUAL, UNUSUAL, RARE = 0.05, 0.01, 0.001
"""From which chance on a verdict is "usual", "unusual" and "rare"; below the last it is "very_rare"."""


@dataclass(frozen=True)
class Tally:
    """Counts of the throws so far; tallies of several matches add up.

    Attributes:
        faces: how many dice showed each of FACES.
        pairs: how many throws of two dice showed each of PAIRS.
    """

    faces: tuple[int, ...] = (0,) * len(FACES)
    pairs: tuple[int, ...] = (0,) * len(PAIRS)

    def __add__(self, other: Tally) -> Tally:
        """Both together."""
        return Tally(_sums(self.faces, other.faces), _sums(self.pairs, other.pairs))

    @property
    def dice(self) -> int:
        """How many dice were thrown."""
        return sum(self.faces)

    @property
    def throws_of_two(self) -> int:
        """How many throws had two dice."""
        return sum(self.pairs)


@dataclass(frozen=True)
class Verdict:
    """What the counts say of the dice.

    Attributes:
        rule: "too_few", "usual", "unusual", "rare" or "very_rare".
        n: how many dice, or throws of two dice, were counted.
        needed: from how many on there is a verdict.
        outcome: the face or pair that is farthest from what is expected, as an entry of FACES or PAIRS.
        count: how often it came.
        expected: how often it comes on average in so many.
        chi_square: the sum of (count - expected)² / expected over all; 0 where nothing was thrown.
        df: degrees of freedom, 5 for faces and 20 for pairs.
        p: how often fair dice come out as unevenly or more, 0 to 1; None where there are too few.
    """

    rule: str
    n: int
    needed: int
    outcome: tuple[int, ...]
    count: int
    expected: Fraction
    chi_square: Fraction
    df: int
    p: float | None


def tally(events: Iterable[Event]) -> Tally:
    """Counts the throws among the events of a match; other events are passed over.

    Each die counts for its face in throws of any number of dice; a throw of two dice also counts for its pair.

    Raises:
        ValueError: a die that is no whole number from 1 to 6.
    """
    faces, pairs = [0] * len(FACES), [0] * len(PAIRS)
    for event in events:
        if not isinstance(event, Roll):
            continue
        if not are_dice(event.dice):
            raise ValueError(f"dice: expected faces from 1 to 6; got {event.dice}")
        for die in event.dice:
            faces[die - 1] += 1
        if len(event.dice) == 2:
            pairs[PAIRS.index(tuple(sorted(event.dice)))] += 1
    return Tally(tuple(faces), tuple(pairs))


def of_faces(counts: Tally) -> Verdict:
    """Whether the faces come out as fair dice let them: each one die of six."""
    return _verdict(counts.faces, FACES)


def of_pairs(counts: Tally) -> Verdict:
    """The same of the throws of two dice: a doublet one of 36, each other pair one of 18."""
    return _verdict(counts.pairs, PAIRS)


def share(outcome: tuple[int, ...]) -> Fraction:
    """Probability of one of FACES or PAIRS with fair dice."""
    if len(outcome) == 1:
        return Fraction(1, 6)
    return Fraction(len(set(outcome)), 36)


def chi_square(counts: Sequence[int], shares: Sequence[Fraction]) -> Fraction:
    """Sum of (count - expected)² / expected; 0 without throws.

    Args:
        counts: the count of each face or pair.
        shares: the probability of each, above 0, summing to 1; as many as counts.
    """
    return sum(_terms(counts, shares), Fraction(0))


def p_value(square: float, df: int) -> float:
    """Chance that the chi-square law with `df` degrees of freedom (1 or more) gives `square` (0 or more) or more.

    Closed forms: for even df exp(-x) times the sum of x^k / k! below df / 2, where x is half the square; for odd
    df erfc(√x) plus exp(-x) times the sum of x^(k - 1/2) / Γ(k + 1/2) from 1 to (df - 1) / 2.
    """
    half = square / 2
    odd = df % 2
    chance = math.erfc(math.sqrt(half)) if odd else 0.0
    term = math.exp(-half) * (2 * math.sqrt(half / math.pi) if odd else 1.0)
    for index in range(df // 2):
        chance += term
        term *= half / (index + 1.5 if odd else index + 1)
    return min(chance, 1.0)


def _verdict(counts: tuple[int, ...], outcomes: tuple[tuple[int, ...], ...]) -> Verdict:
    shares = tuple(map(share, outcomes))
    n = sum(counts)
    needed = math.ceil(LEAST / min(shares))
    terms = _terms(counts, shares)
    square = sum(terms, Fraction(0))
    df = len(counts) - 1
    p = p_value(float(square), df) if n >= needed else None
    farthest = terms.index(max(terms))
    expected = n * shares[farthest]
    return Verdict(_rule(p), n, needed, outcomes[farthest], counts[farthest], expected, square, df, p)


def _rule(p: float | None) -> str:
    if p is None:
        return "too_few"
    if p >= USUAL:
        return "usual"
    if p >= UNUSUAL:
        return "unusual"
    return "rare" if p >= RARE else "very_rare"


def _terms(counts: Sequence[int], shares: Sequence[Fraction]) -> tuple[Fraction, ...]:
    n = sum(counts)
    if not n:
        return (Fraction(0),) * len(counts)
    return tuple((count - n * share) ** 2 / (n * share) for count, share in zip(counts, shares, strict=True))


def _sums(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(first, second, strict=True))
