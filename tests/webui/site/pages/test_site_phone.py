"""The page that makes a phone the camera: the teacher's alone, and what it may bring."""

from dataclasses import dataclass
from pathlib import Path
from threading import Thread

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient

from hardware.phone_camera import PHONE, PhoneCamera
from webui.checkup.kept import Calibrations
from webui.checkup.run import RunningCheck
from webui.live.lookout import Lookout
from webui.live.watchdog import Pulse
from webui.live.wiring import camera_word, open_source
from webui.site.app import create_app

PAGE = "/camera/telephone"
PICTURE = cv2.imencode(".jpg", np.full((48, 64, 3), 90, np.uint8))[1].tobytes()


@dataclass
class Phone:
    """A browser on a phone, and the camera that it is."""

    client: FlaskClient
    camera: PhoneCamera | None
    token: str

    def brings(self, body: bytes, token: str | None = None) -> int:
        head = {"X-CSRFToken": self.token if token is None else token, "X-Requested-With": "fetch"}
        return self.client.post(PAGE, data=body, content_type="image/jpeg", headers=head).status_code


@pytest.fixture
def held(teacher, tmp_path: Path):
    def before(*, camera: PhoneCamera | None, signed_in: bool = True) -> Phone:
        lookout = Lookout(Calibrations(tmp_path), None, RunningCheck(tmp_path), phone=camera)  # nobody looks
        client = create_app(teacher.live, tmp_path, lookout=lookout, clock=teacher.clock).test_client()
        if signed_in:
            client.set_cookie("piste", teacher.client.get_cookie("piste").value)
        return Phone(client, camera, client.get("/api/v1/session").get_json()["csrf_token"])

    return before


def test_a_picture_is_taken_in_and_followed(held) -> None:
    phone = held(camera=PhoneCamera(patience=20.0))
    seen: list[tuple[int, ...]] = []

    def follow() -> None:
        with phone.camera as camera:
            seen.append(next(camera.frames()).image.shape)

    follower = Thread(target=follow, daemon=True)
    follower.start()
    while follower.is_alive():
        assert phone.brings(PICTURE + b"\0" * 100_000) == 204  # more than a form
    assert seen == [(48, 64, 3)]
    assert phone.brings(PICTURE) == 204  # nobody follows it


def test_what_is_no_picture_or_too_large_is_refused(held) -> None:
    phone = held(camera=PhoneCamera())
    assert phone.brings(b"no picture") == 400
    assert phone.brings(b"\0" * (5 << 20)) == 413


def test_the_page_alone_may_ask_for_the_devices_camera(held) -> None:
    phone = held(camera=PhoneCamera())
    page = phone.client.get(PAGE)
    assert "camera=(self)" in page.headers["Permissions-Policy"]
    assert "camera=()" in phone.client.get("/camera").headers["Permissions-Policy"]
    assert "data-start" in page.get_data(as_text=True)


def test_the_page_says_how_to_start_beside_another_camera(held) -> None:
    phone = held(camera=None)
    assert "--camera phone" in phone.client.get(PAGE).get_data(as_text=True)
    assert phone.brings(PICTURE) == 404


def test_piste_started_with_a_phone_names_its_address(tmp_path: Path) -> None:
    said: list[str] = []
    assert camera_word(PHONE, said.append) == PHONE
    assert PAGE in said[0]
    opened = open_source(PHONE, tmp_path, said.append, Pulse())
    assert opened is not None
    assert isinstance(opened[1].phone, PhoneCamera)
