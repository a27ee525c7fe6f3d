"""The words in which Piste reports what happens."""

import json

import pytest

from webui.table.values.events import FIELDS, TableEvent


def test_an_event_is_one_json_line_beginning_with_its_name():
    event = TableEvent("roll_settled", 3.14159, 2, 3, {"dice": [5, 3], "sure": 0.99})
    assert event.to_line().startswith('{"event": "roll_settled", "t": 3.142')
    assert json.loads(event.to_line()) == {
        "event": "roll_settled", "t": 3.142, "player": 2, "seat": 3, "dice": [5, 3], "sure": 0.99,
    }  # fmt: skip


def test_where_no_player_is_meant_none_is_named():
    assert TableEvent("paused", 1.0).as_json() == {"event": "paused", "t": 1.0}


def test_unknown_words_and_missing_fields_are_refused():
    with pytest.raises(ValueError, match="expected an event of"):
        TableEvent("won", 1.0)
    with pytest.raises(ValueError, match="missing"):
        TableEvent("move_accepted", 1.0, 1, 1, {"closed": [1]})


def test_words_are_those_of_the_published_contract(shared):
    contract = (shared / "CONTRACTS.md").read_text(encoding="utf-8")
    table = contract.split("`piste watch --game")[1].split("## ")[0]
    assert [word for word in FIELDS if f"`{word}`" not in table] == []
