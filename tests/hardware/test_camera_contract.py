"""What every camera promises, held by each driver: files, stand-ins (a device, a Pi, a phone), a stream over HTTP."""

import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import islice, pairwise
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from each import each

from hardware.camera import is_film, open_camera
from hardware.camera_protocol import Camera
from hardware.errors import CameraGone, NoCamera
from hardware.phone_camera import PhoneCamera
from hardware.pi_camera import LARGE, SMALL
from hardware.stream_camera import BY_HAND, WARM, StreamCamera, from_jpeg, locked
from hardware.turned_camera import Hanging, TurnedCamera
from vision.frame import Frame, LaterStill

WIDE, HIGH = 64, 48


def picture(number: int) -> np.ndarray:
    """The upper left quarter dark, the rest of a grey that tells the number."""
    shown = np.full((HIGH, WIDE, 3), 60 + 10 * (number % 15), np.uint8)
    shown[: HIGH // 2, : WIDE // 2] = 10
    return shown


class Device:
    """A stand-in for a V4L2 device: endless frames, controls that it may lack."""

    def __init__(self, frames: int = 10**9, **controls: float) -> None:
        self.left, self.taken = frames, 0
        self.controls = {getattr(cv2, f"CAP_PROP_{name.upper()}"): value for name, value in controls.items()}
        self.sent: list[tuple[int, float]] = []
        self.released = threading.Event()
        self.warm = threading.Event()

    def isOpened(self) -> bool:  # noqa: N802  OpenCV's own name
        return True

    def read(self) -> tuple[bool, np.ndarray]:
        self.left, self.taken = self.left - 1, self.taken + 1
        if self.taken > WARM + 1:
            self.warm.set()
        shown = picture(self.taken)
        shown[-1, -1] = self.taken & 255, self.taken >> 8 & 255, self.taken >> 16
        return self.left >= 0, shown

    def get(self, prop: int) -> float:
        return self.controls.get(prop, 0.0)

    def set(self, prop: int, value: float) -> bool:
        if prop not in self.controls:
            return False
        self.sent.append((prop, value))
        self.controls[prop] = value
        return True

    def release(self) -> None:
        self.released.set()


class JpegDevice(Device):
    """One that sends JPEG, in the largest of its sizes that is asked for, so many a second."""

    def __init__(self, *sizes: tuple[int, int], fps: float = 30.0) -> None:
        names = "fourcc", "frame_width", "frame_height", "convert_rgb", "buffersize"
        super().__init__(fps=fps, **dict.fromkeys(names, 1.0))
        self.sizes = sizes

    @property
    def size(self) -> tuple[int, int]:
        asked = [self.controls[prop] for prop in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT)]
        return min(self.sizes, key=lambda size: abs(size[0] - asked[0]) + abs(size[1] - asked[1]))

    def get(self, prop: int) -> float:
        return self.size[0] if prop == cv2.CAP_PROP_FRAME_WIDTH else super().get(prop)

    def read(self) -> tuple[bool, np.ndarray]:
        got, shown = super().read()
        shown = cv2.resize(shown, self.size, interpolation=cv2.INTER_NEAREST)
        if self.controls[cv2.CAP_PROP_CONVERT_RGB]:
            return got, shown
        return got, cv2.imencode(".jpg", shown)[1].reshape(1, -1)


def number_in(frame: Frame) -> int:
    """Which of a device's frames this is."""
    low, middle, high = map(int, frame.image[-1, -1])
    return low + (middle << 8) + (high << 16)


class Multipart(BaseHTTPRequestHandler):
    """JPEG pictures, one after the other, as network cameras send them, until it is told to be silent."""

    silent = threading.Event()

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        with suppress(ConnectionError):
            for number in range(10**6):
                if self.silent.is_set():
                    return
                packed = cv2.imencode(".jpg", np.repeat(np.repeat(picture(number), 4, 0), 4, 1))[1].tobytes()
                self.wfile.write(
                    b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(packed)
                )
                self.wfile.write(packed + b"\r\n")

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


@pytest.fixture
def address() -> Iterator[str]:
    Multipart.silent.clear()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Multipart)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/stream.mjpg"
    Multipart.silent.set()
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def films(tmp_path: Path) -> Path:
    """A video and a folder of pictures."""
    writer = cv2.VideoWriter(str(tmp_path / "film.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 10, (WIDE, HIGH))
    (tmp_path / "pictures").mkdir()
    for number in range(6):
        writer.write(picture(number))
        cv2.imwrite(str(tmp_path / "pictures" / f"{number}.png"), picture(number))
    writer.release()
    return tmp_path


class Sensor:
    """A stand-in for picamera2 as the contract needs it."""

    camera_controls: dict[str, object] = {}  # noqa: RUF012  never written to
    global_camera_info = staticmethod(lambda: [{"Model": "imx219"}])
    silent = threading.Event()

    def create_video_configuration(self, **setting: object) -> dict[str, object]:
        return setting

    def configure(self, setting: dict[str, object]) -> None: ...
    def set_controls(self, controls: dict[str, object]) -> None: ...
    def start(self) -> None: ...
    def close(self) -> None: ...

    def capture_request(self, wait: bool, signal_function: Callable[[object], None]) -> SimpleNamespace:
        large = cv2.resize(picture(3), LARGE, interpolation=cv2.INTER_NEAREST)
        small = cv2.cvtColor(
            cv2.resize(picture(3), SMALL, interpolation=cv2.INTER_NEAREST), cv2.COLOR_BGR2YUV_I420
        )
        request = SimpleNamespace(
            get_metadata=lambda: {"SensorTimestamp": time.monotonic_ns()},
            make_array=lambda name: large if name == "main" else small,
            release=lambda: None,
        )
        job = SimpleNamespace(get_result=lambda: request)
        if not self.silent.is_set():
            signal_function(job)
        return job


class Phone(threading.Thread):
    """The page of a phone that brings pictures until it is told to be silent."""

    def __init__(self, camera: PhoneCamera) -> None:
        super().__init__(daemon=True)
        self.camera, self.silent = camera, threading.Event()

    def run(self) -> None:
        packed = cv2.imencode(".jpg", picture(4))[1].tobytes()
        while not self.silent.is_set():
            self.camera.bring(packed)


RECORDED = {"video": "film.avi", "folder": "pictures", "picture": "pictures/0.png", "turned": "film.avi@180m"}
LIVE = ("device", "jpeg", "http", "pi", "phone")


@pytest.fixture
def device() -> tuple[Camera, Callable[[], None]]:
    device = Device()
    return StreamCamera(0, "usb:0", lambda source: device), lambda: setattr(device, "left", 0)


@pytest.fixture
def jpeg() -> tuple[Camera, Callable[[], None]]:
    device = JpegDevice((640, 480), (1920, 1440))
    return StreamCamera(0, "usb:0", lambda source: device), lambda: setattr(device, "left", 0)


@pytest.fixture
def http(address: str) -> tuple[Camera, Callable[[], None]]:
    return open_camera(address), Multipart.silent.set


@pytest.fixture
def pi(monkeypatch: pytest.MonkeyPatch) -> tuple[Camera, Callable[[], None]]:
    monkeypatch.setitem(sys.modules, "picamera2", SimpleNamespace(Picamera2=Sensor))
    monkeypatch.setattr("hardware.pi_camera.PATIENCE", 2.0)
    Sensor.silent.clear()
    return open_camera("pi"), Sensor.silent.set


@pytest.fixture
def phone() -> Iterator[tuple[Camera, Callable[[], None]]]:
    camera = PhoneCamera(patience=2.0)
    page = Phone(camera)
    page.start()
    yield camera, page.silent.set
    page.silent.set()
    page.join()


@pytest.fixture(params=LIVE)
def live(request: pytest.FixtureRequest) -> tuple[Camera, Callable[[], None]]:
    """Each kind of live camera, not yet opened, and what makes it fall silent."""
    return request.getfixturevalue(request.param)


@pytest.fixture(params=[*RECORDED, *LIVE])
def camera(request: pytest.FixtureRequest, films: Path) -> Camera:
    """Each kind of camera, not yet opened."""
    if request.param in LIVE:
        return request.getfixturevalue(request.param)[0]
    return open_camera(str(films / RECORDED[request.param]), paced=False)


def test_frames_are_pictures_whose_times_never_decrease(camera: Camera) -> None:
    with camera:
        frames = list(islice(camera.frames(), 5))
    assert frames
    for frame in frames:
        assert frame.image.dtype == np.uint8
        assert frame.image.ndim == 3
        assert frame.image.shape[2] == 3
        assert frame.image.flags.c_contiguous
    assert frames[0].time >= 0
    assert all(first.time <= second.time for first, second in pairwise(frames))


def test_a_still_shows_the_same_view_and_is_larger(camera: Camera) -> None:
    with camera:
        frame = next(camera.frames())
    if frame.still is None:
        pytest.skip("this camera hands out no stills")
    assert frame.still.shape[1] > frame.image.shape[1]
    assert frame.still.shape[1] * frame.image.shape[0] == frame.still.shape[0] * frame.image.shape[1]


def test_it_can_be_opened_again(camera: Camera) -> None:
    for _ in range(2):
        with camera:
            assert next(camera.frames()).image.size


def test_a_camera_knows_its_name_and_whether_it_is_live(camera: Camera) -> None:
    assert camera.name
    assert camera.live in (True, False)


def test_closing_leaves_no_thread(camera: Camera) -> None:
    with camera:
        next(camera.frames())
    assert [thread for thread in threading.enumerate() if thread.name.startswith("camera ")] == []


def test_a_recording_ends(films: Path) -> None:
    for word in RECORDED.values():
        with open_camera(str(films / word), paced=False) as camera:
            assert 1 <= len(list(camera.frames())) <= 6


def test_a_silent_live_camera_is_gone_and_can_be_closed(
    live: tuple[Camera, Callable[[], None]],
) -> None:
    camera, silence = live
    with camera:
        frames = camera.frames()
        assert next(frames).image.size
        silence()
        with pytest.raises(CameraGone, match=rf"(?i)\b{camera.name}\b"):
            deque(frames, maxlen=0)


def test_a_live_camera_that_is_closed_hands_out_nothing_more(live: tuple[Camera, Callable[[], None]]) -> None:
    camera, _ = live
    with camera:
        frames = camera.frames()
        next(frames)
    with pytest.raises(CameraGone):
        next(frames)


def test_a_slow_reader_gets_the_newest_frame_of_a_device() -> None:
    device = Device()
    with StreamCamera(0, "usb:0", lambda source: device) as camera:
        frames = camera.frames()
        next(frames)
        assert device.warm.wait(10)
        before = device.taken
        late = next(frames)
    assert before > WARM
    assert number_in(late) >= before - 1  # the device may be handing out one just now
    assert device.released.wait(10)


def test_a_warm_device_keeps_exposure_focus_and_white_balance() -> None:
    device = Device(auto_exposure=3, exposure=156, autofocus=1, focus=20, auto_wb=1, wb_temperature=4600)
    with StreamCamera(0, "usb:0", lambda source: device):
        assert device.warm.wait(10)
    assert device.controls[cv2.CAP_PROP_AUTO_EXPOSURE] == BY_HAND
    assert device.controls[cv2.CAP_PROP_AUTOFOCUS] == device.controls[cv2.CAP_PROP_AUTO_WB] == 0
    assert device.controls[cv2.CAP_PROP_EXPOSURE] == 156
    assert device.controls[cv2.CAP_PROP_FOCUS] == 20
    assert device.controls[cv2.CAP_PROP_WB_TEMPERATURE] == 4600


@pytest.mark.parametrize(
    ("sizes", "image", "still"),
    [
        (((640, 480), (2592, 1944), (8000, 6000)), (1296, 972), (2592, 1944)),
        (((1280, 720), (1920, 1080)), (960, 540), (1920, 1080)),
        (((640, 480), (1280, 960)), (1280, 960), None),
    ],
)
def test_a_jpeg_device_is_read_at_full_size(sizes, image, still) -> None:
    device = JpegDevice(*sizes)
    with StreamCamera(0, "usb:0", lambda source: device) as camera:
        frame = next(camera.frames())
    assert frame.image.shape == (*image[::-1], 3)
    assert (frame.still is None) == (still is None)
    assert frame.still is None or frame.still.shape == (*still[::-1], 3)
    assert frame.still is frame.still  # decoded once


@pytest.mark.parametrize("fps", [0.0, 5.0])
def test_a_device_too_slow_for_large_pictures_sends_small_ones(fps: float) -> None:
    device = JpegDevice((1280, 960), (2592, 1944), fps=fps)
    with StreamCamera(0, "usb:0", lambda source: device) as camera:
        frame = next(camera.frames())
    assert frame.image.shape == (960, 1280, 3)
    assert frame.still is None
    assert device.controls[cv2.CAP_PROP_CONVERT_RGB] == 1


def test_a_device_that_decodes_whatever_is_asked_sends_small_pictures() -> None:
    class Decoding(JpegDevice):
        def read(self) -> tuple[bool, np.ndarray]:
            got, shown = Device.read(self)
            return got, cv2.resize(shown, self.size)

    device = Decoding((1280, 960), (2592, 1944))
    with StreamCamera(0, "usb:0", lambda source: device) as camera:
        assert next(camera.frames()).image.shape == (960, 1280, 3)


@each("broken", [b"", b"\xff\xd8", b"\xff\xd8\xff\xe0 no picture", b"no picture"])
def test_a_broken_picture_of_a_device_is_no_frame(broken: bytes) -> None:
    assert from_jpeg(np.frombuffer(broken, np.uint8), 1.0) is None


def test_a_picture_that_breaks_off_is_no_frame() -> None:
    whole = np.random.default_rng(1).integers(0, 255, (1200, 1600, 3), np.uint8)
    data = cv2.imencode(".jpg", whole)[1]
    assert from_jpeg(data[: len(data) // 2], 1.0) is None
    assert from_jpeg(data[:-2], 1.0) is not None  # some webcams send no end marker


def test_a_larger_still_is_turned_alike_and_made_on_demand() -> None:
    made = []

    def larger() -> np.ndarray:
        made.append(1)
        return cv2.resize(picture(1), (2 * WIDE, 2 * HIGH), interpolation=cv2.INTER_NEAREST)

    frame = Hanging(90).frame(LaterStill(picture(1), 2.0, larger))
    assert made == []
    assert frame.still is not None
    assert frame.still.shape == (2 * WIDE, 2 * HIGH, 3)
    assert np.array_equal(frame.still[::2, ::2], frame.image)
    assert made == [1]
    lost = LaterStill(picture(1), 2.0, lambda: None).changed(np.ascontiguousarray)
    assert lost.still is None
    assert lost.time == 2.0


def test_what_a_device_lacks_stays_as_it_is() -> None:
    assert locked(Device()) == ()
    assert locked(Device(auto_exposure=3, exposure=156)) == (cv2.CAP_PROP_EXPOSURE,)
    plain = Device(autofocus=1)  # tells no focus: it goes on focusing by itself
    assert locked(plain) == ()
    assert plain.sent == []


def test_a_value_that_cannot_be_locked_stays_automatic() -> None:
    class Stubborn(Device):
        def set(self, prop: int, value: float) -> bool:
            return prop != cv2.CAP_PROP_EXPOSURE and super().set(prop, value)

    device = Stubborn(auto_exposure=3, exposure=156)
    assert locked(device) == ()
    assert device.controls[cv2.CAP_PROP_AUTO_EXPOSURE] == 3


def test_a_network_stream_is_never_locked() -> None:
    device = Device(auto_exposure=3, exposure=156)
    with StreamCamera("rtsp://camera/", "rtsp://camera/", lambda source: device):
        assert device.warm.wait(10)
    assert device.controls[cv2.CAP_PROP_AUTO_EXPOSURE] == 3


@pytest.mark.parametrize(
    ("turn", "dark"),
    [("0", (0, 0)), ("90", (0, 1)), ("180", (1, 1)), ("270", (1, 0)), ("0m", (0, 1)), ("90m", (1, 1))],
)
def test_a_camera_that_hangs_turned_or_mirrored_is_put_right(
    films: Path, turn: str, dark: tuple[int, int]
) -> None:
    with open_camera(f"{films / 'film.avi'}@{turn}", paced=False) as camera:
        image = next(camera.frames()).image
    down, across = image.shape[0] // 2, image.shape[1] // 2
    corner = image[dark[0] * down :, dark[1] * across :][:down, :across]
    assert corner.mean() < 30
    assert image.mean() > 35
    assert camera.name == f"film.avi@{turn}"


def test_a_file_named_like_a_turn_is_a_file(films: Path) -> None:
    (films / "film.avi").rename(films / "a@90")
    assert is_film(str(films / "a@90"))
    assert not isinstance(open_camera(str(films / "a@90")), TurnedCamera)


def test_a_turned_recording_is_still_a_film(films: Path) -> None:
    assert is_film(f"{films / 'film.avi'}@90")
    assert not is_film("usb:0@90")
    with pytest.raises(NoCamera):
        open_camera("usb:x@90")
    with pytest.raises(ValueError, match="45"):
        TurnedCamera(open_camera("usb:0"), 45)
