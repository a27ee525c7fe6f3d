"""A known table, look by look, as one picture: what was read, what was known then, and what that was good for."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from vision.draw import GREEN, RED, YELLOW, drawn, write
from vision.frame import Image
from vision.geometry.straight import straightened
from vision.known.acquaintance import acquaintance
from vision.known.recall import recalled
from vision.known.value import Known, ReadsSlots
from vision.layout import Layout
from vision.observation import BoardSeen, Observation
from vision.picture import write_picture

from .sheets import smaller, tiled

WIDE = 420
"""px: of one look."""
COLUMNS = 4
ABOVE, BELOW = 34, 98
"""px: of the headline, and of what is written under a look."""
PHASES = {
    "light": ("another lamp, weaker and from elsewhere", "other lamp"),
    "board": ("camera and board are moved", "moved"),
    "dice": ("other dice are played with", "other dice"),
}
"""What is changed half way, in a sentence and in a word."""


def headline(seed: int, number: int, change: str | None) -> str:
    """What the looks at a table have in common, for who sees them first."""
    known = f"Table {number} of seed {seed}, known by its start position and some throws; read anew at each look."
    if change is None:
        return known
    return f"{known} Half way: {PHASES[change][0]}."


def phase_of(phase: str, change: str | None) -> str:
    """What stands over one look: as it was learnt, or changed, and whether play has confirmed anything since."""
    if change is None or phase == "steady":
        return "as it was learnt"
    word = PHASES[change][1]
    return f"{word}, nothing confirmed yet" if phase == "changed" else f"{word}, play confirms again"


def used(
    known: Known | None, image: Image, board: BoardSeen | None, layout: Layout, tiles: ReadsSlots | None
) -> tuple[str, str]:
    """What was known serves for in one look: where dice are searched first, and by what tiles are told."""
    flat = straightened(image, board)
    beside = None if known is None or flat.board is None else recalled(known, flat.image, flat.board, layout, tiles)
    if beside is None:
        return "nothing fits: dice searched everywhere", "tiles by the network alone"
    parts = len(beside.windows())
    where = "everywhere" if not parts else f"where something is new: {parts} part{'s' * (parts > 1)}"
    if beside.off is None:
        where = "everywhere: the bare table is not as it was"
    shows = "by the network alone: too few look as they did"
    return f"dice searched {where}", f"tiles told {shows if beside.beside is None else 'with the looks they had'}"


@dataclass
class Strip:
    """Collects the looks at one table, as they are scored.

    Attributes:
        layout: of its board.
        title: what all looks have in common.
    """

    layout: Layout
    title: str = ""
    _cells: list[Image] = field(default_factory=list)

    def add(
        self, image: Image, observation: Observation, known: Known | None, *, phase: str, verdict: str, plain: str,
        did: tuple[str, str],
    ) -> None:  # fmt: skip
        """One look: what was read is drawn, what was known is written below.

        Args:
            image: (H, W, 3) uint8 BGR.
            observation: what was read with what was known.
            known: what that was.
            phase: what was as it was learnt, or not.
            verdict, plain: right, asked or WRONG: with what was known, and without it.
            did: what was known served for, two lines.
        """
        small = smaller(drawn(image, observation), WIDE / image.shape[1])
        cell = np.zeros((small.shape[0] + BELOW, WIDE, 3), np.uint8)
        cell[: small.shape[0]] = small
        about = acquaintance(known, self.layout)
        ground = ", bare table" if about.ground else ""
        under = small.shape[0]
        colour = {"asked": YELLOW, "right": GREEN}.get(verdict, RED)
        write(cell, (6, under + 20), f"{len(self._cells) + 1}. {phase}: {verdict} (without memory: {plain})", colour)
        write(cell, (6, under + 42), f"known: {about.both} tiles open and closed, {about.once} one way{ground}", YELLOW)
        for line, text in enumerate(did):
            write(cell, (6, under + 64 + 22 * line), text, YELLOW)
        self._cells.append(cell)

    def write(self, file: Path) -> None:
        """All looks, in rows; nothing where there was none."""
        if self._cells:
            head = np.zeros((ABOVE, COLUMNS * WIDE, 3), np.uint8)
            write(head, (6, 23), self.title, YELLOW)
            write_picture(file, np.vstack([head, tiled(self._cells, COLUMNS)]))
