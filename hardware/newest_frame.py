"""The newest frame of a live camera, passed from its producer to its reader; older frames are dropped."""

from __future__ import annotations

import threading
from collections.abc import Iterator

from vision.frame import Frame

from .errors import CameraGone


class NewestFrame:
    """Where a live camera's frames are put, from its opening to its closing.

    Args:
        name: what a person calls the camera.
        patience: s without a newer frame after which the camera counts as lost.
    """

    def __init__(self, name: str, patience: float) -> None:
        self._name, self._patience = name, patience
        self._news = threading.Condition()
        self._frame: Frame | None = None
        self._open = True

    @property
    def open(self) -> bool:
        """Frames are still taken in."""
        return self._open

    def put(self, frame: Frame) -> None:
        """Takes in a frame in place of the one before; none where it was closed."""
        with self._news:
            if self._open:
                self._frame = frame
                self._news.notify_all()

    def close(self) -> None:
        """Drops its frame and accepts no more; a waiting reader learns that the camera is gone."""
        with self._news:
            self._open, self._frame = False, None
            self._news.notify_all()

    def comes(self) -> bool:
        """Whether there is a frame, or one comes in time."""
        return self._newer_than(None) is not None

    def frames(self) -> Iterator[Frame]:
        """The newest frame, whenever there is one newer than the last. Raises CameraGone."""
        last: Frame | None = None
        while True:
            last = self._newer_than(last)
            if last is None:
                raise CameraGone(f"expected frames of the camera {self._name}; it gives no more")
            yield last

    def _newer_than(self, last: Frame | None) -> Frame | None:
        with self._news:
            self._news.wait_for(lambda: self._frame is not last or not self._open, self._patience)
            return None if self._frame is last else self._frame
