"""What the coach of Trente says at three levels, held against the exact numbers, and the command that says it."""

import json
import re
from fractions import Fraction
from typing import Any

import pytest
from click.testing import CliRunner, Result
from each import each
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.coach_trente import TrenteCoach
from referee.games.trente import Trente
from referee.games.trente.policy import AIMS
from webui.cli import main
from webui.coach.trente import TrenteTurn, attack_lines, attack_report, turn_lines, turn_report
from webui.table.values.languages import LANGUAGES
from webui.words import words
from webui.words.coach.tiles import LEVELS, Lines
from webui.words.odds import percent, points, times

EN = words("en")
STANDARD = TrenteCoach(Trente())
NOUS = TrenteCoach(Trente(rules="nous"))


def advice_given(level: str, aside: tuple[int, ...], roll: tuple[int, ...], aim: str = "lose_least") -> Lines:
    return turn_lines(EN, level, STANDARD, TrenteTurn(Trente(), aside, roll, aim))


@each(
    ("aside", "roll", "line"),
    [
        ((6, 6), (4, 5, 5, 1), "Put aside 5: that is the cleverest."),
        ((6, 6, 6, 6, 5), (1,), "Put aside 1: you have no other choice."),
        ((), (1, 2, 6, 6, 5, 5), "Put aside 6 and 6: that is the cleverest."),
        ((), (3, 3, 6, 6, 6, 6), "Put aside 6 first, then 3, 3, 6, 6 and 6: that is the cleverest."),
        ((6, 5, 6, 6), (4, 6), "Put aside 4 and 6: nothing is cleverer."),
    ],
)
def test_a_first_reader_is_told_what_to_set_aside(
    aside: tuple[int, ...], roll: tuple[int, ...], line: str
) -> None:
    assert advice_given("first", aside, roll) == (line,)


@each(
    ("aside", "line"),
    [
        ((6, 6, 6, 6, 6), "You can make it whatever you throw."),
        ((6, 6, 6, 6), "You will most likely make it."),
        ((6, 6, 6, 6, 2), "You are as likely to make it as not."),
        ((6, 6, 6, 3, 3), "You need luck to make it."),
        ((6, 6, 3, 3, 3), "You cannot make it any more."),
        ((1, 1, 2, 2, 3), "You are as likely to make it as not."),
    ],
)
@each("aim", AIMS)
def test_a_first_reader_is_told_what_there_is_to_hope(aside: tuple[int, ...], line: str, aim: str) -> None:
    """By hand: with five dice aside the last one must make up the rest."""
    assert advice_given("first", aside, (), aim) == (line,)


def test_from_nine_years_on_choices_are_compared() -> None:
    best, *others = STANDARD.advice((6, 6), 30, (4, 5, 5, 1))
    sentences = advice_given("nine", (6, 6), (4, 5, 5, 1))
    assert sentences[1:4] == (
        f"You reach 30 or more {times(EN, best.odds.reach)}.",
        f"You attack {times(EN, best.odds.attack)}.",
        f"You lose {points(EN, best.odds.expected_loss)} on average.",
    )
    for line, other in zip(sentences[4:7], others, strict=False):
        dice = EN.all_of(sorted(other.keep.dice))
        near = other.cost < Fraction(1, 4)
        assert line == (
            f"With {dice} it is nearly the same, a little less good."
            if near
            else f"With {dice} you would lose {points(EN, other.cost)} more on average."
        )
    assert sentences[7:] == (f"{len(others) - 3} more choices cost as much or more.",)


def test_other_choices_show_how_often_they_succeed() -> None:
    others = STANDARD.advice((6, 6), 30, (4, 5, 5, 1), "reach")[1:]
    sentences = advice_given("nine", (6, 6), (4, 5, 5, 1), "reach")[4:7]
    assert [
        line.endswith(f"it works {times(EN, other.odds.reach)}.")
        for line, other in zip(sentences, others, strict=False)
    ] == [True] * 3


def test_what_cannot_be_reached_never_is() -> None:
    sentences = advice_given("nine", (6, 6, 3, 3, 3), (1,))
    assert sentences[1:4] == (
        "You never reach 30 or more.",
        "You never attack.",
        "You lose 8 points on average.",
    )


@pytest.mark.parametrize("aim", AIMS)
def test_a_grown_up_is_told_every_figure(aim: str) -> None:
    advice = STANDARD.advice((6, 5), 30, (6, 4, 4, 1), aim)
    sentences = advice_given("grown", (6, 5), (6, 4, 4, 1), aim)
    assert sentences[0].startswith("Best: put aside ")
    for line, choice in zip(sentences[:10], advice, strict=False):
        reach, equal, attack = (percent(EN, c) for c in (choice.odds.reach, choice.odds.equal, choice.odds.attack))
        assert f"Chance of 30 or more: {reach}, exactly: {equal}, attack: {attack};" in line


def test_a_turn_before_its_throw_in_full() -> None:
    """Five dice aside that make 24: a 6 reaches exactly 30, the others lose 1 to 5 points."""
    assert advice_given("grown", (6, 6, 6, 3, 3), ()) == (
        "Chance of 30 or more: ≈\u00a016.67\u00a0%, exactly: ≈\u00a016.67\u00a0%, attack: 0.00\u00a0%;"
        " points lost on average: 2.50.",
        ", ".join(f"attack at {level}: 0.00\u00a0%" for level in range(1, 7)) + ".",
    )


def test_the_start_has_an_open_threshold_unless_always_30() -> None:
    standard = turn_lines(EN, "grown", STANDARD, TrenteTurn(Trente(), (), (), "reach"))
    nous = turn_lines(EN, "grown", NOUS, TrenteTurn(Trente(rules="nous"), (), (), "reach"))
    assert standard[0].startswith(f"Chance of the threshold: {percent(EN, STANDARD.start('reach').reach)},")
    assert nous[0].startswith(f"Chance of 30 or more: {percent(EN, NOUS.start('reach').reach)},")


def test_what_an_attack_does() -> None:
    assert attack_lines(EN, "first", STANDARD, 3, None) == ("Throw all six dice and look for 3.",)
    assert attack_lines(EN, "nine", STANDARD, 3, 5) == (
        "The attack hits nothing about 1 time out of 3.",
        "On average it takes about 5 and a half points.",
        f"Who has 5 points is killed {times(EN, STANDARD.kills(3, 5))}.",
    )
    hits, mean, kill = attack_lines(EN, "grown", STANDARD, 3, 5)
    assert hits.startswith("0 hits: ≈\u00a033.49\u00a0%, 1 hit: ")
    assert mean == "On average it takes ≈\u00a05.40 points."
    assert kill == f"Chance to kill who has 5 points: {percent(EN, STANDARD.kills(3, 5))}."


def test_the_chances_of_an_attack_sum_to_all() -> None:
    shown = re.findall(r"([0-9.]+)\u00a0%", attack_lines(EN, "grown", STANDARD, 1, None)[0])
    assert len(shown) == 8
    assert sum(map(Fraction, shown)) == pytest.approx(100, abs=0.04)


dice = st.integers(1, 6)


@st.composite
def turns(draw: Any) -> TrenteTurn:
    aside = tuple(draw(st.lists(dice, max_size=5)))
    due = 6 - len(aside)
    roll = tuple(draw(st.lists(dice, min_size=due, max_size=due))) if draw(st.booleans()) else ()
    return TrenteTurn(
        Trente(rules=draw(st.sampled_from(("standard", "nous")))), aside, roll, draw(st.sampled_from(AIMS))
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("level", LEVELS)
@settings(max_examples=12, deadline=None)
@given(turn=turns())
def test_whatever_is_asked_is_answered_in_whole_sentences(
    language: str, level: str, turn: TrenteTurn
) -> None:
    coach = NOUS if turn.game.always_high else STANDARD
    sentences = turn_lines(words(language), level, coach, turn)
    assert sentences
    for line in sentences:
        assert re.fullmatch(r"\S.*[.!]", line)
        assert "%(" not in line


@settings(max_examples=12, deadline=None)
@given(turn=turns())
def test_a_program_gets_every_choice(turn: TrenteTurn) -> None:
    coach = NOUS if turn.game.always_high else STANDARD
    answer = turn_report(EN, "grown", coach, turn)
    if turn.roll:
        advice = coach.advice(turn.aside, turn.threshold if turn.aside else 0, turn.roll, turn.aim)
        assert [choice["keep"] for choice in answer["choices"]] == [list(choice.keep.dice) for choice in advice]
        assert [choice["cost"]["exact"] for choice in answer["choices"]] == [str(choice.cost) for choice in advice]
    else:
        assert answer["choices"] == []
        assert Fraction(answer["before_throw"]["reach"]["exact"]) >= Fraction(
            answer["before_throw"]["attack"]["exact"]
        )


def test_an_attack_as_plain_values() -> None:
    answer = attack_report(EN, "nine", STANDARD, 4, 0)
    assert answer["hits"][0]["exact"] == str(Fraction(5, 6) ** 6)
    assert answer["p_kill"]["exact"] == str(1 - Fraction(5, 6) ** 6)
    assert attack_report(EN, "nine", STANDARD, 4, None)["p_kill"] is None


def piste(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["coach", "trente", *arguments])


def test_the_command_answers() -> None:
    shown = piste("--aside", "6,6", "--roll", "4,5,5,1", "--level", "first", "--language", "en")
    assert (shown.exit_code, shown.stdout) == (0, "Put aside 5: that is the cleverest.\n")
    answer = json.loads(piste("--attack", "3", "--points", "5", "--json").stdout)
    assert (answer["attack"], answer["points"]) == (3, 5)


@each(
    ("arguments", "reason"),
    [
        (("--aside", "6,7"), "expected up to six from 1 to 6"),
        (("--aside", "6,6", "--roll", "1,2"), "roll: expected 4 dice; got 2"),
        (("--points", "5"), "--points: expected with --attack"),
        (("--attack", "3", "--roll", "1"), "--attack: expected without"),
        (("--option", "rules=chess"), "rules: expected 'standard', 'nous'"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_a_reason(arguments: tuple[str, ...], reason: str) -> None:
    shown = piste(*arguments)
    assert shown.exit_code == 2
    assert reason in shown.stderr
