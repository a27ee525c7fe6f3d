"""Chances and points in words: exact, or marked as rounded."""

import re
from fractions import Fraction

import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st

from webui.table.values.languages import LANGUAGES
from webui.words import words
from webui.words.odds import decimal, frequency, halves, percent, points, precise, times

EN = words("en")
chances = st.fractions(0, 1)
languages = pytest.mark.parametrize("language", LANGUAGES)


@each(
    ("chance", "said"),
    [
        ("0", "never"),
        ("1", "every time"),
        ("3/4", "3 times out of 4"),
        ("1/6", "1 time out of 6"),
        ("5/12", "5 times out of 12"),
        ("1/36", "1 time out of 36"),
        ("35/36", "35 times out of 36"),
        ("25/36", "about 7 times out of 10"),
        ("13/36", "about 1 time out of 3"),
        ("19/36", "about 1 time out of 2"),
        ("31/36", "about 6 times out of 7"),
        ("1/40", "1 time out of 40"),
        ("2/79", "about 1 time out of 40"),
        ("1/1234", "about 1 time out of 1,200"),
    ],
)
def test_a_chance_as_it_is_said(chance: str, said: str) -> None:
    assert times(EN, Fraction(chance)) == said


@given(chances)
def test_a_frequency_is_exact_or_near(chance: Fraction) -> None:
    if chance in (0, 1):
        return
    n, of = frequency(chance)
    assert 0 < n < of
    assert abs(Fraction(n, of) - chance) <= Fraction(1, 20)
    assert (times(EN, chance).startswith("about")) == (Fraction(n, of) != chance)


@given(st.integers(21, 10**7), st.integers(1, 3))
def test_a_small_chance_is_near_in_proportion(of: int, n: int) -> None:
    chance = Fraction(n, of * n + n - 1)
    near = Fraction(*frequency(chance))
    assert abs(near / chance - 1) <= Fraction(1, 8)
    others = frequency(1 - chance)
    assert abs((1 - Fraction(*others)) / chance - 1) <= Fraction(1, 8)


@each(
    ("score", "said"),
    [
        ("0", "0 points"),
        ("1/10", "about 0 points"),
        ("1/2", "half a point"),
        ("1", "1 point"),
        ("7/4", "about 2 points"),
        ("5/2", "2 and a half points"),
        ("115/36", "about 3 points"),
        ("12", "12 points"),
    ],
)
def test_points_as_they_are_said(score: str, said: str) -> None:
    assert points(EN, Fraction(score)) == said


@given(st.fractions(0, 100))
def test_points_go_to_the_next_half(score: Fraction) -> None:
    assert abs(halves(score) - score) <= Fraction(1, 4)
    assert (2 * halves(score)).denominator == 1
    assert points(EN, score).startswith("about") == (halves(score) != score)


@given(st.fractions(0, 1000), st.integers(0, 4))
def test_decimals_say_when_they_are_rounded(number: Fraction, digits: int) -> None:
    text = decimal(EN, number, digits)
    sign, shown = re.fullmatch(r"(≈|<)?\u00a0?([0-9.]+)", text).groups()  # type: ignore[union-attr]  # it fits
    unit = Fraction(1, 10**digits)
    if sign == "<":
        assert 0 < number < Fraction(shown) == unit
    elif sign:
        assert 0 < abs(Fraction(shown) - number) <= unit / 2
    else:
        assert Fraction(shown) == number


def test_a_language_has_its_own_thousands() -> None:
    written = {"fr": "1\u202f234\u202f567", "en": "1,234,567", "de": "1.234.567"}
    assert {language: words(language).grouped(1_234_567) for language in written} == written


@languages
def test_a_language_has_its_own_point(language: str) -> None:
    comma = "." if language == "en" else ","
    assert decimal(words(language), Fraction(7, 2)) == f"3{comma}50"
    assert percent(words(language), Fraction(3, 4)) == f"75{comma}00\u00a0%"
    assert percent(words(language), Fraction(25, 36)) == f"≈\u00a069{comma}44\u00a0%"


@each(
    ("number", "said"),
    [
        ("7/2", "3.50"),
        ("115/36", "≈\u00a03.19 (115/36)"),
        ("1/1297", "<\u00a00.01"),
        ("1/500", "<\u00a00.01 (1/500)"),
    ],
)
def test_a_short_fraction_stands_beside_its_decimals(number: str, said: str) -> None:
    assert precise(EN, Fraction(number)) == said
