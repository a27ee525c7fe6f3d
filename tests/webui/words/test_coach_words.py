"""The coach's sentences at three levels, checked against the exact numbers."""

import re
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pytest
from each import each
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.coach import Coach
from referee.games import find
from referee.games.tiles import TileGame
from referee.options import build
from webui.coach.tiles import Asked, lines, report
from webui.table.values.languages import LANGUAGES
from webui.words import words
from webui.words.coach.tiles import LEVELS, advice_lines, dice_lines, level_name, odds_lines, worth_lines
from webui.words.odds import decimal, percent, points, times

EN = words("en")
levels = pytest.mark.parametrize("level", LEVELS)
languages = pytest.mark.parametrize("language", LANGUAGES)


def coach_of(name: str, **options: Any) -> Coach:
    return Coach(house(name, **options))


def house(name: str, **options: Any) -> TileGame:
    return build(find(name), options)  # type: ignore[return-value]  # only games of tiles are named here


def advised(
    level: str, tiles: Iterable[int], dice: tuple[int, ...], name: str = "occe_adult"
) -> tuple[str, ...]:
    position = tuple(tiles)
    return advice_lines(EN, level, position, coach_of(name).costs(position, dice))


@each(
    ("tiles", "dice", "sentence"),
    [
        (range(1, 10), (6, 2), "Close 8: that is the cleverest."),
        ((1, 2, 3, 4), (5,), "Close 1 and 4, or 2 and 3: one is as clever as the other."),
        ((1, 7, 9), (6, 1), "Close 7: you have no other choice."),
        ((1, 7), (6, 2), "Close 1 and 7: then everything is closed!"),
        ((1, 2), (6,), "You can close nothing: your turn is over."),
    ],
)
def test_a_first_reader_is_told_one_sentence(tiles: Iterable[int], dice: tuple[int, ...], sentence: str) -> None:
    assert advised("first", tiles, dice) == (sentence,)


def test_from_nine_years_on_closings_are_compared() -> None:
    coach = coach_of("occe_adult")
    best, *others = coach.costs(range(1, 10), (6, 2))
    sentences = advised("nine", range(1, 10), (6, 2))
    assert sentences[0] == "Close 8: that is the cleverest."
    assert sentences[1].endswith(f"you end with {points(EN, best.expected_score)} on average.")
    assert sentences[2] == f"So you close everything {times(EN, best.p_shut)}."
    for line, other in zip(sentences[3:], others, strict=True):
        assert line.startswith(f"With {EN.all_of(other.close.tiles)} ")
        assert points(EN, other.cost) in line


def test_a_small_cost_is_nearly_the_same() -> None:
    """Every closing that costs less than a quarter of a point, and none that costs more."""
    coach = coach_of("occe_adult")
    near = 0
    for throw in coach.odds((1, 2, 3, 4, 5, 6, 8), 2):
        advice = coach.costs((1, 2, 3, 4, 5, 6, 8), throw.dice)
        costs = [choice.cost for choice in advice if choice.cost]
        sentences = advice_lines(EN, "nine", (1, 2, 3, 4, 5, 6, 8), advice)
        assert sum("nearly the same" in line for line in sentences) == sum(cost < Fraction(1, 4) for cost in costs)
        near += sum("nearly the same" in line for line in sentences)
    assert near


def test_a_grown_up_is_told_every_number() -> None:
    coach = coach_of("occe_child")
    advice = coach.costs((1, 2, 3, 7), (3, 1))
    sentences = advice_lines(EN, "grown", (1, 2, 3, 7), advice)
    assert len(sentences) == len(advice) == 1
    for line, choice in zip(sentences, advice, strict=True):
        assert decimal(EN, choice.expected_score) in line
        assert f"chance to close everything {percent(EN, choice.p_shut)}." in line


def test_the_best_is_named_and_what_the_others_cost() -> None:
    coach = coach_of("royal")
    advice = coach.costs((1, 2, 5, 9), (2, 1))
    best, *others = advice_lines(EN, "grown", (1, 2, 5, 9), advice)
    assert best.startswith(f"Best: close {EN.all_of(advice[0].close.tiles)}. ")
    assert len(others) > 1
    for line, choice in zip(others, advice[1:], strict=True):
        assert line.startswith(f"Close {EN.all_of(choice.close.tiles)}: costs {decimal(EN, choice.cost)}")


@each(
    ("tiles", "dice", "sentence"),
    [
        (range(1, 10), 2, "Whatever you throw next, you can close something."),
        ((1, 2, 5), 1, "With the next throw you can most likely close something."),
        ((1, 3, 5), 1, "With the next throw you can most likely close something."),
        ((2, 3), 1, "With the next throw, closing something is as likely as having to stop."),
        ((9,), 2, "With the next throw you need luck to close something."),
        ((9,), 1, "Whatever you throw next, you can close nothing."),
    ],
)
def test_the_next_throw_for_a_first_reader(tiles: Iterable[int], dice: int, sentence: str) -> None:
    assert odds_lines(EN, "first", coach_of("occe_adult").grouped(tiles, dice)) == (sentence,)


@each(
    ("tiles", "dice", "sentences"),
    [
        ((2, 3), 1, ("1 time out of 2", "Only 1, 4 and 6 stop you.")),
        ((9,), 2, ("1 time out of 9", "Only 5-4 and 6-3 help you.")),
        ((2,), 1, ("1 time out of 6", "Only 1, 3, 4, 5 and 6 stop you.")),
        (range(1, 10), 2, ("every time", None)),
        ((3, 9), 2, ("about 1 time out of 5", "Only 2-1, 5-4, 6-3 and 6-6 help you.")),
    ],
)
def test_the_next_throw_from_nine_years_on(
    tiles: Iterable[int], dice: int, sentences: tuple[str, str | None]
) -> None:
    often, which = sentences
    expected = [f"With the next throw you can close something {often}.", which]
    assert odds_lines(EN, "nine", coach_of("occe_adult").grouped(tiles, dice)) == tuple(
        filter(None, expected)
    )


@settings(max_examples=40, deadline=None)
@given(tiles=st.frozensets(st.integers(1, 9), min_size=1), dice=st.sampled_from((1, 2)))
def test_a_grown_ups_odds_sum_to_all(tiles: frozenset[int], dice: int) -> None:
    groups = coach_of("occe_child").grouped(tiles, dice)
    whole, *each = odds_lines(EN, "grown", groups)
    exact = [Fraction(re.findall(r"\(([0-9/]+)\)", line)[0]) for line in each]
    assert sum(exact) == 1
    go_on = Fraction(re.findall(r"\(([0-9/]+)\)", whole)[0])
    assert go_on == sum(chance for chance, line in zip(exact, each, strict=True) if "nothing" not in line)


def test_one_die_or_two() -> None:
    choices = coach_of("occe_adult", one_die="may_at_6").dice_choices((1, 2, 3))
    assert dice_lines(EN, "first", choices) == ("Throw one die: that is the cleverest.",)
    assert dice_lines(EN, "nine", choices)[1:] == (
        "With one die you can close something every time, and you end with about 1 and a half points on average.",
        "With two dice you can close something 5 times out of 12, and you end with about 4 points on average.",
    )
    first, second = dice_lines(EN, "grown", choices)
    assert first.startswith("Best: throw one die. ≈\u00a01.69 (61/36) points expected")
    assert second.startswith("Throw two dice: costs ≈\u00a02.21")


def test_both_dice_may_be_the_cleverest() -> None:
    """Which number of dice the coach puts first is the one that is named."""
    coach = coach_of("occe_adult", one_die="may_after_789")
    choices = [coach.dice_choices(tiles) for tiles in ((1, 2, 3, 4, 5, 6), (6,), (3, 4, 5, 6), (4, 5, 6))]
    sentences = {dice_lines(EN, "first", choice)[0] for choice in choices}
    wanted = {1: "Throw one die: that is the cleverest.", 2: "Throw both dice: that is the cleverest."}
    assert sentences == {wanted[choice[0].dice] for choice in choices}
    assert len(sentences) == 2


def test_without_a_choice_of_dice_nothing_is_said_of_it() -> None:
    choices = coach_of("occe_child").dice_choices((1, 2, 3))
    assert [dice_lines(EN, level, choices) for level in LEVELS] == [(), (), ()]


def test_what_a_position_is_worth() -> None:
    score, shut, most = Fraction(115, 36), Fraction(2, 9), Fraction(1, 4)
    assert worth_lines(EN, "first", score, shut, most) == ()
    assert worth_lines(EN, "nine", score, shut, most) == (
        "Playing as well as can be, you end with about 3 points on average.",
        "So you close everything 2 times out of 9.",
    )
    assert worth_lines(EN, "grown", score, shut, most) == (
        "Before the throw: ≈\u00a03.19 (115/36) points expected; chance to close everything ≈\u00a022.22\u00a0%,"
        " at most 25.00\u00a0% if only that counts.",
    )


positions = st.frozensets(st.integers(1, 9))
HOUSES = (
    house("occe_child"),
    house("occe_adult", one_die="may_after_789"),
    house("royal", single_combo=False),
    house("royal", single_ends=True, one_die="may_at_6"),
)
COACHES = {game: Coach(game) for game in HOUSES}
houses = st.sampled_from(HOUSES)


@languages
@levels
@settings(max_examples=15, deadline=None)
@given(data=st.data(), game=houses, tiles=positions)
def test_whatever_is_asked_is_answered_in_whole_sentences(
    language: str, level: str, data: Any, game: TileGame, tiles: frozenset[int]
) -> None:
    counts = game.dice_allowed(tiles) if tiles else (0,)
    count = data.draw(st.sampled_from((0, *counts)))
    dice = tuple(data.draw(st.lists(st.integers(1, 6), min_size=count, max_size=count)))
    asked = Asked(game, tiles, dice)
    sentences = lines(words(language), level, COACHES[game], asked)
    assert sentences
    for line in sentences:
        assert re.fullmatch(r"\S.*[.!]", line)
        assert "%(" not in line
    if level == "first":
        assert all(len(line) < 120 for line in sentences)
        assert "≈" not in "".join(sentences)


def exact_numbers(value: Any) -> Iterable[dict[str, Any]]:
    """Every number of a report, wherever it stands."""
    if isinstance(value, dict) and value.keys() == {"value", "exact"}:
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from exact_numbers(inner)


@settings(max_examples=15, deadline=None)
@given(game=houses, tiles=positions.filter(bool), a=st.integers(1, 6), b=st.integers(1, 6))
def test_a_program_gets_floats_and_fractions(game: TileGame, tiles: frozenset[int], a: int, b: int) -> None:
    dice = (a, b)[: game.dice_allowed(tiles)[0]]
    coach = COACHES[game]
    answer = report(EN, "grown", coach, Asked(game, tiles, dice))
    assert all(float(Fraction(value["exact"])) == value["value"] for value in exact_numbers(answer))
    assert [value["closed"] for value in answer["closings"]] == [
        list(value.close.tiles) for value in coach.costs(tiles, dice)
    ]
    if answer["closings"] and answer["next"]:
        assert set(answer["next"]["open"]) == tiles - set(answer["closings"][0]["closed"])
    if not answer["closings"]:
        assert answer["next"] is None


def test_the_turn_may_end_with_a_closing() -> None:
    """Royal where one die ends the turn: after it nothing is thrown."""
    game = house("royal", single_ends=True)
    asked = Asked(game, frozenset({1, 8}), (6, 1))
    assert report(EN, "first", Coach(game), asked)["next"] is None
    assert lines(EN, "first", Coach(game), asked) == ("Close 1: you have no other choice.",)


@languages
def test_every_level_has_a_name(language: str) -> None:
    names = [level_name(words(language), level) for level in LEVELS]
    assert len(set(names)) == len(LEVELS)


def test_nothing_open() -> None:
    game = house("royal")
    assert lines(EN, "nine", Coach(game), Asked(game, frozenset())) == ("Everything is closed.",)
