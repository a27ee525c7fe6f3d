"""Recordings in light that changes: the kinds of change, what is counted, and some of them watched."""

import numpy as np
from click.testing import CliRunner
from each import each

from vision.frame import Frame
from webui.commands.read import opened
from workshop.commands.recordings import command
from workshop.recordings.lights import LIGHTS, compared, in_lights, lit
from workshop.recordings.watching import recorded

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
    ("told", "counts"),
    [
        ([ROLL, CLOSED, NEXT], (2, 2, 0, 0, 0)),
        ([ROLL, CLOSED], (1, 2, 0, 0, 0)),
        ([ROLL | {"dice": [3, 6]}, CLOSED, ASKS, NEXT], (1, 2, 1, 0, 0)),
        ([ROLL, NEXT, {"event": "move_refused", "t": 15.0, "seat": 1}], (2, 2, 0, 1, 1)),
    ],
)
def test_what_a_light_costs_is_counted(told, counts):
    one = compared("haze", [ROLL, CLOSED, NEXT], told)
    assert (one.right, one.throws, one.asked, one.false, one.missing) == counts


def test_the_demonstration_is_told_alike_in_other_light(checkout):
    demonstration = recorded(checkout / "hardware" / "demo" / "demo.truth.jsonl")
    found = list(in_lights(demonstration, opened("occe"), ["burnt out at first", "a hand at first"], 9.0))
    assert [(one.right, one.throws, one.asked, one.false, one.missing) for one in found] == [(1, 1, 0, 0, 0)] * 2


def test_play_goes_on_in_less_light_and_after_a_glare(checkout):
    moment = recorded(checkout / "tests" / "recordings" / "foul-that-nobody-puts-right.truth.jsonl")
    lights = in_lights(moment, opened("occe"), ["lamp off", "burnt out at first"], 30.0)
    assert [(one.right, one.throws, one.asked, one.missing) for one in lights] == [(3, 3, 0, 0)] * 2


def test_a_light_that_is_unknown_is_refused(checkout):
    truth = str(checkout / "hardware" / "demo" / "demo.truth.jsonl")
    told = CliRunner().invoke(command, ["lights", truth, "--light", "moon"])
    assert told.exit_code == 2
    assert "expected some of none, lamp off" in " ".join(told.output.replace("\u2502", "").split())
