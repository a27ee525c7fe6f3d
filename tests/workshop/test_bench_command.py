"""`python -m workshop bench` without the measuring: what it prints, writes and refuses."""

import json
import re
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from vision.frame import Frame
from workshop.__main__ import main
from workshop.bench import eyes as bench_eyes
from workshop.bench import pages as bench_pages
from workshop.bench import referee as bench_referee
from workshop.bench import steps as bench_steps
from workshop.bench.eyes import active_load, timed
from workshop.bench.report import FigureRow
from workshop.bench.steps import chosen

ROWS = [FigureRow("dice", "dice", 0.05, "A", 0.1), FigureRow("memory", "memory", 250.0, "MB", 210.0)]


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> None:
    def eyes(
        network: bytes, rounds: int, say: Callable[[str], None], only: Collection[str]
    ) -> tuple[float, list[FigureRow], dict[str, Any]]:
        assert network == b"a"
        say("measuring")
        return 0.07, [row for row in ROWS if not only or row.key in only], {"rounds": rounds}

    def referee(
        rounds: int, say: Callable[[str], None], only: Collection[str]
    ) -> tuple[float, list[FigureRow], dict[str, Any]]:
        say("playing")
        rows = [FigureRow("match_whist", "whist: a full random match", 15.0, "ms", 10.0)]
        return 0.005, [*rows, FigureRow("memory", "memory", 20.0, "MB")], {"rounds": rounds}

    def pages(
        rounds: int, say: Callable[[str], None], only: Collection[str]
    ) -> tuple[float, list[FigureRow], dict[str, Any]]:
        return 0.04, [FigureRow("paint_table", "the table", 2.5, "S")], {"rounds": rounds}

    monkeypatch.setattr(bench_pages, "bench_pages", pages)
    monkeypatch.setattr(bench_steps, "network", lambda: (b"a", 8_743_000_000))
    monkeypatch.setattr(bench_eyes, "bench_eyes", eyes)
    monkeypatch.setattr(bench_referee, "bench_referee", referee)


@pytest.mark.parametrize("words", [[], ["eyes"], ["referee", "eyes"]])
@pytest.mark.usefixtures("measured")
def test_the_figures_are_printed_and_written(words: list[str], tmp_path: Path) -> None:
    shown = CliRunner().invoke(main, ["bench", "--rounds", "7", "--json", str(tmp_path / "b.json"), *words])
    assert shown.exit_code == 0, shown.output
    assert "8.74 GFLOP" in shown.output
    assert "A/20" in shown.output
    assert "MISSED" in shown.output
    told = json.loads((tmp_path / "b.json").read_text(encoding="utf-8"))
    assert told["piste"]
    assert told["eyes"]["rounds"] == 7
    assert [row["met"] for row in told["eyes"]["rows"]] == [True, False]
    assert ("referee" in told) == (words != ["eyes"])


@pytest.mark.usefixtures("measured")
def test_times_of_the_referee_are_told_beside_a_plain_loop(tmp_path: Path) -> None:
    shown = CliRunner().invoke(main, ["bench", "referee", "--json", str(tmp_path / "b.json")])
    assert shown.exit_code == 0, shown.output
    assert "B, 20,000 steps of plain Python: 5.0 ms" in shown.output
    assert re.search(r"whist: a full random match +15.0 ms +3 +<= 10.0 ms +MISSED", shown.output)
    told = json.loads((tmp_path / "b.json").read_text(encoding="utf-8"))
    assert "eyes" not in told
    assert told["referee"]["b_ms"] == 5.0
    assert [row["times_b"] for row in told["referee"]["rows"]] == [3.0, None]


@pytest.mark.usefixtures("measured")
def test_times_of_the_pages_are_told_beside_a_plain_page(tmp_path: Path) -> None:
    shown = CliRunner().invoke(main, ["bench", "pages", "--json", str(tmp_path / "b.json")])
    assert shown.exit_code == 0, shown.output
    assert "S, the first paint of a plain page: 40.0 ms" in shown.output
    assert re.search(r"the table +2.5 S +100", shown.output)
    told = json.loads((tmp_path / "b.json").read_text(encoding="utf-8"))
    assert (told["pages"]["s_ms"], told["pages"]["rows"][0]["value"]) == (40.0, 2.5)


@pytest.mark.usefixtures("measured")
def test_a_file_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    shown = CliRunner().invoke(main, ["bench", "--json", str(tmp_path / "none" / "b.json")])
    assert shown.exit_code == 1
    assert "b.json" in shown.output


def test_without_onnx_the_command_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_steps, "find_spec", lambda name: None)
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
    ("figures", "steps"),
    [
        (["gate"], {"gate"}),
        (["active", "dice"], {"dice", "full_known", "gate_moving"}),
        (["still", "memory", "weights", "decision"], set()),
    ],
)
def test_the_steps_that_a_figure_needs_are_timed(figures: list[str], steps: set[str]) -> None:
    assert timed(figures) == steps


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

    taken = chosen(map(at, range(120)), (5.0, 8.0))
    assert len(taken.stills) == 2
    assert len(taken.moving) == 10
    assert len(taken.throw) > len(taken.moving)


def test_the_truth_of_the_demonstration_names_its_throws() -> None:
    told = bench_steps.throws_of(bench_eyes.DEMO.with_suffix(".truth.jsonl"))
    assert len(told) >= bench_steps.STILLS
    assert list(told) == sorted(told)
