"""Rounds, quiet medians and the figures made of them: arithmetic on a clock of our own."""

import pytest
from each import each

from workshop.bench.measure import Timed, alternating, quiet
from workshop.bench.report import PUBLISHED, FigureRow, as_json, projected, shown, table


class Hands:
    """A clock that steps move forward."""

    def __init__(self) -> None:
        self.now = 0.0
        self.order: list[str] = []

    def __call__(self) -> float:
        return self.now

    def step(self, key: str, seconds: float) -> Timed:
        def run(done: int) -> None:
            self.now += seconds
            self.order.append(key)

        return Timed(key, run)


@each(
    ("times", "expected"),
    [
        ([5.0], 5.0),
        ([1.0, 9.0], 1.0),  # the quicker half alone
        ([3.0, 1.0, 2.0, 90.0], 1.5),
        ([7.0, 1.0, 2.0, 3.0, 80.0], 2.0),
    ],
)
def test_the_quiet_median_is_that_of_the_quicker_half(times: list[float], expected: float) -> None:
    assert quiet(times) == expected


def test_no_times_have_no_median() -> None:
    with pytest.raises(ValueError, match="one round or more"):
        quiet([])


def test_steps_take_turns() -> None:
    clock = Hands()
    told = alternating([clock.step("a", 0.07), clock.step("b", 0.01)], 3, clock)
    assert told == {"a": pytest.approx(0.07), "b": pytest.approx(0.01)}
    assert clock.order[-6:] == ["a", "b"] * 3


def test_a_quick_step_is_run_several_times_and_told_for_one() -> None:
    clock = Hands()
    told = alternating([clock.step("quick", 0.0001)], 2, clock)
    assert told["quick"] == pytest.approx(0.0001)
    assert len(clock.order) == 2 + 2 * 20


def test_a_round_disturbed_does_not_tell() -> None:
    clock, times = Hands(), iter([0.01, 0.01, 0.01, 0.9, 0.01, 0.9])

    def run(done: int) -> None:
        clock.now += next(times)

    assert alternating([Timed("a", run)], 4, clock)["a"] == pytest.approx(0.01)


ROWS = [
    FigureRow("dice", "dice", 0.05, "A", 0.1),
    FigureRow("gate", "gate", 0.02, "A", 1 / 150),
    FigureRow("still", "still", 0.005, "share", 0.01),
    FigureRow("memory", "memory", None, "MB", 210.0),
    FigureRow("decode", "decode", 1.5, "A"),
]


@each(("row", "met"), [*zip(ROWS, [True, False, True, None, None], strict=True)])
def test_a_target_is_met_missed_or_not_told(row: FigureRow, met: bool | None) -> None:
    assert row.met is met


@each(
    ("value", "unit", "expected"),
    [
        (0.1, "A", "A/10"),
        (1 / 150, "A", "A/150"),
        (0.4, "A", "A/2.5"),
        (0.0004, "A", "A/2500"),
        (1.5, "A", "1.50 A"),
        (0.0063, "share", "0.63 %"),
        (215.25, "MB", "215.2 MB"),
        (5.0, "frames", "5 frames"),
        (None, "A", "not measured"),
    ],
)
def test_figures_are_shown_in_their_unit(value: float | None, unit: str, expected: str) -> None:
    assert shown(value, unit) == expected  # type: ignore[arg-type]  # each unit is one of the four


def test_the_table_says_what_is_missed() -> None:
    lines = table(ROWS, 0.07)
    assert len(lines) == 1 + len(ROWS)
    assert "A/20" in lines[1]
    assert "3.50" in lines[1]
    assert lines[1].endswith("met")
    assert lines[2].endswith("MISSED")


def test_the_json_holds_every_row_and_its_projection() -> None:
    told = as_json(ROWS, 0.07, 8_700_000_000, {"rounds": 50})
    assert told["a"] == {"gflop": 8.7, "ms": 70.0}
    assert [row["key"] for row in told["rows"]] == [row.key for row in ROWS]
    assert set(told["rows"][0]) == {"key", "what", "value", "unit", "target", "met"}
    assert told["rounds"] == 50
    assert set(told["projection"]) == set(PUBLISHED)
    assert set(told["projection"]["Raspberry Pi 5"]) >= {"dice", "gate", "still", "decode", "factor"}


def test_a_projection_scales_with_a() -> None:
    assert projected(FigureRow("dice", "", 0.1, "A"), there=0.5, here=0.07) == pytest.approx(50.0)
    assert projected(FigureRow("still", "", 0.01, "share"), there=0.5, here=0.1) == pytest.approx(0.05)
    assert projected(FigureRow("gone", "", None, "A"), there=0.5, here=0.1) is None
