"""`python -m workshop bench referee` in small: which figures there are, and what they are made of."""

import json

import pytest

from referee.games import GAMES
from referee.games.tiles import TileGame
from referee.questions import FrontDesk
from workshop.bench.measure import cost
from workshop.bench.referee import bench_referee, tile_questions


def measured(*only: str) -> dict[str, tuple[float | None, float | None]]:
    b, rows, about = bench_referee(1, lambda what: None, only, asked=30)
    assert b > 0
    assert about["rounds"] == 1
    return {row.key: (row.value, row.target) for row in rows}


def test_every_game_plays_a_match() -> None:
    rows = measured("match")
    assert list(rows) == [f"match_{game.name}" for game in GAMES]
    assert all(value and value > 0 and target == 1000 for value, target in rows.values())


def test_doublets_are_timed_where_two_dice_are_thrown() -> None:
    rows = measured("doublet")
    assert {f"doublet_{game.name}" for game in GAMES if issubclass(game, TileGame)} <= set(rows)
    assert all(value and value > 0 for value, _ in rows.values())


def test_the_coach_is_timed_with_a_fresh_head_and_later() -> None:
    rows = measured("coach")
    tiles = [game.name for game in GAMES if issubclass(game, TileGame)]
    assert list(rows) == [f"coach_{when}_{name}" for name in tiles for when in ("first", "later")]
    assert all(rows[f"coach_first_{name}"][1] == 100 for name in tiles)
    assert all(value and value > 0 for value, _ in rows.values())


def test_questions_go_through_the_command() -> None:
    rows = measured("questions", "memory")
    assert list(rows) == ["questions", "questions_processor", "memory"]
    assert all(value and value > 0 for value, _ in rows.values())
    assert rows["questions"][1] == 20


def test_a_command_that_fails_tells_no_cost() -> None:
    assert cost(["referee"], b"no question\n") is None


def test_questions_about_tiles_are_the_same_each_time_and_taken() -> None:
    lines = list(tile_questions(200))
    assert lines == list(tile_questions(200))
    door = FrontDesk()
    assert [answer for answer in map(door.answer, lines) if "error" in answer] == []
    asked = [json.loads(line) for line in lines]
    assert len({question["id"] for question in asked}) == 200
    assert {question["kind"] for question in asked} == {"legal_closings", "optimal_value"}
    assert {question["game"] for question in asked} == {g.name for g in GAMES if issubclass(g, TileGame)}


@pytest.mark.parametrize("option", ["single", "one_die", "single_combo"])
def test_questions_are_asked_of_several_houses(option: str) -> None:
    assert any(option in json.loads(line)["variant"] for line in tile_questions(300))
