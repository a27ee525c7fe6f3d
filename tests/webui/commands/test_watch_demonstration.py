"""All stages on real pictures: `piste watch` reports the demonstration film as it happened."""

import json
from typing import Any

import pytest
from click.testing import CliRunner

import webui.live.memory
from hardware.camera import DEMO
from vision.look import Eyes
from webui.cli import main
from webui.live.memory import TableMemory

TOLD_BESIDES = {"roll_started", "tile_flipped"}
"""Steps on the way, which the film's truth does not list."""


def what_counts(event: dict[str, Any]) -> dict[str, Any]:
    facts = {key: event[key] for key in ("event", "seat", "closed", "open", "score") if key in event}
    if "dice" in event:
        facts["dice"] = sorted(event["dice"], key=str)
    return facts


@pytest.fixture
def memories(monkeypatch: pytest.MonkeyPatch) -> list[TableMemory]:
    """What was remembered, one for each film."""
    made: list[TableMemory] = []
    plain = webui.live.memory.remembering

    def remembering(*asked: Any, **more: Any) -> tuple[Eyes, TableMemory]:
        eyes, memory = plain(*asked, **more)
        made.append(memory)
        return eyes, memory

    monkeypatch.setattr(webui.live.memory, "remembering", remembering)
    return made


def test_exactly_the_throws_and_verdicts_of_the_film_are_reported(
    film_truth: list[dict[str, Any]], memories: list[TableMemory]
) -> None:
    words = ["watch", "--game", "occe_child", "--players", "2", "--seats", "1,3", str(DEMO)]
    run = CliRunner().invoke(main, words, catch_exceptions=False)
    assert run.exit_code == 0
    events = [json.loads(line) for line in run.stdout.splitlines()]
    decided = [event for event in events if event["event"] not in TOLD_BESIDES]
    assert [event["event"] for event in decided] == [event["event"] for event in film_truth]
    for event, wanted in zip(decided, film_truth, strict=True):
        reported, there = what_counts(event), what_counts(wanted)
        assert {key: reported.get(key) for key in there} == there
        if "t" in wanted:
            assert abs(event["t"] - wanted["t"]) < 1.2  # s of the film
    (memory,) = memories  # each accepted move made the table better known
    moves = sum(wanted["event"] == "move_accepted" for wanted in film_truth)
    assert memory.acquaintance.lessons >= moves
    assert memory.acquaintance.ground
    assert memory.acquaintance.both >= 1
    assert memory.acquaintance.both + memory.acquaintance.once == 36
