"""A name on a plate of a board that is drawn 1000 units wide: whole, in as many lines as there is room for."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import wrap

LETTER, LINE = 14, 24
"""Units that a letter is wide, and a line high."""


@dataclass(frozen=True)
class NamePlate:
    """A name as a plate has it.

    Attributes:
        lines: the name, parted.
        wide: units that the longest line takes, once a line of more letters than fit is squeezed.
        fits: letters that fit into a line as they are.
    """

    lines: tuple[str, ...]
    wide: int
    fits: int

    @property
    def deeper(self) -> int:
        """Units that the lines after the first take."""
        return LINE * (len(self.lines) - 1)


def name_plate(name: str, fits: int, room: int, most: int) -> NamePlate:
    """A name in lines of so many letters, `room` where they are squeezed; parted at hyphens where `most` lines do."""
    lines = wrap(name, room)
    if len(lines) > most:
        lines = [name[start : start + room] for start in range(0, len(name), room)]
    return NamePlate(tuple(lines), LETTER * min(fits, max(map(len, lines), default=0)), fits)
