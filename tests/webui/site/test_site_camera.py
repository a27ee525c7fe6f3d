"""The pages that set up the camera and check the table, for the teacher only."""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import drawn_boards
import numpy as np
import pytest
from flask.testing import FlaskClient
from sent import sent

from hardware.found_cameras import FoundCamera
from hardware.turned_camera import UPRIGHT, Hanging
from vision.frame import Frame, Image
from vision.geometry.plane import homography, project
from vision.layout import load_layout
from vision.observation import BoardSeen, Die, Observation, Piece
from webui.checkup.kept import Calibrations
from webui.checkup.run import RunningCheck
from webui.live.lookout import FRESH, Lookout
from webui.live.men import FollowedMen
from webui.live.wiring import followed
from webui.site.app import create_app
from webui.table.values.setup import Setup, players_at
from webui.words.calibration import LONG

CORNERS = ((120.0, 430.0), (140.0, 60.0), (520.0, 70.0), (530.0, 440.0))
BOARD = BoardSeen("occe", CORNERS, True, 0.9)
SHOWN = np.random.default_rng(1).integers(60, 200, (480, 640, 3), dtype=np.uint8)
BY_HAND = {"x1": 100, "y1": 440, "x2": 120, "y2": 50, "x3": 540, "y3": 60, "x4": 550, "y4": 450}


@dataclass
class Eyes:
    """Finds the given board, and reads its tiles."""

    found: BoardSeen | None = BOARD

    def look(
        self, frame: Frame, board: str, side: object, known: BoardSeen | None, px: object
    ) -> Observation:
        seen = known or self.found
        pieces = []
        for space in load_layout(seen.layout).spaces_of() if seen else ():
            turn = [(0.2, 0.86), (0.14, 0.2), (0.8, 0.14), (0.86, 0.8)][space.seat - 1]
            along = [(0.07, 0), (0, 0.07), (-0.07, 0), (0, -0.07)][space.seat - 1]
            at = np.add(turn, np.multiply(along, space.slot - 1))
            (x, y) = project(homography(seen.corners), at)[0]  # type: ignore[union-attr]  # there is a board
            pieces.append(Piece(space.name, "open", space.number, (float(x), float(y)), 0.97))
        return Observation(frame.time, seen, (), tuple(pieces))


@dataclass
class Room:
    """A teacher's browser before a camera."""

    client: FlaskClient
    lookout: Lookout
    eyes: Eyes
    live: object
    token: str

    def show(self, count: int = 1, image: Image = SHOWN) -> None:
        """Some pictures pass."""
        for frame in self.lookout.watched([Frame(image, 0.5 * k) for k in range(count)]):
            self.lookout.saw(Observation(frame.time, self.eyes.found, ()), frame)

    def post(self, path: str, **fields: object):
        return self.client.post(path, data={"csrf_token": self.token, **fields}, follow_redirects=True)


@pytest.fixture
def room(teacher, tmp_path: Path) -> Room:
    eyes = Eyes()
    lookout = Lookout(Calibrations(tmp_path), eyes, RunningCheck(tmp_path), clock=teacher.clock, patience=0.0)
    client = create_app(
        teacher.live, tmp_path, camera=True, lookout=lookout, clock=teacher.clock
    ).test_client()
    cookie = teacher.client.get_cookie("piste")
    client.set_cookie("piste", cookie.value)
    token = client.get("/api/v1/session").get_json()["csrf_token"]
    return Room(client, lookout, eyes, teacher.live, token)


def test_without_a_camera_there_is_nothing_to_set_up(teacher) -> None:
    assert "Aucune caméra" in teacher.words("/camera")
    assert "Aucune caméra" in teacher.words("/check")
    assert teacher.post("/camera", do="find").status_code == 404


def test_the_live_picture_is_shown_and_kept_nowhere(room: Room, tmp_path: Path) -> None:
    before = set(tmp_path.rglob("*"))
    assert room.client.get("/camera/picture.jpg").status_code == 404
    room.show()
    answer = room.client.get("/camera/picture.jpg")
    image = cv2.imdecode(np.frombuffer(answer.data, np.uint8), cv2.IMREAD_COLOR)
    assert (image.shape, answer.headers["Cache-Control"]) == ((480, 640, 3), "no-store")
    part = cv2.imdecode(np.frombuffer(room.client.get(shown(room)[0]).data, np.uint8), cv2.IMREAD_COLOR)
    assert part.shape == (464, 496, 3)  # the board, and little beside it
    assert set(tmp_path.rglob("*")) == before


def shown(room: Room, path: str = "/camera/now") -> tuple[str, str, str]:
    """The address of the picture, how the sentence is meant, and the sentence."""
    part = html.unescape(room.client.get(path).text)
    (address,) = re.findall(r'<img [^>]*src="([^"]*)"', part) or ("",)
    ((tone, says),) = re.findall(r'<p class="camera-says is-(\w+)" role="status">(.*?)</p>', part)
    return address, tone, " ".join(says.split())


def looked(room: Room, **seen: object) -> None:
    """The picture shows the board with all its tiles open, and what else is given."""
    at_rest = room.eyes.look(Frame(SHOWN, 1.0), "auto", None, BOARD, None)
    room.lookout.saw(replace(at_rest, **seen), Frame(SHOWN, 1.0))


DICE = (Die(5, "flat", (300, 200, 20, 20), 0.99), Die(3, "flat", (340, 200, 20, 20), 0.99))


def test_marks_and_a_sentence_tell_what_is_read(room: Room) -> None:
    room.show(3)
    looked(room, dice=DICE)
    assert shown(room)[1:] == (
        "good", "Je lis 36 cases. Si les marques tombent juste, touchez « C’est juste »."
    )  # fmt: skip
    assert shown(room, "/check/now")[2] == "Tout va bien : je lis 36 cases et 2 dés."  # there nothing is learnt
    room.post("/camera", do="find")
    assert shown(room)[1:] == ("good", "Tout va bien : je lis 36 cases et 2 dés.")
    part = " ".join(room.client.get("/camera/now").text.split())
    assert "M300 200L320 200L320 220L300 220Z" in part
    assert re.findall(r'data-die="(.)"', part) == ["5", "3"]
    assert "<strong>Place 1</strong> ouvertes : 1, 2, 3, 4, 5, 6, 7, 8 et 9" in part.replace("\xa0", " ")
    assert "<strong>Dés</strong> 5 · 3" in part


COCKED, FAINT = Die(None, "cocked", (300, 200, 20, 20), 0.9), replace(DICE[0], sure=0.6)
HIDDEN = {"kind": "unknown", "reads": None, "sure": 0.3}


@pytest.mark.parametrize(
    ("seen", "says"),
    [
        ({"warnings": frozenset({"mirrored"})}, "inversée comme dans un miroir"),
        ({"warnings": frozenset({"board_cut", "unreadable_dark"})}, "coupé"),
        ({"warnings": frozenset({"unreadable_dark", "blurred"}), "abstains": frozenset({"tiles"})}, "trop sombre"),
        ({"warnings": frozenset({"blurred"}), "abstains": frozenset({"dice"})}, "floue"),
        ({"dice": (COCKED,)}, "Un dé penche"),
        ({"dice": (FAINT,), "abstains": frozenset({"dice"})}, "J’hésite sur un dé"),
        ({"board": None, "pieces": ()}, "Je ne vois pas le plateau"),
        ({"pieces": ()}, "Je n’arrive à lire aucune case"),
    ],
)
def test_the_sentence_tells_the_one_thing_to_do(room: Room, seen: dict[str, object], says: str) -> None:
    room.show()
    looked(room, **{"dice": DICE, **seen})
    _, tone, told = shown(room)
    assert tone == "change"
    assert says in told


def test_warnings_that_spoil_no_reading_are_no_trouble(room: Room) -> None:
    room.show(3)
    room.post("/camera", do="find")
    looked(room, dice=DICE, warnings=frozenset({"glare", "blurred"}))
    assert shown(room)[1] == "good"


def test_hidden_tiles_are_counted_and_marked(room: Room) -> None:
    room.show()
    pieces = room.eyes.look(Frame(SHOWN, 1.0), "auto", None, BOARD, None).pieces
    looked(room, pieces=tuple(replace(piece, **HIDDEN) if piece.number == 7 else piece for piece in pieces))
    assert "32 cases sur 36" in shown(room)[2]
    assert room.client.get("/camera/now").text.count('<text class="value"') == 4 + 1  # and one in the key


def test_hands_are_spoken_of_only_after_a_while(room: Room, teacher) -> None:
    room.show()
    looked(room)
    before = shown(room)[2]
    room.lookout.saw(Observation(2.0, BOARD, (), still=False), Frame(SHOWN, 2.0))
    assert shown(room)[2] == before
    assert "is-moving" in room.client.get("/camera/now").text
    teacher.clock.now += LONG
    list(room.lookout.watched([Frame(SHOWN, 9.0)]))
    assert shown(room)[1:] == ("waits", "Quelque chose bouge : retirez les mains, puis je lis la table.")


def test_a_learnt_board_that_is_not_visible_is_named(room: Room) -> None:
    room.show(3)
    room.post("/camera", do="find")
    room.eyes.found = None
    room.show()
    address, tone, says = shown(room)
    assert (tone, "Je ne vois plus le plateau" in says) == ("change", True)
    assert "wide=496" in address  # only where it was learnt is shown


def test_an_old_picture_is_not_shown_as_live(room: Room, teacher) -> None:
    room.show()
    teacher.clock.now += FRESH + 1
    assert shown(room)[0] == ""
    assert "ne me donne d’image" in shown(room)[2]
    assert room.client.get("/camera/picture.jpg").status_code == 404
    assert "ne donne pas d’image" in room.post("/camera", do="find").text


def test_a_table_is_learnt_on_the_page(room: Room) -> None:
    room.show(3)
    page = room.post("/camera", do="find", seat1_side="").text
    assert "Je vois le plateau" in page
    kept = room.lookout.calibration()
    assert kept is not None
    assert kept.corners == CORNERS
    assert "Oublier cette table" in page


def test_what_was_learnt_is_led_to_and_told_once(room: Room) -> None:
    room.show(3)
    sent = {"csrf_token": room.token, "do": "find", "seat1_side": ""}
    answer = room.client.post("/camera", data=sent)
    assert answer.location == "/camera?learnt=#result"
    assert " open" not in re.search(r'<details[^>]*id="result"[^>]*>', room.client.get("/camera").text)[0]
    page = room.client.get("/camera?learnt=").text
    assert 'id="result" open' in page
    assert page.count("Je vois le plateau") == 1
    room.eyes.found = None
    assert room.client.post("/camera", data=sent | {"do": "corners"}).location == "/camera"  # no corners: nothing new


def test_a_table_is_forgotten_only_once_sure_and_brought_back(room: Room, tmp_path: Path) -> None:
    room.show(3)
    room.post("/camera", do="find")
    kept = room.lookout.calibration()
    asked = room.post("/camera", do="forget").text
    assert "Oublier cette table" in asked
    assert 'name="sure" value="yes"' in asked
    assert room.lookout.calibration() is kept
    page = room.post("/camera", do="forget", sure="yes").text
    assert room.lookout.calibration() is None
    assert "Reprendre la table oubliée" in page
    assert Calibrations(tmp_path).forgotten() == kept
    page = room.post("/camera", do="bring_back").text
    assert room.lookout.calibration() == kept == Calibrations(tmp_path).now()
    assert "Reprendre la table oubliée" not in page


def test_a_forgotten_table_and_the_one_learnt_since_change_places(room: Room, tmp_path: Path) -> None:
    room.show(3)
    room.post("/camera", do="find")
    first = room.lookout.calibration()
    room.post("/camera", do="forget", sure="yes")
    room.show()
    assert "Reprendre la table oubliée" in room.post("/camera", do="corners", layout="occe", **BY_HAND).text
    second = room.lookout.calibration()
    for held, aside in ((first, second), (second, first)):
        room.post("/camera", do="bring_back")
        again = Calibrations(tmp_path)
        assert (again.now(), again.forgotten()) == (held, aside)


def test_an_unlearnt_table_offers_nothing_to_forget(room: Room) -> None:
    room.show()
    for do in ("forget", "bring_back"):
        assert "Régler la caméra" in room.post("/camera", do=do).text
        assert room.lookout.calibration() is None


def test_a_camera_is_turned_and_mirrored_on_the_page(room: Room, tmp_path: Path) -> None:
    room.show()
    page = room.post("/camera", do="hang", turn="90", mirror="no").text
    assert "tournée de 90 degrés" in page
    assert 'is-blind"' in page  # the picture as it was is shown no more
    room.show()
    assert 'viewBox="0 0 480 640"' in room.client.get("/camera").text
    page = room.post("/camera", do="hang", turn="270", mirror="yes").text
    assert "en miroir, puis tournée de 270 degrés" in page
    assert Calibrations(tmp_path).hanging() == Hanging(270, mirror=True)


def test_a_mirrored_picture_offers_the_button_that_turns_it(room: Room) -> None:
    mirrored = drawn_boards.table({0: (60, 60), 2: (530, 380)}, 48)[:, ::-1].copy()
    room.show(3, mirrored)
    page = room.post("/camera", do="find").text
    assert "inversée comme dans un miroir" in page
    assert room.lookout.calibration() is None
    form = re.search(r"<form(?:(?!<form).)*Remettre l’image à l’endroit", page, re.DOTALL)
    assert form is not None
    room.post("/camera", do="hang", **dict(re.findall(r'name="(turn|mirror)" value="(\w+)"', form[0])))
    assert room.lookout.calibrations.hanging() == Hanging(0, mirror=True)
    room.show(3, mirrored)
    page = room.post("/camera", do="find").text
    assert "Remettre l’image à l’endroit" not in page
    assert room.lookout.calibration() is not None


def test_the_game_page_leads_to_the_mirrored_camera(room: Room) -> None:
    room.live.use_camera(True)
    mirrored = replace(BOARD, oriented=False)
    room.live.look(Observation(1.0, mirrored, (), warnings=frozenset({"mirrored"})))
    alerts = re.search(r'id="alerts".*?</div>', room.client.get("/").text, re.DOTALL)
    assert alerts is not None
    assert "comme dans un miroir" in alerts[0]
    assert 'href="/camera"' in alerts[0]
    room.live.look(Observation(2.0, BOARD, ()))
    assert "comme dans un miroir" not in room.client.get("/").text


def test_turning_the_picture_forgets_the_table_after_confirmation(room: Room) -> None:
    room.show(3)
    room.post("/camera", do="find")
    kept, wanted = room.lookout.calibration(), {"do": "hang", "turn": "180", "mirror": "no"}
    asked = room.post("/camera", **wanted).text
    assert 'name="turn" value="180"' in asked
    assert room.lookout.calibration() is kept is not None
    room.post("/camera", **wanted, sure="yes")
    assert room.lookout.calibration() is None
    assert room.lookout.calibrations.hanging() == Hanging(180)


@pytest.mark.parametrize("said", [{}, {"turn": "45", "mirror": "no"}, {"turn": "90"}, {"turn": "²", "mirror": "yes"}])
def test_a_turn_that_no_camera_has_changes_nothing(room: Room, said: dict[str, str]) -> None:
    room.show()
    assert room.post("/camera", do="hang", **said).status_code == 200
    assert room.lookout.calibrations.hanging() == UPRIGHT


def test_the_page_chooses_the_camera_to_follow(room: Room, tmp_path: Path) -> None:
    assert "data-choice" not in room.client.get("/camera").text
    webcam, microscope = FoundCamera("usb:0", "Webcam", "usb:0"), FoundCamera("usb:046d_M", "Microscope", "usb:2")
    room.lookout.cameras = lambda: (webcam, microscope)
    room.show(3)
    room.post("/camera", do="hang", turn="90", mirror="no")
    room.show(3)
    assert "Microscope (usb:2)" in room.client.get("/camera").text
    image = np.zeros((480, 640, 3), np.uint8)
    followed_now = room.lookout.watched(Frame(image, float(k)) for k in range(9))
    next(followed_now)
    room.post("/camera", do="choose", camera="usb:7")
    assert next(followed_now).image.shape == (640, 480, 3)
    room.post("/camera", do="choose", camera="usb:046d_M")
    assert list(followed_now) == []
    kept = Calibrations(tmp_path)
    assert (kept.camera(), kept.hanging()) == ("usb:046d_M", UPRIGHT)


def test_changing_the_camera_forgets_the_table_after_confirmation(room: Room) -> None:
    room.lookout.cameras = lambda: (FoundCamera("usb:0", "Webcam", "usb:0"), FoundCamera("pi", "imx708", "pi"))
    room.show(3)
    room.post("/camera", do="find")
    asked = room.post("/camera", do="choose", camera="pi").text
    assert 'name="camera" value="pi"' in asked
    assert room.lookout.calibration() is not None
    room.post("/camera", do="choose", camera="pi", sure="yes")
    assert (room.lookout.calibration(), room.lookout.calibrations.camera()) == (None, "pi")


def test_a_recording_offers_no_turn(room: Room) -> None:
    room.show()
    assert "data-hanging" in room.client.get("/camera").text
    room.lookout.calibrations.hang(Hanging(90))
    image = np.zeros((480, 640, 3), np.uint8)
    assert [frame.image.shape for frame in room.lookout.watched([Frame(image, 0.0)], live=False)] == [image.shape]
    assert "data-hanging" not in room.client.get("/camera").text


def test_turning_a_followed_camera_restarts_following(room: Room) -> None:
    def frames() -> Iterator[Frame]:
        for k in range(60):
            if k == 30:
                room.lookout.hang(Hanging(90))
            yield Frame(np.full((480, 640, 3), 90, np.uint8), k / 5)

    sizes = [frame.image.shape for _, frame in followed(room.lookout.watched(frames()), room.eyes, room.lookout)]
    assert {(480, 640, 3), (640, 480, 3)} == set(sizes)
    assert sizes == sorted(sizes)


def test_corners_placed_by_hand_are_used_as_a_sure_board(room: Room, tmp_path: Path) -> None:
    room.eyes.found = None
    room.show()
    assert "Je ne vois pas le plateau" in room.post("/camera", do="find").text
    page = room.post("/camera", do="corners", layout="occe", seat1_side="top", **BY_HAND).text
    assert "là où vous l’avez montré" in page
    kept = room.lookout.calibration()
    assert kept is not None
    assert (kept.by_hand, kept.seat1_side, kept.sure) == (True, "top", 1.0)
    assert Calibrations(tmp_path).now() == kept


def test_corners_that_go_round_no_board_are_refused_kindly(room: Room) -> None:
    room.show()
    page = room.post("/camera", do="corners", **(BY_HAND | {"x3": 200, "y3": 400})).text
    assert "n’entourent pas un plateau" in page
    assert room.lookout.calibration() is None


def test_a_check_holds_the_game_asks_and_tells_the_result(room: Room) -> None:
    room.show()
    assert "face 1 en haut" in room.post("/check", do="begin").text
    assert room.live.snapshot().state == "paused"
    room.lookout.saw(
        Observation(1.0, BOARD, (Die(1, "flat", (300, 200, 20, 20), 0.9),)),
        Frame(np.zeros((480, 640, 3), np.uint8), 1.0),
    )
    assert shown(room, "/check/now")[1:] == ("change", "Posez deux dés au milieu, face 1 en haut.")
    seen = " ".join(room.client.get("/check/now").text.split())
    assert '<p class="check-seen">Je vois un dé' in seen
    assert "of-asked" in seen
    assert "Étape 2" in room.post("/check", do="skip").text
    page = room.post("/check", do="stop").text
    assert "Trop peu d’étapes" in page
    assert "Recommencer" in page


def test_pictures_are_kept_only_with_consent(room: Room) -> None:
    room.show()
    room.post("/check", do="begin")
    room.post("/check", do="stop")
    assert not room.lookout.check.keeps_crops
    room.post("/check", do="begin", crops="yes")
    assert room.lookout.check.keeps_crops


def test_the_teacher_finds_the_way_when_the_board_has_moved(teacher, tmp_path: Path) -> None:
    lookout = Lookout(Calibrations(tmp_path), Eyes(), RunningCheck(tmp_path))
    teacher.app.extensions["piste"] = type(teacher.app.extensions["piste"])(
        **{**vars(teacher.app.extensions["piste"]), "lookout": lookout}
    )
    assert "/camera" in teacher.page("/new")
    assert "/camera" in teacher.page("/correct")
    assert "/camera" in teacher.page("/")


def test_a_table_that_cannot_be_read_leads_to_the_camera(room: Room) -> None:
    for second in range(5):
        room.live.look(Observation(float(second), BOARD, (), warnings=frozenset({"unreadable_small"})))
    assert "unreadable_small" in sent(room.live.snapshot())["problems"]
    alerts = room.client.get("/").text.partition('id="alerts"')[2].partition("</div>")[0]
    assert "trop petite" in alerts
    assert 'href="/camera"' in alerts


def test_a_board_that_moved_leads_to_the_camera(room: Room) -> None:
    elsewhere = replace(BOARD, corners=tuple((x + 200.0, y) for x, y in CORNERS))
    for second in range(7):
        room.live.look(Observation(float(second), BOARD if second < 5 else elsewhere, ()))
    assert sent(room.live.snapshot())["problems"] == ["board_moved"]
    alerts = room.client.get("/").text.partition('id="alerts"')[2].partition("</div>")[0]
    assert 'href="/camera"' in alerts
    assert 'id="alerts"' not in room.client.application.test_client().get("/").text


def test_another_game_is_not_begun_by_the_check(room: Room) -> None:
    room.live.new_game(Setup("royal", players_at((1, 2), ("Zoé", "Max"))))
    before = sent(room.live.snapshot())["players"]
    room.post("/check", do="begin")
    room.post("/check", do="stop")
    assert sent(room.live.snapshot())["players"] == before


def test_the_page_shows_and_forgets_what_is_known(room: Room) -> None:
    room.show(2)
    shown = room.post("/camera", do="find").get_data(as_text=True)
    again = room.client.get("/camera").get_data(as_text=True)
    assert "J’ai appris cette table" in again or "J’ai appris cette table" in shown
    assert room.lookout.memory.acquaintance.lessons == 1
    room.post("/camera", do="forget", sure="yes")
    assert room.lookout.memory() is None


def test_a_board_of_arrows_is_learnt_on_the_page(room: Room, tmp_path: Path) -> None:
    finder, reader = drawn_boards.Finds(), drawn_boards.Counts()
    room.lookout.men = FollowedMen(room.lookout.calibrations, drawn_boards.Dice(), lambda: (finder, reader))
    room.show(image=drawn_boards.drawn(drawn_boards.START | {"arrow-6": "white x 4"}))
    refused = room.post("/camera", do="men", white="lighter").text
    assert "Il manque une dame sur la flèche 6." in re.findall(r'<p class="wrong" role="alert">(.*?)</p>', refused)[0]
    room.eyes.found = None
    room.show(image=drawn_boards.drawn(drawn_boards.START, turned=True))
    assert "Je vois un tablier à flèches" in refused
    page = room.post("/camera", do="find").text  # the green button
    assert "Je connais ce plateau" in page
    assert "Je connais ce tablier à flèches" in page
    assert "Il manque" not in page
    names = re.findall(r'<text x="([\d.]+)" y="([\d.]+)" font-size="[\d.]+">(\d+A?)</text>', page)
    assert len(names) == 24
    assert next(float(y) for _, y, name in names if name == "1") < drawn_boards.TOP + drawn_boards.DEEP
    assert Calibrations(tmp_path).men() is not None
    assert "elle connaît ce tablier" in room.client.get("/new").text
    room.post("/camera", do="forget_men")
    assert Calibrations(tmp_path).men() is None
    finder.at = None  # from now on only a person sees where the board lies
    assert "coins à la main" in room.post("/camera", do="men", white="lighter").text
    (near, far, *_), (*_, far_right, near_right) = drawn_boards.LEAVES
    corners = enumerate((near, far, far_right, near_right), start=1)
    ring = {f"{axis}{k}": str(at[n]) for k, at in corners for n, axis in enumerate("xy")}
    assert "Je connais ce plateau" in room.post("/camera", do="corners", layout="arrows", **ring).text
    known = Calibrations(tmp_path).men()
    assert known is not None
    assert known.turned
