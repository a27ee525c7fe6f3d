"""`piste read`, `evaluate` and `watch` from outside: files in, lines out, with eyes for plain pictures."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

import webui.eyes
from vision.frame import Frame
from vision.observation import Die, Observation
from webui.cli import main

MARK, EDGE = 201, 22


class PlainEyes:
    """Reads dice painted by `table`: their green is MARK, their blue tells the value (0: cocked)."""

    def look(self, frame: Frame, *asked: object) -> Observation:
        green = (frame.image[:, :, 1] == MARK).astype(np.uint8)
        boxes = cv2.connectedComponentsWithStats(green)[2][1:, :4].tolist()
        return Observation(frame.time, None, tuple(self._die(frame, *box) for box in boxes))

    @staticmethod
    def _die(frame: Frame, x: int, y: int, w: int, h: int) -> Die:
        value = int(frame.image[y + h // 2, x + w // 2, 0]) // 20
        return Die(value or None, "flat" if value else "cocked", (x, y, w, h), 0.99)


@pytest.fixture(autouse=True)
def plain_eyes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webui.eyes, "open_eyes", lambda instead=None, *, boards=True: PlainEyes())


def table(*dice: tuple[int, int, int]) -> np.ndarray:
    """A plain table; each die is x, y (px) and value."""
    image = np.full((480, 640, 3), (60, 90, 130), np.uint8)
    for x, y, value in dice:
        image[y : y + EDGE, x : x + EDGE] = (20 * value, MARK, 250)
    return image


def film(folder: Path, *shots: tuple[int, np.ndarray]) -> Path:
    """Writes each picture as often as said, as numbered files."""
    folder.mkdir()
    pictures = [picture for count, picture in shots for _ in range(count)]
    for number, picture in enumerate(pictures):
        cv2.imwrite(str(folder / f"frame {number}.png"), picture)
    return folder


def run(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def lines(result: Result) -> list[dict[str, object]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


EMPTY = table()
THROW = ((1, table((90, 90, 2), (60, 140, 6))), (1, table((180, 150, 1), (150, 200, 3))))
LYING = table((300, 200, 5), (380, 260, 3))


def test_a_throw_is_told_once_with_its_values(tmp_path: Path) -> None:
    result = run("watch", "--game", "none", film(tmp_path / "a film", (5, EMPTY), *THROW, (8, LYING)))
    assert result.exit_code == 0, result.output
    told = lines(result)
    assert [line["event"] for line in told] == ["roll_started", "roll_settled"]
    assert told[1]["dice"] == [5, 3]
    assert 1.4 <= float(str(told[1]["t"])) <= 2.0  # frame 7 at 5 a second shows them first


def test_a_cocked_die_is_told(tmp_path: Path) -> None:
    cocked = table((300, 200, 0), (380, 260, 3))
    told = lines(run("watch", "--game", "none", film(tmp_path / "f", (5, EMPTY), *THROW, (12, cocked))))
    assert [line["event"] for line in told] == ["roll_started", "die_cocked"]
    assert told[1]["dice"] == [None, 3]


def test_dice_that_lie_there_from_the_start_are_no_throw(tmp_path: Path) -> None:
    assert lines(run("watch", "--game", "none", film(tmp_path / "f", (12, LYING)))) == []


def test_a_broken_picture_is_left_out_and_named(tmp_path: Path) -> None:
    folder = film(tmp_path / "f", (5, EMPTY), *THROW, (8, LYING))
    (folder / "frame 9.png").write_bytes(b"no picture")
    result = run("watch", "--game", "none", folder)
    assert result.exit_code == 0
    assert "frame 9.png" in result.stderr
    assert "roll_settled" in result.stdout


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        (["--game", "none", "no such film.mp4"], 1, "no such film"),
        (["--game", "chess", "{film}"], 2, "chess"),
        (["--game", "royal", "--seats", "1,x", "{film}"], 2, "1,x"),
        (["--game", "royal", "--players", "3", "--seats", "1,2", "{film}"], 2, "3 places"),
        (["--game", "none", "{empty}"], 1, "pictures"),
        (["{film}"], 2, "--game"),
    ],
)
def test_wrong_words_are_refused_and_say_what_was_expected(
    tmp_path: Path, words: list[str], status: int, says: str
) -> None:
    (tmp_path / "empty").mkdir()
    places = {"film": film(tmp_path / "f", (1, EMPTY)), "empty": tmp_path / "empty"}
    result = run("watch", *(word.format(**places) for word in words))
    assert (result.exit_code, says in result.output) == (status, True), result.output


def test_read_tells_one_line_a_file_and_goes_on_after_a_broken_one(tmp_path: Path) -> None:
    good, broken = tmp_path / "été 1.png", tmp_path / "b.jpg"
    cv2.imencode(".png", LYING)[1].tofile(good)
    broken.write_bytes(b"\xff\xd8 broken")
    result = run(
        "read", "--board", "none", broken, good, tmp_path / "absent.png", "--draw", tmp_path / "drawn"
    )
    assert result.exit_code == 1
    first, second, third = lines(result)
    assert set(first) == {"file", "error"}
    assert set(third) == {"file", "error"}
    assert (second["file"], second["width"], second["height"]) == (str(good), 640, 480)
    assert second["dice"] == [
        {"value": 5, "state": "flat", "box": [300.0, 200.0, 22.0, 22.0], "sure": 0.99},
        {"value": 3, "state": "flat", "box": [380.0, 260.0, 22.0, 22.0], "sure": 0.99},
    ]
    rest = {key: second[key] for key in ("board", "tiles", "hands", "abstains", "warnings")}
    assert rest == {"board": None, "tiles": [], "hands": False, "abstains": [], "warnings": []}
    assert (tmp_path / "drawn" / "été 1.png").is_file()


def test_read_without_a_broken_file_ends_well(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), LYING)
    assert run("read", tmp_path / "a.png").exit_code == 0


def test_evaluate_scores_a_label_file_and_shows_the_failures(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), LYING)
    right = [{"value": 5, "bbox": [300, 200, 22, 22]}, {"value": 3, "bbox": [380, 260, 22, 22]}]
    head = {"image": "a.png", "width": 640, "height": 480, "bbox_kind": "die", "use": "measure"}
    labels = tmp_path / "labels.jsonl"
    pictures = [
        head | {"source": "one", "dice": right},
        head | {"source": "two/x", "dice": [right[0] | {"value": 4}, right[1]]},
        head | {"source": "two/x", "dice": right, "image": "absent.png"},
    ]
    labels.write_text("\n".join(map(json.dumps, pictures)), encoding="utf-8")
    result = run("evaluate", labels, "--json", "--pictures", tmp_path / "sheets")
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout)
    assert (told["pictures"], told["unreadable"]) == (2, 1)
    assert told["sources"]["one"]["dice"]["f1"] == 1
    assert told["sources"]["two/x"]["dice"]["f1"] == 0.5
    assert [file.name for file in (tmp_path / "sheets").iterdir()] == ["two_x-001.jpg"]
    assert "macro over sources" in run("evaluate", labels).stdout
    only = json.loads(run("evaluate", labels, "--json", "--source", "one", "--limit", 1).stdout)
    assert list(only["sources"]) == ["one"]


@pytest.mark.parametrize("content", ["", "{}\n", "not json"])
def test_evaluate_refuses_what_are_no_labels(tmp_path: Path, content: str) -> None:
    (tmp_path / "labels.jsonl").write_text(content)
    result = run("evaluate", tmp_path / "labels.jsonl")
    assert result.exit_code == 1
    assert "expected" in result.output
