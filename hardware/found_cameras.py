"""The cameras that are plugged into this machine, to be chosen from by a person."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from .pi_camera import pi_cameras

DEVICES = Path("/sys/class/video4linux")
"""Where Linux tells of video devices: of a USB camera's several, the first hands out its pictures."""
CHOICE = re.compile(r"pi|usb:[0-9]{1,3}", re.ASCII)
"""The words that may be chosen."""


@dataclass(frozen=True)
class FoundCamera:
    """A camera that is there.

    Attributes:
        word: as `open_camera` takes it, such as "usb:0".
        name: what its maker calls it.
    """

    word: str
    name: str


def found_cameras(devices: Path = DEVICES) -> tuple[FoundCamera, ...]:
    """The Raspberry Pi's camera, then those on USB; none of them is opened."""
    pi = tuple(FoundCamera("pi", model) for model in pi_cameras()[:1])
    videos = sorted(devices.glob("video[0-9]*"), key=lambda path: (len(path.name), path.name))
    return pi + tuple(FoundCamera(f"usb:{one.name[5:]}", _told(one / "name")) for one in videos if _takes_pictures(one))


def _takes_pictures(device: Path) -> bool:
    """It is a USB camera's first device; a Raspberry Pi has others, which are no cameras."""
    return _told(device / "index") == "0" and any(
        part.startswith("usb") for part in (device / "device").resolve().parts
    )


def _told(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
