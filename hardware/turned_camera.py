"""A camera that hangs turned, or whose pictures are mirrored, as if it did not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import Self

import numpy as np

from vision.frame import Frame, Image

from .camera_protocol import Camera

WORD = re.compile(r"(?P<where>.+)@(?P<turn>0|90|180|270)(?P<mirror>m?)", re.DOTALL)
"""`usb:0@90`: turned clockwise by so many degrees; `usb:0@0m`: mirrored; `usb:0@180m`: mirrored, then turned."""


TURNS = (0, 90, 180, 270)
"""Degrees clockwise."""


@dataclass(frozen=True)
class Hanging:
    """What is done to a camera's pictures so that they show the table upright.

    Attributes:
        turn: degrees clockwise, one of TURNS.
        mirror: mirrored left to right, before they are turned.
    """

    turn: int = 0
    mirror: bool = False

    def __post_init__(self) -> None:
        if self.turn not in TURNS:
            raise ValueError(f"expected a turn of 0, 90, 180 or 270 degrees; got {self.turn}")

    def turned(self) -> Hanging:
        """What shows the same pictures a quarter further, clockwise."""
        return Hanging((self.turn + 90) % 360, self.mirror)

    def mirrored(self) -> Hanging:
        """What shows the same pictures mirrored left to right as they are seen."""
        return Hanging(-self.turn % 360, not self.mirror)

    def frame(self, frame: Frame) -> Frame:
        """A frame, with its still alike; the very frame where nothing is to be done."""
        return frame if self == UPRIGHT else frame.changed(self._image)

    def _image(self, image: Image) -> Image:
        mirrored = image[:, ::-1] if self.mirror else image
        return np.ascontiguousarray(np.rot90(mirrored, -self.turn // 90))


UPRIGHT = Hanging()
"""Nothing is done to the pictures."""


def hung(camera: Camera, hanging: Hanging) -> Iterator[Frame]:
    """The frames of a camera that hangs so; a recording is taken as it is."""
    return map(hanging.frame, camera.frames()) if camera.live else camera.frames()


class TurnedCamera:
    """Another camera's frames, mirrored left to right first where wanted, then turned.

    Args:
        camera: whose frames.
        turn: degrees clockwise: 0, 90, 180 or 270.
        mirror: mirrored as well.
    """

    def __init__(self, camera: Camera, turn: int, *, mirror: bool = False) -> None:
        self._camera, self._hanging = camera, Hanging(turn, mirror)
        self.live = camera.live

    @property
    def name(self) -> str:
        """What a person calls it, its turn included."""
        return f"{self._camera.name}@{self._hanging.turn}{'m' if self._hanging.mirror else ''}"

    def __enter__(self) -> Self:
        self._camera.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._camera.__exit__(kind, error, trace)

    def frames(self) -> Iterator[Frame]:
        """The frames, each with its still turned alike."""
        return map(self._hanging.frame, self._camera.frames())
