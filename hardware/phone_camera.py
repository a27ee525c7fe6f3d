"""The camera of a phone, whose browser brings its pictures one by one."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Self

from vision.frame import Frame
from vision.picture import decode_picture

from .errors import NoCamera
from .newest_frame import NewestFrame
from .stream_camera import PATIENCE

PHONE = "phone"
"""The word that opens it; only the server of the phone's page holds this camera, so no other function opens one."""


class PhoneCamera:
    """The newest picture that a phone has brought.

    The page that receives pictures and their reader share one object, which may be opened repeatedly.

    Args:
        clock: seconds, never decreasing.
        patience: seconds without a picture after which the phone counts as lost, or as not there.
    """

    live = True
    name = PHONE

    def __init__(self, clock: Callable[[], float] = time.monotonic, patience: float = PATIENCE) -> None:
        self._clock, self._patience = clock, patience
        self._newest = NewestFrame(PHONE, patience)
        self._newest.close()
        self._opened = 0.0

    @property
    def followed(self) -> bool:
        """Somebody follows the pictures now."""
        return self._newest.open

    def bring(self, data: bytes) -> None:
        """Receives one picture, as JPEG bytes or another format; without a reader it keeps none.

        Raises UnreadablePicture, and keeps what was there.
        """
        newest, opened = self._newest, self._opened
        newest.put(Frame(decode_picture(data), self._clock() - opened))

    def frames(self) -> Iterator[Frame]:
        """The newest picture, whenever there is one newer than the last. Raises CameraGone."""
        return self._newest.frames()

    def __enter__(self) -> Self:
        """Opens it. Raises NoCamera where no phone brings a picture in time."""
        self._opened, self._newest = self._clock(), NewestFrame(PHONE, self._patience)
        if not self._newest.comes():
            self._newest.close()
            raise NoCamera("expected a phone that shows the table on /camera/telephone; none does")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._newest.close()
