"""Le Tric Trac's answers in the notation: the leaflet's values, and what is refused."""

from typing import Any

import pytest
from each import each

from referee.desks import desk_of
from referee.errors import BadQuestion
from referee.games.trictrac import TricTrac

DESK = desk_of(TricTrac())
STATE = {"board": [0] * 24, "start": [15, 15], "off": [0, 0], "score": [0, 0]}


@each(("points", "value"), [(0, 4), (1, 3), (2, 3), (3, 2), (6, 2), (7, 1), (11, 1)])
def test_what_a_party_counts(points: int, value: int) -> None:
    """ "n'a pas dépassé le nombre 6 ... 2 ... n'a obtenu aucun point" """
    assert DESK.answer("multiplier", {}, {"loser_points": points}) == {"multiplier": value}


@pytest.mark.parametrize(("choice", "points"), [("prolong", 2), ("restart", 0)])
def test_what_is_carried_over(choice: str, points: int) -> None:
    answer = DESK.answer("carry", {}, {"winner_points": 14, "choice": choice})
    assert answer == {"winner_starts_with": points, "loser_starts_with": 0}


def test_the_leaflets_first_throw() -> None:
    """ "une dame sur la flèche 5 et une autre sur la flèche 6, ... une seule dame sur la flèche 10" """
    answer = DESK.answer("legal_results", STATE, {"dice": [5, 4]})
    arrows = [{n: men for n, men in enumerate(end["board"], start=1) if men} for end in answer["results"]]
    assert sorted(arrows, key=len) == [{10: 1}, {5: 1, 6: 1}]
    assert (answer["pass"], answer["dice_used"], answer["throw_again_if_not_won"]) == (False, 2, False)


@each(
    ("change", "dice", "key"),
    [
        ({"board": [0] * 23}, [5, 4], "state.board"),
        ({"board": [1] + [0] * 23}, [5, 4], "state.board"),
        ({"board": [0] * 23 + [-1]}, [5, 4], "state.board"),
        ({"board": [0, 1] + [0] * 22}, [5, 4], "state.board"),
        ({"board": [0, True] + [0] * 22}, [5, 4], "state.board"),
        ({"board": [0, 16] + [0] * 22}, [5, 4], "state.board"),
        ({"board": "men"}, [5, 4], "state.board"),
        ({"board": None}, [5, 4], "state.board"),
        ({"start": [15]}, [5, 4], "state.start"),
        ({"start": [15, -1]}, [5, 4], "state.start"),
        ({"off": [0, 1.0]}, [5, 4], "state.off"),
        ({"off": {"mine": 1}}, [5, 4], "state.off"),
        ({"score": [12, 0]}, [5, 4], "state.score"),
        ({"score": [0, 0, 0]}, [5, 4], "state.score"),
        ({}, [5], "input.dice"),
        ({}, [5, 7], "input.dice"),
        ({}, [5, 4, 3], "input.dice"),
        ({}, "54", "input.dice"),
        ({}, None, "input.dice"),
    ],
)
def test_a_position_or_throw_that_cannot_be_is_refused(change: dict[str, Any], dice: Any, key: str) -> None:
    with pytest.raises(BadQuestion, match=rf"^{key}: expected"):
        DESK.answer("legal_results", STATE | change, {"dice": dice})


@each(
    ("kind", "question", "key"),
    [
        ("multiplier", {}, "input.loser_points"),
        ("multiplier", {"loser_points": 12}, "input.loser_points"),
        ("multiplier", {"loser_points": "0"}, "input.loser_points"),
        ("carry", {"choice": "prolong"}, "input.winner_points"),
        ("carry", {"winner_points": 11, "choice": "prolong"}, "input.winner_points"),
        ("carry", {"winner_points": 12}, "input.choice"),
        ("carry", {"winner_points": 12, "choice": "draw"}, "input.choice"),
        ("legal_results", {}, "input.dice"),
        ("legal_closings", {"dice": [5, 4]}, "kind"),
    ],
)
def test_a_question_that_cannot_be_taken_is_refused(kind: str, question: dict[str, Any], key: str) -> None:
    with pytest.raises(BadQuestion, match=rf"^{key}: expected"):
        DESK.answer(kind, STATE, question)


@each("key", STATE)
def test_a_position_must_be_whole(key: str) -> None:
    state = {name: value for name, value in STATE.items() if name != key}
    with pytest.raises(BadQuestion, match=rf"^state.{key}: expected it to be there"):
        DESK.answer("exact_results", state, {"dice": [5, 4]})
