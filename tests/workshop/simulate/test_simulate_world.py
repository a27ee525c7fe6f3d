"""Games without pixels: what is seen of them, and what the live table makes of it."""

from __future__ import annotations

from random import Random

import pytest

from workshop.recordings.script import ScriptedThrow
from workshop.simulate.casting import amiss, thrown
from workshop.simulate.eyes import SimulatedDie
from workshop.simulate.faults import FORCED
from workshop.simulate.game import FILMED, PLAYED, Lived, Wish
from workshop.simulate.noise import CountedNoise, TableNoise, clean, load
from workshop.simulate.running import Simulation, figures, until
from workshop.simulate.score import scored
from workshop.simulate.telling import told
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


def test_looks_come_in_order_of_time_and_every_throw_is_checked() -> None:
    one = game(0, noise=load(), foul=0.3)
    times = [look.time for look in one.looks]
    assert times == sorted(times)
    throws = [event for event in one.truth if event["event"] == "roll_settled"]
    assert len(one.checks) == len(throws) > 0
    assert one.truth[-1]["event"] in ("game_ended", "tile_flipped")


@pytest.mark.parametrize("number", range(2))
def test_with_perfect_eyes_and_players_all_is_told_right(number: int) -> None:
    one = game(number)
    score = scored(one, told(one))
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


def test_a_story_is_read_run_by_run_and_its_last_run_lasts() -> None:
    rng = Random(1)
    cube = SimulatedDie(2, "flat", 0.0, 0.0, ((2, clean(rng, 3)), (1, clean(rng, 2))))
    assert amiss(cube) == "misread"
    seen = []
    for _ in range(4):
        reading = cube.read()
        seen.append(None if reading is None else reading.value)
        cube.looks += 1
    assert seen == [3, 3, 2, 2]


@pytest.mark.parametrize("name", ["royal", "occe_child_box", "occe_adult_series"])
def test_boxes_and_series_are_played_to_their_end_and_told_right(name: str) -> None:
    one = lived(Random("whole"), PERFECT, PLAYED[name], Wish(foul=0.0))
    ends = [event for event in one.truth if event["event"] == "game_ended"]
    assert len(ends) >= PLAYED[name][3]
    said = told(one)
    score = scored(one, said)
    assert (score.right, score.wrong, score.asked, score.false) == (score.throws, 0, 0, 0)
    assert all(said.right)
    assert sum(event["event"] == "game_ended" for event in said.events) == len(ends)


def test_the_tiles_of_a_box_are_opened_again_for_the_next_player() -> None:
    one = lived(Random("box"), PERFECT, PLAYED["occe_child_box"], Wish(foul=0.0))
    passed = [event["t"] for event in one.truth if event["event"] == "turn_passed"]
    opened = [event["t"] for event in one.truth if event.get("state") == "open"]
    assert all(any(t < at for at in opened) for t in passed[:-1])


def test_a_run_tells_its_figures_and_the_halves_are_other_games() -> None:
    told = {}
    for half in ("dev", "exam"):
        run = Simulation(FILMED, 1, half, Wish(foul=0.0))
        told[half] = figures(run, until(run, PERFECT, lambda sums: sums.throws >= 8))
    dev, exam = told["dev"], told["exam"]
    assert dev["all"]["throws"] >= 8
    assert dev["all"]["right_rate"] == 1.0
    assert dev["all"]["wrong_per_10000_at_most"] > 0
    assert dev["all"]["throws"] != exam["all"]["throws"] or dev["all"]["commits"] != exam["all"]["commits"]
