"""The page that leads through photographs of a real board, for the teacher only."""

import io
import zipfile
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient
from plain_board import BoardEyes, room
from werkzeug.test import TestResponse

import webui.capture.files
from vision.frame import Frame
from vision.observation import Die
from webui.capture.run import RunningCapture
from webui.checkup.kept import Calibrations
from webui.checkup.run import RunningCheck
from webui.live.lookout import FRESH, Lookout
from webui.site.app import create_app
from workshop.evaluate.truth import read_truths

AGREED = {"do": "begin", "agree": "yes", "licence": "cc0", "name": "Léa", "board": "occe-9"}


@dataclass
class Studio:
    """A teacher's browser before a board and its camera."""

    client: FlaskClient
    lookout: Lookout
    eyes: BoardEyes
    live: object
    token: str
    data: Path

    def sees(self) -> None:
        for frame in self.lookout.watched([Frame(room(), 0.0)]):
            seen = self.eyes.look(frame, "occe", None, None, None)
            self.lookout.saw(seen, frame)

    def post(self, **fields: object) -> TestResponse:
        sent = {"csrf_token": self.token, **fields}
        return self.client.post("/capture", data=sent, follow_redirects=True)

    def take(self) -> str:
        self.post(do="take")
        self.sees()
        return self.client.get("/capture/now").get_data(as_text=True)

    @property
    def capture(self) -> RunningCapture:
        assert self.lookout.capture is not None
        return self.lookout.capture

    @property
    def sets(self) -> list[Path]:
        return sorted((self.data / "capture").glob("*"))


@pytest.fixture
def studio(teacher, tmp_path: Path) -> Studio:
    eyes = BoardEyes()
    lookout = Lookout(
        Calibrations(tmp_path), eyes, RunningCheck(tmp_path), clock=teacher.clock, patience=0.0,
        capture=RunningCapture(tmp_path, eyes),
    )  # fmt: skip
    client = create_app(teacher.live, tmp_path, camera=True, lookout=lookout, clock=teacher.clock).test_client()
    client.set_cookie("piste", teacher.client.get_cookie("piste").value)
    token = client.get("/api/v1/session").get_json()["csrf_token"]
    return Studio(client, lookout, eyes, teacher.live, token, tmp_path)


def test_without_a_camera_there_is_nothing_to_photograph(teacher) -> None:
    assert "Aucune caméra" in teacher.words("/capture")
    assert teacher.post("/capture", **AGREED).status_code == 404


@pytest.mark.parametrize(
    "less",
    [{"agree": None}, {"name": " "}, {"licence": "mine"}, {"licence": None}, {"board": "chess-8"}, {"board": "box-8"}],
)
def test_nothing_is_stored_before_everything_is_agreed_to(studio: Studio, less: dict[str, str | None]) -> None:
    sent = {name: value for name, value in (AGREED | less).items() if value is not None}
    studio.sees()
    assert "Rien n’a été gardé" in studio.post(**sent).text
    assert "Rien n’est gardé avant" in studio.client.get("/capture").text
    assert studio.sets == []


def test_the_teachers_page_leads_there_and_the_language_button_back(studio: Studio) -> None:
    studio.sees()
    assert 'href="/capture"' in studio.client.get("/enseignant").text
    assert 'name="back" value="/capture"' in studio.client.get("/capture").text


def test_a_picture_is_asked_for_taken_confirmed_and_scored(studio: Studio) -> None:
    page = studio.post(**AGREED).text
    assert "Étape 1 sur 24" in page
    assert "Ouvrez toutes les cases." in page
    page = studio.take()
    assert 'data-state="review"' in page
    shown = studio.client.get("/capture/shown.jpg")
    image = cv2.imdecode(np.frombuffer(shown.data, np.uint8), cv2.IMREAD_COLOR)
    assert image.shape[0] < 480
    assert not list(studio.data.rglob("*.png"))
    page = studio.post(do="confirm").text
    assert "Seul, j’ai bien lu : cases 36 sur 36" in page.replace("\u00a0", " ")
    assert "Étape 2 sur 24" in page
    assert len(list(studio.data.rglob("*.png"))) == 1
    assert studio.client.get("/capture/shown.jpg").status_code == 404


def test_the_game_waits_meanwhile(studio: Studio) -> None:
    studio.post(**AGREED)
    assert studio.live.snapshot().state == "paused"  # type: ignore[attr-defined]  # a live table


def test_taps_label_dice_and_add_missing_ones(studio: Studio) -> None:
    studio.post(**AGREED)
    while studio.capture.step is not None and studio.capture.step.name != "throw":
        studio.post(do="skip")
    studio.eyes.dice = (Die(1, "flat", (300, 250, 20, 20), 0.9),)
    page = studio.take()
    assert 'name="die-0"' in page
    assert "checked" not in page.split("capture-die")[1].split("</fieldset>")[0]
    assert studio.client.get("/capture/die-0.jpg").mimetype == "image/jpeg"
    assert studio.client.get("/capture/die-1.jpg").status_code == 404
    page = studio.client.get("/capture").text
    assert page.count('alt="l’image de ce dé"') == 1
    assert page.count("<fieldset") == page.count("<legend")
    assert "Dites ce que montre chacun" in studio.post(do="confirm", **{"die-0": "6"}).text
    page = studio.post(do="add", x="150", y="120.5", **{"die-0": "6"}).text
    assert page.count('name="die-1"') == 8
    assert 'value="6" aria-label="6" checked' in page.replace("\n", "")
    assert "Touchez l’image" in studio.post(do="add", x="", y="9999").text
    studio.post(do="confirm", otherwise="seat-1/slot-2", **{"die-0": "6", "die-1": "leaning"})
    (truth,) = read_truths(studio.sets[0] / "labels.jsonl")
    assert [(die.value, die.state) for die in truth.dice or ()] == [(6, "flat"), (None, "cocked")]
    assert truth.tiles["seat-1/slot-2"].kind == "closed"


def test_an_unfit_picture_is_explained_and_may_be_kept(studio: Studio) -> None:
    studio.post(**AGREED)
    studio.eyes.board = None
    page = studio.take()
    assert "Je ne vois pas le plateau" in page
    assert 'value="insist"' not in page
    assert "coins à la main" in page


def test_an_unplugged_camera_is_told_and_what_was_kept_stays(studio: Studio, teacher) -> None:
    studio.post(**AGREED)
    studio.take()
    studio.post(do="confirm")
    teacher.clock.now += FRESH + 1
    page = studio.post(do="take").text
    assert "ne donne pas d’image" in page
    assert "ne risque rien" in page
    assert len(list(studio.data.rglob("*.png"))) == 1


def test_a_full_disk_is_told_and_the_picture_still_waits(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    studio.post(**AGREED)
    studio.take()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(webui.capture.files, "write_bytes_whole", full)
        page = studio.post(do="confirm").text
    assert "Rien n’est perdu" in page
    assert 'data-state="review"' in page
    assert "Étape 2 sur 24" in studio.post(do="confirm").text


def test_a_set_is_resumed_downloaded_and_deleted(studio: Studio) -> None:
    studio.post(**AGREED)
    studio.take()
    studio.post(do="confirm")
    page = studio.post(do="stop").text
    name = studio.sets[0].name
    assert "1 image" in page
    assert "pas fini" in page
    assert "Étape 2 sur 24" in studio.post(do="resume", set=name).text
    for _ in range(23):
        page = studio.post(do="skip").text
    assert "Cases bien lues" in page
    packed = studio.client.get(f"/capture/{name}.zip")
    with zipfile.ZipFile(io.BytesIO(packed.data)) as archive:
        names = {Path(one).name for one in archive.namelist()}
    assert names >= {"labels.jsonl", "LICENCE.txt", "README.md", "01-start.png"}
    assert studio.client.get("/capture/..%2F..%2Fetc.zip").status_code == 404
    assert "Étape 24 sur 24" in studio.post(do="redo").text


def test_all_is_deleted_once_sure(studio: Studio) -> None:
    studio.post(**AGREED)
    studio.take()
    studio.post(do="confirm")
    studio.post(do="stop")
    page = studio.post(do="delete").text
    assert 'name="sure" value="yes"' in page
    assert studio.sets
    page = studio.post(do="delete", sure="yes").text
    assert studio.sets == []
    assert "Effacer toutes" not in page


@pytest.mark.parametrize("do", ["", "confirm", "again", "redo", "skip", "stop", "add", "insist", "nonsense"])
def test_strange_words_before_anything_was_begun_change_nothing(studio: Studio, do: str) -> None:
    assert studio.post(do=do, set="../..", x="1", y="2").status_code == 200
    assert studio.sets == []
