"""What every camera promises."""

from __future__ import annotations

from collections.abc import Iterator
from types import TracebackType
from typing import Protocol, Self

from vision.frame import Frame


class Camera(Protocol):
    """Something that gives frames. Opened by `with`; frames carry their time from its opening, in seconds.

    Attributes:
        live: runs by itself and finds its exposure first; False for a recording.
    """

    live: bool

    @property
    def name(self) -> str:
        """What a person calls it: "usb:0", "pi", a file's name."""

    def frames(self) -> Iterator[Frame]:
        """The frames: a live camera's newest each time, a recording's one after the other until it ends.

        Raises CameraGone when a live camera fails during the game.
        """

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...
