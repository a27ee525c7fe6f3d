"""The cameras that are plugged into this machine, to be chosen from by a person."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from .pi_camera import pi_cameras

DEVICES = Path("/sys/class/video4linux")
"""Where Linux lists video devices: of the devices of one USB camera, the first provides pictures."""
IDS = Path("/dev/v4l/by-id")
"""Where Linux links what a USB camera calls itself, maker, model and number of its own, to the number it has now."""
FIRST = "-video-index0"
"""How the link of the device ends that hands out pictures."""
CHOICE = re.compile(r"pi|usb:([0-9]{1,3}|[0-9A-Za-z#+.:=_-]{4,200})", re.ASCII)
"""The words that may be chosen."""


@dataclass(frozen=True)
class FoundCamera:
    """A camera that is there.

    Attributes:
        word: as `open_camera` takes it, the same wherever the camera is plugged in, such as "usb:046d_C270_8A3F"; of
            one that does not say who it is, its number.
        name: what its maker calls it.
        now: the word with the number that it has now, such as "usb:0".
    """

    word: str
    name: str
    now: str


def found_cameras(devices: Path = DEVICES, ids: Path = IDS) -> tuple[FoundCamera, ...]:
    """The Raspberry Pi's camera, then those on USB; none of them is opened."""
    pi = tuple(FoundCamera("pi", model, "pi") for model in pi_cameras()[:1])
    videos = sorted(devices.glob("video[0-9]*"), key=lambda path: (len(path.name), path.name))
    lasting = {f"usb:{device_number(word, ids)}": word for word in _words(ids)}
    usb = ((f"usb:{video.name[5:]}", _text_of(video / "name")) for video in videos if _takes_pictures(video))
    return pi + tuple(FoundCamera(lasting.get(now, now), name, now) for now, name in usb)


def device_number(word: str, ids: Path = IDS) -> int | None:
    """The number N of /dev/videoN that a word means now; None where no such camera is plugged in, or it means none."""
    number = word.removeprefix("usb:")
    if not CHOICE.fullmatch(word) or word == "pi":
        return None
    if len(number) < 4:
        return int(number)
    device = (ids / f"usb-{number}{FIRST}").resolve().name
    return int(device[5:]) if re.fullmatch(r"video[0-9]{1,3}", device, re.ASCII) else None


def persistent_word(where: str, cameras: Iterable[FoundCamera]) -> str:
    """The word of the same camera that still means it under another number; `where` itself where none is known."""
    base, turn, how = where.partition("@")
    return next((camera.word + turn + how for camera in cameras if camera.now == base), where)


def _words(ids: Path) -> Iterator[str]:
    for link in sorted(ids.glob(f"usb-*{FIRST}")):
        yield "usb:" + link.name.removeprefix("usb-").removesuffix(FIRST)


def _takes_pictures(device: Path) -> bool:
    """It is a USB camera's first device; a Raspberry Pi has others, which are no cameras."""
    return _text_of(device / "index") == "0" and any(
        part.startswith("usb") for part in (device / "device").resolve().parts
    )


def _text_of(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
