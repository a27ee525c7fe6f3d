"""Pictures of single dice and tiles, stored only if the teacher agreed, to learn this table from later."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from vision.frame import Frame, Image
from vision.observation import Box, Observation
from vision.picture import write_picture

from .selftest import DICE, Ask

FOLDER = "crops"
AROUND = 0.3
"""Share of its size that is shown around a die or tile."""


def keep_crops(folder: Path, ask: Ask, observation: Observation, frame: Frame) -> int:
    """Writes a picture of each die or tile of a step, and a line of truth for each; returns how many.

    The line holds what was asked for as the truth, and the reading beside it. A step with more or fewer dice than
    asked for is left out: nobody knows which is which. Raises OSError.
    """
    written = 0
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "labels.jsonl").open("a", encoding="utf-8") as lines:
        for number, (box, line) in enumerate(_pieces(ask, observation), 1):
            name = f"{ask.name}-{number:02}.png"
            piece = cut(frame.image, box)
            if piece.size:
                write_picture(folder / name, piece)
                lines.write(json.dumps({"file": name, **line}) + "\n")
                written += 1
    return written


def cut(image: Image, box: Box) -> Image:
    """A px box with a small margin; empty if it lies outside the picture."""
    x, y, wide, high = box
    half = max(wide, high) * (0.5 + AROUND)
    left, top = max(0, round(x + wide / 2 - half)), max(0, round(y + high / 2 - half))
    right, bottom = max(left, round(x + wide / 2 + half)), max(top, round(y + high / 2 + half))
    return np.ascontiguousarray(image[top:bottom, left:right])


def _pieces(ask: Ask, observation: Observation) -> Iterator[tuple[Box, dict[str, object]]]:
    """The box of each die or tile that was asked for, with its line of truth."""
    lying = [die for die in observation.dice if die.state in ("flat", "cocked")]
    if ask.kind == "dice" and len(lying) == DICE:
        for die in lying:
            yield die.box, {"value": ask.face, "read": die.value, "sure": round(die.sure, 4)}
    if ask.kind == "tiles" and len(observation.pieces) > 1:
        centers = np.array([piece.center for piece in observation.pieces])
        pitch = float(np.median(np.hypot(*np.diff(centers, axis=0).T)))
        for piece in observation.pieces:
            closes = ask.state == "closed" and piece.space.startswith(("seat-1/", "slot-"))
            box = (piece.center[0] - pitch / 2, piece.center[1] - pitch / 2, pitch, pitch)
            truth = {"space": piece.space, "state": "closed" if closes else "open"}
            yield box, {**truth, "read": [piece.kind, piece.reads], "sure": round(piece.sure, 4)}
