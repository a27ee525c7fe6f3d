"""Drawn trays, cloths and boards of arrows, and how their dice are scored."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from each import each

from workshop.__main__ import main
from workshop.evaluate.area import AreaScore, area_marked, figures, wilson
from workshop.scenes.area import SIZE, area_rig, bare_look, throws


def test_only_play_changes_a_table_between_throws() -> None:
    table = area_rig(5, 1, "train")
    first, *later = [bare_look(table), *throws(table, 3)]
    assert first.truth["dice"] == []
    assert all(len(look.truth["dice"]) == len(table.dice) for look in later)
    assert all(look.truth["board"] is None for look in later)
    assert np.array_equal(next(throws(table, 1)).image, later[0].image)
    assert not np.array_equal(later[0].image, later[1].image)


@each("number", range(6))
def test_dice_lie_in_the_marked_area_and_on_nothing(number: int) -> None:
    table = area_rig(6, number, "train")
    area = area_marked(table)
    edge = area.outline(SIZE).astype(np.float32)
    for look in throws(table, 2):
        for die in look.truth["dice"]:
            x, y, width, height = die["box"]
            assert cv2.pointPolygonTest(edge, (x + width / 2, y + height / 2), False) > 0


def test_men_and_sometimes_a_doubling_die_lie_about() -> None:
    rigs = [area_rig(7, number, "train") for number in range(12)]
    assert {rig.on.kind for rig in rigs} >= {"arrows", "tray"}
    assert any(rig.cube is not None for rig in rigs)
    assert any(rig.cube is None for rig in rigs)
    for rig in rigs:
        assert len({man.colour for man in rig.men}) in (0, 1, 2)
    arrows = next(rig for rig in rigs if rig.on.kind == "arrows")
    assert len(arrows.men) > 20
    for arrow in {man.arrow for man in arrows.men}:
        assert len({man.colour for man in arrows.men if man.arrow == arrow}) == 1


def score(way: str, *, right: bool = True, asked: bool = False, false: int = 0) -> AreaScore:
    return AreaScore(0, 0, way, "tray", right, asked, false)


def test_rates_are_told_by_way_with_their_intervals() -> None:
    asked, wrong = score("area", right=False, asked=True, false=1), score("known area", right=False, false=1)
    report = figures([score("area"), asked, wrong])
    assert report["area"]["right"]["count"] == 1
    assert report["area"]["false_die"]["count"] == 0  # it is asked about
    assert report["area"]["false_die_told"]["count"] == 1
    assert (report["known area"]["wrong"]["count"], report["known area"]["false_die"]["share"]) == (1, 1.0)


@pytest.mark.parametrize(
    ("count", "of", "low", "high"), [(0, 200, 0.0, 0.0189), (195, 200, 0.9428, 0.9893), (5, 10, 0.2366, 0.7634)]
)
def test_intervals_are_wilsons(count: int, of: int, low: float, high: float) -> None:
    assert wilson(count, of) == pytest.approx((low, high), abs=2e-4)
    assert wilson(0, 0) == (0.0, 1.0)


def test_the_command_tells_the_ways_that_were_asked_for(tmp_path: Path) -> None:
    each, words = tmp_path / "each.jsonl", ["area", "--seed", "5", "--split", "train", "--tables", "1", "--json"]
    few = ["--lessons", "1", "--looks", "1", "--way", "known area"]
    result = CliRunner().invoke(main, [*words, *few, "--each", str(each), "--pictures", str(tmp_path)])
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout.splitlines()[-1])["known area"]["looks"] == 1
    assert json.loads(each.read_text(encoding="utf-8"))["way"] == "known area"
