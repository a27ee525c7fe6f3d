"""The colours of this table's frames: read off its picture, or chosen once, and stored."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import cv2
import numpy as np

from vision.calibration.value import Colour

from ..files import write_whole
from ..table.values.setup import COLOURS

FILE = "frames.json"
USUAL = COLOURS[:4]
"""Places 1 to 4 of the board of the demonstration."""
PAINTED = 100
"""Saturation, 0 to 255, from which a frame has a colour; bare wood has less."""
HUES = ((8, "red"), (17, "orange"), (34, "yellow"), (85, "green"), (130, "blue"), (170, "purple"), (180, "red"))
"""Hue, 0 to 179, below which a colour is called so."""


class FrameColours:
    """The colours of places 1 to 4, stored in the data folder.

    Attributes:
        now: names of `webui.table.values.setup.COLOURS`, place 1 first.
        chosen: they were stored for this table.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        stored = self._stored()
        self.now, self.chosen = stored or USUAL, stored is not None

    def keep(self, names: Sequence[str]) -> None:
        """Stores four colours. Raises ValueError for anything else, OSError if they cannot be written."""
        if len(names) != len(USUAL) or not set(names) <= set(COLOURS):
            raise ValueError(f"expected {len(USUAL)} of {', '.join(COLOURS)}; got {names!r}")
        write_whole(self._path, json.dumps(list(names)))
        self.now, self.chosen = tuple(names), True

    def _stored(self) -> tuple[str, ...] | None:
        """The stored colours; None without usable ones."""
        try:
            names = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return None
        good = isinstance(names, list) and len(names) == len(USUAL) and all(name in COLOURS for name in names)
        return tuple(names) if good else None


def read_off(colours: Mapping[int, Colour], otherwise: Sequence[str]) -> tuple[str, ...]:
    """The names of the colours that a picture shows around each place; of `otherwise` if it shows none."""
    return tuple(
        (named(colours[place]) if place in colours else None) or name for place, name in enumerate(otherwise, 1)
    )


def named(colour: Colour) -> str | None:
    """The name of a paint; None for bare wood and grey."""
    hue, saturation, value = map(int, cv2.cvtColor(np.array([[colour]], np.uint8), cv2.COLOR_BGR2HSV)[0, 0])
    if saturation >= PAINTED and value >= 40:
        return next(name for most, name in HUES if hue < most)
    if value < 60:
        return "black"
    return "white" if value > 200 and saturation < 40 else None
