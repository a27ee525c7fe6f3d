"""The notation's questions about Trente: strict in what they take, and what is silent in the samples."""

import copy
import json
from typing import Any

from each import each
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.questions import FrontDesk

Json = dict[str, Any]
MISS: Json = {"roll": [1, 5, 4, 3, 5, 4], "kept": [1, 5, 4, 3, 5, 4]}
SIXES: Json = {"roll": [6] * 6, "kept": [6] * 6}
ATTACK: Json = {"player": 0, "throws": [SIXES], "target": 1, "attack_rolls": [[6] * 6, [1] * 6]}
STATE: Json = {"players": 3, "first": 0, "start_score": 30}


def ask(kind: str, **asked: Any) -> Json:
    return FrontDesk().answer(json.dumps({"id": "q", "game": "trente", "kind": kind, **asked}))


def log(*coups: Json, **asked: Any) -> Json:
    return ask("round_log", **{"state": STATE, "input": {"coups": list(coups)}, **asked})


@each(
    ("given_input", "expected"),
    [
        ({}, "input.set_aside_in_order: expected it to be there"),
        ({"set_aside_in_order": [1] * 5}, "input.set_aside_in_order: expected a list of 6 dice from 1 to 6"),
        ({"set_aside_in_order": [0] * 6}, "input.set_aside_in_order: expected a list of 6 dice"),
        ({"set_aside_in_order": "123456"}, "input.set_aside_in_order: expected a list of 6 dice"),
        ({"set_aside_in_order": [True] * 6}, "input.set_aside_in_order: expected a list of 6 dice"),
    ],
)
def test_a_turn_that_cannot_be_counted(given_input: Json, expected: str) -> None:
    assert ask("turn_score", input=given_input)["error"].startswith(expected)


@each(
    ("given_input", "expected"),
    [
        ({"rolls": []}, "input.level: expected it to be there"),
        ({"level": 7, "rolls": []}, "input.level: expected a whole number from 1 to 6; got 7"),
        ({"level": 1}, "input.rolls: expected it to be there"),
        ({"level": 1, "rolls": [[1] * 5]}, "input.rolls[0]: expected a list of 6 dice"),
        (
            {"level": 1, "rolls": [[1, 2, 3, 4, 5, 6], [2] * 6]},
            "input.rolls[1]: expected a list of 5 dice",
        ),
        ({"level": 1, "rolls": [[2] * 6, [2] * 6]}, "input.rolls: expected 1 throws, for the attack is over"),
    ],
)
def test_an_attack_that_cannot_be(given_input: Json, expected: str) -> None:
    assert ask("attack", input=given_input)["error"].startswith(expected)


@each("roll", [[], [1] * 7, [0], 3, None, [1, "2"]])
def test_a_throw_that_cannot_be(roll: Any) -> None:
    assert ask("legal_keeps", input={"roll": roll})["error"].startswith(
        "input.roll: expected a list of one to six"
    )


@each(
    ("variant", "state", "given_input", "answer"),
    [
        # A sum beyond neither threshold is no attack.
        ({}, {"alive": [True] * 3}, {"attacker": 0, "sum": 20}, (0, [])),
        ({}, {"alive": [True] * 3}, {"attacker": 0, "sum": 30}, (0, [])),
        ({}, {"alive": [True] * 3}, {"attacker": 0, "sum": 10}, (2, [1])),
        ({"rules": "nous"}, {"alive": [True] * 3}, {"attacker": 0, "sum": 10}, (0, [])),
        # The neighbour is dead: the next living one.
        ({"round": 2}, {"alive": [True, True, False]}, {"attacker": 0, "level": 1}, (1, [1])),
        ({"rules": "nous"}, {"alive": [True, False, True]}, {"attacker": 0, "level": 3}, (3, [2])),
        # Who is dead takes revenge on whom he likes.
        ({}, {"alive": [False, True, False]}, {"attacker": 0, "level": 3}, (3, [1, 2])),
        # The round of the question before that of the variant.
        ({"round": 1}, {"alive": [True] * 3}, {"attacker": 0, "level": 3, "round": 3}, (3, [1, 2])),
    ],
)
def test_whom_an_attack_may_hit(variant: Json, state: Json, given_input: Json, answer: Any) -> None:
    answer_given = ask("attack_target", variant=variant, state=state, input=given_input)["answer"]
    assert (answer_given["level"], answer_given["legal_targets"]) == answer
    assert answer_given["target"] == (answer[1][0] if len(answer[1]) == 1 else None)


@each(
    ("state", "given_input", "expected"),
    [
        ({}, {}, "state.alive: expected it to be there"),
        ({"alive": [True]}, {}, "state.alive: expected a list of 2 or more"),
        ({"alive": [1, 1]}, {}, "state.alive[0]: expected true or false; got 1"),
        ({"alive": [True] * 2, "players": 3}, {}, "state.alive: expected 3 of true or false"),
        ({"alive": [True] * 2}, {}, "input.attacker: expected it to be there"),
        ({"alive": [True] * 2}, {"attacker": 2}, "input.attacker: expected a whole number from 0 to 1"),
        ({"alive": [True] * 2}, {"attacker": 0}, "input.level: expected it to be there"),
        (
            {"alive": [True] * 2},
            {"attacker": 0, "sum": 37},
            "input.sum: expected a whole number from 6 to 36",
        ),
        ({"alive": [True] * 2}, {"attacker": 0, "level": 1, "round": 0}, "input.round: expected"),
    ],
)
def test_a_target_that_cannot_be_told(state: Json, given_input: Json, expected: str) -> None:
    assert ask("attack_target", state=state, input=given_input)["error"].startswith(expected)


def test_scores_at_the_brink() -> None:
    assert ask("alive", input={"score": 0})["answer"] == {"alive": True}
    assert ask("alive", input={"score": -1})["answer"] == {"alive": False}
    assert ask("alive", input={"score": "0"})["error"].startswith("input.score: expected a whole number")


@each(
    ("coups", "expected"),
    [
        ([{"throws": [MISS]}], "input.coups[0].player: expected it to be there"),
        ([{"player": 1, "throws": [MISS]}], "input.coups[0].player: expected 0; got 1"),
        ([{"player": True, "throws": [MISS]}], "input.coups[0].player: expected 0; got True"),
        ([{"player": 0}], "input.coups[0].throws: expected it to be there"),
        ([{"player": 0, "throws": []}], "input.coups[0].throws: expected throws until six dice lie aside"),
        (
            [{"player": 0, "throws": [{"roll": [1]}]}],
            "input.coups[0].throws[0].roll: expected a list of 6 dice",
        ),
        (
            [{"player": 0, "throws": [{"roll": [1] * 6, "kept": []}]}],
            "input.coups[0].throws[0].kept: expected one or more dice of [1, 1, 1, 1, 1, 1]; got []",
        ),
        (
            [{"player": 0, "throws": [{"roll": [1] * 6, "kept": [2]}]}],
            "input.coups[0].throws[0].kept: expected one or more dice of",
        ),
        (
            [{"player": 0, "throws": [{"roll": [1] * 6, "kept": [1]}, {"roll": [1] * 6, "kept": [1]}]}],
            "input.coups[0].throws[1].roll: expected a list of 5 dice",
        ),
        ([{"player": 0, "throws": [MISS, MISS]}], "input.coups[0].throws: expected 1 throws, for six dice"),
        ([{"player": 0, "revenge": True, "throws": [MISS]}], "input.coups[0].revenge: expected false"),
        ([{"player": 0, "revenge": 1, "throws": [MISS]}], "input.coups[0].revenge: expected true or false"),
        ([{"player": 0, "throws": [SIXES]}], "input.coups[0].target: expected it to be there"),
        ([ATTACK | {"target": 2}], "input.coups[0].target: expected one of [1]; got 2"),
        ([ATTACK | {"attack_rolls": [[1] * 5]}], "input.coups[0].attack_rolls[0]: expected a list of 6 dice"),
        ([ATTACK | {"attack_rolls": [[1] * 6, [1] * 6]}], "input.coups[0].attack_rolls: expected 1 throws"),
        ([ATTACK | {"attack_rolls": [[6] * 6]}, {}], "input.coups[1]: expected no more coups"),
        (
            [ATTACK, {"player": 0, "revenge": True, "throws": [MISS]}],
            "input.coups[1].player: expected 1; got 0",
        ),
        ([3], "input.coups[0]: expected an object; got 3"),
    ],
)
def test_a_log_that_cannot_be(coups: list[Any], expected: str) -> None:
    assert log(*coups)["error"].startswith(expected)


def test_a_log_may_stop_anywhere() -> None:
    """Nobody has died, or an attack is not over: what has come of it so far."""
    nothing = log()["answer"]
    assert (nothing["scores"], nothing["winners"], nothing["next_first_player"]) == (
        [30] * 3,
        [0, 1, 2],
        None,
    )
    cut = log(ATTACK | {"attack_rolls": [[6, 6, 1, 1, 1, 1]]})["answer"]
    attack = {"hits": 2, "damage": 12, "full_hands": 0, "finished": False, "dice_to_throw": 4}
    assert cut["after_each_coup"][0]["attack"] == attack
    assert cut["scores"] == [30, 18, 30]


def test_a_revenge_missing_from_the_log_was_declined() -> None:
    answer = log(ATTACK, {"player": 2, "throws": [MISS]})["answer"]
    assert (answer["scores"], answer["order_of_death"]) == ([30, -6, 20], [1])


def test_the_round_is_over_when_its_last_chain_is() -> None:
    over = log(ATTACK, {"player": 1, "revenge": True, "throws": [MISS]}, state={**STATE, "players": 2})
    assert over["answer"]["scores"] == [30, -16]
    more = [ATTACK, {"player": 1, "revenge": True, "throws": [MISS]}, {"player": 0, "throws": [MISS]}]
    assert log(*more, state={**STATE, "players": 2})["error"].startswith(
        "input.coups[2]: expected no more coups"
    )


VALID: list[Json] = [
    {"kind": "turn_score", "input": {"set_aside_in_order": [1, 2, 3, 4, 5, 6]}},
    {"kind": "attack", "input": {"level": 2, "rolls": [[2, 2, 1, 1, 1, 1], [1, 1, 1, 1]]}},
    {"kind": "legal_keeps", "input": {"roll": [1, 2, 3]}},
    {"kind": "attack_target", "state": {"alive": [True, True]}, "input": {"attacker": 0, "level": 2}},
    {
        "kind": "round_log",
        "variant": {"round": 2, "revenge": "yes"},
        "state": {"players": 2, "first": 0, "start_score": 30},
        "input": {"coups": [ATTACK, {"player": 1, "revenge": True, "throws": [MISS]}]},
    },
]
plain = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 99) | st.floats() | st.text(max_size=3),
    lambda parts: st.lists(parts, max_size=3) | st.dictionaries(st.text(max_size=3), parts, max_size=2),
    max_leaves=5,
)


def places(value: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every part of a question."""
    parts: Any = (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    )
    return [way] * bool(way) + [place for key, part in parts for place in places(part, (*way, key))]


@settings(max_examples=300)
@given(data=st.data(), question=st.sampled_from(VALID), strange=plain)
def test_any_part_may_be_wrong(data: st.DataObject, question: Json, strange: Any) -> None:
    asked = copy.deepcopy(question)
    *way, last = data.draw(st.sampled_from(places(asked)))
    part = asked
    for key in way:
        part = part[key]
    part[last] = strange
    answer = FrontDesk().answer(json.dumps({"id": "x", "game": "trente"} | asked))
    assert set(answer) in ({"id", "answer"}, {"id", "error"})
    assert "\n" not in answer.get("error", "")


def test_the_valid_ones_are_answered() -> None:
    for question in VALID:
        assert "answer" in ask(**question)
