"""`python -m workshop bench` without the measuring: clock, figures and page, and the network to compare with."""

import json
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import onnx
import pytest
from click.testing import CliRunner
from each import each
from onnx import TensorProto, helper, numpy_helper

from vision.frame import Frame
from vision.runtime import onnxruntime
from workshop.__main__ import main
from workshop.bench import eyes, pages, referee, steps
from workshop.bench.detector import GFLOP, build, flop
from workshop.bench.eyes import active_load, timed
from workshop.bench.report import (
    MARKS,
    PUBLISHED,
    FigureRow,
    Timed,
    alternating,
    as_json,
    picture,
    projected,
    quiet,
    row_json,
    shown,
    tables,
    written,
)

FEW = [FigureRow("dice", "dice", 0.05, "A", 0.1), FigureRow("memory", "memory", 250.0, "MB", 210.0)]


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> None:
    def of_eyes(rounds: int, say: Callable[[str], None], only: Collection[str]) -> dict[str, Any]:
        say("measuring")
        rows = [row for row in FEW if not only or row.key in only]
        return as_json(rows, 0.07, 8_743_000_000, {"rounds": rounds})

    def of_referee(rounds: int, say: Callable[[str], None], only: Collection[str]) -> dict[str, Any]:
        rows = [FigureRow("match_whist", "whist: a full random match", 15.0, "ms", 10.0)]
        return referee.as_json(0.005, [*rows, FigureRow("memory", "memory", 20.0, "MB")], {"rounds": rounds})

    def of_pages(rounds: int, say: Callable[[str], None], only: Collection[str]) -> dict[str, Any]:
        return {"rounds": rounds, "s_ms": 40.0, "rows": [row_json(FigureRow("paint_table", "the table", 2.5, "S"))]}

    for module, stands_in in ((eyes, of_eyes), (referee, of_referee), (pages, of_pages)):
        monkeypatch.setattr(module, "measured", stands_in)


@pytest.mark.parametrize("words", [[], ["eyes"], ["referee", "eyes"]])
@pytest.mark.usefixtures("measured")
def test_the_figures_are_printed_and_written(words: list[str], tmp_path: Path) -> None:
    shown = CliRunner().invoke(main, ["bench", "--rounds", "7", "--json", str(tmp_path / "b.json"), *words])
    assert shown.exit_code == 0, shown.output
    assert "A costs 8.743 GFLOP and took 70.0 ms; 7 rounds" in shown.output
    assert "A/20" in shown.output
    assert "**missed**" in shown.output
    told = json.loads((tmp_path / "b.json").read_text(encoding="utf-8"))
    assert told["piste"]
    assert [row["met"] for row in told["eyes"]["rows"]] == [True, False]
    assert ("referee" in told) == (words != ["eyes"])


@pytest.mark.parametrize(
    ("subject", "heading", "line"),
    [
        ("referee", "B took 5.0 ms", "| whist: a full random match | 15.0 ms | 3 | <= 10.0 ms | **missed** |"),
        ("pages", "S took 40.0 ms", "| the table | 2.5 S | 100 |"),
    ],
)
@pytest.mark.usefixtures("measured")
def test_each_subject_has_its_own_measure(tmp_path: Path, subject: str, heading: str, line: str) -> None:
    shown = CliRunner().invoke(main, ["bench", subject, "--json", str(tmp_path / "b.json")])
    assert shown.exit_code == 0, shown.output
    assert heading in shown.output
    assert line in shown.output
    assert set(json.loads((tmp_path / "b.json").read_text(encoding="utf-8"))) == {"piste", subject}


@pytest.mark.usefixtures("measured")
def test_a_file_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    shown = CliRunner().invoke(main, ["bench", "--json", str(tmp_path / "none" / "b.json")])
    assert shown.exit_code == 1
    assert "b.json" in shown.output


def test_without_onnx_the_command_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps, "find_spec", lambda name: None)
    shown = CliRunner().invoke(main, ["bench"])
    assert shown.exit_code == 1
    assert "expected the package onnx" in shown.output


@pytest.mark.usefixtures("measured")
def test_a_figure_can_be_measured_alone() -> None:
    shown = CliRunner().invoke(main, ["bench", "--only", "dice"])
    assert shown.exit_code == 0, shown.output
    assert "dice" in shown.output
    assert "memory" not in shown.output
    assert "whist" not in shown.output


@pytest.mark.usefixtures("measured")
def test_a_figure_that_there_is_not_is_refused() -> None:
    shown = CliRunner().invoke(main, ["bench", "--only", "speed"])
    assert shown.exit_code == 2
    assert "speed" in shown.output
    assert "gate_moving" in shown.output


@pytest.mark.parametrize(
    ("figures", "needed"),
    [
        (["gate"], {"gate"}),
        (["active", "dice"], {"dice", "full_known", "gate_moving"}),
        (["still", "memory", "weights", "decision"], set()),
    ],
)
def test_the_steps_that_a_figure_needs_are_timed(figures: list[str], needed: set[str]) -> None:
    assert timed(figures) == needed


def test_an_active_table_reads_three_pictures_in_twenty() -> None:
    assert active_load({"gate_moving": 0.001, "full_known": 0.010}).value == pytest.approx(30 * 0.001 + 4.5 * 0.010)


def test_stills_and_the_first_throw_are_taken_from_a_film() -> None:
    """Ten pictures a second; something moves until 4.5 s, throws are told at 5 and 8 s."""

    def at(k: int) -> Frame:
        image = np.full((96, 128, 3), 90, np.uint8)
        place = min(k, 45) - 35
        if place > 0:
            image[40:56, 6 * place : 6 * place + 16] = 250
        return Frame(image, k / 10)

    taken = steps.chosen(map(at, range(120)), (5.0, 8.0))
    assert len(taken.stills) == 2
    assert len(taken.moving) == 10
    assert len(taken.throw) > len(taken.moving)


def test_the_truth_of_the_demonstration_names_its_throws() -> None:
    times = steps.throws_of(eyes.DEMO.with_suffix(".truth.jsonl"))
    assert len(times) >= steps.STILLS
    assert list(times) == sorted(times)


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


def test_a_quick_step_is_repeated_and_averaged() -> None:
    clock = Hands()
    times = alternating([clock.step("quick", 0.0001)], 2, clock)
    assert times["quick"] == pytest.approx(0.0001)
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


def test_the_json_holds_every_row_and_its_projection() -> None:
    report = as_json(ROWS, 0.07, 8_700_000_000, {"rounds": 50})
    assert report["a"] == {"gflop": 8.7, "ms": 70.0}
    assert [row["key"] for row in report["rows"]] == [row.key for row in ROWS]
    assert set(report["rows"][0]) == {"key", "what", "value", "unit", "target", "met"}
    assert report["rounds"] == 50
    assert set(report["projection"]) == set(PUBLISHED)
    assert set(report["projection"]["Raspberry Pi 5"]) >= {"dice", "gate", "still", "decode", "factor"}


def test_a_projection_scales_with_a() -> None:
    assert projected(FigureRow("dice", "", 0.1, "A"), there=0.5, here=0.07) == pytest.approx(50.0)
    assert projected(FigureRow("still", "", 0.01, "share"), there=0.5, here=0.1) == pytest.approx(0.05)
    assert projected(FigureRow("gone", "", None, "A"), there=0.5, here=0.1) is None


BEGIN, END = MARKS["eyes"]

TOLD = as_json(
    [
        FigureRow("dice", "dice & tiles", 0.05, "A", 0.1),
        FigureRow("gate", "gate", 0.02, "A", 1 / 150),
        FigureRow("still", "still table", 0.005, "share", 0.01),
        FigureRow("memory", "peak memory", None, "MB", 210.0),
    ],
    0.07,
    8_700_000_000,
    {"rounds": 50, "numpy": "2"},
)


REFEREED = {
    "b_ms": 7.5,
    "rounds": 50,
    "python": "3.11",
    "rows": [
        row_json(FigureRow("match_whist", "whist: a full random match", 1234.0, "ms", 1000.0))
        | {"times_b": 165.0},
        row_json(FigureRow("doublet_whist", "whist: legal moves of a doublet", 0.25, "ms", 5.0))
        | {"times_b": 0.033},
        row_json(FigureRow("memory", "peak memory", 21.0, "MB")) | {"times_b": None},
    ],
}


def test_missed_targets_are_shown_as_missed() -> None:
    result = {line.split("|")[1].strip(): line for line in reversed(tables(TOLD).splitlines()) if "|" in line}
    assert "A/20" in result["dice & tiles"]
    assert "3.50" in result["dice & tiles"]
    assert "met" in result["dice & tiles"]
    assert "**missed**" in result["gate"]
    assert "not measured" in result["peak memory"]


def test_only_what_stands_between_the_marks_is_made_anew() -> None:
    page = written(f"before\n{BEGIN}\nold\n{END}\nafter\n", TOLD)
    assert page.startswith("before\n")
    assert page.endswith("\nafter\n")
    assert "old" not in page
    assert written(page, TOLD) == page


def test_the_referees_figures_stand_between_marks_of_their_own() -> None:
    first, last = MARKS["referee"]
    page = f"{BEGIN}\nold\n{END}\n{first}\nold\n{last}\nafter\n"
    both = written(written(page, TOLD), REFEREED, "referee")
    assert "old" not in both
    assert "| whist: a full random match | 1234 ms | 165 | <= 1000 ms | **missed** |" in both
    assert "| whist: legal moves of a doublet | 0.250 ms | 0.033 | <= 5.0 ms | met |" in both
    assert "| peak memory | 21.0 MB |  |  |  |" in both
    assert written(both, TOLD) == both


@pytest.mark.parametrize("page", ["", BEGIN, END])
def test_a_page_without_marks_is_refused(page: str) -> None:
    with pytest.raises(ValueError, match="expected a page with"):
        written(page, TOLD)


def test_the_picture_is_drawn_with_a_bar_for_every_step() -> None:
    root = ElementTree.fromstring(picture(TOLD["rows"]))
    names = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"dice & tiles", "gate", "A/20", "A/50"} <= set(names)
    assert "still table" not in names


def test_the_page_holds_the_figures_that_were_measured(checkout: Path) -> None:
    told = json.loads((checkout / "docs" / "performance.json").read_text(encoding="utf-8"))["eyes"]
    page = (checkout / "docs" / "performance.md").read_text(encoding="utf-8")
    assert written(page, told) == page
    drawn = (checkout / "docs" / "images" / "performance.svg").read_text(encoding="utf-8")
    assert picture(told["rows"]) == drawn


def test_the_page_holds_the_referees_figures(checkout: Path) -> None:
    report = json.loads((checkout / "docs" / "performance-referee.json").read_text(encoding="utf-8"))["referee"]
    page = (checkout / "docs" / "performance.md").read_text(encoding="utf-8")
    assert written(page, report, "referee") == page


def one_convolution(channels: int, filters: int, size: int, stride: int, groups: int) -> onnx.ModelProto:
    weight = np.zeros((filters, channels // groups, size, size), np.float32)
    node = helper.make_node(
        "Conv",
        ["x", "w"],
        ["y"],
        kernel_shape=[size, size],
        strides=[stride] * 2,
        pads=[size // 2] * 4,
        group=groups,
    )
    given = helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, channels, 16, 24])
    output = helper.make_tensor_value_info("y", TensorProto.FLOAT, None)
    graph = helper.make_graph([node], "g", [given], [output], [numpy_helper.from_array(weight, "w")])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)


@each(
    ("channels", "filters", "size", "stride", "groups", "expected"),
    [
        (3, 8, 1, 1, 1, 2 * 3 * 8 * 16 * 24),
        (3, 8, 3, 1, 1, 2 * 9 * 3 * 8 * 16 * 24),
        (4, 6, 3, 2, 1, 2 * 9 * 4 * 6 * 8 * 12),  # half as wide and high
        (8, 8, 3, 1, 8, 2 * 9 * 8 * 16 * 24),  # depthwise: one channel each
    ],
)
def test_each_multiplication_with_its_addition_counts_two(
    channels: int, filters: int, size: int, stride: int, groups: int, expected: int
) -> None:
    assert flop(one_convolution(channels, filters, size, stride, groups)) == expected


def test_a_costs_what_the_usual_small_detector_costs() -> None:
    assert flop(build()) / 1e9 == pytest.approx(GFLOP, rel=0.03)


def test_a_is_a_network_that_answers_at_three_sizes() -> None:
    model = build()
    onnx.checker.check_model(model)
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    output = session.run(None, {"picture": np.full((1, 3, 640, 640), 0.5, np.float32)})
    assert [answer.shape[2:] for answer in output] == [(side, side) for side in (80, 80, 40, 40, 20, 20)]
    assert all(np.isfinite(answer).all() and answer.std() > 0 for answer in output)
