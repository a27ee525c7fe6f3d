"""A known table, look by look, as one picture: what was read, and what was known then."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from vision.draw import GREEN, RED, YELLOW, drawn, write
from vision.frame import Image
from vision.known.told import told
from vision.known.value import Known
from vision.layout import Layout
from vision.observation import Observation
from vision.picture import write_picture

WIDE = 420
"""px: of one look."""
COLUMNS = 4
BELOW = 54
"""px: of what is written under a look."""


@dataclass
class Strip:
    """Collects the looks at one table, as they are scored.

    Attributes:
        layout: of its board.
    """

    layout: Layout
    _cells: list[Image] = field(default_factory=list)

    def add(self, image: Image, seen: Observation, known: Known | None, *, phase: str, right: bool) -> None:
        """One look: what was read is drawn, what was known is written below."""
        scale = WIDE / image.shape[1]
        small = cv2.resize(drawn(image, seen), None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        cell = np.zeros((small.shape[0] + BELOW, WIDE, 3), np.uint8)
        cell[: small.shape[0]] = small
        about = told(known, self.layout)
        ground = "bare table known" if about.ground else "searched everywhere"
        verdict = "asked" if seen.abstains else "right" if right else "WRONG"
        under = small.shape[0]
        colour = {"asked": YELLOW, "right": GREEN}.get(verdict, RED)
        write(cell, (6, under + 20), f"{len(self._cells) + 1}. {phase}: {verdict}", colour)
        write(cell, (6, under + 42), f"{about.both} tiles both ways, {about.once} one; {ground}", YELLOW)
        self._cells.append(cell)

    def write(self, file: Path) -> None:
        """All looks, in rows; nothing where there was none."""
        if self._cells:
            cells = [*self._cells, *[np.zeros_like(self._cells[0])] * (-len(self._cells) % COLUMNS)]
            rows = [np.hstack(cells[at : at + COLUMNS]) for at in range(0, len(cells), COLUMNS)]
            write_picture(file, np.vstack(rows))
