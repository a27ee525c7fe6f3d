"""What tables are made of: no typeface, wood or mark serves two of training, test and exam tables."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from each import each

from workshop.scenes import sample_scene
from workshop.scenes.describe.stock import MARKS, WOODS, grains, marks, pick_wood, woods
from workshop.scenes.draw.marks import draw_mark
from workshop.scenes.draw.typefaces import digit, families, pick_typeface, readable, typefaces


@each("stock", [woods, marks, grains, families])
def test_training_test_and_exam_tables_share_nothing(stock: Callable[[str], tuple[object, ...]]) -> None:
    train, test, exam = (set(stock(split)) for split in ("train", "test", "exam"))
    assert train
    assert test
    assert exam
    assert not train & test
    assert not train & exam
    assert not test & exam


def test_every_wood_and_mark_belongs_to_a_split() -> None:
    assert set(woods("train")) | set(woods("test")) | set(woods("exam")) == set(WOODS)
    assert set(marks("train")) | set(marks("test")) | set(marks("exam")) == set(MARKS)


@pytest.mark.parametrize("split", ["train", "test", "exam"])
def test_sampled_tables_keep_to_their_split(split: str) -> None:
    family = {face.name: face.family for face in typefaces()}
    for seed in range(25):
        board = sample_scene(np.random.default_rng(seed), "occe", split).board  # type: ignore[arg-type]  # a table
        assert board is not None
        assert family[board.writing.typeface] in families(split)
        assert board.writing.back == "plain" or board.writing.back in marks(split)
        assert {board.wood.name, board.tile_wood.name} <= set(woods(split))


def test_picked_typefaces_have_digits_that_can_be_told_apart() -> None:
    rng = np.random.default_rng(1)
    for split in ("train", "test", "exam"):
        for _ in range(5):
            name = pick_typeface(rng, split)
            assert readable(name)
            masks = [digit(number, name) for number in range(1, 10)]
            assert all(mask.max() > 0.5 and mask.min() >= 0 for mask in masks)


def test_numbers_of_two_digits_are_wider_than_their_last_one() -> None:
    assert digit(12, "hershey-simplex").shape[1] > digit(2, "hershey-simplex").shape[1]


@each("name", MARKS)
def test_every_mark_leaves_ink(name: str) -> None:
    sheet = np.zeros((96, 96), np.uint8)
    draw_mark(sheet, name, np.random.default_rng(0))
    assert 0.02 < np.count_nonzero(sheet) / sheet.size < 0.9


def test_an_unknown_mark_is_refused() -> None:
    with pytest.raises(KeyError, match="unicorn"):
        draw_mark(np.zeros((96, 96), np.uint8), "unicorn", np.random.default_rng(0))


def test_two_cuts_of_a_wood_differ_in_shade() -> None:
    rng = np.random.default_rng(2)
    assert pick_wood(rng, "train").colour != pick_wood(rng, "train").colour


@pytest.mark.parametrize("kind", ["occe", "box", "none"])
def test_the_command_writes_pictures_and_valid_lines(tmp_path: Path, checkout: Path, kind: str) -> None:
    command = [sys.executable, "-m", "workshop", "scenes", "--kind", kind, "--count", "2", "--seed", "7",
               "--split", "test", "--size", "320x240", "--out", str(tmp_path)]  # fmt: skip
    subprocess.run(command, cwd=checkout, check=True, capture_output=True)
    lines = [json.loads(line) for line in (tmp_path / "labels.jsonl").read_text().splitlines()]
    assert len(lines) == 2
    for truth in lines:
        assert truth["format"] == "scene"
        assert truth["split"] == "test"
        picture = cv2.imread(str(tmp_path / truth["image"]))
        assert picture.shape[:2] == (truth["height"], truth["width"]) == (240, 320)


def test_a_split_without_a_readable_typeface_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workshop.scenes.draw.typefaces.readable", lambda name: False)
    with pytest.raises(LookupError, match="split 'exam'"):
        pick_typeface(np.random.default_rng(1), "exam")


def test_typefaces_of_this_machine_are_drawn_with_only_where_folders_are_named(tmp_path: Path) -> None:
    """What is drawn here is drawn alike on every machine, whatever is installed on it."""
    told = "from workshop.scenes.draw.typefaces import typefaces; print([face.name for face in typefaces()])"

    def names(**more: str) -> list[str]:
        env = {name: value for name, value in os.environ.items() if name != "WORKSHOP_TYPEFACES"} | more
        done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True, env=env)
        return [str(name) for name in json.loads(done.stdout.replace("'", '"'))]

    (tmp_path / "Some-Bold.ttf").touch()
    plain = names()
    assert len(plain) == 7
    assert names(WORKSHOP_TYPEFACES=str(tmp_path)) == [*plain, "Some-Bold"]
