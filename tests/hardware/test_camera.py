"""Cameras: recordings, pictures, streams, and a Raspberry Pi camera that is played by a fake."""

import shutil
from collections import deque
from functools import partial
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import pytest
from each import each

from hardware.camera import is_film, open_camera
from hardware.errors import CameraError, CameraGone, HardwareError, NoCamera
from hardware.found_cameras import FoundCamera, device_number, found_cameras, persistent_word
from hardware.recorded_camera import Pacer, PictureCamera, VideoCamera
from hardware.stream_camera import StreamCamera
from hardware.turned_camera import TURNS, UPRIGHT, Hanging, hung
from vision.frame import Frame


def picture(grey: int, size: tuple[int, int] = (64, 48)) -> np.ndarray:
    return np.full((size[1], size[0], 3), grey, np.uint8)


@pytest.fixture
def video(tmp_path: Path) -> Path:
    """25 frames at 10 a second, frame k of grey 10 k."""
    path = tmp_path / "a video é.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for k in range(25):
        writer.write(picture(10 * k))
    writer.release()
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Pictures 1, 2 and 10, one that is broken, and a file that is no picture."""
    for number in (10, 1, 2):
        cv2.imencode(".png", picture(20 * number))[1].tofile(tmp_path / f"pièce {number}.PNG")
    (tmp_path / "pièce 3.jpg").write_bytes(b"\xff\xd8 no picture")
    (tmp_path / "notes.txt").write_text("x")
    return tmp_path


def frames_of(where: Path | str, **more: float) -> list[Frame]:
    with open_camera(str(where), paced=False, **more) as camera:
        return list(camera.frames())


def test_a_video_gives_every_frame_with_its_own_time(video: Path) -> None:
    frames = frames_of(video)
    assert len(frames) == 25
    assert [frame.time for frame in frames] == pytest.approx([k / 10 for k in range(25)], abs=0.01)
    assert abs(int(frames[7].image.mean()) - 70) <= 2


def test_a_folder_gives_its_readable_pictures_in_natural_order(folder: Path) -> None:
    with open_camera(str(folder), paced=False, fps=2) as camera:
        frames = list(camera.frames())
        assert [path.name for path in camera.skipped] == ["pièce 3.jpg"]  # type: ignore[attr-defined]  # folders have it
    assert [int(frame.image.mean()) for frame in frames] == [20, 40, 200]
    assert [frame.time for frame in frames] == [0.0, 0.5, 1.5]


def test_one_picture_is_a_recording_of_one_frame(folder: Path) -> None:
    assert len(frames_of(folder / "pièce 2.PNG")) == 1


def test_one_picture_alone_stays_while_it_is_shown_in_time(folder: Path) -> None:
    now = [0.0]

    def sleep(seconds: float) -> None:
        now[0] += seconds

    pacer = Pacer(lambda: now[0], sleep)
    shown = list(islice(PictureCamera(folder / "pièce 2.PNG", 2.0, pacer).frames(), 20))
    assert [frame.time for frame in shown] == [k / 2 for k in range(20)]
    with pytest.raises(NoCamera, match="that can be read"):
        list(PictureCamera(folder / "pièce 3.jpg", 2.0, pacer).frames())


def test_a_slow_reader_of_a_paced_video_gets_newer_frames(video: Path) -> None:
    now = [100.0]

    def sleep(seconds: float) -> None:
        now[0] += seconds

    times = []
    with VideoCamera(video, Pacer(lambda: now[0], sleep)) as camera:
        for frame in camera.frames():
            times.append(frame.time)
            now[0] += 0.45  # the reader is slow
    assert times == pytest.approx([0.0, 0.4, 0.9, 1.3, 1.8, 2.2])


def test_only_a_recording_ends(video: Path, folder: Path) -> None:
    assert all(map(is_film, (str(video), str(folder), str(folder / "pièce 2.PNG"), "demo")))
    assert not any(map(is_film, ("auto", "pi", "usb:0", "http://camera/film.mp4", "/dev/null", "no film")))


@each(
    "where", ["usb:x", "usb:²", "usb:" + "9" * 5000, "usb:97", "no/such/file.mp4", "rtsp://127.0.0.1:1/none"]
)
def test_what_is_not_there_is_refused_and_named(where: str) -> None:
    with pytest.raises(NoCamera, match="expected"), open_camera(where):
        pass


@pytest.mark.parametrize("content", [b"", b"no video at all"])
def test_a_broken_video_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "v.mp4").write_bytes(content)
    with pytest.raises(NoCamera, match=r"v\.mp4"):
        frames_of(tmp_path / "v.mp4")


@pytest.mark.parametrize("names", [[], ["a.jpg", "b.png"]])
def test_a_folder_without_a_readable_picture_is_refused(tmp_path: Path, names: list[str]) -> None:
    for name in names:
        (tmp_path / name).write_bytes(b"x")
    with pytest.raises(NoCamera, match="picture"):
        frames_of(tmp_path)


def test_errors_are_builtins_too() -> None:
    assert issubclass(CameraError, (HardwareError, OSError))
    assert issubclass(NoCamera, LookupError)
    assert issubclass(CameraGone, ConnectionError)


def test_a_stream_that_ends_is_a_lost_camera(video: Path) -> None:
    with StreamCamera(str(video), "stream") as camera:
        frames = camera.frames()
        with pytest.raises(CameraGone, match="stream"):
            deque(frames, maxlen=0)


EVERY_HANGING = [Hanging(turn, mirror) for turn in TURNS for mirror in (False, True)]
SHOT = Frame(np.arange(6, dtype=np.uint8).reshape(2, 3, 1), 1.5, np.arange(24, dtype=np.uint8).reshape(4, 6, 1))


@each("hanging", EVERY_HANGING)
def test_a_picture_is_turned_and_mirrored_as_it_is_seen(hanging: Hanging) -> None:
    image = hanging.frame(SHOT)
    further, other = hanging.turned().frame(SHOT), hanging.mirrored().frame(SHOT)
    assert image.time == further.time == SHOT.time
    assert np.array_equal(further.image, np.rot90(image.image, -1))
    assert np.array_equal(other.image, image.image[:, ::-1])
    assert image.still is not None
    assert other.still is not None
    assert np.array_equal(other.still, image.still[:, ::-1])
    assert other.image.flags.c_contiguous


def test_recordings_and_upright_pictures_are_not_turned(video: Path) -> None:
    with open_camera(str(video), paced=False) as camera:
        assert next(hung(camera, Hanging(90))).image.shape == (48, 64, 3)
    assert UPRIGHT.frame(SHOT) is SHOT
    with pytest.raises(ValueError, match="got 45"):
        Hanging(45)


def test_usb_cameras_with_pictures_can_be_chosen(tmp_path: Path) -> None:
    devices = tmp_path / "video4linux"
    for name, bus, index, maker in (
        ("video10", "platform", "0", "bcm2835-codec-decode"),
        ("video2", "usb1", "0", "Microscope"),
        ("video1", "usb1", "1", "Webcam"),
        ("video0", "usb1", "0", "Webcam"),
        ("video3", "usb2", "", "told by nobody"),
    ):
        (tmp_path / bus / name).mkdir(parents=True)
        (devices / name).mkdir(parents=True)
        (devices / name / "device").symlink_to(tmp_path / bus / name)
        (devices / name / "name").write_text(f"{maker}\n")
        if index:
            (devices / name / "index").write_text(f"{index}\n")
    ids = tmp_path / "by-id"
    linked(ids, {"046d_C270_8A3F-video-index0": 0, "046d_C270_8A3F-video-index1": 1})
    webcam, microscope = FoundCamera(WEBCAM, "Webcam", "usb:0"), FoundCamera("usb:2", "Microscope", "usb:2")
    assert found_cameras(devices, ids) == (webcam, microscope)
    assert found_cameras(tmp_path / "none", ids) == ()
    assert persistent_word("usb:0@90m", (webcam, microscope)) == f"{WEBCAM}@90m"
    assert [persistent_word(word, (webcam,)) for word in ("usb:2", "auto", "")] == ["usb:2", "auto", ""]


WEBCAM = "usb:046d_C270_8A3F"


def linked(ids: Path, numbers: dict[str, int]) -> None:
    """A folder as udev keeps it: what each camera calls itself, linked to the number it has."""
    shutil.rmtree(ids, ignore_errors=True)
    ids.mkdir()
    for name, number in numbers.items():
        (ids / f"usb-{name}").symlink_to(f"../../video{number}")


def test_a_camera_is_found_by_name_under_any_number(tmp_path: Path) -> None:
    ids = tmp_path / "by-id"
    for number in (0, 12):
        linked(ids, {"046d_C270_8A3F-video-index0": number, "other-video-index0": 5})
        assert device_number(WEBCAM, ids) == number
    linked(ids, {})
    assert device_number(WEBCAM, ids) is None
    assert [device_number(word, ids) for word in ("usb:7", "usb:007", "pi", "auto", "usb:../x")] == [7, 7, *[None] * 3]


def test_a_camera_that_is_not_plugged_in_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    linked(tmp_path / "by-id", {"046d_C270_8A3F-video-index0": 96})
    monkeypatch.setattr("hardware.camera.device_number", partial(device_number, ids=tmp_path / "by-id"))
    with pytest.raises(NoCamera, match=f"at {WEBCAM}; it cannot be opened"), open_camera(WEBCAM):
        pass  # number 96 is no device of this machine, but it is what the word means
    with pytest.raises(NoCamera, match="usb:another_one; it is not plugged in"):
        open_camera("usb:another_one")
