"""`piste calibrate --dice-area`, `--dice-ring`, `--aside`, `--no-dice-area`."""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

import webui.live.eyes
from vision.look import Eyes
from vision.observation import Die
from webui.checkup.kept import Calibrations
from webui.cli import main

CORNERS = "0.2,0.8 0.2,0.3 0.7,0.3 0.7,0.8"
BESIDE = "0.8,0.8 0.8,0.3 0.95,0.3 0.95,0.8"


@dataclass
class OneFive:
    """Reads a five at the given place."""

    box: tuple[float, float, float, float] = (100.0, 80.0, 20.0, 20.0)

    def read(self, image, *, board=None, die_px=None, within=()) -> tuple[Die, ...]:
        return (Die(5, "flat", self.box, 0.99, None, (0, 0, 0, 0, 1.0, 0), 0.99),)


@pytest.fixture(autouse=True)
def eyes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webui.live.eyes, "open_eyes", lambda instead=None, *, boards=True: Eyes(OneFive()))


@pytest.fixture
def table(tmp_path: Path) -> Path:
    file = tmp_path / "table.png"
    cv2.imwrite(str(file), np.full((480, 640, 3), 120, np.uint8))
    return file


def run(*words: object):
    return CliRunner().invoke(main, ["calibrate", *map(str, words)])


def test_four_corners_are_stored_and_the_reading_is_shown(tmp_path: Path, table: Path) -> None:
    drawn = tmp_path / "drawn.png"
    result = run("--data", tmp_path, "--dice-area", CORNERS, "--picture", drawn, table)
    assert result.exit_code == 0, result.output
    assert "Je vois un dé" in result.output
    calibrations = Calibrations(tmp_path)
    assert calibrations.now() is None
    assert calibrations.area() is not None
    assert calibrations.area().corners[0] == (0.2, 0.8)
    assert cv2.imread(str(drawn)).shape[:2] == (480, 640)


def test_a_ring_is_stored_and_the_area_can_be_removed(tmp_path: Path, table: Path) -> None:
    result = run("--data", tmp_path, "--dice-ring", "0.5 0.5 0.4 0.5", "--language", "en", table)
    assert result.exit_code == 0, result.output
    assert "I see one die: 5." in result.output
    area = Calibrations(tmp_path).area()
    assert area is not None
    assert area.round
    assert "No dice area any more" in run("--data", tmp_path, "--no-dice-area", "--language", "en").output
    assert Calibrations(tmp_path).area() is None


@pytest.mark.parametrize("at_once", [True, False], ids=["with the area", "after it"])
def test_the_place_for_dice_set_aside_is_stored(tmp_path: Path, table: Path, at_once: bool) -> None:
    area, aside = ("--dice-area", CORNERS), ("--aside", BESIDE)
    tries = [(*area, *aside, table)] if at_once else [(*area, table), aside]
    results = [run("--data", tmp_path, *words) for words in tries]
    assert [run_result.exit_code for run_result in results] == [0] * len(tries), results[-1].output
    assert "Trente" in results[-1].output
    calibrations = Calibrations(tmp_path).area()
    assert calibrations is not None
    assert calibrations.corners[0] == (0.2, 0.8)
    assert calibrations.aside is not None
    assert calibrations.aside.corners[0] == (0.8, 0.8)


def test_such_a_place_needs_an_area_and_lies_beside_it(tmp_path: Path, table: Path) -> None:
    assert "none is kept" in run("--data", tmp_path, "--aside", BESIDE).output
    run("--data", tmp_path, "--dice-area", CORNERS, table)
    result = run("--data", tmp_path, "--aside", CORNERS)
    assert (result.exit_code, "beside the area" in result.output) == (2, True)
    assert Calibrations(tmp_path).area().aside is None


@pytest.mark.parametrize(
    "words",
    [
        ["--dice-area", "0.2,0.8 0.2,0.3"],
        ["--dice-area", "a,b c,d e,f g,h"],
        ["--dice-area", "0.2,0.8 0.2,0.3 0.7,0.3 1.7,0.8"],
        ["--dice-ring", "0.5,0.5 1.4,0.5"],
        ["--dice-area", CORNERS, "--dice-ring", "0.5,0.5 0.4,0.4"],
    ],
)
def test_what_is_no_area_is_refused(tmp_path: Path, table: Path, words: list[str]) -> None:
    result = run("--data", tmp_path, *words, table)
    assert result.exit_code == 2
    assert "expected" in result.output
    assert Calibrations(tmp_path).area() is None
