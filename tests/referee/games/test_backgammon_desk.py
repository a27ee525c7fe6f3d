"""The notation's questions about Backgammon: answers, and what is refused in one sentence."""

import json
from typing import Any

import pytest
from each import each

from referee.games.backgammon import board
from referee.questions import FrontDesk

START = list(board.START)


def ask(kind: str, state: Any = None, given: Any = None, variant: Any = None) -> Any:
    line = {"id": "q", "game": "backgammon", "kind": kind, "variant": variant or {}}
    return FrontDesk().answer(json.dumps({**line, "state": state or {}, "input": given or {}}))


def cells(**changed: int) -> list[int]:
    """An empty board with some places filled: p24=2, off=13, bar=1, his_bar=0, his_off=15."""
    named = {"off": 0, "bar": 25, "his_bar": 26, "his_off": 27}
    result = [0] * 28
    for name, count in changed.items():
        result[named[name] if name in named else int(name[1:])] = count
    return result


def test_results_are_all_ends_of_a_throw() -> None:
    state = cells(off=13, p3=2, his_off=14, p24=-1)
    answer = ask("legal_results", {"cells": state}, {"dice": [2, 1]})["answer"]
    ends = [cells(off=14, p3=1, his_off=14, p24=-1), cells(off=13, p2=1, p1=1, his_off=14, p24=-1)]
    assert sorted(answer["results"]) == sorted(ends)
    assert answer["pass"] is False


def test_a_pass_has_no_results() -> None:
    state = cells(bar=1, p13=14, p19=-2, p20=-2, p21=-11)
    assert ask("exact_results", {"cells": state}, {"dice": [6, 5]})["answer"] == {"results": [], "pass": True}


@each(
    ("notation", "dice", "changed", "legal"),
    [
        (["1A-7A", "1A-5A"], [6, 4], {24: 0, 18: 1, 20: 1}, True),
        (["12A-9-3"], [6, 4], {13: 4, 3: 1}, True),
        (["12A-3"], [6, 4], {13: 4, 3: 1}, True),
        (["1A-2A"], [6, 4], {24: 1, 23: 1}, False),
        # For Black the same arrows are the other way round.
        (["1-7", "1-5"], [6, 4], {24: 0, 18: 1, 20: 1}, True),
    ],
)
def test_the_leaflets_notation(
    notation: list[str], dice: list[int], changed: dict[int, int], legal: bool
) -> None:
    answer = ask("legal_result", {"cells": START}, {"dice": dice, "notation": notation})["answer"]
    expected = [changed.get(place, count) for place, count in enumerate(START)]
    assert answer == {"result": expected, "legal": legal}


def test_the_colour_may_be_said() -> None:
    state = cells(p3=1, off=14, p22=-1, his_off=14)
    given = {"dice": [6, 3], "notation": ["3A-off"]}
    assert ask("legal_result", {"cells": state, "colour": "black"}, given)["answer"]["legal"] is True
    error = ask("legal_result", {"cells": state, "colour": "white"}, given)["error"]
    assert error.startswith("input.notation: expected men where they can be moved")


def test_captured_men_enter_as_written() -> None:
    state = cells(bar=1, p13=14, p19=-1, p12=-14)
    given = {"dice": [6, 3], "notation": ["bar-6A"]}
    answer = ask("illegal_result", {"cells": state}, given)["answer"]
    assert answer["result"] == cells(p19=1, p13=14, p12=-14, his_bar=1)
    assert answer["legal"] is False


def test_the_start_position_names_the_arrows() -> None:
    answer = ask("start_position")["answer"]
    assert answer["cells"] == START
    assert answer["white"] == {"1A": 2, "12A": 5, "8": 3, "6": 5}
    assert answer["black"] == {"1": 2, "12": 5, "8A": 3, "6A": 5}


@pytest.mark.parametrize(("last", "passes"), [(-2, True), (-1, False), (0, False)])
def test_a_closed_board_always_passes(last: int, passes: bool) -> None:
    state = cells(bar=1, p13=14, p19=-2, p20=-2, p21=-2, p22=-2, p23=-2, p24=last, his_off=5 + last)
    assert ask("always_pass", {"cells": state}, {"dice": "all 21"})["answer"] == {"pass": passes}


def test_the_value_of_a_game_by_both_readings() -> None:
    won = cells(off=15, p20=-13, his_bar=1, his_off=1)
    lost = board.turned(tuple(won))
    for state in (won, list(lost)):
        answer = ask("game_value", {"cells": state})["answer"]
        assert answer == {"value_literal": 3, "value_international": 1}


def test_the_hit_table_goes_on_beyond_the_leaflet() -> None:
    answer = ask("table", given={"distance": [1, 6, 12, 13, 15, 16, 24]})["answer"]
    assert answer == {"throws_of_36": [11, 17, 3, 0, 1, 1, 1], "percent": [31, 47, 8, 0, 3, 3, 3]}


def test_a_log_of_doubles_without_a_refusal_has_no_winner() -> None:
    events = [["black", "double"], ["white", "accept"], ["white", "double"]]
    answer = ask("cube_log", {"stake": 3}, {"events": events})["answer"]
    assert answer == {
        "cube_values": [2, 2, 4],
        "owner_after": ["-", "white", "-"],
        "winner": None,
        "won": None,
    }


WELL = {"cells": START}
BOTH = {"dice": [6, 4], "notation": ["1A-7A"]}


@each(
    ("kind", "state", "given", "error"),
    [
        ("weather", {}, {}, "kind: expected one of legal_results, exact_results, "),
        ("legal_results", {}, {"dice": [1, 2]}, "state.cells: expected it to be there"),
        ("legal_results", {"cells": START[:27]}, {"dice": [1, 2]}, "state.cells: expected a list of 28"),
        (
            "legal_results",
            {"cells": [*START[:27], "0"]},
            {"dice": [1, 2]},
            "state.cells: expected a list of 28",
        ),
        ("legal_results", {"cells": [1, *START[1:]]}, {"dice": [1, 2]}, "state.cells: expected a list of 28"),
        (
            "legal_results",
            {"cells": [-1, 1, *START[2:]]},
            {"dice": [1, 2]},
            "state.cells: expected a list of 28",
        ),
        ("legal_results", {"cells": 7}, {"dice": [1, 2]}, "state.cells: expected a list of 28"),
        ("legal_results", WELL, {}, "input.dice: expected it to be there"),
        ("legal_results", WELL, {"dice": [1]}, "input.dice: expected a list of two dice"),
        ("legal_results", WELL, {"dice": [1, 7]}, "input.dice: expected a list of two dice"),
        ("legal_results", WELL, {"dice": [1, True]}, "input.dice: expected a list of two dice"),
        ("legal_result", WELL, {"dice": [6, 4]}, "input.notation: expected it to be there"),
        ("legal_result", WELL, {**BOTH, "notation": []}, "input.notation: expected a list of 1 or more"),
        ("legal_result", WELL, {**BOTH, "notation": "1A-7A"}, "input.notation: expected a list of 1 or more"),
        ("legal_result", WELL, {**BOTH, "notation": ["1A"]}, "input.notation[0]: expected arrows joined"),
        ("legal_result", WELL, {**BOTH, "notation": ["1A-13"]}, "input.notation[0]: expected arrows joined"),
        ("legal_result", WELL, {**BOTH, "notation": ["1A-bar"]}, "input.notation[0]: expected arrows joined"),
        ("legal_result", WELL, {**BOTH, "notation": ["off-1"]}, "input.notation[0]: expected arrows joined"),
        ("legal_result", WELL, {**BOTH, "notation": [7]}, "input.notation[0]: expected a string"),
        ("legal_result", WELL, {**BOTH, "notation": [""]}, "input.notation[0]: expected arrows joined"),
        ("legal_result", WELL, {**BOTH, "notation": ["2A-7A"]}, "input.notation: expected men where"),
        ("legal_result", WELL, {**BOTH, "notation": ["1A-6A"]}, "input.notation: expected men where"),
        ("legal_result", {**WELL, "colour": "red"}, BOTH, "state.colour: expected white or black"),
        ("always_pass", WELL, {"dice": [6, 6]}, "input.dice: expected 'all 21'"),
        ("game_value", WELL, {}, "state.cells: expected one player with 15 men borne off"),
        ("table", {}, {"distance": [0]}, "input.distance: expected a list of distances from 1 to 24"),
        ("table", {}, {"distance": 3}, "input.distance: expected a list of distances from 1 to 24"),
        ("cube_log", {}, {"events": []}, "state.stake: expected it to be there"),
        ("cube_log", {"stake": -1}, {"events": []}, "state.stake: expected a whole number from 0"),
        ("cube_log", {"stake": 1}, {}, "input.events: expected it to be there"),
        ("cube_log", {"stake": 1}, {"events": ["double"]}, "input.events[0]: expected a colour and a word"),
        ("cube_log", {"stake": 1}, {"events": [["red", "double"]]}, "input.events[0]: expected a colour"),
        ("cube_log", {"stake": 1}, {"events": [[[], {}]]}, "input.events[0]: expected a colour"),
        (
            "cube_log",
            {"stake": 1},
            {"events": [["white", "accept"]]},
            "input.events[0]: expected a double by",
        ),
    ],
)
def test_what_cannot_be_taken_is_told(kind: str, state: Any, given: Any, error: str) -> None:
    assert ask(kind, state, given)["error"].startswith(error)


@each(
    ("events", "error"),
    [
        ([["white", "double"], ["white", "accept"]], "accept or drop by black"),
        ([["white", "double"], ["black", "double"]], "accept or drop by black"),
        ([["white", "double"], ["black", "accept"], ["white", "double"]], "a double by black"),
        ([["white", "double"], ["black", "drop"], ["white", "double"]], "nothing after a refused double"),
        (
            [[who, word] for n in range(7) for who, word in (
                (("white", "black")[n % 2], "double"), (("black", "white")[n % 2], "accept"))],
            "a double by nobody beyond 64",
        ),
    ],
)  # fmt: skip
def test_a_log_of_doubles_that_the_rules_do_not_allow(events: list[list[str]], error: str) -> None:
    answer = ask("cube_log", {"stake": 1}, {"events": events})["error"]
    assert answer.startswith("input.events[")
    assert error in answer
