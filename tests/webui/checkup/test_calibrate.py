"""Learning a table: stored, reported in words, from the command line and by hand."""

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import cv2
import drawn_boards
import numpy as np
import pytest
from click.testing import CliRunner, Result
from each import each

import webui.live.eyes
import webui.live.memory
from vision.calibration.checks import Finding
from vision.calibration.learn import Calibration, learn_on
from vision.frame import Frame
from vision.geometry.plane import homography, project
from vision.layout import load_layout
from vision.observation import BoardSeen, Die, Observation, Piece
from webui.checkup.calibrate import learnt_by_hand, learnt_from, spread
from webui.checkup.corners import NotABoard, corners_of_form
from webui.checkup.kept import FILE, Calibrations
from webui.cli import main
from webui.live.memory import TableMemory
from webui.words import words
from webui.words.calibration import SAYS, drawing, lines, sentence
from workshop.scenes import sample_scene
from workshop.scenes.draw.render import render

CORNERS = ((120.0, 430.0), (140.0, 60.0), (520.0, 70.0), (530.0, 440.0))
BOARD = BoardSeen("occe", CORNERS, True, 0.9)
TAGGED = drawn_boards.table({0: (60, 60), 1: (530, 60), 2: (530, 380), 3: (60, 380)}, 48)


def pieces(board: BoardSeen) -> tuple[Piece, ...]:
    """All tiles of a board open, each seat's row a seventh of the side inside."""
    plane, placed = homography(board.corners), []
    for space in load_layout(board.layout).spaces_of():
        along, deep = 0.25 + 0.0625 * (space.slot - 1), 0.14
        x, y = [(along, 1 - deep), (deep, along), (1 - along, deep), (1 - deep, 1 - along)][space.seat - 1]
        (px,) = project(plane, [(x, y)])
        placed.append(Piece(space.name, "open", space.number, (float(px[0]), float(px[1])), 0.97))
    return tuple(placed)


@dataclass
class Eyes:
    """Finds the given board, and reads all its tiles open and two dice."""

    found: BoardSeen | None = BOARD
    known: list[BoardSeen | None] = field(default_factory=list)

    def look(
        self, frame: Frame, board: str = "", side: object = None, known: BoardSeen | None = None, px: object = None
    ) -> Observation:  # fmt: skip
        self.known.append(known)
        seen = known or self.found
        dice = (Die(3, "flat", (300, 240, 22, 22), 0.98), Die(5, "flat", (350, 260, 24, 22), 0.96))
        return Observation(frame.time, seen, dice if seen else (), pieces(seen) if seen else ())


def picture() -> np.ndarray:
    rng = np.random.default_rng(2)
    return cv2.resize(rng.integers(60, 200, (60, 80, 3), dtype=np.uint8), (640, 480))


def frames(count: int = 3) -> list[Frame]:
    return [Frame(picture(), 0.5 * k) for k in range(count)]


@pytest.fixture
def calibration() -> Calibration:
    return learn_on(frames(), Eyes(), BOARD)


def test_what_was_learnt_is_there_after_a_restart(tmp_path: Path, calibration: Calibration) -> None:
    assert Calibrations(tmp_path).now() is None
    Calibrations(tmp_path).keep(calibration)
    again = Calibrations(tmp_path)
    assert (again.now(), again.warning) == (calibration, "")
    again.forget()
    assert Calibrations(tmp_path).now() is None


@pytest.mark.parametrize("bytes_there", [b"", b"{}", b"not json", b"\xff\xfe\x00"])
def test_a_damaged_file_is_put_aside_with_a_warning(tmp_path: Path, bytes_there: bytes) -> None:
    (tmp_path / FILE).write_bytes(bytes_there)
    calibrations = Calibrations(tmp_path)
    assert calibrations.now() is None
    assert FILE in calibrations.warning
    assert (tmp_path / f"{FILE}.corrupt-1").read_bytes() == bytes_there


def test_closed_tiles_seen_before_are_remembered(tmp_path: Path, calibration: Calibration) -> None:
    calibrations = Calibrations(tmp_path)
    shut = tuple(replace(look, kind="closed", reads=None) for look in calibration.looks)
    calibrations.keep(replace(calibration, looks=shut))  # type: ignore[arg-type]  # the kind is one
    calibrations.keep(calibration)
    now = calibrations.now()
    assert now is not None
    assert {look.kind for look in now.looks} == {"open", "closed"}


def test_pictures_are_taken_apart_from_each_other() -> None:
    film = [Frame(picture(), k / 10) for k in range(60)]
    assert [frame.time for frame in spread(film, count=3, apart=0.5, skip=1.0)] == [1.0, 1.5, 2.0]
    assert [frame.time for frame in spread(film[:3], skip=1.0)] == [0.2]  # the last, where it ends early
    assert spread([]) == []


def test_a_person_says_where_place_1_is() -> None:
    learnt = learnt_from(frames(), Eyes(), "auto", "left")
    assert learnt.calibration is not None
    assert learnt.calibration.seat1_side == "left"
    assert learnt.usable


def test_corners_by_hand_are_sure_without_a_detected_board() -> None:
    learnt = learnt_by_hand(frames(1), Eyes(None), CORNERS, "occe", "right")
    assert learnt.calibration is not None
    assert (learnt.calibration.seat1_side, learnt.usable) == ("right", True)
    assert set(learnt.calibration.corners) == set(CORNERS)
    assert learnt.picture(drawing(words("fr"))).shape[1] == 640


def form(*points: tuple[float, float]) -> dict[str, str]:
    named = [
        (axis, k, value) for k, point in enumerate(points, 1) for axis, value in zip("xy", point, strict=True)
    ]
    return {f"{axis}{k}": str(value) for axis, k, value in named}


def test_corners_dragged_past_each_other_are_put_in_order() -> None:
    a, b, c, d = CORNERS
    assert corners_of_form(form(a, b, c, d), 640, 480) == CORNERS
    assert corners_of_form(form(a, d, c, b), 640, 480) == CORNERS
    assert corners_of_form(form(a, c, b, d), 640, 480) == CORNERS


@each(
    "points",
    [
        CORNERS[:3],
        ((0, 0), (0, 0), (0, 0), (0, 0)),
        ((100, 400), (200, 300), (300, 200), (400, 100)),  # in a row
        ((100, 400), (110, 390), (120, 400), (110, 410)),  # tiny
        ((100, 400), (300, 300), (100, 100), (200, 300)),  # dented
        ((-900, 400), *CORNERS[1:]),
        ((float("nan"), 400), *CORNERS[1:]),
    ],
)
def test_what_can_be_no_board_is_refused(points: tuple[tuple[float, float], ...]) -> None:
    with pytest.raises(NotABoard, match="expected"):
        corners_of_form(form(*points), 640, 480)


VALUES = {
    "board": {"sure": 0.98, "by_hand": False}, "light": {"level": 120}, "dice": {"px": 20.0}, "tiles": {"px": 30.0},
    "read": {"n": 36, "read": 35, "doubtful": ("seat-2/slot-7",)},
    "tags": {"n": 2, "oriented": True, "side": "left"}, "worn": {"spaces": ("seat-1/slot-4", "slot-9")},
    "unreadable": {"why": "glare"},
}  # fmt: skip


@each("language", ["fr", "en"])
@each("word", [word for word, _ in SAYS])
def test_everything_that_is_looked_at_has_its_sentence(language: str, word: str) -> None:
    for good in (True, False):
        text = sentence(words(language), Finding(word, good, tuple(VALUES.get(word, {}).items())))
        assert text.endswith((".", "?"))
        assert "%(" not in text


def test_a_tile_is_named_with_its_place(calibration: Calibration) -> None:
    looks = [replace(look, sure=0.4) if look.space == "seat-2/slot-7" else look for look in calibration.looks]
    texts = [text for good, text in lines(words("fr"), replace(calibration, looks=tuple(looks))) if not good]
    assert any("7 (place 2)" in text for text in texts)


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in arguments])


@pytest.fixture
def table(tmp_path: Path) -> Path:
    file = tmp_path / "table.png"
    cv2.imwrite(str(file), picture())
    return file


def test_a_table_is_learnt_from_the_command_line(
    tmp_path: Path, table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webui.live.eyes, "open_eyes", lambda instead=None, *, boards=True: Eyes())
    drawn = tmp_path / "drawn.png"
    result = run("calibrate", "--data", tmp_path, "--picture", drawn, table)
    assert result.exit_code == 0, result.output
    assert "Je vois le plateau" in result.output
    assert cv2.imread(str(drawn)).shape[0] > 480  # the table, and what is said of it
    stored = Calibrations(tmp_path).now()
    assert stored is not None
    assert (stored.corners, stored.die_px) == (CORNERS, 23.0)
    assert "I see the board" in run("calibrate", "--language", "en", "--data", tmp_path, table).output


def test_where_no_board_is_found_nothing_is_kept(
    tmp_path: Path, table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webui.live.eyes, "open_eyes", lambda instead=None, *, boards=True: Eyes(None))
    result = run("calibrate", "--data", tmp_path, table)
    assert result.exit_code == 1
    assert "Je ne vois pas le plateau" in result.output
    assert not (tmp_path / FILE).exists()


def test_a_mirrored_picture_is_told_and_not_learnt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webui.live.eyes, "open_eyes", lambda instead=None, *, boards=True: Eyes())
    file = tmp_path / "mirrored.png"
    cv2.imwrite(str(file), TAGGED[:, ::-1])
    result = run("calibrate", "--data", tmp_path, file)
    assert (result.exit_code, (tmp_path / FILE).exists()) == (1, False)
    assert "! L’image est inversée comme dans un miroir" in result.output
    assert "usb:0@0m" in result.output
    result = run("calibrate", "--data", tmp_path, f"{file}@0m")
    assert (result.exit_code, (tmp_path / FILE).exists()) == (0, True)
    assert "miroir" not in result.output


def test_a_camera_that_is_not_there_is_told(tmp_path: Path) -> None:
    result = run("calibrate", "--data", tmp_path, tmp_path / "none.mp4")
    assert result.exit_code == 1
    assert "expected" in result.output


def test_what_was_learnt_is_used_when_a_recording_is_followed(
    tmp_path: Path, calibration: Calibration, monkeypatch: pytest.MonkeyPatch
) -> None:
    eyes = Eyes(None)
    monkeypatch.setattr(webui.live.eyes, "open_eyes", lambda instead=None, *, boards=True: eyes)
    monkeypatch.setattr(webui.live.memory, "remembering", lambda plain, folder, *, writes: (plain, TableMemory()))
    Calibrations(tmp_path).keep(calibration)
    (tmp_path / "film").mkdir()
    for k in range(8):
        cv2.imwrite(str(tmp_path / "film" / f"{k}.png"), picture())
    result = run("watch", "--game", "none", "--data", tmp_path, tmp_path / "film")
    assert result.exit_code == 0, result.output
    assert set(eyes.known) == {calibration.board}
    eyes.known.clear()
    run("watch", "--game", "none", tmp_path / "film")
    assert set(eyes.known) == {None}


def test_a_mirrored_film_is_noted_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Mirrored(Eyes):
        def look(self, *asked: Any) -> Observation:
            return replace(super().look(*asked), warnings=frozenset({"mirrored"}))

    monkeypatch.setattr(webui.live.memory, "remembering", lambda plain, folder, *, writes: (Mirrored(), TableMemory()))
    monkeypatch.setattr(webui.live.eyes, "open_eyes", lambda instead=None, *, boards=True: Eyes())
    (tmp_path / "film").mkdir()
    for k in range(12):
        cv2.imwrite(str(tmp_path / "film" / f"{k:02}.png"), picture())
    result = run("watch", "--game", "occe_child", "--players", "2", tmp_path / "film")
    assert result.exit_code == 0, result.output
    assert result.stderr.count("the picture is mirrored") == 1


@pytest.mark.parametrize("seed", [12, 13])
def test_a_drawn_table_is_learnt_as_it_is(seed: int) -> None:
    rng = np.random.default_rng(seed)
    image, truth = render(sample_scene(rng, kind="occe", split="test", harsh=0.0, size=(800, 600), tags=True))
    learnt = learnt_from([Frame(image, 0.0)], webui.live.eyes.open_eyes())
    assert learnt.calibration is not None
    true = np.array(truth["board"]["corners"])
    off = np.hypot(*(np.array(learnt.calibration.corners) - true).T).max()
    assert off < 0.06 * np.hypot(*(true[1] - true[0]))
    assert (len(learnt.calibration.slots), learnt.calibration.tags > 0) == (36, True)
