"""Parsers of texts: records, the notation, labels, games that are agreed on, layouts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from referee.errors import BadRecord
from referee.games import GAMES
from referee.games.backgammon.board import START
from referee.questions import FrontDesk
from vision.errors import BrokenLayout
from vision.layout import layouts
from webui.records import sheets, whole
from webui.records.files import read_record
from webui.records.story import story
from webui.table.setup import Setup, SetupError, players_at
from webui.table.shown import SHOWN
from webui.words import words

from ...evaluate.truth import WrongLabels, read_truths
from .loop import Target
from .reached import CHECKOUT

RECORDS = CHECKOUT / "tests" / "referee" / "records"
LAYOUTS = CHECKOUT / "vision" / "layouts"
LISTS = ("legal_results", "exact_results")
MEN = {"board": [0, 2, *[0] * 20, -2, 0], "off": [13, 13], "post": [1, 1], "to_move": 0}
QUESTIONS: tuple[dict[str, Any], ...] = (
    {"game": "occe_adult", "kind": "legal_closings", "state": {"open": [1, 2, 3, 6]}, "input": {"dice": [6, 2]}},
    {"game": "occe_adult", "kind": "tie", "variant": {"tie": "extra_game"}, "input": {"results": [7, 12, 7]}},
    {"game": "occe_child", "kind": "series", "input": {"scores": {"A": [1, 2], "B": [3, 0]}}},
    {"game": "royal", "kind": "payout", "state": {"stake": 4}, "input": {"results": [3, 12]}},
    {"game": "royal", "kind": "legal_closings", "state": {"open": list(range(1, 10))}, "input": {"dice": [3, 3]}},
    {"game": "occe_adult", "kind": "optimal_value", "state": {"open": [1, 2]}},
    *({"game": "backgammon", "kind": kind, "state": {"cells": list(START)}, "input": given} for kind, given in (
        ("legal_results", {"dice": [6, 5]}), ("exact_results", {"dice": [2, 2]}),
        ("legal_result", {"dice": [6, 4], "notation": ["1A-7A", "1A-5A"]}), ("start_position", {}),
    )),
    *({"game": "jacquet", "kind": kind, "state": MEN, "input": {"dice": [6, 5]}} for kind in LISTS),
    *({"game": "trictrac", "kind": kind, "state": MEN, "input": {"dice": [2, 1]}} for kind in LISTS),
    {"game": "trente", "kind": "turn_score", "input": {"set_aside_in_order": [1, 2, 3, 4, 5, 6]}},
    {"game": "trente", "kind": "attack", "input": {"level": 2, "rolls": [[2, 2, 1, 1, 1, 1], [1, 1, 1, 1]]}},
    {"game": "trente", "kind": "legal_keeps", "input": {"roll": [1, 2, 3]}},
    {"game": "trente", "kind": "attack_target", "state": {"alive": [True, True]}, "input": {"attacker": 0, "level": 2}},
    {"game": "trente", "kind": "round_log", "state": {"players": 3, "first": 0, "start_score": 30},
     "input": {"coups": [{"player": 0, "throws": [{"roll": [6] * 6, "kept": [6] * 6}]}]}},
    {"game": "tock", "kind": "deal", "input": {"players": 4}},
    {"game": "tock", "kind": "legal_results_per_card", "state": {}, "input": {"hand": ["K", "7"]}},
)
BOX = [10.0, 10.0, 30.0, 40.0]
PHOTO = {"image": "a.jpg", "source": "own", "width": 640, "height": 480}
LABELS: tuple[dict[str, Any], ...] = (
    {**PHOTO, "dice": [{"value": 5, "bbox": BOX}, {"value": 6, "bbox": None}], "ignore": [BOX], "bbox_kind": "pips"},
    {**PHOTO, "category": "shutbox_dice", "w": 640, "h": 480, "view": "top",
     "label": {"dice_boxes": [{"value": 5, "box": [0.1, 0.1, 0.2, 0.2]}], "dice": [5], "tiles": ["up", "down"]}},
    {**PHOTO, "format": "scene", "dice": [], "board": {"layout": "occe", "proposed": True}, "tiles": []},
)
"""One line of each kind of labels."""


def targets(folder: Path) -> Iterator[Target]:
    """Each of them; `folder` is for files."""
    records = tuple(path.read_bytes() for path in sorted(RECORDS.glob("*.txt")))
    yield Target("record", records, lambda data: _record(folder / "record.txt", data), (BadRecord,))
    yield Target("notation", tuple(map(_line, QUESTIONS)), _notation)
    yield Target("labels", tuple(map(_line, LABELS)), lambda data: _labels(folder, data), (WrongLabels,))
    least = ((game.name, range(1, max(2, game.player_range[0]) + 1)) for game in SHOWN)
    setups = tuple(json.dumps(Setup(name, players_at(places)).to_json()).encode() for name, places in least)
    yield Target("setup", setups, _setup, (SetupError, ValueError))
    boards = tuple(path.read_bytes() for path in sorted(LAYOUTS.glob("*.toml")))
    yield Target("layout", boards, lambda data: _layout(folder / "layouts", data), (BrokenLayout,))


def _line(said: dict[str, Any]) -> bytes:
    return json.dumps({"id": "q", **said}).encode()


def _record(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    record = read_record(path)
    w = words("fr")
    for told in (list(story(record, "de")), sheets.scores(w, [("a", record)]), sheets.turns(w, [("a", record)])):
        assert told
    whole.to_text(record)


def _notation(data: bytes) -> None:
    answered = FrontDesk().answer(data)
    json.dumps(answered)
    if set(answered) not in ({"id", "answer"}, {"id", "error"}):
        raise AssertionError(f"expected an answer or an error; got {sorted(answered)}")


def _labels(folder: Path, data: bytes) -> None:
    path = folder / "labels.jsonl"
    path.write_bytes(data)
    list(read_truths(path))


def _setup(data: bytes) -> None:
    try:
        said = json.loads(data)
    except RecursionError:
        return  # who reads it (the API, the journal) refuses it in words
    if isinstance(said, dict):
        setup = Setup.from_json(said)
        assert Setup.from_json(setup.to_json()) == setup
        assert setup.build().name in {game.name for game in GAMES}


def _layout(folder: Path, data: bytes) -> None:
    folder.mkdir(exist_ok=True)
    (folder / "board.toml").write_bytes(data)
    assert layouts.__wrapped__(folder)  # what it remembers would be the first one
