"""Recordings laid beside each other, and lit otherwise."""

from typing import Any

import numpy as np
from click.testing import CliRunner
from each import each

from vision.frame import Frame
from webui.commands.read import opened
from workshop.commands.recordings import command
from workshop.recordings.aligned import scored
from workshop.recordings.figures import Watched, fault, faults, report
from workshop.recordings.lights import LIGHTS, compared, in_lights, lit
from workshop.recordings.watching import recorded


def roll(t: float, *dice: int | None, seat: int = 1, word: str = "roll_settled") -> dict[str, Any]:
    return {"event": word, "t": t, "seat": seat, "dice": list(dice)}


def foul(t: float, rule: str = "sum_mismatch", seat: int = 1) -> dict[str, Any]:
    return {"event": "move_refused", "t": t, "seat": seat, "rule": rule}


def flip(t: float, tile: int) -> dict[str, Any]:
    return {"event": "tile_flipped", "t": t, "seat": 1, "tile": tile, "state": "closed"}


def ask(t: float, *readings: list[int]) -> dict[str, Any]:
    return {"event": "roll_uncertain", "t": t, "seat": 1, "readings": list(readings)}


def outcomes(truth: list[dict[str, Any]], fields: list[dict[str, Any]]) -> list[str]:
    """What became of each event that happened, in order; then each that was told besides, in brackets."""
    score = scored(truth, fields)
    happened = [score.outcome(pair) for pair in score.pairs if pair.truth]
    return happened + [f"({pair.reported['event']})" for pair in score.pairs if pair.reported and not pair.truth]


THREE = [roll(10, 5, 3), roll(20, 6, 6), roll(30, 2, 1)]


def test_tiles_of_one_grasp_have_no_order() -> None:
    score = scored([flip(10, 3), flip(10, 2)], [flip(10.2, 2), flip(10.2, 3), flip(10.4, 7)])
    assert sorted(pair.right for pair in score.flips) == [False, True, True]
    assert [pair.reported["tile"] for pair in score.flips if pair.reported and not pair.truth] == [7]


@each(
    ("truth", "fields", "result"),
    [
        (THREE, THREE, ["right"] * 3),
        (THREE, [], ["missed"] * 3),
        ([], THREE, ["(roll_settled)"] * 3),
        (THREE, [roll(10.4, 3, 5), roll(20.5, 6, 6), roll(30.3, 1, 2)], ["right"] * 3),
        (THREE, [THREE[0], THREE[2]], ["right", "missed", "right"]),
        (THREE, [THREE[0], roll(15, 4, 4), *THREE[1:]], ["right", "right", "right", "(roll_settled)"]),
        (THREE, [THREE[0], roll(20, 6, 5), THREE[2]], ["right", "wrong", "right"]),
        ([roll(10, 5, 3), roll(12, 6, 6)], [roll(10.5, 6, 6), roll(12.5, 5, 3)], ["missed", "right", "(roll_settled)"]),
        (THREE[:1], [roll(11, 5, 3, seat=2)], ["wrong"]),
        (THREE[:1], [roll(40, 5, 3)], ["missed", "(roll_settled)"]),
        (THREE[:1], [roll(5, 5, 3)], ["missed", "(roll_settled)"]),
        ([roll(10, 4, None, word="die_cocked")], [roll(10, 4, 2)], ["wrong"]),
        ([roll(10, 4, None, word="die_cocked")], [roll(11, None, 4, word="die_cocked")], ["right"]),
        ([foul(10)], [foul(11.2)], ["right"]),
        ([foul(10)], [foul(11.2, "not_the_dice")], ["right"]),
        ([foul(10)], [foul(17)], ["missed", "(move_refused)"]),
        ([foul(10, "must_close")], [roll(10.3, 5, 3)], ["missed", "(roll_settled)"]),
        (THREE[:1], [ask(10.8, [5, 3], [6, 3]), roll(16, 5, 3)], ["asked_right"]),
        (THREE[:1], [ask(10.8, [5, 3], [6, 3])], ["asked_missed"]),
        (THREE[:2], [THREE[0], ask(20.8, [6, 6]), roll(27, 6, 5)], ["right", "asked_wrong"]),
    ],
)  # fmt: skip
def test_each_event_finds_what_became_of_it(
    truth: list[dict[str, Any]], fields: list[dict[str, Any]], result: list[str]
) -> None:
    assert sorted(outcomes(truth, fields)) == sorted(result)


@each(
    ("fields", "false"),
    [
        ([flip(11, 8)], 0),
        ([flip(11, 8), flip(11.5, 3)], 1),
        ([flip(30, 8)], 1),
        ([{"event": "board_moved", "t": 3}], 1),
        ([ask(2, [4, 4])], 1),
        ([{"event": "roll_started", "t": 3}], 0),
    ],
)
def test_what_did_not_happen_is_a_false_event(fields: list[dict[str, Any]], false: int) -> None:
    score = scored([roll(10, 5, 3), flip(11, 8)], [roll(10, 5, 3), *fields])
    told_of = report([Watched("a", "quick", 60.0, score)])
    assert sum(told_of["all"]["false_events"].values()) == false
    assert len(faults(score)) == false


def test_figures_count_throws_and_fouls_with_their_bounds() -> None:
    truth = [*THREE, foul(40), foul(50)]
    told = [
        THREE[0],
        ask(20.8, [6, 6], [6, 5]),
        roll(26, 6, 6),
        roll(30, 2, 2),
        foul(41, "too_many"),
        foul(45),
    ]
    clips = [
        Watched("a", "quick", 60.0, scored(truth, told)),
        Watched("b", "gl", 30.0, scored(THREE, THREE)),
    ]
    found = report(clips)
    throws, fouls = found["all"]["throws"], found["all"]["fouls"]
    assert (throws["n"], throws["right"], throws["asked_right"], throws["wrong"]) == (6, 5, 1, 1)
    assert throws["at_least"] < throws["rate"] == round(5 / 6, 4)
    assert (fouls["n"], fouls["right"], fouls["missed"], fouls["false"], fouls["named"]) == (2, 1, 1, 1, 0)
    assert found["all"]["asked"] == {"questions": 1, "truth_among_readings": 1}
    assert found["groups"]["gl"]["throws"]["rate"] == 1.0
    assert found["clips"]["a"]["throws"] == "2/3"
    assert [fault(pair) for pair in faults(clips[1].score)] == []


GREY = np.full((48, 64, 3), 120, np.uint8)


@each("name", [name for name in LIGHTS if name != "none"])
def test_every_kind_changes_the_light(name):
    frames = [Frame(GREY, t) for t in np.arange(0, 30, 0.1)]
    changed = [frame.image for frame in lit(frames, LIGHTS[name])]
    assert {(image.shape, image.dtype) for image in changed} == {(GREY.shape, GREY.dtype)}
    assert max(np.abs(image.astype(float) - GREY).max() for image in changed) > 5


def test_undisturbed_light_changes_nothing():
    (frame,) = lit([Frame(GREY, 3.0)], LIGHTS["none"])
    assert np.array_equal(frame.image, GREY)


ROLL = {"event": "roll_settled", "t": 4.0, "seat": 1, "dice": [3, 5]}
NEXT = {"event": "roll_settled", "t": 14.0, "seat": 1, "dice": [2, 5]}
CLOSED = {"event": "move_accepted", "t": 8.0, "seat": 1, "closed": [8]}
ASKS = {"event": "roll_uncertain", "t": 13.0, "seat": 1, "readings": [[2, 5]], "asks": True}


@each(
    ("reported", "counts"),
    [
        ([ROLL, CLOSED, NEXT], (2, 2, 0, 0, 0)),
        ([ROLL, CLOSED], (1, 2, 0, 0, 0)),
        ([ROLL | {"dice": [3, 6]}, CLOSED, ASKS, NEXT], (1, 2, 1, 0, 0)),
        ([ROLL, NEXT, {"event": "move_refused", "t": 15.0, "seat": 1}], (2, 2, 0, 1, 1)),
    ],
)
def test_what_a_light_costs_is_counted(reported, counts):
    first = compared("haze", [ROLL, CLOSED, NEXT], reported)
    assert (first.right, first.throws, first.asked, first.false, first.missing) == counts


def test_the_demonstration_is_told_alike_in_other_light(checkout):
    demonstration = recorded(checkout / "hardware" / "demo" / "demo.truth.jsonl")
    result = list(in_lights(demonstration, opened("occe"), ["a hand at first"], 9.0))
    assert [(item.right, item.throws, item.asked, item.false, item.missing) for item in result] == [(1, 1, 0, 0, 0)]


def test_play_goes_on_in_less_light_and_after_a_glare(checkout):
    moment = recorded(checkout / "tests" / "recordings" / "foul-that-nobody-puts-right.truth.jsonl")
    lights = in_lights(moment, opened("occe"), ["lamp off", "burnt out at first"], 30.0)
    assert [(light.right, light.throws, light.asked, light.missing) for light in lights] == [(3, 3, 0, 0)] * 2


def test_a_light_that_is_unknown_is_refused(checkout):
    truth = str(checkout / "hardware" / "demo" / "demo.truth.jsonl")
    result = CliRunner().invoke(command, ["lights", truth, "--light", "moon"])
    assert result.exit_code == 2
    assert "expected some of none, lamp off" in " ".join(result.output.replace("\u2502", "").split())
