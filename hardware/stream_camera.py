"""Live cameras through OpenCV: USB and V4L2 devices, and network streams (RTSP, HTTP)."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Protocol, Self

import cv2
import numpy as np

from vision.frame import Frame, Image

from .errors import NoCamera
from .newest_frame import NewestFrame

SIZE = (1280, 960)
"""px asked of a device; it gives the nearest it has."""
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


def locked(capture: Capture) -> tuple[int, ...]:
    """Keeps exposure, focus and white balance as a device has found them, as far as it can.

    Returns:
        The properties that are kept now. What a device cannot switch off, or does not tell, stays as it was.
    """
    return tuple(value for off, how, value in LOCKS if _lock(capture, off, how, value))


def _lock(capture: Capture, off: int, how: float, value: int) -> bool:
    found, automatic = capture.get(value), capture.get(off)
    if found <= 0 or not capture.set(off, how):
        return False
    if capture.set(value, found):
        return True
    capture.set(off, automatic)  # better automatic than at a value that nobody chose
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
        if isinstance(self._source, int):
            capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
            capture.set(cv2.CAP_PROP_FRAME_WIDTH, SIZE[0])
            capture.set(cv2.CAP_PROP_FRAME_HEIGHT, SIZE[1])
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
        start, taken = time.monotonic(), 0
        while newest.open:
            got, image = capture.read()
            taken += 1
            if got:
                newest.put(Frame(np.asarray(image, np.uint8), time.monotonic() - start))
            else:
                newest.close()
            if taken == WARM and isinstance(self._source, int):
                locked(capture)
        capture.release()
