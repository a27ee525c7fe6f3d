"""A capture beside the game: nothing before consent, a picture of a still table, a person's word, plain files."""

import errno
import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

import cv2
import numpy as np
import pytest
from each import each
from plain_board import BOARD, BoardEyes, room

import webui.capture.files
from vision.frame import Frame
from vision.observation import BoardSeen, Die, Observation
from webui.capture.files import CaptureFacts, NotACapture, delete, opened, sets
from webui.capture.labels import Unanswered
from webui.capture.papers import Consent, NotSigned
from webui.capture.run import HOLD, RunningCapture
from workshop.evaluate.truth import read_truths

FACTS = CaptureFacts(Consent("Léa", "cc-by", "2026-03-04"), "occe", 9, "usb:0")
ONE, TWO = Die(1, "flat", (300, 250, 20, 20), 0.9), Die(2, "flat", (350, 260, 20, 20), 0.9)


@dataclass
class Desk:
    """A capture, what its camera sees, and how far its time is."""

    capture: RunningCapture
    eyes: BoardEyes
    data: Path
    t: float = 0.0

    def sees(
        self, seconds: float = 0.0, *, still: bool = True, seed: int = 1, light: float = 1.0, **more: object
    ) -> None:
        """Two looks a second at the table as it is, at least one."""
        for _ in range(max(1, round(2 * seconds))):
            self.t += 0.5
            frame = Frame(room(seed, light), self.t)
            observation = self.eyes.look(frame, "occe", None, None, None)
            self.capture.saw(replace(observation, still=still, **more), frame)  # type: ignore[arg-type]  # fields of it

    def takes(self, **more: object) -> None:
        self.capture.take()
        self.sees(**more)  # type: ignore[arg-type]  # as sees has them

    def keeps(self, *answers: object, **more: object) -> None:
        self.takes(**more)
        self.capture.confirm(answers)  # type: ignore[arg-type]  # a person's answers

    def until(self, name: str) -> None:
        while self.capture.step is not None and self.capture.step.name != name:
            self.capture.skip()

    @property
    def files(self) -> list[str]:
        return sorted(path.relative_to(self.data).as_posix() for path in self.data.rglob("*") if path.is_file())


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    eyes = BoardEyes()
    return Desk(RunningCapture(tmp_path, eyes, lambda: datetime(2026, 3, 4, 10, 5)), eyes, tmp_path)


@pytest.fixture
def begun(desk: Desk) -> Desk:
    desk.capture.begin(FACTS)
    return desk


SET = "capture/2026-03-04-100500"


def test_nothing_is_stored_before_a_person_agreed(desk: Desk) -> None:
    desk.takes()
    desk.sees(10, still=False)
    desk.sees(10)
    for do in (desk.capture.skip, desk.capture.redo, desk.capture.again, desk.capture.stop):
        do()
    desk.capture.confirm([])
    assert (desk.capture.taken, desk.files) == (None, [])


@each(
    ("name", "licence"), [("", "cc0"), ("  ", "cc0"), ("a\nb", "cc0"), ("x" * 81, "cc0"), ("Léa", "mine")]
)
def test_who_does_not_sign_has_not_agreed(name: str, licence: str) -> None:
    with pytest.raises(NotSigned, match="expected"):
        Consent(name, licence, "2026-03-04")  # type: ignore[arg-type]  # what a form may say


def test_a_picture_waits_in_memory_for_a_persons_word(begun: Desk) -> None:
    before = begun.files
    begun.takes()
    taken = begun.capture.taken
    assert taken is not None
    assert taken.image.shape[0] < 480
    assert taken.drawn().shape == taken.image.shape
    assert begun.files == before
    begun.capture.confirm([])
    assert f"{SET}/pictures/01-start.png" in begun.files
    assert np.array_equal(cv2.imread(str(begun.data / SET / "pictures/01-start.png")), taken.image)


def test_the_set_holds_labels_readings_licence_description_and_figures(begun: Desk) -> None:
    begun.keeps()
    begun.eyes.dice = (ONE, replace(TWO, value=5))
    begun.keeps(1, 2)
    folder = begun.data / SET
    assert {path.name for path in folder.iterdir()} == {
        "pictures", "labels.jsonl", "readings.jsonl", "summary.json", "capture.json", "LICENCE.txt", "README.md",
    }  # fmt: skip
    first, second = read_truths(folder / "labels.jsonl")
    assert (first.dice, first.layout, first.source, len(first.tiles)) == ((), "occe", "Léa, 2026-03-04", 36)
    assert [die.value for die in second.dice or ()] == [1, 2]  # as asked and confirmed, not as read
    readings = [json.loads(line) for line in (folder / "readings.jsonl").read_text().splitlines()]
    assert [die["value"] for die in readings[1]["dice"]] == [1, 5]
    assert readings[1]["file"] == "pictures/02-one-two.png"
    figures = json.loads((folder / "summary.json").read_text())
    assert (figures["all"]["dice"], figures["all"]["dice_right"], figures["all"]["dice_wrong"]) == (2, 1, 1)
    assert "CC BY 4.0" in (folder / "LICENCE.txt").read_text()
    assert "Léa" in (folder / "LICENCE.txt").read_text()
    assert "usb:0" in (folder / "README.md").read_text()
    assert {path.stat().st_mode & 0o077 for path in folder.rglob("*") if path.is_file()} == {0}


def test_a_picture_is_taken_after_movement_ends(begun: Desk) -> None:
    begun.sees(20)  # nobody has touched anything yet
    assert begun.capture.taken is None
    begun.sees(1, still=False)
    assert begun.capture.moving
    begun.sees(HOLD - 1)
    assert begun.capture.taken is None
    begun.sees(2)
    assert begun.capture.taken is not None


def test_a_picture_that_is_wanted_waits_until_nothing_moves(begun: Desk) -> None:
    begun.takes(still=False)
    assert (begun.capture.taken, begun.capture.wanted) == (None, True)
    begun.sees()
    assert begun.capture.taken is not None


@pytest.mark.parametrize(
    ("look", "word", "insists"),
    [
        ({"light": 0.05}, "light_low", True),
        ({"hands": frozenset({"seat-1/slot-2"})}, "hand", True),
        ({"warnings": frozenset({"hands_over_board"})}, "hand", True),
        ({"board": None}, "no_board", False),
        ({"board": BoardSeen("box", BOARD.corners, True, 0.9)}, "other_board", False),
        ({"board": replace(BOARD, corners=((-90, 420), (170, 80), (470, 90), (480, 430)))}, "board_cut", False),
    ],
)
def test_an_unfit_picture_is_refused_with_a_reason(
    begun: Desk, look: dict[str, object], word: str, insists: bool
) -> None:
    begun.takes(**look)
    assert begun.capture.taken is None
    assert word in begun.capture.unfit
    begun.capture.take(insist=True)
    begun.sees(**look)  # type: ignore[arg-type]  # as sees has them
    taken = begun.capture.taken
    assert (taken is not None) == insists
    if taken is not None:
        assert taken.condition()["although"] == list(taken.although)
        assert word in taken.although


def test_a_refusal_is_over_once_something_moves_again(begun: Desk) -> None:
    begun.takes(light=0.05)
    assert begun.capture.unfit == ("light_low",)
    begun.sees(still=False)
    assert (begun.capture.unfit, begun.capture.wanted) == ((), True)
    begun.sees()
    assert begun.capture.taken is not None


def test_a_blurred_picture_is_refused(begun: Desk) -> None:
    soft = np.tile(np.linspace(20, 220, 640, dtype=np.uint8)[None, :, None], (480, 1, 3))
    begun.capture.take()
    begun.capture.saw(Observation(1.0, BOARD, ()), Frame(soft, 1.0))
    assert begun.capture.unfit == ("blurred",)
    assert begun.capture.taken is None


def test_requested_dim_light_glare_and_hands_are_no_fault(begun: Desk) -> None:
    begun.until("dim")
    begun.eyes.dice = (ONE, TWO)
    begun.takes(light=0.05)
    assert begun.capture.taken is not None
    begun.capture.again()
    begun.until("hand")
    begun.takes(warnings=frozenset({"hands_over_board"}))
    assert begun.capture.taken is not None


def test_a_person_corrects_dice_and_adds_missed_ones(begun: Desk) -> None:
    begun.until("throw")
    begun.eyes.dice = (ONE,)
    begun.takes()
    with pytest.raises(Unanswered):
        begun.capture.confirm([6])
    left = begun.data / SET / "pictures"
    assert not left.exists()
    taken = begun.capture.taken
    assert taken is not None
    with pytest.raises(ValueError, match="expected a point"):
        begun.capture.add_die((10_000, 3))
    begun.capture.add_die((150, 150), [6])
    assert begun.capture.taken is not None
    assert begun.capture.taken.answers == (6, None)
    begun.capture.confirm([6, 4])
    (truth,) = read_truths(begun.data / SET / "labels.jsonl")
    assert [die.value for die in truth.dice or ()] == [6, 4]
    score = begun.capture.score
    assert score is not None
    assert (score.dice, score.dice_right, score.dice_extra) == (2, 0, 1)


def test_of_a_larger_still_the_still_is_kept(begun: Desk) -> None:
    begun.until("throw")
    still = cv2.resize(room(), None, fx=2, fy=2, interpolation=cv2.INTER_NEAREST)
    begun.capture.take()
    begun.capture.saw(Observation(1.0, BOARD, (ONE, TWO)), Frame(room(), 1.0, np.asarray(still, np.uint8)))
    taken = begun.capture.taken
    assert taken is not None
    plain = RunningCapture(begun.data / "other", begun.eyes)
    plain.begin(FACTS)
    while plain.step is not None and plain.step.name != "throw":
        plain.skip()
    plain.take()
    plain.saw(Observation(1.0, BOARD, (ONE, TWO)), Frame(room(), 1.0))
    small = plain.taken
    assert small is not None
    assert np.abs(np.array(taken.image.shape) - 2 * np.array(small.image.shape))[:2].max() <= 4
    assert [box[2] for box in taken.boxes] == [2 * box[2] for box in small.boxes] == [40, 40]


def test_a_tile_not_placed_as_asked_is_labelled_correctly(begun: Desk) -> None:
    begun.takes()
    begun.capture.confirm([], ["seat-2/slot-7"])
    (truth,) = read_truths(begun.data / SET / "labels.jsonl")
    assert truth.tiles["seat-2/slot-7"].kind == "closed"
    assert begun.capture.score is not None
    assert (begun.capture.score.tiles, begun.capture.score.tiles_right) == (36, 35)


def test_an_interrupted_set_goes_on_where_it_was(begun: Desk) -> None:
    begun.keeps()
    begun.capture.skip()
    again = RunningCapture(begun.data, begun.eyes)
    again.resume(begun.data / SET)
    assert again.step is not None
    assert again.step.name == "three-four"
    assert again.current == begun.capture.current == sets(begun.data)[0]


def test_the_last_step_is_retaken_and_the_summary_counts_it(begun: Desk) -> None:
    begun.keeps()
    begun.capture.redo()
    assert begun.capture.step is not None
    assert begun.capture.step.name == "start"
    assert f"{SET}/pictures/01-start.png" not in begun.files
    begun.keeps(seed=2)
    figures = json.loads((begun.data / SET / "summary.json").read_text())
    assert figures["taken_again_after_the_reading_was_shown"] == 1


def test_refusals_are_counted_in_the_summary(begun: Desk) -> None:
    begun.takes(light=0.05)
    begun.keeps()
    assert json.loads((begun.data / SET / "summary.json").read_text())["refused"] == {"light_low": 1}


def full(which: str) -> Callable[..., None]:
    """Writes as `webui.capture.files` does, except files of this name: for them the disk is full."""
    real = {"text": webui.capture.files.write_whole, "bytes": webui.capture.files.write_bytes_whole}

    def write(path: Path, data: str | bytes) -> None:
        if path.name.endswith(which):
            raise OSError(errno.ENOSPC, "No space left on device", str(path))
        real["text" if isinstance(data, str) else "bytes"](path, data)

    return write


@pytest.mark.parametrize("which", [".png", "capture.json"])
def test_a_full_disk_is_told_and_the_picture_waits(begun: Desk, monkeypatch: pytest.MonkeyPatch, which: str) -> None:
    begun.keeps()
    before = begun.files
    begun.takes()
    with monkeypatch.context() as patch:
        patch.setattr(webui.capture.files, "write_whole", full(which))
        patch.setattr(webui.capture.files, "write_bytes_whole", full(which))
        begun.capture.add_die((150, 150))
        begun.capture.add_die((200, 150))
        begun.capture.confirm([1, 2])
        assert "No space left" in begun.capture.trouble
        assert begun.capture.taken is not None
        assert begun.files == before
    begun.capture.confirm([1, 2])
    assert begun.capture.trouble == ""
    assert len(opened(begun.data / SET).pictures) == 2


def test_unwritten_labels_are_written_with_the_next_step(
    begun: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(webui.capture.files, "write_whole", full("labels.jsonl"))
        begun.keeps()
        assert "labels.jsonl" in begun.capture.trouble
    begun.capture.skip()
    assert begun.capture.trouble == ""
    assert len(list(read_truths(begun.data / SET / "labels.jsonl"))) == 1


def test_what_cannot_be_begun_leaves_nothing(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webui.capture.files, "write_whole", full("LICENCE.txt"))
    with pytest.raises(OSError, match="No space"):
        desk.capture.begin(FACTS)
    assert desk.files == []
    assert desk.capture.current is None


def test_deleting_removes_only_what_a_capture_wrote(begun: Desk) -> None:
    begun.keeps()
    theirs = begun.data / SET / "holiday.png"
    theirs.write_text("mine")
    (begun.data / "calibration.json").write_text("{}")
    (begun.data / "capture" / "damaged").mkdir()
    (begun.data / "capture" / "damaged" / "capture.json").write_text("{")
    begun.capture.delete()
    assert begun.files == ["calibration.json", f"{SET}/holiday.png"]
    assert (begun.capture.current, sets(begun.data)) == (None, ())


def test_a_foreign_folder_is_neither_used_nor_deleted(desk: Desk) -> None:
    mine = desk.data / "mine"
    (mine / "pictures").mkdir(parents=True)
    (mine / "pictures" / "01-start.png").write_text("mine")
    with pytest.raises(FileExistsError):
        desk.capture.begin(FACTS, mine)
    with pytest.raises(NotACapture):
        delete(mine)
    assert desk.files == ["mine/pictures/01-start.png"]


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"version": 2}', '{"version": 1, "layout": "occe", "consent": 3}'])
def test_a_damaged_state_is_no_capture_and_is_left_alone(tmp_path: Path, text: str) -> None:
    (tmp_path / "capture.json").write_text(text)
    with pytest.raises(NotACapture):
        opened(tmp_path)
    assert (tmp_path / "capture.json").read_text() == text
