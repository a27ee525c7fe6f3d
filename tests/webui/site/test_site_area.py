"""The page on which the dice area is marked, for the teacher only."""

import re
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient
from msgspec.structs import replace
from red_dice import Reds
from table_script import Script

from vision.frame import Frame, Image
from vision.observation import Observation
from webui.checkup.kept import Calibrations
from webui.checkup.run import RunningCheck
from webui.live.area import FollowedArea
from webui.live.lookout import Lookout
from webui.site.app import create_app
from webui.table.values.actions import Throw
from webui.table.values.setup import Setup, players_at

CORNERS = {"x1": 120, "y1": 400, "x2": 140, "y2": 80, "x3": 500, "y3": 90, "x4": 520, "y4": 410}
BESIDE = {"x1": 540, "y1": 400, "x2": 540, "y2": 90, "x3": 630, "y3": 90, "x4": 630, "y4": 400}
RING = {"shape": "ring", "x": 320, "y": 240, "wide": 300, "high": 240}


def picture(*dice: tuple[int, int]) -> Image:
    image = np.full((480, 640, 3), 110, np.uint8)
    for x, y in dice:
        cv2.rectangle(image, (x - 12, y - 12), (x + 12, y + 12), (30, 30, 210), -1)
    return image


@dataclass
class Desk:
    """A teacher's browser before a camera."""

    client: FlaskClient
    lookout: Lookout
    reader: Reds
    token: str

    @property
    def area(self) -> FollowedArea:
        assert self.lookout.area is not None
        return self.lookout.area

    def show(self, *dice: tuple[int, int]) -> None:
        for frame in self.lookout.watched([Frame(picture(*dice), 1.0)]):
            self.lookout.saw(Observation(frame.time, None, ()), frame)

    def post(self, **fields: object):
        return self.client.post("/camera/area", data={"csrf_token": self.token, **fields}, follow_redirects=True)

    def aside(self, **fields: object):
        data = {"csrf_token": self.token, **fields}
        return self.client.post("/camera/area/aside", data=data, follow_redirects=True)


@pytest.fixture
def desk(teacher, tmp_path: Path) -> Desk:
    calibrations, reader = Calibrations(tmp_path), Reds()
    lookout = Lookout(
        calibrations, None, RunningCheck(tmp_path), clock=teacher.clock, patience=0.0,
        area=FollowedArea(calibrations, reader, tmp_path),
    )  # fmt: skip
    client = create_app(teacher.live, tmp_path, camera=True, lookout=lookout, clock=teacher.clock).test_client()
    client.set_cookie("piste", teacher.client.get_cookie("piste").value)
    token = client.get("/api/v1/session").get_json()["csrf_token"]
    return Desk(client, lookout, reader, token)


def test_without_a_camera_there_is_nothing_to_mark(teacher) -> None:
    assert "Aucune caméra" in teacher.words("/camera/area")
    assert teacher.client.get("/camera/area/now").status_code == 404
    assert teacher.post("/camera/area", do="keep", **CORNERS).status_code == 404


def test_the_way_to_it_stands_on_the_cameras_page(desk: Desk) -> None:
    desk.show()
    assert "Où tombent les dés" in desk.client.get("/camera").text


def test_four_corners_are_kept_and_what_lies_there_is_told(desk: Desk, tmp_path: Path) -> None:
    desk.show((300, 240), (60, 60))
    page = desk.post(do="keep", **CORNERS).text
    assert "C’est noté" in page
    assert "Je vois un dé\xa0: 5." in page
    assert page.count("area-die") == 1  # the one beyond is not looked at
    kept = Calibrations(tmp_path).area()
    assert kept is not None
    assert not kept.round
    np.testing.assert_allclose(kept.px((640, 480)), np.array(list(CORNERS.values())).reshape(4, 2), atol=1e-6)


def test_the_cameras_page_shows_the_area_of_a_game_of_men(desk: Desk) -> None:
    desk.show((300, 240))
    desk.post(do="keep", **CORNERS)
    desk.lookout.played(Script.laid(Setup("jacquet", players_at((1, 2)))).table, ())
    (frame,) = desk.lookout.watched([Frame(picture((300, 240)), 2.0)])
    area = desk.lookout.followed_area
    assert area is not None
    desk.lookout.saw_area(desk.area.look_at(area, frame), frame, area)
    page = desk.client.get("/camera").text
    assert all(f"mark of-{kind}" in page for kind in ("area", "die"))
    assert 'data-die="5"' in page
    assert "Je vois un dé\xa0: 5." in page
    left = min(float(CORNERS[f"x{k}"]) for k in range(1, 5))
    x, wide = (int(re.search(rf"{name}=(\d+)", page)[1]) for name in ("x", "wide"))
    assert 0 < left - x < 0.2 * wide


def test_a_ring_is_kept_and_shown_again_as_one(desk: Desk) -> None:
    desk.show()
    page = desk.post(do="keep", **RING).text
    assert desk.area.stored is not None
    assert desk.area.stored.round
    assert 'value="ring" checked' in page
    assert 'name="wide" value="300.0"' in page
    assert "Je n’y vois aucun dé." in page


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {**CORNERS, "x1": "here"},
        {**CORNERS, "x1": 400, "y1": 100},  # a dent
        {**CORNERS, "x3": 900},
        {**RING, "wide": 4},
        {**RING, "high": "nan"},
        {"shape": "ring", **CORNERS},
    ],
)
def test_what_is_no_area_is_refused_kindly_and_nothing_changes(desk: Desk, fields: dict[str, object]) -> None:
    desk.show()
    desk.post(do="keep", **CORNERS)
    before = desk.area.stored
    assert "Cette zone ne va pas" in desk.post(do="keep", **fields).text
    assert desk.area.stored == before
    told = desk.client.get("/camera/area/now", query_string=fields).get_json()
    assert (told["dice"], told["good"]) == ([], False)
    assert "Cette zone ne va pas" in told["says"]


def test_the_reading_in_an_area_precedes_storing_it(desk: Desk) -> None:
    desk.show((300, 240), (340, 300), (60, 60))
    told = desk.client.get("/camera/area/now", query_string=CORNERS).get_json()
    assert (told["live"], told["good"], told["width"], told["height"]) == (True, True, 640, 480)
    assert told["says"] == "Je vois 2 dés\xa0: 5 et 5."
    assert sorted(round(die["box"][0]) for die in told["dice"]) == [288, 328]
    assert desk.area.stored is None
    desk.reader.sure = 0.5
    doubtful = desk.client.get("/camera/area/now", query_string=CORNERS).get_json()
    assert not doubtful["good"]
    assert "Je n’en suis pas sûr" in doubtful["says"]
    desk.show((120, 240))
    assert "posé sur le bord" in desk.client.get("/camera/area/now", query_string=CORNERS).get_json()["says"]


def test_without_a_picture_nothing_is_kept(desk: Desk) -> None:
    assert "pas d’image" in desk.post(do="keep", **CORNERS).text
    assert desk.client.get("/camera/area/now", query_string=CORNERS).get_json()["live"] is False
    assert desk.area.stored is None


def test_it_is_used_no_more_when_the_teacher_says_so(desk: Desk, tmp_path: Path) -> None:
    desk.show()
    desk.post(do="keep", **CORNERS)
    kept = desk.area.stored
    asked = desk.post(do="remove")
    assert asked.mimetype == "text/html"
    assert "Oui, ne plus en utiliser" in asked.text
    assert 'name="sure" value="yes"' in asked.text
    assert desk.area.stored == kept
    page = desk.post(do="remove", sure="yes").text
    assert "Plus de zone des dés" in page
    assert Calibrations(tmp_path).area() is None
    fields = dict(re.findall(r'name="([xy]\d)" value="([^"]+)"', page))
    assert {name: float(value) for name, value in fields.items()} == pytest.approx(CORNERS, abs=0.1)  # to keep it again
    assert "Plus de zone des dés" in desk.post(do="remove").text  # nothing is left to ask about


def test_where_it_cannot_be_kept_the_page_says_so(desk: Desk, tmp_path: Path) -> None:
    desk.show()
    (tmp_path / "calibration.json.new").mkdir()
    assert "rien n’a été changé" in desk.post(do="keep", **CORNERS).text
    assert desk.area.stored is None


def test_only_an_empty_area_is_learnt_as_ground(desk: Desk) -> None:
    desk.show((300, 240))
    desk.post(do="keep", **CORNERS)
    assert desk.area.memory() is None
    desk.show()
    desk.post(do="keep", **CORNERS)
    known = desk.area.memory()
    assert known is not None
    assert known.ground is not None




def test_the_place_for_dice_set_aside_joins_the_area(desk: Desk, tmp_path: Path) -> None:
    desk.show((300, 240), (580, 240))
    assert "Montrez-moi d’abord où tombent les dés" in desk.client.get("/camera/area/aside", follow_redirects=True).text
    desk.post(do="keep", **CORNERS)
    assert "Où met-on les dés de côté" in desk.client.get("/camera/area").text
    page = desk.client.get("/camera/area/aside").text
    assert "area-beside" in page
    assert 'name="do" value="remove"' not in page
    page = desk.aside(do="keep", **BESIDE).text
    assert "un dé posé là est mis de côté" in page
    assert "Je vois un dé\xa0: 5." in page  # the one in the area is not looked at here
    kept = Calibrations(tmp_path).area()
    assert kept is not None
    assert kept.aside is not None
    np.testing.assert_allclose(kept.aside.px((640, 480)), np.array(list(BESIDE.values())).reshape(4, 2), atol=1e-6)
    desk.post(do="keep", **{**CORNERS, "x1": 130})  # marked anew beside it, the place stays
    assert desk.area.stored is not None
    assert desk.area.stored.aside == kept.aside
    page = desk.aside(do="remove").text
    assert "on le fait au doigt" in page
    assert desk.area.stored.aside is None


@pytest.mark.parametrize("fields", [{}, CORNERS, {**BESIDE, "x1": 300, "x2": 300}, {**BESIDE, "x4": "nan"}])
def test_an_overlapping_or_missing_place_is_refused(desk: Desk, fields: dict[str, object]) -> None:
    desk.show()
    assert "Je ne peux pas me servir de cette place" in desk.aside(do="keep", **BESIDE).text  # no area is kept yet
    desk.post(do="keep", **CORNERS)
    desk.aside(do="keep", **fields)
    assert desk.area.stored is not None
    assert desk.area.stored.aside is None


def test_the_proposed_place_can_be_stored(desk: Desk) -> None:
    desk.show()
    desk.post(do="keep", **CORNERS)
    page = desk.client.get("/camera/area/aside").text
    fields = dict(re.findall(r'name="([xy][1-4])" value="([\d.]+)"', page))
    assert "C’est noté" in desk.aside(do="keep", **fields).text


def test_without_a_camera_or_the_token_no_place_is_marked(desk: Desk, teacher) -> None:
    assert "Aucune caméra" in teacher.words("/camera/area/aside")
    assert teacher.post("/camera/area/aside", do="keep", **BESIDE).status_code == 404
    assert desk.client.post("/camera/area/aside", data={"do": "keep", **BESIDE}).status_code == 400


SAYS = "mark where they fall"


@pytest.mark.parametrize(
    ("game", "players", "says"),
    [("backgammon", 2, True), ("trente", 2, True), ("tock", 4, False), ("occe_child", 2, False)],
)
def test_a_dice_only_game_says_how_to_mark_the_area(
    desk: Desk, teacher, monkeypatch: pytest.MonkeyPatch, game: str, players: int, says: bool
) -> None:
    def page() -> str:
        view = replace(live.wait(0, 1.0), mode="camera")
        monkeypatch.setattr(live, "snapshot", lambda: view)
        return desk.client.get("/", headers={"Accept-Language": "en"}).text

    live = teacher.live
    live.new_game(Setup(game, players_at(range(1, players + 1))))
    assert (SAYS in page()) is says
    if says:
        assert "/camera/area" in page()
        live.act(Throw((5,) if game == "backgammon" else (6, 6, 5, 4, 3, 2)))
        assert SAYS not in page()  # once
        live.new_game(Setup(game, players_at((1, 2))))
        desk.show()
        desk.post(do="keep", **RING)
        assert SAYS not in page()
