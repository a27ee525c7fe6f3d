"""Live cameras through OpenCV: USB and V4L2 devices, and network streams (RTSP, HTTP).

A device that sends JPEG is asked for its largest pictures: motion is seen in what is decoded of them at half their
size; dice and tiles are read in the whole, which is decoded only where it is looked at.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Protocol, Self

import cv2
import numpy as np

from vision.frame import Frame, Image, LaterStill
from vision.picture import with_end

from .errors import NoCamera
from .newest_frame import NewestFrame

SIZE = (1280, 960)
"""px asked of a device that sends no JPEG; it gives the nearest it has."""
LARGEST = (2592, 1944)
"""px asked of one that does: of more, a small computer decodes too few."""
SLOWEST = 10.0
"""Pictures a second below which large ones are not worth having."""
HALVED = 1600
"""px: pictures less wide are not worth two sizes, one for motion and one to be read."""
TRIES = 5
"""Pictures in which a device shows that it sends JPEG."""
JPEG = b"\xff\xd8"
"""How a JPEG picture begins."""
PATIENCE = 5.0
"""s without a frame after which a camera counts as lost."""
WARM = 40
"""Frames after which a device has found its exposure, its white balance and its focus."""
BY_HAND = 1.0
"""V4L2's exposure_auto: manual."""
LOCKS = (
    (cv2.CAP_PROP_AUTO_EXPOSURE, BY_HAND, cv2.CAP_PROP_EXPOSURE),
    (cv2.CAP_PROP_AUTOFOCUS, 0.0, cv2.CAP_PROP_FOCUS),
    (cv2.CAP_PROP_AUTO_WB, 0.0, cv2.CAP_PROP_WB_TEMPERATURE),
)
"""What is switched off, how, and the value that is kept."""


class Capture(Protocol):
    """What of cv2.VideoCapture is used."""

    def isOpened(self) -> bool: ...  # noqa: N802, D102  OpenCV's own names
    def read(self) -> tuple[bool, Image]: ...  # noqa: D102
    def get(self, propId: int, /) -> float: ...  # noqa: N803, D102
    def set(self, propId: int, value: float, /) -> bool: ...  # noqa: N803, D102
    def release(self) -> None: ...  # noqa: D102


def captured(source: int | str) -> Capture:
    """OpenCV's capture of a device number or a URL; a URL that does not answer in time is no camera."""
    if isinstance(source, int):
        return cv2.VideoCapture(source)  # type: ignore[return-value]  # OpenCV tells its pictures less exactly
    waits = round(PATIENCE * 1000)
    limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, waits, cv2.CAP_PROP_READ_TIMEOUT_MSEC, waits]
    return cv2.VideoCapture(source, cv2.CAP_FFMPEG, limits)  # type: ignore[return-value]  # the same


def sends_jpeg(capture: Capture) -> bool:
    """Asks a device for its largest pictures as JPEG, undecoded.

    Returns:
        Whether they come so, large and often enough; else it was asked for decoded pictures of SIZE.
    """
    _ask(capture, LARGEST, decoded=False)
    large = capture.get(cv2.CAP_PROP_FRAME_WIDTH) >= HALVED and capture.get(cv2.CAP_PROP_FPS) >= SLOWEST
    if large and any(_is_jpeg(*capture.read()) for _ in range(TRIES)):
        return True
    _ask(capture, SIZE, decoded=True)
    return False


def _ask(capture: Capture, size: tuple[int, int], *, decoded: bool) -> None:
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
    capture.set(cv2.CAP_PROP_CONVERT_RGB, float(decoded))


def _is_jpeg(got: bool, taken: Image | None) -> bool:
    return got and taken is not None and taken.ndim < 3 and taken.tobytes()[:2] == JPEG


def from_jpeg(data: Image, time: float) -> Frame | None:
    """The frame that JPEG bytes hold, seen at half its size, its still as large as it is; None where they are broken.

    Args:
        data: uint8, of any shape.
        time: of the frame, s.
    """
    whole = with_end(data.tobytes())
    small = _decoded(whole, cv2.IMREAD_REDUCED_COLOR_2)
    return None if small is None else LaterStill(small, time, lambda: _decoded(whole, cv2.IMREAD_COLOR))


def _decoded(data: bytes, how: int) -> Image | None:
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), how)
    except cv2.error:  # no JPEG at all
        return None
    return None if image is None else np.asarray(image, np.uint8)


def locked(capture: Capture) -> tuple[int, ...]:
    """Keeps exposure, focus and white balance as a device has found them, as far as it can.

    Returns:
        The properties that are kept now. What a device cannot switch off, or does not tell, stays as it was.
    """
    return tuple(value for off, how, value in LOCKS if _lock(capture, off, how, value))


def _lock(capture: Capture, off: int, how: float, value: int) -> bool:
    now, automatic = capture.get(value), capture.get(off)
    if now <= 0 or not capture.set(off, how):
        return False
    if capture.set(value, now):
        return True
    capture.set(off, automatic)  # automatic is better than an arbitrary value
    return False


class StreamCamera:
    """A device number or a URL. A thread takes every frame, so that the reader always gets the newest.

    Args:
        source: number of /dev/videoN, or a URL that OpenCV opens.
        name: what a person calls it.
        capture: opens the source.
    """

    def __init__(
        self, source: int | str, name: str, capture: Callable[[int | str], Capture] = captured
    ) -> None:
        self._source, self._name, self._open_source = source, name, capture
        self._newest = NewestFrame(name, PATIENCE)
        self._taker: threading.Thread | None = None

    live = True

    @property
    def name(self) -> str:
        """The word that opens it."""
        return self._name

    def __enter__(self) -> Self:
        capture = self._open_source(self._source)
        if not capture.isOpened():
            capture.release()
            raise NoCamera(f"expected a camera at {self._name}; it cannot be opened")
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._newest = NewestFrame(self._name, PATIENCE)
        self._taker = threading.Thread(
            target=self._take, args=(capture, self._newest), name=f"camera {self._name}", daemon=True
        )
        self._taker.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._newest.close()
        if self._taker is not None:
            self._taker.join(PATIENCE)

    def frames(self) -> Iterator[Frame]:
        """The newest frame, whenever there is one newer than the last. Raises CameraGone."""
        return self._newest.frames()

    def _take(self, capture: Capture, newest: NewestFrame) -> None:
        """Takes frames until the camera is closed or gives none; releases it. A device is locked once it is warm."""
        start, taken, device = time.monotonic(), 0, isinstance(self._source, int)
        jpeg = device and sends_jpeg(capture)
        while newest.open:
            got, image = capture.read()
            taken += 1
            if not got:
                newest.close()
            elif (frame := _frame(image, time.monotonic() - start, jpeg=jpeg)) is not None:
                newest.put(frame)
            if taken == WARM and device:
                locked(capture)
        capture.release()


def _frame(taken: Image, now: float, *, jpeg: bool) -> Frame | None:
    return from_jpeg(taken, now) if jpeg else Frame(np.asarray(taken, np.uint8), now)
