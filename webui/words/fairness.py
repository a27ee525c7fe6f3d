"""The result of counting throws, in a sentence, a table and plain values; it accuses nobody.

A sentence gives how often fair dice are at least as uneven: nothing more is known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from referee.fairness import FACES, PAIRS, Tally, Verdict, of_faces, of_pairs, share

from . import Words
from .odds import decimal

SELDOM = 1_000_000
"""The largest "out of" number."""


def fairness_sentence(w: Words, verdict: Verdict) -> str:
    """One verdict in a sentence or two that a child understands.

    Args:
        w: the reader's words.
        verdict: of faces (an outcome of one die) or of pairs (an outcome of two).
    """
    if verdict.p is None:
        return _too_few(w, verdict)
    observed = _observed(w, verdict)
    if verdict.rule == "usual":
        return w.t("%(seen)s That is normal.", seen=observed)
    judged = {
        "unusual": w.t("That is a little unusual"),
        "rare": w.t("That is rare"),
        "very_rare": w.t("That is very rare"),
    }[verdict.rule]
    return w.t(
        "%(seen)s %(judged)s: fair dice come out at least as unevenly %(often)s.",
        seen=observed,
        judged=judged,
        often=how_often(w, verdict.p),
    )


def how_often(w: Words, p: float) -> str:
    """ "about 1 time out of 40", "less than 1 time out of 1 000 000".

    Args:
        w: the reader's words.
        p: a chance, 0 to 1.
    """
    if p * SELDOM < 1:
        return w.t("less than 1 time out of %(of)s", of=w.grouped(SELDOM))
    of = round(1 / p)
    step = 10 ** max(0, len(str(of)) - 2)
    return w.t("about 1 time out of %(of)s", of=w.grouped(round(of / step) * step))


def talk(w: Words, verdict: Verdict) -> tuple[str, ...]:
    """For discussion in class: what the chance of a verdict means, and what to try next."""
    if verdict.p is None:
        return (w.t("Throw on: the more throws, the more the dice tell."),)
    often = round(100 * verdict.p)
    if 0 < often < 100:
        text = w.t(
            "Imagine 100 classes that throw perfect dice as often as you: in about %(n)s of them the picture would be"
            " at least as uneven.",
            n=often,
        )
    elif often:
        text = w.t("Imagine 100 classes with perfect dice: nearly all of them would see a picture as uneven as this.")
    else:
        text = w.t("Imagine 100 classes with perfect dice: hardly one of them would see a picture as uneven as this.")
    return (text, w.t("And if you throw twice as often: do the bars come nearer to the dashes?"))


def _too_few(w: Words, verdict: Verdict) -> str:
    if len(verdict.outcome) == 1:
        return w.tn(
            "%(n)s die thrown so far: too few to say whether the dice are fair. %(needed)s are needed.",
            "%(n)s dice thrown so far: too few to say whether the dice are fair. %(needed)s are needed.",
            verdict.n,
            needed=verdict.needed,
        )
    return w.tn(
        "%(n)s throw of two dice so far: too few to say whether the pairs are fair. %(needed)s are needed.",
        "%(n)s throws of two dice so far: too few to say whether the pairs are fair. %(needed)s are needed.",
        verdict.n,
        needed=verdict.needed,
    )


def _observed(w: Words, verdict: Verdict) -> str:
    """The most striking count, and its average."""
    values = {"total": w.grouped(verdict.n), "average": _average(w, verdict.expected)}
    if len(verdict.outcome) == 1:
        return w.tn(
            "Of %(total)s dice thrown, %(face)s came up %(n)s time, on average it would be %(average)s.",
            "Of %(total)s dice thrown, %(face)s came up %(n)s times, on average it would be %(average)s.",
            verdict.count,
            face=verdict.outcome[0],
            **values,
        )
    return w.tn(
        "Of %(total)s throws of two dice, %(pair)s came up %(n)s time, on average it would be %(average)s.",
        "Of %(total)s throws of two dice, %(pair)s came up %(n)s times, on average it would be %(average)s.",
        verdict.count,
        pair=w.all_of(verdict.outcome),
        **values,
    )


def _average(w: Words, expected: Fraction) -> str:
    if expected.denominator == 1:
        return w.grouped(expected.numerator)
    return w.t("about %(amount)s", amount=w.grouped(round(expected)))


def table(w: Words, counted: Tally) -> tuple[str, ...]:
    """Counts, expectations and verdicts as lines to print, faces before pairs."""
    faces, pairs = of_faces(counted), of_pairs(counted)
    return (
        *_counts(w, w.t("face"), FACES, counted.faces, faces),
        fairness_sentence(w, faces),
        "",
        *_counts(w, w.t("pair"), PAIRS, counted.pairs, pairs),
        fairness_sentence(w, pairs),
    )


def _counts(
    w: Words, what: str, outcomes: Sequence[tuple[int, ...]], counts: Sequence[int], verdict: Verdict
) -> Iterator[str]:
    head = (what, w.t("times"), w.t("on average"))
    width = max(map(len, head)) + 2
    yield "".join(title.rjust(width) for title in head)
    for outcome, count in zip(outcomes, counts, strict=True):
        average = decimal(w, verdict.n * share(outcome), 1)
        cells = ("-".join(map(str, outcome)), str(count), average)
        yield "".join(cell.rjust(width) for cell in cells)
    if verdict.p is not None:
        yield w.t(
            "chi-square %(square)s, %(df)s degrees of freedom, chance of as much or more: %(p)s",
            square=decimal(w, verdict.chi_square),
            df=verdict.df,
            p=decimal(w, Fraction(verdict.p), 4),
        )


def report(w: Words, counted: Tally) -> dict[str, object]:
    """The same as plain values; `p` is null after too few throws."""
    return {
        "dice": counted.dice,
        "throws_of_two": counted.throws_of_two,
        "faces": _plain(w, FACES, counted.faces, of_faces(counted)),
        "pairs": _plain(w, PAIRS, counted.pairs, of_pairs(counted)),
    }


def _plain(
    w: Words, outcomes: Sequence[tuple[int, ...]], counts: Sequence[int], verdict: Verdict
) -> dict[str, object]:
    return {
        "counts": {"-".join(map(str, outcome)): count for outcome, count in zip(outcomes, counts, strict=True)},
        "verdict": verdict.rule,
        "needed": verdict.needed,
        "outcome": list(verdict.outcome),
        "seen": verdict.count,
        "expected": float(verdict.expected),
        "chi_square": float(verdict.chi_square),
        "df": verdict.df,
        "p": verdict.p,
        "sentence": fairness_sentence(w, verdict),
    }
