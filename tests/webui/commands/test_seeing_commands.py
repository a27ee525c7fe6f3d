"""`piste read`, `evaluate` and `watch` from outside: files in, lines out, with eyes for plain pictures."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result
from drawn_boards import START, drawn
from each import each
from painted_dice import LYING, PlainEyes, table

import webui.live.eyes
from vision.men.finder import Leaves
from vision.men.look import ArrowSeen, MenSeen
from webui.checkup.kept import Calibrations
from webui.cli import main


@pytest.fixture(autouse=True)
def plain_eyes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webui.live.eyes, "open_eyes", lambda instead=None, *, boards=True: PlainEyes())


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


def test_a_throw_is_told_once_with_its_values(tmp_path: Path) -> None:
    result = run("watch", "--game", "none", film(tmp_path / "a film", (5, EMPTY), *THROW, (8, LYING)))
    assert result.exit_code == 0, result.output
    events = lines(result)
    assert [line["event"] for line in events] == ["roll_started", "roll_settled"]
    assert events[1]["dice"] == [5, 3]
    assert 1.4 <= float(str(events[1]["t"])) <= 2.0  # frame 7 at 5 a second shows them first


def test_a_film_is_watched_as_its_name_turns_it(tmp_path: Path) -> None:
    shown = film(tmp_path / "a film", (5, EMPTY), *THROW, (8, LYING))
    events = lines(run("watch", "--game", "none", f"{shown}@180m"))
    assert [line["event"] for line in events] == ["roll_started", "roll_settled"]
    assert sorted(events[1]["dice"]) == [3, 5]


def test_a_cocked_die_is_told(tmp_path: Path) -> None:
    cocked = table((300, 200, 0), (380, 260, 3))
    events = lines(run("watch", "--game", "none", film(tmp_path / "f", (5, EMPTY), *THROW, (12, cocked))))
    assert [line["event"] for line in events] == ["roll_started", "die_cocked"]
    assert events[1]["dice"] == [None, 3]


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


def test_read_prints_a_line_per_file_despite_broken_ones(tmp_path: Path) -> None:
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


class MenOnArrows:
    """Eyes that see five dark men on arrow 12A, in doubt, or no board at all."""

    def __init__(self, *, board: bool) -> None:
        self.board, self.sides = board, list[object]()

    def look(self, image: object, seat1_side: object = None) -> MenSeen | None:
        self.sides.append(seat1_side)
        leaf = ((10.04, 90.0), (10.0, 10.0), (60.0, 10.0), (60.0, 90.0))
        arrow = ArrowSeen("12A", "dark", 5, (14.0, 30.0), 0.71239)
        return MenSeen(Leaves((leaf, leaf), 0.9), (arrow,)) if self.board else None


@each("board", [True, False])
def test_read_names_each_arrow_and_its_men(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, board: bool) -> None:
    eyes = MenOnArrows(board=board)
    monkeypatch.setattr(webui.live.eyes, "open_men_eyes", lambda: eyes)
    cv2.imwrite(str(tmp_path / "a.png"), LYING)
    given = run("read", "--board", "arrows", "--seat1-side", "top", tmp_path / "a.png", "--draw", tmp_path / "drawn")
    assert given.exit_code == 0, given.output
    (line,) = lines(given)
    assert eyes.sides == ["top"]
    assert [line[name] for name in ("bar", "off", "cube")] == [None, None, None]
    assert "tiles" not in line
    assert len(line["dice"]) == 2
    assert (tmp_path / "drawn" / "a.png").is_file()
    if not board:
        assert (line["board"], line["arrows"], "board" in line["abstains"]) == (None, [], True)
        return
    assert line["board"] == {
        "layout": "arrows", "corners": [[10.0, 90.0], [10.0, 10.0], [60.0, 10.0], [60.0, 90.0]], "oriented": False,
        "sure": 0.9,
    }  # fmt: skip
    assert line["arrows"] == [{"arrow": "12A", "colour": "dark", "count": 5, "center": [14.0, 30.0], "sure": 0.712}]
    assert "arrows" in line["abstains"]


def test_calibrate_knows_a_board_of_arrows_by_itself(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "start.png"), drawn(START))
    given = run("calibrate", "--data", tmp_path / "data", "--language", "fr", tmp_path / "start.png")
    assert "24 flèches" in given.output
    kept = Calibrations(tmp_path / "data")
    assert (kept.now(), kept.men() is not None) == (None, True)
    cv2.imwrite(str(tmp_path / "less.png"), drawn(START | {"arrow-8": "white x 2"}))
    given = run("calibrate", "--data", tmp_path / "data", "--language", "fr", tmp_path / "less.png")
    assert (given.exit_code, "Il manque une dame sur la flèche 8." in given.output) == (1, True)
