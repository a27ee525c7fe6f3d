"""The check beside the game and from the command line: it stores figures, and pictures only after consent."""

import json
from datetime import datetime
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

import webui.live.eyes
from vision.frame import Frame
from vision.layout import load_layout
from vision.observation import BoardSeen, Die, Observation, Piece
from webui.checkup.run import FILE, RunningCheck
from webui.cli import main
from webui.words import words
from webui.words.selftest import asked, reading_now, result

BOARD = BoardSeen("occe", ((100, 400), (100, 80), (540, 80), (540, 400)), True, 0.9)
FRAME = Frame(np.random.default_rng(1).integers(60, 200, (480, 640, 3), dtype=np.uint8), 0.0)
MARK, EDGE = 201, 22


def dice(*values: int) -> tuple[Die, ...]:
    return tuple(Die(value, "flat", (200.0 + 60 * k, 200, 22, 20), 0.97) for k, value in enumerate(values))


def tiles(closed: bool) -> tuple[Piece, ...]:
    return tuple(
        Piece(space.name, "closed", None, (200 + 30 * space.slot, 380), 0.95)
        if closed and space.seat == 1
        else Piece(space.name, "open", space.number, (200 + 30 * space.slot, 60 * space.seat), 0.95)
        for space in load_layout("occe").spaces_of()
    )


def feed(
    check: RunningCheck, seconds: float, lying_dice: tuple[Die, ...], pieces: tuple[Piece, ...] = ()
) -> None:
    start = check.trial.t if check.trial else 0.0
    for k in range(1, round(2 * seconds) + 1):
        check.saw(Observation(start + k / 2, BOARD, lying_dice, pieces), FRAME)


def played(check: RunningCheck, *, crops: bool) -> RunningCheck:
    check.begin(crops=crops)
    for face in range(1, 7):
        feed(check, 2, dice(face, face))
    feed(check, 2, (), tiles(False))
    feed(check, 2, (), tiles(True))
    return check


@pytest.fixture
def check(tmp_path: Path) -> RunningCheck:
    return RunningCheck(tmp_path, lambda: datetime(2026, 3, 4, 10, 5))


def test_figures_are_kept_and_no_picture(check: RunningCheck, tmp_path: Path) -> None:
    report = played(check, crops=False).result()
    assert report is not None
    assert (report.dice.right, report.tiles.right) == (12, 45)
    stored = json.loads((tmp_path / FILE).read_text(encoding="utf-8"))
    assert (stored["at"], stored["verdict"], stored["dice"]["n"]) == ("2026-03-04T10:05:00", report.verdict, 12)
    assert [path.name for path in tmp_path.rglob("*")] == [FILE]


def test_pictures_are_stored_with_the_truth_after_consent(
    check: RunningCheck, tmp_path: Path
) -> None:
    played(check, crops=True)
    folder = tmp_path / "crops" / "2026-03-04-100500"
    lines = [json.loads(line) for line in (folder / "labels.jsonl").read_text().splitlines()]
    assert len(lines) == check.kept_crops == 12 + 36 + 36
    assert lines[0] == {"file": "dice-1-01.png", "value": 1, "read": 1, "sure": 0.97}
    assert {line["state"] for line in lines if "space" in line} == {"open", "closed"}
    assert {cv2.imread(str(folder / line["file"])).ndim for line in lines} == {3}


def test_a_step_passed_over_keeps_no_picture(check: RunningCheck, tmp_path: Path) -> None:
    check.begin(crops=True)
    feed(check, 1, dice(4, 4))
    check.skip()
    assert not (tmp_path / "crops").exists()
    assert check.trial is not None
    assert check.trial.outcomes[0].skipped


def test_stopping_leaves_the_rest_undone(check: RunningCheck) -> None:
    check.begin()
    feed(check, 2, dice(1, 1))
    check.stop()
    report = check.result()
    assert report is not None
    assert (report.verdict, len(report.skipped), check.running) == ("incomplete", 7, False)


def test_an_unwritable_folder_is_reported_and_the_result_stands(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    check = played(RunningCheck(tmp_path / "file"), crops=False)
    assert check.trouble
    assert check.result() is not None


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_step_and_result_has_its_words(check: RunningCheck, language: str) -> None:
    w = words(language)
    check.begin()
    texts = []
    while (trial := check.trial) is not None and trial.ask is not None:
        texts += [asked(w, trial.ask, True), asked(w, trial.ask, False), reading_now(w, trial.ask, trial)]
        feed(check, 0.5, dice(2, 5), tiles(True))
        trial = check.trial
        texts.append(reading_now(w, trial.ask, trial))  # type: ignore[arg-type]  # the step goes on
        check.confirm()
    report = check.result()
    assert report is not None
    texts += [text for _, text in result(w, report)]
    assert all("%(" not in text and text for text in texts)
    assert len(report.wrong) == 7  # all but the closed row


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in arguments])


class PlainEyes:
    """Reads dice painted by `table`: their green is MARK, their blue tells the value."""

    def look(self, frame: Frame, *asked: object) -> Observation:
        green = (frame.image[:, :, 1] == MARK).astype(np.uint8)
        boxes = cv2.connectedComponentsWithStats(green)[2][1:, :4].tolist()
        read = (
            Die(int(frame.image[y + h // 2, x + w // 2, 0]) // 20, "flat", (x, y, w, h), 0.99)
            for x, y, w, h in boxes
        )
        return Observation(frame.time, None, tuple(read))


def table(*faces: int) -> np.ndarray:
    image = np.tile(np.arange(640, dtype=np.uint8)[None, :, None] % 150, (480, 1, 3))
    image[:, :, 1] = 90
    for k, face in enumerate(faces):
        image[200 : 200 + EDGE, 200 + 90 * k : 200 + 90 * k + EDGE] = (20 * face, MARK, 250)
    return image


def film(folder: Path, *shots: tuple[int, ...]) -> Path:
    """Each pair of faces for three seconds, five pictures a second, an empty table before it."""
    folder.mkdir()
    pictures = [picture for faces in shots for picture in [table()] * 5 + [table(*faces)] * 15]
    for number, image in enumerate(pictures):
        cv2.imwrite(str(folder / f"{number:03}.png"), image)
    return folder


@pytest.fixture
def plain_eyes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webui.live.eyes, "open_eyes", lambda instead=None, *, boards=True: PlainEyes())


@pytest.mark.usefixtures("plain_eyes")
def test_a_recording_of_all_faces_passes(tmp_path: Path) -> None:
    shots = film(tmp_path / "film", *((face, face) for face in range(1, 7)))
    result = run("selftest", "--board", "none", "--json", "--data", tmp_path, "--pictures", shots)
    report = json.loads(result.stdout)
    assert (report["verdict"], report["dice"]["right"], report["dice"]["n"]) == ("pass", 12, 12), report
    assert (result.exit_code, report["die_px"]) == (0, EDGE)
    assert json.loads((tmp_path / FILE).read_text())["verdict"] == "pass"


@pytest.mark.usefixtures("plain_eyes")
def test_a_recording_that_ends_early_does_not_pass(tmp_path: Path) -> None:
    result = run(
        "selftest", "--board", "none", "--data", tmp_path, "--pictures", film(tmp_path / "film", (1, 1))
    )
    assert result.exit_code == 1
    assert "1/6 Posez deux dés au milieu, face 1 en haut." in result.stdout
    assert "Trop peu d’étapes" in result.stdout
