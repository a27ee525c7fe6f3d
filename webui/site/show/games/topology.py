"""Where each space of a board of arrows is drawn: the topology of a game as data, laid out on one drawing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from msgspec import json, toml

FOLDER = files("webui") / "templates" / "games" / "arrows"
"""One TOML file a game lies here, by the referee's name of it, beside the templates that draw it."""

WIDTH, HEIGHT = 1000, 790
"""The drawing's units."""

PITCH = 65
"""From one arrow to the next; a man is a little smaller."""

MAN = 59
"""A man's diameter."""

LEFT, RIGHT = 82, 528
"""Where the left and the right half of the arrows begin."""

TOP, BOTTOM = 44, 746
"""The edges of the field, where the arrows stand."""

LENGTH = 297
"""An arrow from its base to its tip."""

PILE = 5
"""Men that are drawn on an arrow; of more the last one says how many there are."""

COLUMNS: Mapping[str, tuple[int, int]] = MappingProxyType({"left": (14, 62), "bar": (474, 52), "right": (924, 62)})
"""Column beside or between the arrows -> its left edge and its width."""

HALVES: Mapping[str, tuple[int, int]] = MappingProxyType({"top": (TOP, 1), "bottom": (BOTTOM, -1)})
"""Half of the board -> where its piles begin, and which way they grow: 1 down, -1 up."""


@dataclass(frozen=True)
class DrawnSpace:
    """Where a space is drawn.

    Attributes:
        space: its name for the referee.
        kind: arrow, bar or off.
        printed: the text on an arrow; "" beside the arrows.
        named: the other text there; "" for nothing.
        x: its middle.
        base: the start of its pile.
        way: 1 for a pile that grows down, -1 up.
        width: of the touchable part.
        dark: True for the darker arrows, every other one.
    """

    space: str
    kind: str
    printed: str
    named: str
    x: int
    base: int
    way: int
    width: int
    dark: bool = False

    def man(self, index: int, many: int) -> int:
        """The middle of a man of its pile, counted from the base; on the bar they begin near the middle."""
        if self.kind == "bar":
            return HEIGHT // 2 - self.way * (72 + MAN * index)
        if self.kind == "off":
            return self.base + self.way * (14 + 18 * index)
        return self.base + self.way * (MAN // 2 + 2 + MAN * index)


@dataclass(frozen=True)
class Topology:
    """A game's board as it is drawn.

    Attributes:
        places: every space for men.
        travel: colour -> "left" or "right", the direction of its men along their player's side.
        ruban: two men of a colour on an arrow have this name.
    """

    places: tuple[DrawnSpace, ...]
    travel: Mapping[str, str]
    ruban: bool


@dataclass(frozen=True)
class TopologyFile:
    """A game's file.

    Attributes:
        top, bottom: the texts on the arrows, from left to right.
        ruban, travel: of `Topology`.
        beside: space -> its column and its half.
        named: printed text -> other text there.
    """

    top: tuple[str, ...]
    bottom: tuple[str, ...]
    ruban: bool
    travel: dict[str, str]
    beside: dict[str, tuple[str, str]]
    named: dict[str, str] = field(default_factory=dict)


json.Decoder(TopologyFile)  # two threads that learn a type at once crash


@cache
def topology(game: str) -> Topology:
    """The board of a game with a file in `FOLDER`; each is read once."""
    file = toml.decode((FOLDER / f"{game}.toml").read_bytes(), type=TopologyFile)
    return Topology((*_arrows(file), *_beside(file)), MappingProxyType(file.travel), file.ruban)


def _arrows(file: TopologyFile) -> Iterator[DrawnSpace]:
    for half, (base, way) in HALVES.items():
        for index, printed in enumerate(file.top if half == "top" else file.bottom):
            x = (LEFT if index < 6 else RIGHT) + PITCH * (index % 6) + PITCH // 2
            dark = (index + (half == "top")) % 2 == 0
            named = file.named.get(printed, "")
            yield DrawnSpace(f"arrow-{printed}", "arrow", printed, named, x, base, way, PITCH, dark)


def _beside(file: TopologyFile) -> Iterator[DrawnSpace]:
    for space, (column, half) in file.beside.items():
        left, width = COLUMNS[column]
        base, way = HALVES[half]
        yield DrawnSpace(space, space.partition("-")[0], "", "", left + width // 2, base, way, width)
