"""The notation's door: examples and samples come out equal, and what cannot be taken is told."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from each import each
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games import GAMES
from referee.questions import FrontDesk

RESULT_SETS = ("results", "closings", "keeps")
"""What of an answer has no order."""

NAMES = {game.name for game in GAMES}


def ask(**asked: Any) -> dict[str, Any]:
    question = {"id": "q", "game": "occe_adult", "variant": {}, "kind": "legal_closings", **asked}
    return FrontDesk().answer(json.dumps(question))


def unordered(value: Any) -> Any:
    """Lists sorted: result sets have no order."""
    if isinstance(value, dict):
        return {key: unordered(part) for key, part in value.items()}
    return sorted(map(unordered, value), key=repr) if isinstance(value, list) else value


def as_sets(answer: dict[str, Any]) -> dict[str, Any]:
    """The answer, its result sets in one order; within a result order counts."""

    def ordered(value: Any) -> Any:
        if isinstance(value, dict):
            return {card: ordered(results) for card, results in value.items()}
        return (
            sorted(value, key=lambda first: json.dumps(first, sort_keys=True))
            if isinstance(value, list)
            else value
        )

    return {key: ordered(value) if key in RESULT_SETS else value for key, value in answer.items()}


def close(first: Any, second: Any) -> bool:
    """Equal, numbers within 1e-9."""
    if isinstance(first, dict):
        return first.keys() == second.keys() and all(close(first[key], second[key]) for key in first)
    if isinstance(first, list):
        return len(first) == len(second) and all(map(close, first, second))
    if isinstance(first, float) or isinstance(second, float):
        return abs(first - second) <= 1e-9
    return type(first) is type(second) and first == second


def lines_of(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    for line in path.read_text(encoding="utf-8").splitlines():
        question = json.loads(line)
        if question["game"] in NAMES:
            yield line, question


@pytest.mark.parametrize(("name", "least"), [("seed_examples.jsonl", 14), ("sample_questions.jsonl", 48)])
def test_the_examples_come_out_equal(shared: Path, name: str, least: int) -> None:
    door, asked = FrontDesk(), list(lines_of(shared / "rules" / name))
    assert len(asked) >= least
    for line, question in asked:
        answer = door.answer(line)
        assert answer["id"] == question["id"]
        answer_given = {key: answer["answer"][key] for key in question["expect"]}
        assert close(as_sets(answer_given), as_sets(question["expect"])), (question, answer)


def test_the_sheet_in_one_question() -> None:
    answer = ask(state={"open": list(range(1, 10))}, input={"dice": [6, 2]})["answer"]
    assert unordered(answer["closings"]) == unordered([[8], [1, 7], [2, 6], [3, 5], [1, 2, 5], [1, 3, 4]])
    assert (answer["dice_to_throw"], answer["stuck"], answer["score_if_stuck"]) == (2, False, 45)


@each(
    ("game", "variant", "open_tiles", "dice", "closings", "due"),
    [
        ("occe_child", {}, [], [3], [], 1),
        ("occe_adult", {"one_die": "never"}, [], [3, 1], [], 2),
        ("occe_child", {}, [1, 2, 3], [2, 1], [[1, 2], [3]], 1),  # a throw is taken as it lies
        ("occe_adult", {"tiles": 12}, [12, 11, 1], [6, 6], [[1, 11], [12]], 1),
        ("royal", {"one_die": "never", "stake": 3, "games": 4}, [1, 2], [2, 1], [[1], [1, 2], [2]], 2),
    ],
)
def test_places_where_one_might_guess(
    game: str, variant: dict[str, Any], open_tiles: list[int], dice: list[int], closings: Any, due: int
) -> None:
    answer = ask(game=game, variant=variant, state={"open": open_tiles}, input={"dice": dice})["answer"]
    assert answer == {
        "closings": closings,
        "dice_to_throw": due,
        "stuck": not closings,
        "score_if_stuck": sum(open_tiles),
    }


@each(
    ("asked", "answer"),
    [
        (
            {"kind": "series", "input": {"scores": {"A": [1, 2], "B": [3, 0], "C": [9, 9]}}},
            {"totals": {"A": 3, "B": 3, "C": 18}, "winners": ["A", "B"]},
        ),
        ({"kind": "tie", "input": {"results": [7, 12, 7]}}, {"replay_between": [], "winners": [0, 2]}),
        (
            {"kind": "tie", "variant": {"tie": "extra_game"}, "input": {"results": [7, 12, 7]}},
            {"replay_between": [0, 2], "winners": []},
        ),
        (
            {"game": "royal", "kind": "payout", "state": {"stake": 4}, "input": {"results": [3, 12]}},
            {"winner": 0, "each_other_pays": 4, "replay_between": []},
        ),
        (
            {"game": "royal", "kind": "payout", "state": {"stake": 4}, "input": {"results": [0, 0, 2]}},
            {"winner": None, "each_other_pays": 0, "replay_between": [0, 1]},
        ),
        (
            {"kind": "optimal_value", "state": {"open": []}},
            {"expected_score": 0, "p_shut_under_score_policy": 1},
        ),
        (
            {
                "kind": "play_log",
                "state": {"open": [1, 9]},
                "input": {"throws": [{"dice": [4, 4], "cover": []}]},
            },
            {"open": [1, 9], "open_sum": 10},
        ),
    ],
)
def test_small_kinds(asked: dict[str, Any], answer: dict[str, Any]) -> None:
    assert ask(**asked) == {"id": "q", "answer": answer}


LOG: dict[str, Any] = {"kind": "play_log", "state": {"open": [1, 2, 7]}}


@each(
    ("asked", "error"),
    [
        ({"id": 7}, "id: expected a string; got 7"),
        ({"game": "whist"}, f"game: expected one of {', '.join(game.name for game in GAMES)}; got 'whist'"),
        ({"game": 7}, "game: expected a string; got 7"),
        ({"kind": "weather"}, "kind: expected one of legal_closings, "),
        ({"kind": None}, "kind: expected a string; got None"),
        ({"variant": []}, "variant: expected an object; got []"),
        ({"variant": {"single": "free"}}, "single: expected an option of "),
        ({"variant": {"games": True}}, "games: expected a whole number from 1 to 300; got True"),
        ({"variant": {"one_die": "often"}}, "one_die: expected 'after_789', 'never'"),
        ({"state": 3}, "state: expected an object; got 3"),
        ({"state": {}}, "state.open: expected it to be there"),
        (
            {"state": {"open": [1, 1]}},
            "state.open: expected a list of different tiles from 1 to 9; got [1, 1]",
        ),
        ({"state": {"open": [10]}}, "state.open: expected a list of different tiles from 1 to 9; got [10]"),
        (
            {"state": {"open": [True]}},
            "state.open: expected a list of different tiles from 1 to 9; got [True]",
        ),
        ({"state": {"open": "12"}}, "state.open: expected a list of different tiles"),
        ({"state": {"open": [1.0]}}, "state.open: expected a list of different tiles"),
        ({"state": {"open": []}}, "input.dice: expected it to be there"),
        ({"state": {"open": []}, "input": []}, "input: expected an object; got []"),
        ({"state": {"open": []}, "input": {"dice": [7]}}, "input.dice: expected a list of one or two dice"),
        ({"state": {"open": []}, "input": {"dice": []}}, "input.dice: expected a list of one or two dice"),
        (
            {"state": {"open": []}, "input": {"dice": [1] * 99}},
            "input.dice: expected a list of one or two dice",
        ),
        ({"kind": "series"}, "input.scores: expected it to be there"),
        (
            {"kind": "series", "input": {"scores": {}}},
            "input.scores: expected the scores of one or more players",
        ),
        (
            {"kind": "series", "input": {"scores": {"A": [1], "B": []}}},
            "input.scores: expected as many scores",
        ),
        ({"kind": "series", "input": {"scores": {"A": ["1"]}}}, "input.scores.A: expected a list of scores"),
        (
            {"kind": "series", "variant": {"games": 2}, "input": {"scores": {"A": [1]}}},
            "input.scores: expected 2 scores of every player; got [1]",
        ),
        ({"kind": "tie", "input": {"results": []}}, "input.results: expected a list of 1 or more; got []"),
        ({"kind": "payout", "input": {"results": [1]}}, "state.stake: expected it to be there"),
        (
            {"kind": "payout", "state": {"stake": 1, "players": 3}, "input": {"results": [1]}},
            "input.results: expected 3 scores, one a player; got [1]",
        ),
        ({**LOG, "input": {"throws": {}}}, "input.throws: expected a list; got {}"),
        ({**LOG, "input": {"throws": [{"dice": [1]}]}}, "input.throws[0].dice: expected 2 dice; got [1]"),
        (
            {**LOG, "input": {"throws": [{"dice": [1, 1], "cover": [1]}]}},
            "input.throws[0].cover: expected one of [[2]] with [1, 1]; got [1]",
        ),
        ({**LOG, "input": {"throws": [{"dice": [1, 1]}]}}, "input.throws[0].cover: expected one of [[2]]"),
        (
            {**LOG, "input": {"throws": [{"dice": [6, 6], "cover": [2]}]}},
            "input.throws[0].cover: expected nothing with [6, 6]; got [2]",
        ),
        (
            {**LOG, "input": {"throws": [{"dice": [1, 1], "open_before": [2], "cover": [2]}]}},
            "input.throws[0].open_before: expected [1, 2, 7]; got [2]",
        ),
        (
            {**LOG, "input": {"throws": [{"dice": [1, 1], "total_possible": False, "cover": [2]}]}},
            "input.throws[0].total_possible: expected true; got False",
        ),
    ],
)
def test_what_cannot_be_taken_is_told_in_one_sentence(asked: dict[str, Any], error: str) -> None:
    answer = ask(**asked)
    assert answer["id"] == asked.get("id", "q")
    assert answer["error"].startswith(error)
    assert "\n" not in answer["error"]


@each(
    ("line", "error"),
    [
        ("{", "line: expected an object such as {id, game, variant, kind, state, input}; it is no JSON"),
        ("[1]", "line: expected an object; got [1]"),
        ("null", "line: expected an object; got None"),
        (b"\xff{}", "line: expected UTF-8; got the byte 0xff"),
        ("[" * 100_000, "line: expected an object"),
        ("9" * 5000, "line: expected an object"),
        (" " * 1_000_001, "line: expected at most 1000000 characters; got 1000001"),
        ("{}", "id: expected it to be there"),
    ],
)
def test_what_is_no_question_is_told(line: str | bytes, error: str) -> None:
    answer = FrontDesk().answer(line)
    assert answer["id"] is None
    assert answer["error"].startswith(error)


plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda parts: st.lists(parts, max_size=3) | st.dictionaries(st.text(max_size=5), parts, max_size=3),
    max_leaves=8,
)
words = st.sampled_from(
    (
        "legal_closings",
        "optimal_value",
        "play_log",
        "series",
        "tie",
        "payout",
        "open",
        "dice",
        "throws",
        "results",
    )
)


@settings(max_examples=300, deadline=None)
@given(
    game=st.sampled_from(sorted(NAMES)) | plain,
    kind=words | plain,
    variant=st.dictionaries(st.sampled_from(("single", "one_die", "games", "tiles")), plain, max_size=2),
    state=st.dictionaries(words, plain, max_size=3) | plain,
    given_input=st.dictionaries(words, plain, max_size=3) | plain,
)
def test_anything_gets_an_answer_or_an_error(
    game: Any, kind: Any, variant: Any, state: Any, given_input: Any
) -> None:
    asked = {"id": "x", "game": game, "kind": kind, "variant": variant, "state": state, "input": given_input}
    answer = FrontDesk().answer(json.dumps(asked))
    assert set(answer) in ({"id", "answer"}, {"id", "error"})
