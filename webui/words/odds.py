"""Exact chances and points for readers: natural frequencies, halves, percent; rounding is always marked."""

from __future__ import annotations

from fractions import Fraction

from . import Words

EASY = (2, 3, 4, 5, 10)
"""The "out of" number for a medium chance, for children."""

PLAIN, ONE_OF = 12, 36
"""Greatest denominators of exact chances: any chance, and once (or all but once) out of so many."""

LONGEST = 1296
"""Greatest denominator of a fraction that is written beside its decimals."""

HALF = Fraction(1, 2)


def frequency(chance: Fraction) -> tuple[int, int]:
    """A chance as "n times out of m": exact if that is easy to imagine, else a close one.

    Small chances become once out of so many, large ones all but once out of so many.

    Args:
        chance: above 0, below 1.
    """
    once = chance.numerator in (1, chance.denominator - 1)
    if chance.denominator <= (ONE_OF if once else PLAIN):
        return chance.numerator, chance.denominator
    if chance > 1 - Fraction(1, 5):
        others = _round_number(1 / (1 - chance))
        return others - 1, others
    if chance < Fraction(1, 5):
        return 1, _round_number(1 / chance)
    near = min((Fraction(round(chance * of), of) for of in EASY), key=lambda easy: abs(easy - chance))
    return near.numerator, near.denominator


def _round_number(number: Fraction) -> int:
    """The nearest whole number below 20, the nearest five below 100, above that two digits and zeros."""
    step = 1 if number < 20 else 5 if number < 100 else 10 ** (len(str(int(number))) - 2)
    return round(number / step) * step


def times(w: Words, chance: Fraction) -> str:
    """ "3 times out of 4", "about 7 times out of 10", "every time", "never".

    Args:
        w: the reader's words.
        chance: exact, 0 to 1.
    """
    if chance == 0:
        return w.t("never")
    if chance == 1:
        return w.t("every time")
    n, of = frequency(chance)
    text = w.tn("%(n)s time out of %(of)s", "%(n)s times out of %(of)s", n, of=w.grouped(of))
    return text if Fraction(n, of) == chance else w.t("about %(amount)s", amount=text)


def points(w: Words, score: Fraction) -> str:
    """ "12 points", "about 11 and a half points": to the next half.

    Args:
        w: the reader's words.
        score: exact points, 0 or more.
    """
    near = halves(score)
    whole, half = divmod(near, 1)
    if not half:
        text = w.tn("%(n)s point", "%(n)s points", int(whole))
    elif not whole:
        text = w.t("half a point")
    else:
        text = w.tn("%(n)s and a half points", "%(n)s and a half points", int(whole))
    return text if near == score else w.t("about %(amount)s", amount=text)


def halves(score: Fraction) -> Fraction:
    """The nearest half; ties go up."""
    return ((score + HALF / 2) // HALF) * HALF


def decimal(w: Words, number: Fraction, digits: int = 2) -> str:
    """ "11.66" or "11,66" with a sign before it if it is rounded: "≈ 11.66", "< 0.01".

    Args:
        w: the reader's words.
        number: exact, 0 or more.
        digits: digits after the point.
    """
    near = Fraction(round(number * 10**digits), 10**digits)
    sign = "" if near == number else "≈\u00a0"
    if number and not near:
        near, sign = Fraction(1, 10**digits), "<\u00a0"
    text = f"{float(near):.{digits}f}"
    return sign + w.decimal(text)


def precise(w: Words, number: Fraction) -> str:
    """ "11.50", or "≈ 3.19 (115/36)" with the fraction if it is short.

    Args:
        w: the reader's words.
        number: exact, 0 or more.
    """
    text = decimal(w, number)
    short = number.denominator <= LONGEST
    rounded = round(number * 100) != number * 100
    return f"{text} ({number})" if rounded and short else text


def percent(w: Words, chance: Fraction) -> str:
    """ "≈ 69.44 %" or "75.00 %"."""
    return f"{decimal(w, 100 * chance)}\u00a0%"
