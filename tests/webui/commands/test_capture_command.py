"""`piste capture` from outside: drawn tables in, a labelled set out, which the workshop scores alike."""

import json
from collections.abc import Sequence
from pathlib import Path

import cv2
import pytest
from click.testing import CliRunner, Result
from plain_board import BOARD, BoardEyes, room
from posed_tables import posed

import webui.live.eyes
from vision.observation import Die
from webui.capture.plan import STEPS
from webui.cli import main
from workshop.commands.evaluate import command as evaluate
from workshop.evaluate.truth import read_truths

STEP = {step.name: step for step in STEPS}
SIGNED = ("--agree", "--name", "Léa", "--licence", "cc0")


def run(*arguments: object, keys: Sequence[str] = ()) -> Result:
    """The command with these lines typed; nothing more can be typed after them."""
    return CliRunner().invoke(main, ["capture", *map(str, arguments)], input="".join(f"{key}\n" for key in keys))


def folder(path: Path, *images: object) -> Path:
    path.mkdir()
    for number, image in enumerate(images):
        cv2.imwrite(str(path / f"{number}.png"), image)  # type: ignore[call-overload]  # pictures
    return path


@pytest.fixture
def eyes(monkeypatch: pytest.MonkeyPatch) -> BoardEyes:
    plain = BoardEyes()
    monkeypatch.setattr(webui.live.eyes, "open_eyes", lambda instead=None, *, boards=True: plain)
    return plain


def test_the_workshop_scores_a_set_as_the_capture_did(tmp_path: Path) -> None:
    done = ("start", "touching", "odd", "all-throw")
    tables = [posed(STEP[name], 3, doublet=4)[0] for name in done]
    keys = ["", ""]  # the picture, and that it is right
    keys += ["p"] * 3 + ["", ""]
    keys += ["p"] * 10 + ["", ""]
    keys += ["p"] * 7 + ["", "4 4"]
    pictures, out = folder(tmp_path / "tables", *tables), tmp_path / "set"
    result = run("--camera", pictures, "--out", out, "--data", tmp_path, *SIGNED, keys=keys)
    assert result.exit_code == 0, result.output
    truths = list(read_truths(out / "labels.jsonl"))
    assert [Path(truth.picture).stem.split("-", 1)[1] for truth in truths] == list(done)
    assert [[die.value for die in truth.dice or ()] for truth in truths] == [[], [6, 6], [], [4, 4]]
    ours = json.loads((out / "summary.json").read_text())["all"]
    scored = CliRunner().invoke(evaluate, [str(out / "labels.jsonl"), "--json"])
    assert scored.exit_code == 0, scored.output
    theirs = json.loads(scored.stdout)
    assert (theirs["pictures"], theirs["unreadable"]) == (ours["pictures"], 0) == (4, 0)
    assert (theirs["dice"]["right"], theirs["dice"]["extra"]) == (ours["dice_right"], ours["dice_extra"])
    assert theirs["dice"]["dice"] == ours["dice"] == 4
    assert theirs["tiles"]["tiles"] == ours["tiles"] == 144
    assert theirs["tiles"]["each"] == ours["tiles_right"] / 144
    acted = theirs["acted_upon"]
    assert (acted["dice"]["n"], acted["tiles"]["n"]) == (4 - ours["dice_asked"], 4 - ours["tiles_asked"])
    assert (acted["dice"]["wrong"], acted["tiles"]["wrong"]) == (ours["dice_wrong"], ours["tiles_wrong"])
    assert ours["tiles_right"] >= 140  # an easy drawn table: what is tried here is that it was told right


@pytest.mark.parametrize("answer", ["n", "non", "", "peut-être"])
def test_who_does_not_agree_stores_nothing(tmp_path: Path, eyes: BoardEyes, answer: str) -> None:
    pictures = folder(tmp_path / "tables", room())
    result = run("--camera", pictures, "--data", tmp_path / "data", keys=[answer])
    assert "Rien n’a été gardé" in result.output
    assert list((tmp_path / "data").rglob("*")) == []


def test_the_set_stores_consent_licence_and_name(tmp_path: Path, eyes: BoardEyes) -> None:
    pictures = folder(tmp_path / "tables", room())
    keys = ["oui", "cc0", "Léa, école du Port", "", "", "q"]
    result = run("--camera", pictures, "--data", tmp_path, keys=keys)
    assert result.exit_code == 0, result.output
    (capture,) = (tmp_path / "capture").iterdir()
    assert "CC0" in (capture / "LICENCE.txt").read_text()
    assert "Léa, école du Port" in (capture / "LICENCE.txt").read_text()
    assert "1/24" in result.output
    assert "Pas fini" in result.output
    assert not (capture / "shown.png").exists()


def test_the_same_command_goes_on_where_it_was_stopped(tmp_path: Path, eyes: BoardEyes) -> None:
    pictures = folder(tmp_path / "tables", room())
    first = run("--camera", pictures, "--data", tmp_path, *SIGNED, keys=["", "", "p", "q"])
    assert "2/24" in first.output
    second = run("--camera", pictures, "--data", tmp_path, keys=["q"])
    assert "3/24" in second.output
    assert len(list((tmp_path / "capture").iterdir())) == 1


def test_pictures_that_end_are_told_and_what_was_kept_stays(tmp_path: Path, eyes: BoardEyes) -> None:
    pictures = folder(tmp_path / "tables", room())
    result = run("--camera", pictures, "--data", tmp_path, *SIGNED, keys=["", "", "", "q"])
    assert result.exit_code == 1
    assert "ne risque rien" in result.stderr
    assert len(list(tmp_path.rglob("01-start.png"))) == 1


def test_stopping_before_a_picture_is_confirmed_keeps_it_not(tmp_path: Path, eyes: BoardEyes) -> None:
    for keys in (["", "q"], [""], ["", "r", "q"]):  # the second: nothing can be typed any more
        pictures = tmp_path / "tables"
        camera = pictures if pictures.exists() else folder(pictures, room())
        result = run("--camera", camera, "--data", tmp_path, *SIGNED, keys=keys)
        assert result.exit_code == 0, result.output
    assert list(tmp_path.rglob("01-start.png")) == []


def test_an_unfit_picture_is_kept_only_where_the_person_insists(tmp_path: Path, eyes: BoardEyes) -> None:
    pictures = folder(tmp_path / "tables", room(light=0.05))
    result = run("--camera", pictures, "--data", tmp_path, *SIGNED, keys=["", "g", "", "q"])
    assert "trop sombre" in result.output
    (line,) = (json.loads(text) for text in next(tmp_path.rglob("labels.jsonl")).read_text().splitlines())
    assert line["condition"]["although"] == ["light_low"]


def test_corners_may_be_typed_where_no_board_is_found(tmp_path: Path, eyes: BoardEyes) -> None:
    eyes.board = None
    typed = "c " + " ".join(f"{x:.0f},{y:.0f}" for x, y in BOARD.corners)
    pictures = folder(tmp_path / "tables", room())
    keys = ["", "c 1,2", typed, "", "q"]
    result = run("--camera", pictures, "--data", tmp_path, *SIGNED, keys=keys)
    assert "Je ne vois pas le plateau" in result.output
    assert "expected four corners" in result.output
    assert len(list(tmp_path.rglob("01-start.png"))) == 1


def test_dice_and_tiles_are_corrected_by_typing(tmp_path: Path, eyes: BoardEyes) -> None:
    eyes.dice = (Die(3, "flat", (300, 250, 20, 20), 0.9),)
    pictures = folder(tmp_path / "tables", room(), room())
    keys = ["", "x t2/7", "p", "p", "p", "p", "", "5", "5 +-@150,150", "q"]
    result = run("--camera", pictures, "--data", tmp_path, *SIGNED, keys=keys)
    assert result.exit_code == 0, result.output
    first, second = read_truths(next(tmp_path.rglob("labels.jsonl")))
    assert (first.dice, first.tiles["seat-2/slot-7"].kind) == ((), "closed")
    assert [(die.value, die.state) for die in second.dice or ()] == [(5, "flat"), (None, "cocked")]
    assert "J’ai demandé deux dés" in result.output


def test_a_set_is_deleted_once_sure(tmp_path: Path, eyes: BoardEyes) -> None:
    run("--camera", folder(tmp_path / "tables", room()), "--data", tmp_path, *SIGNED, keys=["", "", "q"])
    run("--data", tmp_path, "--delete", keys=["n"])
    assert list(tmp_path.rglob("labels.jsonl"))
    assert run("--data", tmp_path, "--delete", "--yes").exit_code == 0
    assert list((tmp_path / "capture").iterdir()) == []
    (tmp_path / "mine").mkdir()
    result = run("--data", tmp_path, "--delete", "--yes", "--out", tmp_path / "mine")
    assert (result.exit_code, "capture.json" in result.stderr) == (1, True)


@pytest.mark.parametrize(
    ("options", "status", "says"),
    [
        (["--camera", "no such folder"], 1, "no such folder"),
        (["--tiles", "8"], 2, "expected 9 tiles"),
        (["--name", "x" * 99], 1, "expected a name"),
        (["--board", "chess"], 2, "chess"),
    ],
)
def test_wrong_words_are_refused_and_store_nothing(
    tmp_path: Path, eyes: BoardEyes, options: list[str], status: int, says: str
) -> None:
    pictures = folder(tmp_path / "tables", room())
    result = run("--camera", pictures, "--data", tmp_path / "data", *SIGNED, *options)
    assert (result.exit_code, says in result.output) == (status, True), result.output
    assert not (tmp_path / "data" / "capture").exists()


def test_the_demonstration_film_can_be_captured_from(tmp_path: Path) -> None:
    result = run("--camera", "demo", "--data", tmp_path, *SIGNED, "--lang", "en", keys=["", "", "q"])
    assert result.exit_code == 0, result.output
    assert "Kept. By myself I read right: tiles 36 of 36" in result.output
