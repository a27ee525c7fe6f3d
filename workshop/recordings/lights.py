"""Recordings filmed anew in changing light: their reports beside those of the undisturbed film."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame, Image
from vision.look import Eyes

from .aligned import ASKED, Event, scored
from .putright import put_right
from .watching import Recording

Floats = NDArray[Any]
Light = Callable[[Floats, Floats, float], Floats]
"""Levels 0 to 255, (H, W, 3), in another light, given (H, W, 2) places, 0 to 1, across and down, and the second."""


def _ramp(t: float, begins: float, ends: float) -> float:
    """From 0 to 1 between two seconds."""
    return min(1.0, max(0.0, (t - begins) / (ends - begins)))


def _blinds(image: Floats, at: Floats, t: float) -> Floats:
    slats = np.clip(2 * np.sin(12 * np.pi * at[..., 1:]) + 0.5, 0, 1)
    return image * (1 - 0.55 * _ramp(t, 10, 11) * slats)


def _projector(image: Floats, at: Floats, t: float) -> Floats:
    beam = (at[..., :1] > 0.3) & (at[..., 1:] > 0.25) & (t >= 14)
    return np.asarray(image * (1 + 0.6 * beam) + 25 * beam)


def _slides(image: Floats, at: Floats, t: float) -> Floats:
    colour = np.array([(1, 1, 1), (1.4, 1.2, 1.1), (1.1, 1.2, 1.5), (1.3, 1.5, 1.2)][int(t / 4) % 4])
    return np.asarray(image * (1 + (at[..., :1] < 0.6) * (colour - 1)))


def _shadow(image: Floats, at: Floats, t: float) -> Floats:
    dark = 0.5 * (_ramp(t, 11, 12) - _ramp(t, 22, 23))
    return image * (1 - dark * np.clip((0.6 - at[..., :1] + 0.2 * at[..., 1:]) / 0.06, 0, 1))


def _sun(image: Floats, at: Floats, t: float) -> Floats:
    across, down, left = at[..., :1], at[..., 1:] - 0.3 * at[..., :1], 0.2 + 0.002 * t
    patch = (across > left) & (across < left + 0.35) & (down > 0.2) & (down < 0.7) & (t >= 10)
    return np.asarray(image * (1 + 0.7 * patch))


def _hand(image: Floats, at: Floats, t: float) -> Floats:
    """A hand from the left lies there for 2.3 s, and leaves."""
    if t > 3:
        return image
    high, wide = image.shape[:2]
    mask, tip, row = np.zeros((high, wide), np.uint8), int(wide * (0.45 - 0.6 * _ramp(t, 2.3, 2.9))), int(high * 0.55)
    for finger in range(-2, 3):
        cv2.line(mask, (-200, row), (tip, row + finger * high // 16), 1, high // 26)
    cv2.line(mask, (-200, row), (tip - wide // 9, row), 1, high // 6)
    skin = np.array((120, 150, 205)) * (1 + 0.15 * np.sin(40 * at[..., :1]) * np.sin(31 * at[..., 1:]))
    return np.where(mask[..., None] > 0, skin, image)


def _noisy(image: Floats, at: Floats, t: float) -> Floats:
    if t < 10:
        return image
    return 0.35 * image + np.random.default_rng(round(1000 * t)).normal(0, 5, image.shape)


LIGHTS: dict[str, Light] = {
    "none": lambda image, at, t: image,
    "lamp off": lambda image, at, t: image * (1.0 if t < 12 else 0.45),
    "lamp on": lambda image, at, t: image * (0.4 if t < 12 else 1.0),
    "lamp on and off": lambda image, at, t: image * (1.0, 0.5)[int(t / 7) % 2],
    "evening": lambda image, at, t: image * (1 - 0.6 * _ramp(t, 5, 25)),
    "clouds": lambda image, at, t: image * (0.8 + 0.2 * np.cos(np.pi * t / 3)),
    "burnt out at first": lambda image, at, t: (
        image * (6 - 5 * _ramp(t, 0.5, 1.2)) + 120 * (1 - _ramp(t, 0.5, 1.2))
    ),
    "dark at first": lambda image, at, t: image * (0.08 if t < 2.2 else 1.0),
    "light back as dice fall": lambda image, at, t: image * (0.08 if 2 < t < 4.2 else 1.0),
    "dark as dice fall": lambda image, at, t: image * (0.08 if 15.9 < t < 17.5 else 1.0),
    "blinds": _blinds,
    "projector": _projector,
    "slides": _slides,
    "lamp at one side": lambda image, at, t: image if t < 13 else image * (1.6 - at[..., :1]),
    "white balance": lambda image, at, t: image if t < 10 else image * (1.3, 1.0, 0.75),
    "exposure that hunts": lambda image, at, t: image * (1 + 0.2 * np.sin(2 * np.pi * t)),
    "other curve": lambda image, at, t: image if t < 10 else 255 * (image / 255) ** 0.6,
    "haze": lambda image, at, t: image if t < 10 else 0.8 * image + 45,
    "somebody's shadow": _shadow,
    "mains": lambda image, at, t: image * (0.94, 1.06)[round(12 * t) % 2],
    "sun": _sun,
    "flash": lambda image, at, t: image + 200 if 4.3 < t < 4.45 or 17.6 < t < 17.75 else image,
    "dim and noisy": _noisy,
    "a hand at first": _hand,
}
"""Each kind of change by its name, and none."""


def lit(frames: Iterable[Frame], light: Light) -> Iterator[Frame]:
    """The frames in another light."""
    for frame in frames:
        at, t = _places(*frame.image.shape[:2]), frame.time

        def changed(image: Image, at: Floats = at, t: float = t) -> Image:
            return np.asarray(np.clip(np.rint(light(image.astype(np.float32), at, t)), 0, 255), np.uint8)

        yield Frame(changed(frame.image), frame.time)


@lru_cache(maxsize=1)
def _places(high: int, wide: int) -> Floats:
    """Where each pixel of a picture lies, 0 to 1 across and down."""
    down, across = np.mgrid[0:high, 0:wide].astype(np.float32)
    at = np.stack([across / wide, down / high], axis=2)
    at.setflags(write=False)
    return at


@dataclass(frozen=True)
class InLight:
    """The reports of a recording in one light.

    Attributes:
        light: its name.
        right, throws: throws told as they were in the undisturbed film, and how many that told.
        asked: questions beyond those of the undisturbed film.
        false: other events that it did not tell.
        missing: other events of the undisturbed film that this light lacks.
    """

    light: str
    right: int
    throws: int
    asked: int
    false: int
    missing: int

    def __str__(self) -> str:
        return (
            f"{self.light:24} throws {self.right} of {self.throws}, asked {self.asked}, false {self.false}, "
            f"missing {self.missing}"
        )


def in_lights(recording: Recording, eyes: Eyes, lights: Sequence[str], until: float) -> Iterator[InLight]:
    """The reports of a recording in some lights; `until`: s, how much of it is watched."""
    plain = events_in(recording, eyes, LIGHTS["none"], until)
    for name in lights:
        yield compared(name, plain, events_in(recording, eyes, LIGHTS[name], until))


def compared(light: str, plain: Sequence[Event], in_light: Sequence[Event]) -> InLight:
    """Compares the reports in a light with those without."""
    score = scored(plain, in_light)
    throws = [pair for pair in score.pairs if pair.truth is not None and "dice" in pair.truth]
    others = [pair for pair in (*score.pairs, *score.flips) if pair not in throws]
    asked = len(score.asked) - sum(event["event"] == ASKED and event.get("asks", True) for event in plain)
    return InLight(
        light,
        sum(pair.right for pair in throws),
        len(throws),
        max(0, asked),
        sum(pair.truth is None for pair in others),
        sum(pair.truth is not None and not pair.right for pair in others),
    )


def events_in(recording: Recording, eyes: Eyes, light: Light, until: float) -> list[Event]:
    """The events of a recording in a light, without mistakes that were corrected."""
    from hardware.camera import open_camera
    from vision.follow.follower import follow_frames
    from webui.commands.watch import events_of
    from webui.live.memory import remembering

    own, memory = remembering(eyes)
    with open_camera(str(recording.film), paced=False) as camera:
        frames = lit(takewhile(lambda frame: frame.time < until, camera.frames()), light)
        side: Any = recording.seat1_side
        looks = memory.watched(follow_frames(frames, own, board="occe", seat1_side=side))
        events = [event.as_json() for event in events_of(recording.setup, looks, memory.played)]
    return put_right(events)
