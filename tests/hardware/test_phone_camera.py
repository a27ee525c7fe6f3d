"""A phone's pictures become frames, the newest each time; where none come, the camera is lost."""

from collections.abc import Iterator
from threading import Thread

import cv2
import numpy as np
import pytest

from hardware.errors import CameraGone, NoCamera
from hardware.phone_camera import PhoneCamera
from vision.errors import UnreadablePicture


def picture(grey: int) -> bytes:
    return cv2.imencode(".jpg", np.full((48, 64, 3), grey, np.uint8))[1].tobytes()


class Brings(Thread):
    """A phone that brings pictures until it is stopped."""

    def __init__(self, phone: PhoneCamera) -> None:
        super().__init__(daemon=True)
        self.phone, self.goes_on = phone, True

    def run(self) -> None:
        while self.goes_on:
            self.phone.bring(picture(120))


@pytest.fixture
def phone() -> PhoneCamera:
    return PhoneCamera(patience=20.0)


@pytest.fixture
def brought(phone: PhoneCamera) -> Iterator[PhoneCamera]:
    brings = Brings(phone)
    brings.start()
    yield phone
    brings.goes_on = False
    brings.join()


def test_its_frames_are_upright_pictures_with_a_rising_time(brought: PhoneCamera) -> None:
    with brought as camera:
        frames = camera.frames()
        first, second, third = next(frames), next(frames), next(frames)
    assert first.image.shape == (48, 64, 3)
    assert first.time <= second.time <= third.time
    assert camera.live
    assert camera.name == "phone"


def test_it_is_opened_again_and_shows_nothing_of_before(brought: PhoneCamera) -> None:
    with brought as camera:
        next(camera.frames())
        assert camera.followed
    assert not brought.followed
    with brought as camera:
        assert next(camera.frames()).time >= 0.0


def test_where_no_phone_shows_the_table_there_is_no_camera() -> None:
    with pytest.raises(NoCamera, match="expected a phone"), PhoneCamera(patience=0.01):
        pass


def test_a_phone_that_brings_no_more_is_gone() -> None:
    phone = PhoneCamera(patience=0.05)
    brings = Brings(phone)
    brings.start()
    with phone as camera:
        brings.goes_on = False
        brings.join()
        with pytest.raises(CameraGone, match="phone"):
            for _ in camera.frames():
                pass


def test_of_several_pictures_the_newest_is_handed_out(phone: PhoneCamera) -> None:
    brings = Brings(phone)
    brings.start()
    with phone as camera:
        brings.goes_on = False
        brings.join()
        frames = camera.frames()
        for grey in (30, 60, 200):
            phone.bring(picture(grey))
        assert int(next(frames).image.mean()) == 200


def test_what_is_brought_while_nobody_looks_is_not_kept(phone: PhoneCamera) -> None:
    phone.bring(picture(90))
    with pytest.raises(CameraGone):
        next(phone.frames())


def test_a_bad_picture_is_refused_and_the_old_stays(phone: PhoneCamera) -> None:
    phone.bring(picture(90))
    with pytest.raises(UnreadablePicture):
        phone.bring(b"no picture")
    with pytest.raises(UnreadablePicture):
        phone.bring(picture(90)[:-20])
