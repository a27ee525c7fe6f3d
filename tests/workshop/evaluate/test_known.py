"""Drawn tables that become known: rigs, and the figures of how they are read."""

import json

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from workshop.__main__ import main
from workshop.evaluate.known import KnownScore, figures
from workshop.evaluate.strips import COLUMNS, WIDE
from workshop.scenes.rigs import changed, looks, rig, start


def score(way: str, *, board: bool = True, dice: bool = True, asked: bool = False) -> KnownScore:
    return KnownScore(0, way, "steady", board, dice, asked, 0 if board else 1)


def test_rates_are_told_by_phase_and_way() -> None:
    scores = [score("plain"), score("plain", dice=False), score("known", asked=True), score("known", board=False)]
    told = figures(scores)
    assert set(told) == {"steady, plain", "steady, known"}
    plain, known = told["steady, plain"], told["steady, known"]
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
    one = rig(5, 2, "train")
    other = changed(one, how)
    assert other != one
    if stays == "scene":
        assert other.scene == one.scene
    else:
        assert getattr(other.scene, stays) == getattr(one.scene, stays)
    assert other.scene.board == one.scene.board


def test_the_command_tells_both_ways(tmp_path) -> None:
    each = tmp_path / "each.jsonl"
    words = ["known", "--seed", "5", "--split", "train", "--rigs", "1", "--lessons", "1", "--looks", "2", "--json"]
    told = CliRunner().invoke(main, [*words, "--each", str(each), "--pictures", str(tmp_path)])
    assert told.exit_code == 0, told.output
    shown = json.loads(told.stdout.splitlines()[-1])
    assert {name: one["looks"] for name, one in shown.items()} == {"steady, plain": 2, "steady, known": 2}
    assert len(each.read_text(encoding="utf-8").splitlines()) == 4
    shown = cv2.imread(str(tmp_path / "5-00.jpg"))
    assert shown is not None
    assert shown.shape[1] == COLUMNS * WIDE
