"""The words of the API for what a finger may do."""

import pytest

from webui.table_actions import (
    ACTIONS,
    ActionError,
    AnswerRoll,
    BoardCleared,
    CloseTiles,
    CorrectDice,
    CorrectTiles,
    Next,
    Pause,
    Resume,
    Throw,
    Undo,
    action_from_json,
)


@pytest.mark.parametrize(
    ("said", "action"),
    [
        ({"action": "throw", "dice": [4, 2]}, Throw((4, 2))),
        ({"action": "close_tiles", "tiles": [3, 5], "by": "Zoé"}, CloseTiles((3, 5), by="Zoé")),
        ({"action": "next"}, Next()),
        ({"action": "undo", "reason": "erreur"}, Undo(reason="erreur")),
        ({"action": "correct_dice", "dice": [1]}, CorrectDice((1,))),
        (
            {"action": "correct_tiles", "seats": {"3": [2, 1, 2], "1": []}},
            CorrectTiles(((1, ()), (3, (1, 2)))),
        ),
        ({"action": "answer_roll", "dice": [6, 6]}, AnswerRoll((6, 6))),
        ({"action": "pause", "by": ""}, Pause()),
        ({"action": "resume"}, Resume()),
        ({"action": "board_cleared"}, BoardCleared()),
    ],
)
def test_every_action_has_its_word(said, action):
    assert action_from_json(said) == action


def test_no_action_is_left_out():
    assert [kind for _, kind in ACTIONS] == [
        Throw, CloseTiles, Next, Undo, CorrectDice, CorrectTiles, AnswerRoll, Pause, Resume, BoardCleared,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({}, "action: expected one of"),
        ({"action": "camera_lost"}, "action: expected one of"),
        ({"action": "throw"}, "throw: expected the field 'dice'"),
        ({"action": "throw", "dice": "4"}, "dice: expected a list of numbers"),
        ({"action": "throw", "dice": [4.5]}, "dice: expected a list of numbers"),
        ({"action": "throw", "dice": [True]}, "dice: expected a list of numbers"),
        ({"action": "close_tiles", "tiles": [13]}, "tiles: expected a list of numbers"),
        ({"action": "correct_tiles", "seats": {"7": [1]}}, "seats: expected"),
        ({"action": "correct_tiles", "seats": [1]}, "seats: expected"),
        ({"action": "next", "by": 3}, "by: expected words"),
    ],
)
def test_anything_else_is_refused_in_words(said, expected):
    with pytest.raises(ActionError, match=expected):
        action_from_json(said)
