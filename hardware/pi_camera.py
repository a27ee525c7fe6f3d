"""The Raspberry Pi's camera, through picamera2 (apt: python3-picamera2), imported only when it is used.

Two streams of the same moment: a small one in which motion is seen, and a larger one that is handed out as the frame's
still while nothing moves. Once warm, its focus, exposure and white balance stay as they are; its rate always does.
Only what picamera2 0.3.12 (of 2023, when Bookworm came) and 0.3.36 (of Trixie's days) have alike is used.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping
from types import TracebackType
from typing import Any, Self

import cv2
import numpy as np

from vision.frame import Frame, Image

from .errors import CameraGone, NoCamera

LARGE = (2304, 1296)
"""px: so Camera Module 3, of both lenses, shows all it sees at up to 56 frames a second; others are scaled to it."""
SMALL = (1024, 576)
"""px: a multiple of 64 wide, so that no row is padded."""
RATE = 20.0
"""Frames a second, from first to last."""
PATIENCE = 5.0
"""s without a frame after which the camera counts as lost."""
STALE = 0.15
"""s: a frame exposed this long before it was asked for is left out; picamera2 may hand out such."""
WARM = 40
"""Frames after which the camera has found its exposure, its white balance and its focus."""
RESTS = 4.0
"""Grey levels: mean difference of two small frames, one after the other, below which nothing large moves."""
FOCUS_STANDS, FOCUS_FOLLOWS = 0, 2
"""libcamera's AfMode Manual and Continuous."""
LOCKED = ("ExposureTime", "AnalogueGain", "ColourGains", "LensPosition")
"""The settings that the camera reports with a frame and can be told to keep."""


def pi_cameras() -> tuple[str, ...]:
    """The models of the cameras that libcamera knows; () where picamera2 is not installed."""
    try:
        from picamera2 import Picamera2
    except (ImportError, ValueError):  # ValueError: apt's simplejpeg was built for another numpy
        return ()
    return tuple(str(camera.get("Model", "camera")) for camera in Picamera2.global_camera_info())


def locked_controls(metadata: Mapping[str, Any], knows: Mapping[str, Any]) -> dict[str, Any]:
    """The controls that keep a camera as a frame found it.

    Args:
        metadata: the frame's metadata.
        knows: the camera's controls by name; what it has not is left out.
    """
    wanted: dict[str, Any] = {"AeEnable": False, "AwbEnable": False}
    wanted |= {name: metadata[name] for name in LOCKED if name in metadata}
    if "LensPosition" in wanted:
        wanted["AfMode"] = FOCUS_STANDS
    return {name: value for name, value in wanted.items() if name in knows}


class PiCamera:
    """The first camera of a Raspberry Pi. Times are the sensor's own."""

    def __init__(self) -> None:
        self._camera: Any = None

    live = True

    @property
    def name(self) -> str:
        """The word that opens it."""
        return "pi"

    def __enter__(self) -> Self:
        if not pi_cameras():
            raise NoCamera("expected a Raspberry Pi camera and apt's python3-picamera2; found none")
        from picamera2 import Picamera2

        try:
            self._camera = Picamera2()
            self._start()
        except (RuntimeError, IndexError) as error:
            self._close()
            raise NoCamera(f"expected a free Raspberry Pi camera; picamera2 says: {error}") from error
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def _start(self) -> None:
        # "RGB888" is libcamera's name for bytes in the order B, G, R. A Pi 4 makes a small stream in YUV420 alone.
        setting = self._camera.create_video_configuration(
            main={"size": LARGE, "format": "RGB888"},
            lores={"size": SMALL, "format": "YUV420"},
            controls={"FrameRate": RATE},
            buffer_count=4,
        )
        self._camera.configure(setting)
        if "AfMode" in self._camera.camera_controls:
            self._camera.set_controls({"AfMode": FOCUS_FOLLOWS})
        self._camera.start()

    def _close(self) -> None:
        """Closes without stop(), which would wait for ever behind a request that a dead camera never answers."""
        if self._camera is not None:
            self._camera.close()
            self._camera = None

    def frames(self) -> Iterator[Frame]:
        """The newest frame each time, with its still while nothing moves. Raises CameraGone when nothing comes."""
        first: int | None = None
        before: Image | None = None
        count = 0
        while True:
            image, still, stamp = self._newest(before, count)
            first, before, count = stamp if first is None else first, image, count + 1
            yield Frame(image, (stamp - first) / 1e9, still)

    def _newest(self, before: Image | None, count: int) -> tuple[Image, Image | None, int]:
        """The small picture, at rest the large one of the same moment, and their SensorTimestamp (ns since boot)."""
        asked = time.monotonic_ns()
        while True:
            request = self._request()
            try:
                metadata = request.get_metadata()
                stamp = int(metadata["SensorTimestamp"])
                if stamp < asked - STALE * 1e9:
                    continue
                if count == WARM:
                    self._camera.set_controls(locked_controls(metadata, self._camera.camera_controls))
                image = np.asarray(
                    cv2.cvtColor(request.make_array("lores"), cv2.COLOR_YUV2BGR_I420), np.uint8
                )
                still = np.asarray(request.make_array("main"), np.uint8) if at_rest(before, image) else None
                return image, still, stamp
            finally:
                request.release()

    def _request(self) -> Any:
        """The next request, to be released. Raises CameraGone.

        Waited for by its signal: the jobs of picamera2 0.3.12 take no time limit.
        """
        if self._camera is None:
            raise CameraGone("expected frames of the Pi camera; it was closed")
        came = threading.Event()
        job = self._camera.capture_request(wait=False, signal_function=lambda job: came.set())
        if not came.wait(PATIENCE):
            raise CameraGone(f"expected a frame of the Pi camera within {PATIENCE:g} s; got none")
        try:
            return job.get_result()
        except RuntimeError as error:
            raise CameraGone(f"expected a frame of the Pi camera; picamera2 says: {error}") from error


def at_rest(before: Image | None, image: Image) -> bool:
    """Whether two small pictures, one after the other, are nearly the same; a first one counts as such."""
    if before is None:
        return True
    first, second = before[::8, ::8].astype(np.int16), image[::8, ::8]
    return float(np.abs(first - second).mean()) < RESTS
