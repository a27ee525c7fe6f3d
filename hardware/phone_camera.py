"""The camera of a phone, whose browser brings its pictures one by one."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Self

from vision.frame import Frame
from vision.picture import decode_picture

from .errors import CameraGone, NoCamera
from .stream_camera import PATIENCE

PHONE = "phone"
"""The word that opens it: whoever serves the page of the phone holds the camera, so no other door opens one."""


class PhoneCamera:
    """The newest picture that a phone has brought.

    One object is held by the page that takes pictures in and by whoever follows them; it may be opened again and again.

    Args:
        clock: seconds, never decreasing.
        patience: seconds without a picture after which the phone counts as lost, or as not there.
    """

    live = True
    name = PHONE

    def __init__(self, clock: Callable[[], float] = time.monotonic, patience: float = PATIENCE) -> None:
        self._clock, self._patience = clock, patience
        self._news = threading.Condition()
        self._newest: Frame | None = None
        self._opened: float | None = None

    @property
    def followed(self) -> bool:
        """Somebody follows the pictures now."""
        return self._opened is not None

    def bring(self, data: bytes) -> None:
        """Takes in one picture, a JPEG's bytes or another's. Raises UnreadablePicture, and keeps what was there."""
        image = decode_picture(data)
        with self._news:
            self._newest = Frame(image, self._clock() - (self._opened or 0.0))
            self._news.notify_all()

    def frames(self) -> Iterator[Frame]:
        """The newest picture, whenever there is one newer than the last. Raises CameraGone."""
        last: Frame | None = None
        while True:
            last = self._newer_than(last)
            yield last

    def _newer_than(self, last: Frame | None) -> Frame:
        with self._news:
            fresh = self._news.wait_for(lambda: self._newest is not last, self._patience)
            newest = self._newest
        if not fresh or newest is None:
            raise CameraGone("expected pictures of a phone; it brings no more")
        return newest

    def __enter__(self) -> Self:
        """Opens it. Raises NoCamera where no phone brings a picture in time."""
        with self._news:
            self._newest, self._opened = None, self._clock()
            if not self._news.wait_for(lambda: self._newest is not None, self._patience):
                self._opened = None
                raise NoCamera("expected a phone that shows the table on /camera/telephone; none does")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._news:
            self._opened = self._newest = None
            self._news.notify_all()
