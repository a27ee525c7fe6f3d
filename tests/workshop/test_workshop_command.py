"""`python -m workshop`: its verbs, the steps of the training, and recordings that are scored."""

import json
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from workshop.__main__ import VERBS, main
from workshop.commands.textures import STATIC
from workshop.commands.train import STEPS


def test_every_verb_has_its_command() -> None:
    shown = CliRunner().invoke(main, ["--help"])
    assert all(name in shown.output for name, _ in VERBS)
    for name, _ in VERBS:
        assert CliRunner().invoke(main, [name, "--help"]).exit_code == 0, name
    assert CliRunner().invoke(main, ["nonsense"]).exit_code == 2


def test_the_command_draws_the_sites_wood_and_felt(tmp_path: Path) -> None:
    assert CliRunner().invoke(main, ["textures", "--out", str(tmp_path)]).exit_code == 0
    for name in ("wood.avif", "felt.avif", "icons/192.png", "icons/maskable.png"):
        drawn, stored = (cv2.imread(str(folder / name)) for folder in (tmp_path, STATIC))
        assert drawn.shape == stored.shape
        assert np.abs(drawn.astype(float) - stored).mean() < 4  # of 255: encoders differ a little


def test_every_step_of_the_training_is_a_script() -> None:
    result = {
        f"{file.parent.name}.{file.stem}"
        for file in (Path(__file__).parents[2] / "workshop" / "train").glob("*/*.py")
        if "def main() -> None:" in file.read_text(encoding="utf-8")
    }
    assert result == {name for name, _ in STEPS}
    shown = CliRunner().invoke(main, ["train", "--help"])
    assert all(name in shown.output for name, _ in STEPS)


def test_a_step_gets_the_options_that_follow_its_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", sys.argv)
    shown = CliRunner().invoke(main, ["train", "board.prepare", "--help"])
    assert shown.exit_code == 0
    assert "--scene" in shown.output
    assert sys.argv == ["python -m workshop train board.prepare", "--help"]


@pytest.mark.skipif(find_spec("torch") is not None, reason="where torch is, nothing is missing")
def test_without_torch_a_step_says_what_is_missing() -> None:
    shown = CliRunner().invoke(main, ["train", "board.train"])
    assert shown.exit_code == 1
    assert "expected torch, of the extra train" in shown.output


def test_recordings_are_scored_from_what_was_told_before(tmp_path: Path, checkout: Path) -> None:
    shutil.copy(checkout / "tests" / "recordings" / "one-turn.mp4", tmp_path)
    head = {"game": "occe_child", "profile": "OCCE enfant", "options": {}, "seats": [1, 3], "seat1_side": None,
            "renderer": "quick"}  # fmt: skip
    roll = {"event": "roll_settled", "t": 2.0, "seat": 1, "dice": [5, 3]}
    files = {"truth": [head, roll], "told": [{**roll, "dice": [5, 5]}], "answered": [roll]}
    for name, lines in files.items():
        text = "".join(json.dumps(line) + "\n" for line in lines)
        (tmp_path / f"one-turn.{name}.jsonl").write_text(text, encoding="utf-8")
    words = ["recordings", "score", str(tmp_path), "--old", "--faults", str(tmp_path / "faults")]
    shown = CliRunner().invoke(main, [*words, "--json"])
    assert shown.exit_code == 0, shown.output
    figures = json.loads(shown.stdout)
    assert (figures["all"]["throws"]["right"], figures["answered"]["throws"]["right"]) == (0, 1)
    assert len(list((tmp_path / "faults").glob("*.png"))) == 1
    assert "0 of 1" in CliRunner().invoke(main, words).stdout


def test_recordings_need_folders_and_a_seed(tmp_path: Path) -> None:
    assert CliRunner().invoke(main, ["recordings", "score"]).exit_code == 2
    shown = CliRunner().invoke(main, ["recordings", "make", "--out", str(tmp_path)])
    assert shown.exit_code == 2
    assert "--seed" in shown.output
