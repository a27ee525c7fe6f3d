"""`piste watch` with a dice area: it reports throws inside, and never reads anything outside."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result
from red_dice import Reds, picture

import webui.live.eyes
from vision.area.plane import alone
from vision.area.value import DiceArea
from vision.look import Eyes
from webui.checkup.kept import Calibrations
from webui.cli import main
from webui.live.area import FILE

CORNERS = "0.25,0.75 0.25,0.25 0.75,0.25 0.75,0.75"
AREA = DiceArea(((0.25, 0.75), (0.25, 0.25), (0.75, 0.25), (0.75, 0.75)))


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> Reds:
    reds = Reds()
    monkeypatch.setattr(webui.live.eyes, "open_eyes", lambda instead=None, *, boards=True: Eyes(reds))
    return reds


@pytest.fixture
def film(tmp_path: Path) -> Path:
    """Two dice are thrown into the area while another die lies beside it all the time."""
    folder, beside = tmp_path / "film", (90, 400)
    folder.mkdir()
    shots = [(6, ()), (1, ((200, 300), (240, 200))), (1, ((260, 280), (320, 160))), (9, ((300, 240), (380, 200)))]
    pictures = [picture(beside, *dice) for count, dice in shots for _ in range(count)]
    for number, image in enumerate(pictures):
        cv2.imwrite(str(folder / f"{number:03}.png"), image)
    return folder


def run(*words: object) -> Result:
    return CliRunner().invoke(main, ["watch", *map(str, words)])


def throws(result: Result) -> list[list[int]]:
    assert result.exit_code == 0, result.output
    events = [json.loads(line) for line in result.stdout.splitlines()]
    return [sorted(event["dice"]) for event in events if event["event"] == "roll_settled"]


def nothing_beyond(reader: Reds) -> bool:
    """Whether all that was read is black beyond the area."""
    whole = [image for image in reader.shown if image.shape == (480, 640, 3)]
    return all(np.array_equal(image, alone(image, AREA)) for image in whole)


def test_only_throws_inside_the_area_are_reported(reader: Reds, film: Path) -> None:
    assert throws(run("--game", "none", "--dice-area", CORNERS, film)) == [[5, 5]]
    assert reader.shown
    assert all(image.shape[:2] != (480, 640) for image in reader.shown)  # the part that holds the area, not the picture


def test_a_ring_does_as_well(reader: Reds, film: Path) -> None:
    assert throws(run("--game", "none", "--dice-ring", "0.5,0.5 0.5,0.5", film)) == [[5, 5]]


def test_the_stored_area_is_used_on_request(reader: Reds, film: Path, tmp_path: Path) -> None:
    Calibrations(tmp_path).keep_area(AREA)
    assert throws(run("--game", "none", "--data", tmp_path, "--area", film)) == [[5, 5]]
    reader.shown.clear()
    run("--game", "none", "--board", "none", "--data", tmp_path, film)  # else the whole picture is
    assert any(image.shape[:2] == (480, 640) for image in reader.shown)


FIGURES = {
    "layout": "dice-area", "span": [0.06, 0.06], "counts": [[2, 5]], "colours": None,
    "right": [0] * 10 + [9], "wrong": [0] * 11,
}  # fmt: skip


def test_the_stored_area_is_read_without_writing(
    reader: Reds, film: Path, tmp_path: Path
) -> None:
    Calibrations(tmp_path).keep_area(AREA)
    (tmp_path / FILE).write_text(json.dumps(FIGURES), encoding="utf-8")
    before = (tmp_path / FILE).read_bytes()
    assert throws(run("--game", "none", "--data", tmp_path, "--area", film)) == [[5, 5]]
    assert any(isinstance(size, tuple) for size in reader.sizes)
    assert nothing_beyond(reader)
    assert (tmp_path / FILE).read_bytes() == before
    (tmp_path / FILE).write_text("{", encoding="utf-8")
    result = run("--game", "none", "--data", tmp_path, "--area", film)
    assert "damaged, not used" in result.stderr
    assert (tmp_path / FILE).read_text(encoding="utf-8") == "{"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--game", "occe_child", "--dice-area", CORNERS], "--game none"),
        (["--game", "none", "--board", "occe", "--dice-area", CORNERS], "no --board"),
        (["--game", "none", "--dice-area", "0.1,0.1"], "8 numbers"),
        (["--game", "none", "--dice-area", CORNERS, "--dice-ring", "0.5,0.5 0.4,0.4"], "got both"),
        (["--game", "none", "--area"], "--data"),
        (["--game", "none", "--area", "--data", "{empty}"], "a data folder with a dice area"),
    ],
)
def test_wrong_words_are_refused(reader: Reds, film: Path, tmp_path: Path, words: list[str], says: str) -> None:
    result = run(*(word.format(empty=tmp_path) for word in words), film)
    assert (result.exit_code, says in result.output) == (2, True), result.output
    assert reader.shown == []
