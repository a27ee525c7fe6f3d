"""Recordings as cameras: a video, or pictures in the order of their names."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from types import TracebackType
from typing import Self

import cv2
import numpy as np

from vision.errors import UnreadablePicture
from vision.frame import Frame
from vision.picture import read_picture

from .errors import NoCamera

PICTURES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"})
"""Endings of picture files, lower case."""


@dataclass(frozen=True)
class Pacer:
    """Plays a recording in real time.

    Attributes:
        clock: tells s.
        sleep: waits s.
    """

    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep

    def in_time(self, due: float) -> bool:
        """Waits until `due` on the clock; False when it is already more than a tenth of a second past."""
        ahead = due - self.clock()
        if ahead > 0:
            self.sleep(ahead)
        return ahead > -0.1


class VideoCamera:
    """A video file.

    Args:
        path: of the file.
        pacer: plays it in real time, leaving out frames that come too late; None: as fast as it is read.
    """

    def __init__(self, path: Path, pacer: Pacer | None = None) -> None:
        self._path, self._pacer = path, pacer
        self._capture: cv2.VideoCapture | None = None
        self._ahead = False  # the next frame was grabbed already

    live = False

    @property
    def name(self) -> str:
        """The file's name."""
        return self._path.name

    def __enter__(self) -> Self:
        # One thread: each more keeps some pictures of its own, and reading them takes far longer than decoding.
        capture = cv2.VideoCapture(str(self._path), cv2.CAP_ANY, [cv2.CAP_PROP_N_THREADS, 1])
        if not capture.isOpened() or not capture.grab():
            capture.release()
            raise NoCamera(f"expected a video that can be read; got {str(self._path)!r}")
        self._capture, self._ahead = capture, True
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._capture is not None:
            self._capture.release()
            self._capture = None

    def frames(self) -> Iterator[Frame]:
        """The frames to the end; times are the video's own."""
        start = self._pacer.clock() if self._pacer else 0.0
        for now in self._times():
            if self._pacer and not self._pacer.in_time(start + now):
                continue
            got, image = self._capture.retrieve() if self._capture else (False, None)
            if not got or image is None:
                return
            yield Frame(np.asarray(image, np.uint8), now)

    def _times(self) -> Iterator[float]:
        """Grabs frame after frame and tells each one's time, s; where the video tells none, by its rate."""
        step = 1 / (self._capture.get(cv2.CAP_PROP_FPS) or 25.0) if self._capture else 0.0
        now = -step
        while self._capture is not None and (self._ahead or self._capture.grab()):
            self._ahead = False
            stamp = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
            now = stamp if stamp > now else now + step
            yield now


class PictureCamera:
    """A folder of pictures, in the order of their names (2 before 10), or one picture.

    Args:
        path: of the folder or the picture.
        fps: pictures a second that they stand for.
        pacer: shows them in real time; None: as fast as they are read.
    """

    def __init__(self, path: Path, fps: float, pacer: Pacer | None = None) -> None:
        self._path, self._fps, self._pacer = path, fps, pacer
        self._skipped: list[Path] = []

    live = False

    @property
    def name(self) -> str:
        """The folder's or the picture's name."""
        return self._path.name

    @property
    def skipped(self) -> tuple[Path, ...]:
        """The pictures that could not be read and were left out so far."""
        return tuple(self._skipped)

    def __enter__(self) -> Self:
        if not self._pictures():
            raise NoCamera(
                f"expected a folder with pictures (JPEG, PNG, WebP, BMP, TIFF); got {str(self._path)!r}"
            )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass  # nothing stays open

    def frames(self) -> Iterator[Frame]:
        """The pictures that can be read, each at its place in time; one alone, shown in real time, stays."""
        start, image = self._pacer.clock() if self._pacer else 0.0, None
        pictures = self._pictures()
        stays = self._pacer is not None and len(pictures) == 1
        for number, path in enumerate(repeat(pictures[0]) if stays else pictures):
            now = number / self._fps
            if self._pacer and not self._pacer.in_time(start + now):
                continue
            try:
                image = image if stays and image is not None else read_picture(path)
            except UnreadablePicture:
                self._skipped.append(path)
                if stays:
                    break
                continue
            yield Frame(image, now)
        if image is None:
            raise NoCamera(f"expected a picture that can be read; got none in {str(self._path)!r}")

    def _pictures(self) -> list[Path]:
        if self._path.is_file():
            return [self._path]
        files = [file for file in self._path.iterdir() if file.suffix.lower() in PICTURES and file.is_file()]
        return sorted(files, key=_natural)


def _natural(path: Path) -> list[tuple[int, str]]:
    """Numbers in a name compare as numbers."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", path.name)]
