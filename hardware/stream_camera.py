"""Live cameras through OpenCV: USB and V4L2 devices, and network streams."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from types import TracebackType
from typing import Self

import cv2
import numpy as np

from vision.frame import Frame

from .errors import CameraGone, NoCamera

SIZE = (1280, 960)
"""px asked of a device; it gives the nearest it has."""
PATIENCE = 5.0
"""s without a frame after which a camera counts as lost."""


class StreamCamera:
    """A device number or a URL. A thread takes every frame, so that the reader always gets the newest.

    Args:
        source: number of /dev/videoN, or a URL that OpenCV opens.
        name: what a person calls it.
    """

    def __init__(self, source: int | str, name: str) -> None:
        self._source, self._name = source, name
        self._capture: cv2.VideoCapture | None = None
        self._news = threading.Condition()
        self._newest: Frame | None = None
        self._open = False
        self._taker: threading.Thread | None = None

    live = True

    @property
    def name(self) -> str:
        """The word that opens it."""
        return self._name

    def __enter__(self) -> Self:
        capture = cv2.VideoCapture(self._source)
        if not capture.isOpened():
            capture.release()
            raise NoCamera(f"expected a camera at {self._name}; it cannot be opened")
        if isinstance(self._source, int):
            capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
            capture.set(cv2.CAP_PROP_FRAME_WIDTH, SIZE[0])
            capture.set(cv2.CAP_PROP_FRAME_HEIGHT, SIZE[1])
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._capture, self._open, self._newest = capture, True, None
        self._taker = threading.Thread(
            target=self._take, args=(capture,), name=f"camera {self._name}", daemon=True
        )
        self._taker.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open = False
        if self._taker is not None:
            self._taker.join(PATIENCE)
        self._capture = None

    def frames(self) -> Iterator[Frame]:
        """The newest frame, whenever there is one newer than the last. Raises CameraGone."""
        last: Frame | None = None
        while True:
            last = self._newer_than(last)
            yield last

    def _newer_than(self, last: Frame | None) -> Frame:
        with self._news:
            fresh = self._news.wait_for(lambda: self._newest is not last or not self._open, PATIENCE)
            newest = self._newest
        if not fresh or newest is None or newest is last:
            raise CameraGone(f"expected frames of the camera {self._name}; it gives no more")
        return newest

    def _take(self, capture: cv2.VideoCapture) -> None:
        """Takes frames until the camera is closed or gives none; releases it."""
        start = time.monotonic()
        while self._open:
            got, image = capture.read()
            with self._news:
                if got:
                    self._newest = Frame(np.asarray(image, np.uint8), time.monotonic() - start)
                else:
                    self._open = False
                self._news.notify_all()
        capture.release()
