"""The Raspberry Pi's camera, played by a stand-in for picamera2."""

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import islice
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from hardware import pi_camera
from hardware.camera import open_camera
from hardware.errors import CameraGone, NoCamera
from hardware.pi_camera import LARGE, RATE, SMALL, WARM, at_rest, locked_controls

FOUND = {"ExposureTime": 12_000, "AnalogueGain": 2.5, "ColourGains": (1.8, 1.4), "LensPosition": 1.6}


class Request:
    """One frame of the stand-in's sensor, exposed `age` seconds before it is handed out, all of one grey."""

    def __init__(self, age: float = 0.0, grey: int = 99) -> None:
        self._stamp, self._grey = time.monotonic_ns() - int(age * 1e9), grey
        self.released = 0

    def get_metadata(self) -> dict[str, object]:
        return {"SensorTimestamp": self._stamp, **FOUND}

    def make_array(self, name: str) -> np.ndarray:
        wide, high = LARGE if name == "main" else SMALL
        picture = np.full((high, wide, 3), self._grey, np.uint8)
        return picture if name == "main" else cv2.cvtColor(picture, cv2.COLOR_BGR2YUV_I420)

    def release(self) -> None:
        self.released += 1


@dataclass
class Sensor:
    """What the stand-in answers, what it was told, and which controls it has."""

    answers: list[Callable[[], Request]] = field(default_factory=list)
    sent: list[dict[str, object]] = field(default_factory=list)
    setting: dict[str, object] = field(default_factory=dict)
    has: tuple[str, ...] = ("AeEnable", "AwbEnable", "AfMode", *FOUND)
    given: list[Request] = field(default_factory=list)
    waited_for: int = 0
    """Requests that were asked for and not answered."""
    closed: int = 0
    silent: bool = False
    busy: bool = False

    def answer(self) -> Request:
        request = self.answers.pop(0)() if self.answers else Request()
        self.given.append(request)
        return request


@pytest.fixture
def pi(monkeypatch: pytest.MonkeyPatch) -> Sensor:
    sensor = Sensor()

    class Picamera2:
        global_camera_info = staticmethod(lambda: [{"Model": "imx708"}])

        @property
        def camera_controls(self) -> dict[str, object]:
            return dict.fromkeys(sensor.has)

        def create_video_configuration(self, **setting: object) -> dict[str, object]:
            return setting

        def configure(self, setting: dict[str, object]) -> None:
            sensor.setting = setting

        def set_controls(self, controls: dict[str, object]) -> None:
            sensor.sent.append(controls)

        def start(self) -> None:
            if sensor.busy:
                raise RuntimeError("Device or resource busy")

        def stop(self) -> None:
            assert sensor.waited_for == 0, "picamera2 stops after what was asked for before: it would wait for ever"

        def close(self) -> None:
            sensor.closed += 1

        def capture_request(self, wait: bool, signal_function: Callable[[object], None]) -> SimpleNamespace:
            assert not wait
            sensor.waited_for += 1
            if sensor.silent:
                return SimpleNamespace()
            request = sensor.answer()
            job = SimpleNamespace(get_result=lambda: request)  # of 0.3.12: it takes no time limit
            sensor.waited_for -= 1
            signal_function(job)
            return job

    monkeypatch.setitem(sys.modules, "picamera2", SimpleNamespace(Picamera2=Picamera2))
    return sensor


def test_older_frames_are_skipped_and_requests_returned(pi: Sensor) -> None:
    pi.answers += [lambda: Request(3.0), Request, Request]
    with open_camera("auto") as camera:
        first, second = islice(camera.frames(), 2)
    assert camera.name == "pi"
    assert first.time == 0.0
    assert 0.0 < second.time < 1.0
    assert [request.released for request in pi.given] == [1, 1, 1]


def test_at_rest_a_large_picture_comes_with_the_small(pi: Sensor) -> None:
    pi.answers += [Request, Request, lambda: Request(grey=160), lambda: Request(grey=160)]
    with open_camera("pi") as camera:
        frames = list(islice(camera.frames(), 4))
    assert [frame.image.shape for frame in frames] == [(SMALL[1], SMALL[0], 3)] * 4
    assert [None if frame.still is None else frame.still.shape for frame in frames] == [
        (LARGE[1], LARGE[0], 3), (LARGE[1], LARGE[0], 3), None, (LARGE[1], LARGE[0], 3),
    ]  # fmt: skip
    assert abs(int(frames[0].image.mean()) - 99) <= 2


def test_a_warm_camera_locks_its_settings_once(pi: Sensor) -> None:
    with open_camera("pi") as camera:
        list(islice(camera.frames(), WARM + 5))
    assert pi.setting["controls"] == {"FrameRate": RATE}
    assert pi.sent == [{"AfMode": 2}, {"AeEnable": False, "AwbEnable": False, "AfMode": 0, **FOUND}]


def test_a_camera_without_autofocus_is_told_of_none(pi: Sensor) -> None:
    pi.has = ("AeEnable", "AwbEnable", "ExposureTime", "AnalogueGain", "ColourGains")
    with open_camera("pi") as camera:
        list(islice(camera.frames(), WARM + 1))
    (reported,) = pi.sent
    assert set(reported) == set(pi.has)


def test_only_what_was_told_of_the_frame_is_kept() -> None:
    knows = dict.fromkeys(("AeEnable", "AwbEnable", "AfMode", *FOUND))
    assert locked_controls({"ExposureTime": 5}, knows) == {"AeEnable": False, "AwbEnable": False, "ExposureTime": 5}


def test_a_silent_camera_is_lost_and_can_be_closed(pi: Sensor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pi_camera, "PATIENCE", 0.01)
    with open_camera("pi") as camera:
        frames = camera.frames()
        next(frames)
        pi.silent = True
        with pytest.raises(CameraGone, match=r"within 0\.01 s"):
            next(frames)
    assert (pi.waited_for, pi.closed) == (1, 1)


def test_a_camera_in_use_is_named_and_released(pi: Sensor) -> None:
    pi.busy = True
    with pytest.raises(NoCamera, match="resource busy"), open_camera("pi"):
        pass
    assert pi.closed == 1


def test_without_picamera2_there_is_no_such_camera(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(NoCamera, match="picamera2"), open_camera("pi"):
        pass


def test_grain_is_no_motion_and_a_hand_is(pi: Sensor) -> None:
    rng = np.random.default_rng(1)
    still = np.full((576, 1024, 3), 120, np.uint8)
    grainy = np.clip(still + rng.normal(0, 3, still.shape), 0, 255).astype(np.uint8)
    hand = still.copy()
    hand[100:400, 200:500] = 40
    assert at_rest(None, still)
    assert at_rest(still, grainy)
    assert not at_rest(still, hand)
