"""`python -m workshop bench referee` in small: which figures there are, and what they are made of."""

import json
from math import isclose

import pytest
from each import each

from referee.games import GAMES
from referee.games.tiles import TileGame
from referee.questions import FrontDesk
from workshop.bench import referee
from workshop.bench.eyes import UNSEEN, belief_rows, dice
from workshop.bench.referee import tile_questions
from workshop.bench.report import cost
from workshop.simulate.game import FILMED, PLAYED


def measured(*only: str) -> dict[str, tuple[float | None, float | None]]:
    report = referee.measured(1, lambda what: None, only, asked=30)
    assert report["b_ms"] > 0
    assert report["rounds"] == 1
    return {row["key"]: (row["value"], row["target"]) for row in report["rows"]}


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


def test_every_game_has_a_median_and_a_worst() -> None:
    rows = {row.key: row for row in belief_rows(0.05, plays=1, throws=1)}
    names = [*dict.fromkeys(PLAYED[name][0] for name in FILMED), *UNSEEN]
    assert list(rows) == [f"belief_{which}{name}" for name in names for which in ("", "worst_")]
    for name in names:
        usual, worst = rows[f"belief_{name}"], rows[f"belief_worst_{name}"]
        assert usual.value is not None
        assert worst.value is not None
        assert 0 < usual.value <= worst.value
        assert usual.unit == worst.unit == "A"
        assert isclose(usual.target or 0, 1 / 25)
        assert isclose(worst.target or 0, 1 / 2)


@each("name", UNSEEN)
def test_dice_are_thrown_and_men_moved(name: str) -> None:
    assert len(list(dice(name, 2))) == 8
