"""Figures of known tables and of how much can be acted upon, told and drawn."""

import json
from pathlib import Path

import click
import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from each import each
from hypothesis import given
from hypothesis import strategies as st

from workshop.__main__ import main
from workshop.commands import area, known
from workshop.commands.drawn import added, drawn_options
from workshop.evaluate.coverage import coverage_plot, coverage_report, risks
from workshop.evaluate.known import KnownScore, figures
from workshop.evaluate.strips import COLUMNS, WIDE
from workshop.scenes.rigs import changed, looks, rig, start

FOUR = [(0.9, True), (0.8, True), (0.7, False), (0.6, True)]


def test_risk_is_the_share_of_wrong_ones_among_the_surest() -> None:
    assert risks(FOUR) == pytest.approx([0, 0, 1 / 3, 1 / 4])


def test_throws_alike_sure_count_alike_in_whatever_order_they_come() -> None:
    assert risks([(0.5, True), (0.5, False)]) == pytest.approx(risks([(0.5, False), (0.5, True)]))


def test_the_report_gives_area_and_coverage() -> None:
    told = coverage_report(FOUR)
    assert told is not None
    assert (told["throws"], told["wrong"]) == (4, 1)
    assert told["area"] == pytest.approx((1 / 3 + 1 / 4) / 4)
    assert told["least_area"] == pytest.approx((1 / 4) / 4)
    assert told["coverage_at_risk"]["0.01"] == 0.5
    assert coverage_report([]) is None


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=40))
def test_no_order_is_better_than_the_least_area(rows: list[tuple[float, bool]]) -> None:
    report = coverage_report(rows)
    assert report is not None
    assert report["least_area"] <= report["area"] + 1e-9
    assert report["area"] <= 1


def test_the_plot_shows_a_curve_a_group(tmp_path: Path) -> None:
    coverage_plot({"all": FOUR, "anna": FOUR[:2]}, tmp_path / "plot.png")
    sheet = cv2.imread(str(tmp_path / "plot.png"))
    assert sheet is not None
    assert len(np.unique(sheet.reshape(-1, 3), axis=0)) > 10


SHARED = ("seed", "first", "split", "harsh", "each", "as_json")


def options(command: click.Command) -> dict[str, dict[str, object]]:
    return {param.name: param.to_info_dict() for param in command.params if param.name is not None}


@each("name", SHARED)
def test_shared_options_are_the_same(name: str) -> None:
    assert options(known.command)[name] == options(area.command)[name]


@pytest.mark.parametrize(("command", "lessons", "looks"), [(known.command, 10, 40), (area.command, 5, 8)])
def test_each_keeps_its_own_usual_numbers(command: click.Command, lessons: int, looks: int) -> None:
    asked = options(command)
    assert (asked["lessons"]["default"], asked["looks"]["default"]) == (lessons, looks)


def test_too_few_looks_are_refused() -> None:
    @click.command()
    @drawn_options(lessons=1, looks=4, least=2)
    def one(**words: object) -> None:
        click.echo(json.dumps([words["lessons"], words["looks"], words["split"]]))

    assert json.loads(CliRunner().invoke(one, ["--seed", "3"]).output) == [1, 4, "exam"]
    assert CliRunner().invoke(one, ["--seed", "3", "--looks", "1"]).exit_code == 2
    assert CliRunner().invoke(one, []).exit_code == 2


def test_lines_are_added_to_what_is_there(tmp_path: Path) -> None:
    file = tmp_path / "each.jsonl"
    added(file, [{"a": 1}])
    added(file, [{"a": 2}, {"a": 3}])
    assert [json.loads(line)["a"] for line in file.read_text(encoding="utf-8").splitlines()] == [1, 2, 3]
    added(None, [{"a": 4}])  # no file is named


def score(way: str, *, board: bool = True, dice: bool = True, asked: bool = False) -> KnownScore:
    return KnownScore(0, way, "steady", board, dice, asked, 0 if board else 1)


def test_rates_are_told_by_phase_and_way() -> None:
    scores = [score("plain"), score("plain", dice=False), score("known", asked=True), score("known", board=False)]
    report = figures(scores)
    assert set(report) == {"steady, plain", "steady, known"}
    plain, known = report["steady, plain"], report["steady, known"]
    assert (plain["board_and_dice"], plain["acted_wrong"], plain["asked"]) == (0.5, 1, 0.0)
    assert (known["board_and_dice"], known["acted_wrong"], known["asked"]) == (0.5, 1, 0.5)
    assert known["each_tile"] == pytest.approx(1 - 1 / 72)


def test_a_rig_stays_the_same_from_look_to_look() -> None:
    one = rig(5, 1, "train")
    first, *later = [start(one), *looks(one, 2)]
    assert set(first.kinds.values()) == {"open"}
    assert not first.truth["dice"]
    assert {look.scene.camera for look in later} == {one.scene.camera}
    assert {cube.side for look in later for cube in look.scene.dice} == {one.die.side}
    assert np.array_equal(next(looks(one, 1)).image, later[0].image)


@pytest.mark.parametrize(("how", "stays"), [("light", "camera"), ("board", "look"), ("dice", "scene")])
def test_only_what_is_to_change_changes(how, stays: str) -> None:
    table = rig(5, 2, "train")
    other = changed(table, how)
    assert other != table
    if stays == "scene":
        assert other.scene == table.scene
    else:
        assert getattr(other.scene, stays) == getattr(table.scene, stays)
    assert other.scene.board == table.scene.board


def test_the_command_tells_both_ways(tmp_path) -> None:
    each = tmp_path / "each.jsonl"
    words = ["known", "--seed", "5", "--split", "train", "--rigs", "1", "--lessons", "1", "--looks", "2", "--json"]
    result = CliRunner().invoke(main, [*words, "--each", str(each), "--pictures", str(tmp_path)])
    assert result.exit_code == 0, result.output
    shown = json.loads(result.stdout.splitlines()[-1])
    assert {name: first["looks"] for name, first in shown.items()} == {"steady, plain": 2, "steady, known": 2}
    assert len(each.read_text(encoding="utf-8").splitlines()) == 4
    shown = cv2.imread(str(tmp_path / "5-00.jpg"))
    assert shown is not None
    assert shown.shape[1] == COLUMNS * WIDE
