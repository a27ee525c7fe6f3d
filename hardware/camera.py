"""Cameras: one protocol, and one door that opens each kind by a word.

Words: `auto` (a Raspberry Pi camera, else the first USB one), `pi`, `usb:N` (/dev/videoN), `usb:ID`
(the camera that calls itself so, under whatever number: /dev/v4l/by-id), `demo` (the
demonstration table), the path of a video, a picture or a folder of pictures, or the URL of a network camera. Behind any
of them `@90`, `@180`, `@270` or `@0`, with an `m` where pictures are mirrored: turned clockwise by so many degrees.
"""

from __future__ import annotations

import re
from pathlib import Path

from .camera_protocol import Camera
from .errors import CameraGone, NoCamera
from .found_cameras import CHOICE, device_number
from .pi_camera import PiCamera, pi_cameras
from .recorded_camera import PICTURES, Pacer, PictureCamera, VideoCamera
from .stream_camera import StreamCamera
from .turned_camera import WORD, TurnedCamera

DEMO = Path(__file__).parent / "demo" / "demo.mp4"
URLS = ("http://", "https://", "rtsp://", "rtmp://", "udp://")


def open_camera(where: str = "auto", *, paced: bool = True, fps: float = 5.0) -> Camera:
    """A camera by its word; only `auto` touches devices before its `with`, to list them.

    Args:
        where: a word of this module's docstring.
        paced: recordings play in real time and drop frames that the caller was too late for; False: as fast
            as they are taken, none left out.
        fps: pictures a second that a folder stands for.

    Raises:
        NoCamera: no such camera, recording or folder; opening one may raise it too.
    """
    turned = _turned(where)
    if turned is not None:
        camera = open_camera(turned["where"], paced=paced, fps=fps)
        return TurnedCamera(camera, int(turned["turn"]), mirror=bool(turned["mirror"]))
    if where == "auto":
        return _first_camera()
    if where == "pi":
        return PiCamera()
    if where.startswith(URLS):
        return StreamCamera(where, where)
    if where.startswith("usb:"):
        return _usb(where)
    return _recording(DEMO if where == "demo" else Path(where), paced, fps)


def _turned(where: str) -> re.Match[str] | None:
    """A word with a turn behind it; a file that is called so is no such word, nor is a password in a URL."""
    match = WORD.fullmatch(where)
    return None if match is None or Path(where).exists() else match


def is_film(where: str) -> bool:
    """Whether a camera's word names a recording, a picture or a folder of pictures: it ends, and is then not lost."""
    turned = _turned(where)
    if turned is not None:
        return is_film(turned["where"])
    if where in ("auto", "pi") or where.startswith((*URLS, "usb:")):
        return False
    path = DEMO if where == "demo" else Path(where)
    return path.is_file() or path.is_dir()  # no device such as /dev/video0


def _usb(where: str) -> Camera:
    if not CHOICE.fullmatch(where):
        raise NoCamera(f"expected usb:N with a number, such as usb:0; got {where[:80]!r}")
    number = device_number(where)
    if number is None:
        raise NoCamera(f"expected the camera {where}; it is not plugged in")
    return StreamCamera(number, where)


def _recording(path: Path, paced: bool, fps: float) -> Camera:
    if not path.exists():
        raise NoCamera(f"expected auto, demo, pi, usb:N, a URL or a file that exists; got {str(path)!r}")
    if path.is_dir() or path.suffix.lower() in PICTURES:
        return PictureCamera(path, fps, Pacer() if paced else None)
    return VideoCamera(path, Pacer() if paced else None)


def _first_camera() -> Camera:
    """The Raspberry Pi's camera, else the first USB camera that gives a picture."""
    if pi_cameras():
        return PiCamera()
    for device in sorted(Path("/dev").glob("video[0-9]*"), key=lambda path: (len(path.name), path.name)):
        camera = _usb(f"usb:{device.name.removeprefix('video')}")
        try:
            with camera:
                next(camera.frames())
        except (NoCamera, CameraGone):
            continue
        return camera
    raise NoCamera("expected a Raspberry Pi camera or a USB camera; found neither")
