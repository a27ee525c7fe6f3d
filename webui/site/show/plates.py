"""A name on a plate of a board drawn 1000 units wide: whole, in as many lines as fit."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import wrap

LETTER, LINE = 14, 24
"""Units that a letter is wide, and a line high."""


@dataclass(frozen=True)
class NamePlate:
    """The name of a plate.

    Attributes:
        lines: the name, split.
        wide: units of the longest line, squeezed if it has too many letters.
        fits: letters that fit into a line without squeezing.
    """

    lines: tuple[str, ...]
    wide: int
    fits: int

    @property
    def deeper(self) -> int:
        """The height of the lines after the first, in units."""
        return LINE * (len(self.lines) - 1)


def name_plate(name: str, fits: int, room: int, most: int) -> NamePlate:
    """A name in lines of so many letters, `room` if squeezed; split at hyphens if it fits into `most` lines."""
    lines = wrap(name, room)
    if len(lines) > most:
        lines = [name[start : start + room] for start in range(0, len(name), room)]
    return NamePlate(tuple(lines), LETTER * min(fits, max(map(len, lines), default=0)), fits)
