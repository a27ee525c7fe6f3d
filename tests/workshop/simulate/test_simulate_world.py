"""Games without pixels: what is seen of them, and what the live table makes of it."""

from __future__ import annotations

from random import Random

import pytest
from each import each

from workshop.recordings.script import ScriptedThrow
from workshop.simulate.casting import amiss, thrown
from workshop.simulate.eyes import SimulatedDie
from workshop.simulate.faults import FORCED
from workshop.simulate.game import FILMED, PLAYED, Lived, Wish
from workshop.simulate.noise import CountedNoise, Episode, Reading, TableNoise, clean, load
from workshop.simulate.reporting import reports_of
from workshop.simulate.running import Simulation, figures, until
from workshop.simulate.score import scored
from workshop.simulate.world import lived

KINDS = ("cast", "turn", "push", "lift", "linger")
TIMES = {f"lasts {kind}": (2.0, 2.5) for kind in KINDS} | {
    f"settled after {kind}": (0.0, 0.1) for kind in KINDS
}
PERFECT = CountedNoise((TableNoise(10, (), 10, 10, ()),), (), {}, TIMES, 10**9)


def game(number: int, *kinds: str, noise: CountedNoise = PERFECT, foul: float = 0.0) -> Lived:
    return lived(Random(f"test-{number}"), noise, PLAYED[FILMED[number % len(FILMED)]], Wish(kinds, foul))


def test_the_same_seed_gives_the_same_game() -> None:
    noise = load()
    assert game(1, *FORCED, noise=noise, foul=0.3) == game(1, *FORCED, noise=noise, foul=0.3)


def test_looks_are_in_order_and_throws_are_checked() -> None:
    game_played = game(0, noise=load(), foul=0.3)
    times = [look.time for look in game_played.looks]
    assert times == sorted(times)
    throws = [event for event in game_played.truth if event["event"] == "roll_settled"]
    assert len(game_played.checks) == len(throws) > 0
    assert game_played.truth[-1]["event"] in ("game_ended", "tile_flipped")


@pytest.mark.parametrize("number", range(2))
def test_with_perfect_eyes_and_players_all_is_told_right(number: int) -> None:
    game_played = game(number)
    score = scored(game_played, reports_of(game_played))
    assert (score.right, score.wrong, score.asked, score.false) == (score.throws, 0, 0, 0)


def test_every_kind_of_fault_that_is_asked_for_happens() -> None:
    happened = {
        fault.kind for kind in FORCED for number in range(4) for fault in game(number, kind, foul=0.3).faults
    }
    assert set(FORCED) <= happened


def test_a_fault_of_a_die_is_named_by_its_readings() -> None:
    table = PERFECT.tables[0]
    for kind in ("misread", "doubtful", "unseen_die", "flat_leans", "unnoticed"):
        assert kind in thrown(Random(3), PERFECT, table, ScriptedThrow(1, (2, 5)), kind)[1]
    assert thrown(Random(3), PERFECT, table, ScriptedThrow(1, (2, 5)), "missed")[1] == ["missed"]
    assert thrown(Random(3), PERFECT, table, ScriptedThrow(1, (2, 5)), "")[1] == []


def test_looks_before_rest_differ_from_later_ones() -> None:
    cubes, kinds = thrown(Random(3), PERFECT, PERFECT.tables[0], ScriptedThrow(1, (2, 5)), "early")
    assert kinds == ["early"]
    (early,) = (cube for cube in cubes if len(cube.story) > 1)
    first, then = (reading for _, reading in early.story)
    assert first is not None
    assert then is not None
    assert (first.state, first.value) != ("flat", early.value)
    assert (then.state, then.value) == ("flat", early.value)


@pytest.mark.parametrize("number", [36, 38])  # of the first forty games those in which one is
def test_a_die_beside_the_board_is_no_throw(number: int) -> None:
    game_played = game(number)
    assert "laid_by" in {fault.kind for fault in game_played.faults}
    assert any(die.state == "off-board" for look in game_played.looks for die in look.dice)
    reports = reports_of(game_played)
    assert {"die_off_board", "move_refused"}.isdisjoint(event["event"] for event in reports.events)
    assert scored(game_played, reports).scores_right == 1


def reads(*amiss: str, clean: int = 0, tiles: int = 0) -> TableNoise:
    """A table at which these dice were in doubt, each read as a 2; and as many tiles as told were read badly."""
    doubt = ((1, Reading("flat", 2, 0.6)),)
    badly = Episode("open", (0.5, 0.5, 0, 0), 1)
    return TableNoise(clean, tuple((what, doubt) for what in amiss), 9, 9, (badly,) * tiles)


@each(
    ("table", "kind"),
    [
        (reads(clean=10), "good"),
        (reads("2", clean=9), "good"),
        (reads("2", "2", clean=8), "poor"),
        (reads("3", clean=99), "poor"),
        (reads(clean=10, tiles=10), "poor"),
        (reads("3", "3", clean=4), "unreadable"),
        (reads("cocked", "cocked", clean=4), "good"),
    ],
)
def test_a_table_is_good_poor_or_unreadable_by_its_readings(table: TableNoise, kind: str) -> None:
    assert table.kind == kind


def test_a_story_is_read_in_runs_and_lasts() -> None:
    rng = Random(1)
    cube = SimulatedDie(2, "flat", 0.0, 0.0, ((2, clean(rng, 3)), (1, clean(rng, 2))))
    assert amiss(cube) == "misread"
    observation = []
    for _ in range(4):
        reading = cube.read()
        observation.append(None if reading is None else reading.value)
        cube.looks += 1
    assert observation == [3, 3, 2, 2]


@pytest.mark.parametrize("name", ["royal", "occe_child_box", "occe_adult_series"])
def test_boxes_and_series_are_played_and_reported_right(name: str) -> None:
    game_played = lived(Random("whole"), PERFECT, PLAYED[name], Wish(foul=0.0))
    ends = [event for event in game_played.truth if event["event"] == "game_ended"]
    assert len(ends) >= PLAYED[name][3]
    reports = reports_of(game_played)
    score = scored(game_played, reports)
    assert (score.right, score.wrong, score.asked, score.false) == (score.throws, 0, 0, 0)
    assert all(reports.right)
    assert sum(event["event"] == "game_ended" for event in reports.events) == len(ends)


def test_a_boxs_tiles_reopen_for_the_next_player() -> None:
    game_played = lived(Random("box"), PERFECT, PLAYED["occe_child_box"], Wish(foul=0.0))
    passed = [event["t"] for event in game_played.truth if event["event"] == "turn_passed"]
    opened = [event["t"] for event in game_played.truth if event.get("state") == "open"]
    assert all(any(t < at for at in opened) for t in passed[:-1])


def test_halves_of_a_run_are_different_games() -> None:
    reports_of = {}
    for half in ("dev", "exam"):
        run = Simulation(FILMED, 1, half, Wish(foul=0.0))
        reports_of[half] = figures(run, until(run, PERFECT, lambda sums: sums.throws >= 8))
    dev, exam = reports_of["dev"], reports_of["exam"]
    assert dev["all"]["throws"] >= 8
    assert dev["all"]["right_rate"] == 1.0
    assert dev["by_table"] == {"good": dev["all"]}
    assert dev["all"]["scores_right"] == dev["all"]["games"]
    assert dev["all"]["wrong_per_10000_at_most"] > 0
    assert dev["all"]["throws"] != exam["all"]["throws"] or dev["all"]["commits"] != exam["all"]["commits"]
