"""A camera that hangs turned, or whose pictures are mirrored, as if it did not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import TracebackType
from typing import Self

import numpy as np

from vision.frame import Frame, Image

from .camera_protocol import Camera

WORD = re.compile(r"(?P<where>.+)@(?P<turn>0|90|180|270)(?P<mirror>m?)", re.DOTALL)
"""`usb:0@90`: turned clockwise by so many degrees; `usb:0@0m`: mirrored; `usb:0@180m`: mirrored, then turned."""


class TurnedCamera:
    """Another camera's frames, mirrored left to right first where wanted, then turned.

    Args:
        camera: whose frames.
        turn: degrees clockwise: 0, 90, 180 or 270.
        mirror: mirrored as well.
    """

    def __init__(self, camera: Camera, turn: int, *, mirror: bool = False) -> None:
        if turn not in (0, 90, 180, 270):
            raise ValueError(f"expected a turn of 0, 90, 180 or 270 degrees; got {turn}")
        self._camera, self._turn, self._mirror = camera, turn, mirror
        self.live = camera.live

    @property
    def name(self) -> str:
        """What a person calls it, its turn included."""
        return f"{self._camera.name}@{self._turn}{'m' if self._mirror else ''}"

    def __enter__(self) -> Self:
        self._camera.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._camera.__exit__(kind, error, trace)

    def frames(self) -> Iterator[Frame]:
        """The frames, each with its still turned alike."""
        for frame in self._camera.frames():
            still = None if frame.still is None else self._turned(frame.still)
            yield Frame(self._turned(frame.image), frame.time, still)

    def _turned(self, image: Image) -> Image:
        mirrored = image[:, ::-1] if self._mirror else image
        return np.ascontiguousarray(np.rot90(mirrored, -self._turn // 90))
