"""The Raspberry Pi's camera, through picamera2 (apt: python3-picamera2), imported only when it is used."""

from __future__ import annotations

import time
from collections.abc import Iterator
from types import TracebackType
from typing import Any, Self

import numpy as np

from vision.frame import Frame

from .errors import CameraGone, NoCamera

SIZE = (1280, 960)
RATE = 20.0
"""Frames a second asked of the sensor."""
PATIENCE = 5.0
"""s without a frame after which the camera counts as lost."""
STALE = 0.15
"""s: a frame exposed this long before it was asked for is left out; picamera2 may hand out such."""


def pi_cameras() -> tuple[str, ...]:
    """The models of the cameras that libcamera knows; () where picamera2 is not installed."""
    try:
        from picamera2 import Picamera2
    except (ImportError, ValueError):  # ValueError: apt's simplejpeg was built for another numpy
        return ()
    return tuple(str(one.get("Model", "camera")) for one in Picamera2.global_camera_info())


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
            camera = Picamera2()
            controls = {"FrameRate": RATE}
            # "RGB888" is libcamera's name for bytes in the order B, G, R.
            setting = camera.create_video_configuration(
                main={"size": SIZE, "format": "RGB888"}, controls=controls, buffer_count=4
            )
            camera.configure(setting)
            camera.start()
        except (RuntimeError, IndexError) as error:
            raise NoCamera(f"expected a free Raspberry Pi camera; picamera2 says: {error}") from error
        self._camera = camera
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._camera is not None:
            self._camera.stop()
            self._camera.close()
            self._camera = None

    def frames(self) -> Iterator[Frame]:
        """The newest frame each time. Raises CameraGone when the sensor falls silent."""
        first: int | None = None
        while True:
            image, stamp = self._newest()
            first = stamp if first is None else first
            yield Frame(image, (stamp - first) / 1e9)

    def _newest(self) -> tuple[Any, int]:
        """The image and its SensorTimestamp (ns since boot), no older than the asking."""
        asked = time.clock_gettime_ns(time.CLOCK_BOOTTIME)
        while True:
            try:
                request = self._camera.capture_request(wait=False).get_result(timeout=PATIENCE)
            except (TimeoutError, RuntimeError) as error:
                raise CameraGone(
                    f"expected a frame of the Pi camera within {PATIENCE:g} s; got none"
                ) from error
            try:
                stamp = int(request.get_metadata()["SensorTimestamp"])
                if stamp >= asked - STALE * 1e9:
                    return np.asarray(request.make_array("main"), np.uint8), stamp
            finally:
                request.release()
