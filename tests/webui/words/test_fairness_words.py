"""Sentences about the dice: the exact counts, and never more than chance can show."""

import re
from fractions import Fraction

import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st

from referee.fairness import FACES, PAIRS, Tally, Verdict, of_faces, of_pairs
from webui.table.values.languages import LANGUAGES
from webui.words import words
from webui.words.fairness import fairness_sentence, how_often, report, table

EN = words("en")
EVEN_PAIRS = Tally(pairs=tuple(5 if a == b else 10 for a, b in PAIRS))


@each(
    ("faces", "sentence"),
    [
        (
            (20, 19, 21, 18, 17, 25),
            "Of 120 dice thrown, 6 came up 25 times, on average it would be 20. That is normal.",
        ),
        (
            (5, 8, 9, 8, 10, 20),
            "Of 60 dice thrown, 6 came up 20 times, on average it would be 10."
            " That is a little unusual: fair dice come out at least as unevenly about 1 time out of 50.",
        ),
        (
            (4, 8, 9, 7, 10, 22),
            "Of 60 dice thrown, 6 came up 22 times, on average it would be 10."
            " That is rare: fair dice come out at least as unevenly about 1 time out of 620.",
        ),
        (
            (0, 0, 0, 0, 0, 61),
            "Of 61 dice thrown, 6 came up 61 times, on average it would be about 10."
            " That is very rare: fair dice come out at least as unevenly less than 1 time out of 1,000,000.",
        ),
        (
            (1, 0, 0, 0, 0, 0),
            "1 die thrown so far: too few to say whether the dice are fair. 30 are needed.",
        ),
    ],
)
def test_a_sentence_for_each_verdict_on_faces(faces: tuple[int, ...], sentence: str) -> None:
    assert fairness_sentence(EN, of_faces(Tally(faces=faces))) == sentence


@pytest.mark.parametrize(
    ("pairs", "sentence"),
    [
        (
            EVEN_PAIRS.pairs,
            "Of 180 throws of two dice, 1 and 1 came up 5 times, on average it would be 5. That is normal.",
        ),
        (
            (0,) * 20 + (200,),
            "Of 200 throws of two dice, 6 and 6 came up 200 times, on average it would be about 6."
            " That is very rare: fair dice come out at least as unevenly less than 1 time out of 1,000,000.",
        ),
        (
            (0,) * 21,
            "0 throws of two dice so far: too few to say whether the pairs are fair. 180 are needed.",
        ),
    ],
)
def test_a_sentence_for_pairs(pairs: tuple[int, ...], sentence: str) -> None:
    assert fairness_sentence(EN, of_pairs(Tally(pairs=pairs))) == sentence


@given(st.floats(1e-6, 0.05))
def test_how_often_is_near_the_chance(p: float) -> None:
    text = how_often(EN, p)
    of = int(re.sub(r"\D", "", text.removeprefix("about 1 time out of ")))
    assert text.startswith("about 1 time out of ")
    assert abs(of * p - 1) < 0.06


@given(st.floats(0, 9e-7))
def test_what_is_rarer_than_can_be_pictured(p: float) -> None:
    assert how_often(EN, p) == "less than 1 time out of 1,000,000"


@pytest.mark.parametrize("language", LANGUAGES)
@given(
    faces=st.lists(st.integers(0, 60), min_size=6, max_size=6),
    pairs=st.lists(st.integers(0, 40), min_size=21, max_size=21),
)
def test_the_numbers_of_a_sentence_are_the_counts(language: str, faces: list[int], pairs: list[int]) -> None:
    w = words(language)
    counted = Tally(tuple(faces), tuple(pairs))
    for verdict in (of_faces(counted), of_pairs(counted)):
        text = fairness_sentence(w, verdict)
        assert re.fullmatch(r"\S.*[.!]", text)
        assert "%(" not in text
        numbers = {int(number) for number in re.findall(r"\d+", re.sub(r"(?<=\d)[\u202f.,](?=\d{3})", "", text))}
        assert named(verdict) <= numbers


def named(verdict: Verdict) -> set[int]:
    if verdict.p is None:
        return {verdict.n, verdict.needed}
    return {verdict.n, verdict.count, round(verdict.expected), *verdict.outcome}


def test_the_table_has_a_line_for_each_face_and_pair() -> None:
    counted = Tally((1, 2, 3, 4, 5, 6), tuple(range(21)))
    shown = [line.split() for line in table(EN, counted)]
    faces = {line[0]: line[1] for line in shown if line and re.fullmatch("[1-6]", line[0])}
    pairs = {line[0]: line[1] for line in shown if line and re.fullmatch("[1-6]-[1-6]", line[0])}
    assert faces == {str(face): str(face) for (face,) in FACES}
    assert pairs == {f"{a}-{b}": str(index) for index, (a, b) in enumerate(PAIRS)}
    assert next(line[1:] for line in shown if line and line[0] == "3") == ["3", "3.5"]


def test_a_program_gets_the_counts_and_the_chance() -> None:
    answer = report(EN, Tally(faces=(5, 8, 9, 8, 10, 20)))
    assert (answer["dice"], answer["throws_of_two"]) == (60, 0)
    assert answer["faces"]["counts"] == {"1": 5, "2": 8, "3": 9, "4": 8, "5": 10, "6": 20}
    assert answer["faces"]["chi_square"] == float(Fraction(67, 5))
    assert answer["faces"]["p"] == pytest.approx(0.0199, abs=1e-4)
    assert (answer["pairs"]["verdict"], answer["pairs"]["p"]) == ("too_few", None)
