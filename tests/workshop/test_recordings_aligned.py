"""What is told of a recording is laid beside what happened, in order, near in time."""

from typing import Any

from each import each

from workshop.recordings.aligned import scored
from workshop.recordings.figures import Watched, fault, faults, report


def roll(t: float, *dice: int | None, seat: int = 1, word: str = "roll_settled") -> dict[str, Any]:
    return {"event": word, "t": t, "seat": seat, "dice": list(dice)}


def foul(t: float, rule: str = "sum_mismatch", seat: int = 1) -> dict[str, Any]:
    return {"event": "move_refused", "t": t, "seat": seat, "rule": rule}


def flip(t: float, tile: int) -> dict[str, Any]:
    return {"event": "tile_flipped", "t": t, "seat": 1, "tile": tile, "state": "closed"}


def ask(t: float, *readings: list[int]) -> dict[str, Any]:
    return {"event": "roll_uncertain", "t": t, "seat": 1, "readings": list(readings)}


def outcomes(truth: list[dict[str, Any]], told: list[dict[str, Any]]) -> list[str]:
    """What became of each event that happened, in order; then each that was told besides, in brackets."""
    score = scored(truth, told)
    happened = [score.outcome(pair) for pair in score.pairs if pair.truth]
    return happened + [f"({pair.told['event']})" for pair in score.pairs if pair.told and not pair.truth]


THREE = [roll(10, 5, 3), roll(20, 6, 6), roll(30, 2, 1)]


def test_tiles_closed_by_one_grasp_may_be_told_in_any_order() -> None:
    score = scored([flip(10, 3), flip(10, 2)], [flip(10.2, 2), flip(10.2, 3), flip(10.4, 7)])
    assert sorted(pair.right for pair in score.flips) == [False, True, True]
    assert [pair.told["tile"] for pair in score.flips if pair.told and not pair.truth] == [7]


@each(
    ("truth", "told", "found"),
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
    truth: list[dict[str, Any]], told: list[dict[str, Any]], found: list[str]
) -> None:
    assert sorted(outcomes(truth, told)) == sorted(found)


@each(
    ("told", "false"),
    [
        ([flip(11, 8)], 0),
        ([flip(11, 8), flip(11.5, 3)], 1),
        ([flip(30, 8)], 1),
        ([{"event": "board_moved", "t": 3}], 1),
        ([ask(2, [4, 4])], 1),
        ([{"event": "roll_started", "t": 3}], 0),
    ],
)
def test_what_did_not_happen_is_a_false_event(told: list[dict[str, Any]], false: int) -> None:
    score = scored([roll(10, 5, 3), flip(11, 8)], [roll(10, 5, 3), *told])
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
