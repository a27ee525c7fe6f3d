"""The words of the API for what a finger may do."""

import pytest
from each import each

from webui.table.values import actions
from webui.table.values.actions import ACTIONS, ActionError, action_from_json


@each(
    ("payload", "action"),
    [
        ({"action": "throw", "dice": [4, 2]}, actions.Throw((4, 2))),
        ({"action": "close_tiles", "tiles": [3, 5], "by": "Zoé"}, actions.CloseTiles((3, 5), by="Zoé")),
        ({"action": "play", "move": " 24/18+13/9 "}, actions.PlayMove("24/18+13/9")),
        (
            {"action": "deal_cards", "hands": [["A", "10"], None]},
            actions.DealCards((("A", "10"), None)),
        ),
        ({"action": "touch_man", "space": "arrow-12A"}, actions.TouchMan("arrow-12A")),
        ({"action": "next"}, actions.Next()),
        ({"action": "undo", "reason": "erreur"}, actions.Undo(reason="erreur")),
        ({"action": "correct_dice", "dice": [1]}, actions.CorrectDice((1,))),
        (
            {"action": "correct_tiles", "seats": {"3": [2, 1, 2], "1": []}},
            actions.CorrectTiles({1: (), 3: (2, 1, 2)}),
        ),
        (
            {"action": "correct_board", "spaces": {"arrow-6": "white x 4", "arrow-9": "white x 1"}, "turn": None},
            actions.CorrectBoard({"arrow-6": "white x 4", "arrow-9": "white x 1"}),
        ),
        ({"action": "correct_board", "spaces": {}, "turn": 2}, actions.CorrectBoard({}, 2)),
        ({"action": "answer_roll", "dice": [6, 6]}, actions.AnswerRoll((6, 6))),
        (
            {"action": "answer_tile", "seat": 3, "tile": 7, "state": "open"},
            actions.AnswerTile(3, 7, "open"),
        ),
        (
            {"action": "answer_men", "space": "arrow-6", "kind": "white x 5"},
            actions.AnswerMen("arrow-6", "white x 5"),
        ),
        ({"action": "replace_player", "seat": 3, "name": " Ana "}, actions.ReplacePlayer(3, "Ana")),
        ({"action": "pause", "by": ""}, actions.Pause()),
        ({"action": "resume"}, actions.Resume()),
        ({"action": "board_cleared"}, actions.BoardCleared()),
    ],
)
def test_every_action_has_its_word(payload, action):
    assert action_from_json(payload) == action


def test_only_actions_about_the_camera_are_left_out():
    every = {kind for kind in actions.Statement.__subclasses__() if kind.__module__ == actions.__name__}
    assert set(ACTIONS.values()) == every - set(actions.SIGHT)


@each(
    ("payload", "expected"),
    [
        ({}, "action: expected one of"),
        ({"action": "camera_lost"}, "action: expected one of"),
        ({"action": "throw"}, "throw: Object missing required field `dice`"),
        ({"action": "throw", "dice": "4"}, "throw: Expected `array`, got `str`"),
        ({"action": "throw", "dice": [4.5]}, "Expected `int`, got `float`"),
        ({"action": "throw", "dice": [True]}, "Expected `int`, got `bool`"),
        ({"action": "close_tiles", "tiles": [13]}, "Expected `int` <= 12"),
        ({"action": "correct_tiles", "seats": {"13": [1]}}, "<= 12 - at `key` in"),
        ({"action": "correct_tiles", "seats": [1]}, "Expected `object`, got `array`"),
        ({"action": "correct_board", "spaces": [], "turn": None}, "Expected `object`, got `array`"),
        ({"action": "correct_board", "spaces": {"arrow-6": 4}, "turn": None}, "Expected `str`, got `int`"),
        (
            {"action": "correct_board", "spaces": {f"hole-{n}": "empty" for n in range(201)}, "turn": None},
            "of length <= 200",
        ),
        ({"action": "correct_board", "spaces": {}, "turn": "2"}, "got `str`"),
        ({"action": "answer_tile", "seat": "3", "tile": 7, "state": "open"}, "Expected `int`, got `str`"),
        ({"action": "answer_tile", "seat": 3, "tile": 0, "state": "open"}, "Expected `int` >= 1"),
        ({"action": "answer_tile", "seat": 3, "tile": 7, "state": "shut"}, "Invalid enum value 'shut'"),
        ({"action": "play", "move": 24}, "Expected `str`, got `int`"),
        ({"action": "play", "move": "1" * 201}, "length <= 200"),
        (
            {"action": "deal_cards", "hands": None},
            "Expected `array`, got `null`",
        ),
        ({"action": "deal_cards", "hands": ["A"]}, "Expected `array . null`, got `str`"),
        ({"action": "deal_cards", "hands": [[1]]}, "Expected `str`, got `int`"),
        ({"action": "touch_man"}, "Object missing required field `space`"),
        ({"action": "replace_player", "seat": 3, "name": 4}, "Expected `str`, got `int`"),
        ({"action": "next", "by": 3}, "Expected `str`, got `int`"),
    ],
)
def test_anything_else_is_refused_in_words(payload, expected):
    with pytest.raises(ActionError, match=expected):
        action_from_json(payload)
