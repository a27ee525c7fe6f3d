"""What leaves the box: nothing but what is listed, and of a name no more than the teacher has chosen."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs
from touched_table import BY_HAND, BY_TOUCH, PRACTISED

from webui.live.broker.payloads import (
    HAVE,
    Topics,
    box_payload,
    discovery_payload,
    forget_payload,
    result_payload,
    state_payload,
    written,
)
from webui.live.live import Live
from webui.store.broker import NAMES
from webui.store.journal import Journal
from webui.table.values.view import View

ALLOWED = {
    "number", "name", "colour", "game", "state", "acting", "asks", "shut", "dice", "throws", "players", "closed",
    "finished", "problems", "profile", "layout", "game_number", "games", "player", "seat", "shape", "turn", "winner",
    "left", "score", "total", "open", "table", "started", "class", "needs",
}  # fmt: skip
STAGES = BY_TOUCH | PRACTISED | {
    name: BY_HAND[name] for name in ("occe_child, 4 players, over", "occe_adult, 4 players, move")
}
PUPILS = st.lists(st.text("αβγδεζηθικλμνξπρςστυφχψω", min_size=2, max_size=9), min_size=12, max_size=12)
"""Names whose letters stand in no other word of a payload."""
KEY = (3, 7, "2026-11-27T09:12:03.120+00:00")


@cache
def view_of(stage: str) -> View:
    with TemporaryDirectory() as folder:
        live = Live(Journal.open(Path(folder)))
        try:
            STAGES[stage](live)
            return live.snapshot()
        finally:
            live.close()


def keys(value: object) -> Iterator[str]:
    for key, inner in value.items() if isinstance(value, dict) else ():
        yield key
        yield from keys(inner)
    for inner in value if isinstance(value, list) else ():
        yield from keys(inner)


def payloads(view: View, names: str) -> list[Mapping[str, object]]:
    return [state_payload(view, 3, "Table bleue", "blue", names), result_payload(view, KEY, names)]


@each("stage", STAGES)
def test_only_what_is_listed_leaves(stage: str) -> None:
    for names in NAMES:
        for payload in payloads(view_of(stage), names):
            assert set(keys(json.loads(written(payload)))) <= ALLOWED


@given(pupils=PUPILS, stage=st.sampled_from(sorted(STAGES)))
def test_no_more_of_a_name_leaves_than_was_chosen(pupils: list[str], stage: str) -> None:
    view = view_of(stage)
    named = [structs.replace(player, name=name) for player, name in zip(view.players, pupils, strict=False)]
    view = structs.replace(view, players=tuple(named))
    for payload in payloads(view, "colours"):
        text = written(payload).decode()
        assert not any(letter in text.lower() for name in pupils for letter in name)
        assert all("name" not in player for player in payload["players"])
    for payload in payloads(view, "initials"):
        assert [player["name"] for player in payload["players"]] in (
            [f"{player.name[0].upper()}." for player in named], [],
        )  # fmt: skip
    assert [player["name"] for player in payloads(view, "first_names")[1]["players"]] == [p.name for p in named]


def test_a_class_leaves_only_where_names_do() -> None:
    view = view_of("occe_child, 4 players, over")
    for names in NAMES:
        state = state_payload(view, 3, "", "blue", names, "CE2 B")
        assert state.get("class") == result_payload(view, KEY, names, "CE2 B").get("class")
        assert state.get("class") == (None if names == "colours" else "CE2 B")
    assert "class" not in state_payload(view, 3, "", "blue", "first_names", "")


@pytest.mark.parametrize("stage", PRACTISED)
def test_a_table_that_is_practised_at_is_free(stage: str) -> None:
    free = state_payload(view_of(stage), 1, "", "blue", "first_names")
    assert (free["game"], free["players"], free["state"]) == (None, [], "setup")


def test_a_result_says_who_has_won_and_what_was_closed() -> None:
    result = result_payload(view_of("occe_child, 4 players, over"), KEY, "colours")
    assert (result["table"], result["number"], result["started"]) == KEY
    assert sum(player["closed"] for player in result["players"]) == result["closed"] == 8
    assert any(player["winner"] for player in result["players"])


def test_what_a_hall_keeps_is_read_back() -> None:
    assert HAVE.decode(b'{"tables": {"3": {"7": "2026"}}}').games() == {(3, 7, "2026")}
    assert HAVE.decode(b"{}").games() == frozenset()


def test_home_assistant_finds_three_sensors_a_table() -> None:
    found = discovery_payload("abc", "1.0.0", "", [(1, ""), (3, "Les lions")])
    assert set(found) == {"device", "origin", "components"}
    assert len(found["components"]) == 6
    for part in found["components"].values():
        assert part["availability_topic"] == Topics("abc").up
        assert part["state_topic"] in (Topics("abc").state(1), Topics("abc").state(3))
        assert {"platform", "unique_id", "name"} <= set(part)
    assert len({part["unique_id"] for part in found["components"].values()}) == 6


def test_the_box_and_what_is_forgotten_are_plain() -> None:
    assert box_payload("1.0.0", "Salle 12", [(1, "", "blue")]) == {
        "version": "1.0.0", "name": "Salle 12", "tables": [{"number": 1, "name": "", "colour": "blue"}],
    }  # fmt: skip
    assert forget_payload(None) == {"all": True}
    assert json.loads(written(forget_payload([KEY]))) == {"all": False, "games": [list(KEY)]}
