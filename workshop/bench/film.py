"""What the bench looks at: the demonstration film, its moments at rest and one throw."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from hardware.camera import open_camera
from vision.follow.motion import changed, glance, moves
from vision.frame import Frame, Image

STILLS = 5
"""Moments at rest that are taken."""
AFTER = 0.6
"""s after a throw is told at which everything lies still."""
FLIGHT = (-1.6, 1.2)
"""s around the telling of the first throw: its dice move, then lie."""
BEFORE = 1.0
"""s from the film's beginning at which the table lies there without a hand."""


@dataclass(frozen=True, eq=False)
class Moments:
    """Pictures of a film, (H, W, 3) uint8 BGR.

    Attributes:
        stills: tables at rest, each with another throw.
        throw: the table before, then the first throw, picture after picture, from the hand to the dice at rest.
        moving: those of `throw` in which dice move.
    """

    stills: tuple[Image, ...]
    throw: tuple[Image, ...]
    moving: tuple[Image, ...]


def throws_of(truth: Path) -> tuple[float, ...]:
    """When the throws of a film are told, s, as its truth says. Raises OSError."""
    events = map(json.loads, truth.read_text(encoding="utf-8").splitlines())
    return tuple(event["t"] for event in events if event["event"] == "roll_settled")


def moments(film: Path) -> Moments:
    """The first throws of a film that has its truth beside it. Raises CameraError, OSError."""
    told = throws_of(film.with_suffix(".truth.jsonl"))
    with open_camera(str(film), paced=False) as camera:
        return chosen(camera.frames(), told[:STILLS])


def chosen(frames: Iterable[Frame], told: tuple[float, ...]) -> Moments:
    """The pictures at and around the throws that were told at these times."""
    stills: list[Image] = []
    throw: list[Frame] = []
    for frame in frames:
        if frame.time < BEFORE or told[0] + FLIGHT[0] <= frame.time <= told[0] + FLIGHT[1]:
            throw.append(frame)
        if frame.time >= told[len(stills)] + AFTER:
            stills.append(frame.image)
        if len(stills) == len(told):
            break
    moving = tuple(now.image for before, now in pairwise(throw) if stirs(before.image, now.image))
    return Moments(tuple(stills), tuple(frame.image for frame in throw), moving)


def stirs(before: Image, now: Image) -> bool:
    """Whether something moves from one picture to the next."""
    return moves(changed(glance(Frame(before, 0.0)), glance(Frame(now, 0.0))))
