"""What a board looks like: its spaces in order, its topology, ranges and usual sizes; never one geometry.

Each board is a TOML file in vision/layouts, read once. Readers ask the layout, never for a board's name.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeAlias

from .errors import BrokenLayout, UnknownLayout

HERE = Path(__file__).parent / "layouts"


@dataclass(frozen=True)
class Space:
    """One place for one tile.

    Attributes:
        name: "seat-S/slot-K" with several seats, "slot-K" with one row.
        seat: 1 to 4, clockwise; 1 where there is one row.
        slot: 1 from the left, as the one who sits there sees it.
        number: the number whose place it is (numeric order).
    """

    name: str
    seat: int
    slot: int
    number: int


@dataclass(frozen=True)
class RowPlace:
    """Where a row of slots lies, in the unit square of its seat: x right, y down, the seat's side is the lower one.

    Attributes:
        window: left, top, right, bottom of what the rows' network is shown.
        usual: the first and the last slot's place where nothing is seen of them.
        pitch: least and greatest distance from one slot to the next, in parts of the square's side.
    """

    window: tuple[float, float, float, float]
    usual: tuple[tuple[float, float], tuple[float, float]]
    pitch: tuple[float, float]


@dataclass(frozen=True)
class Layout:
    """A board: how many rows of how many tiles, where they lie, and what sizes a board may have.

    Attributes:
        name: of its file, and of the board in observations and calibrations.
        seats: rows of tiles, one before each seat.
        counts: how many slots a row may have, the usual one first.
        hinged: True when tiles stand (open) or fold (closed), False when loose tiles are turned over.
        area: the board network's map that covers this board.
        tags: True when printed tags beside its corners may tell which side is seat 1's; else its row of tiles does.
        size_mm: a usual board: from its first corner to the second, and from the second to the third.
        board_mm: least and greatest length of the board's longer side.
        row: where a row lies.
    """

    name: str
    seats: int
    counts: tuple[int, ...]
    hinged: bool
    area: str
    tags: bool
    size_mm: tuple[float, float]
    board_mm: tuple[float, float]
    row: RowPlace

    @property
    def square(self) -> bool:
        """Its corners are a square's."""
        return self.size_mm[0] == self.size_mm[1]

    def spaces_of(self, count: int | None = None) -> tuple[Space, ...]:
        """Every space when each row has `count` slots, or the usual count: seat 1's from the left, then seat 2's.

        Raises:
            ValueError: this board has no rows of that many slots.
        """
        count = self.counts[0] if count is None else count
        if count not in self.counts:
            raise ValueError(f"expected {' or '.join(map(str, self.counts))} slots a row; got {count}")
        seats = range(1, self.seats + 1)
        return tuple(self._space(seat, slot) for seat in seats for slot in range(1, count + 1))

    def _space(self, seat: int, slot: int) -> Space:
        name = f"seat-{seat}/slot-{slot}" if self.seats > 1 else f"slot-{slot}"
        return Space(name=name, seat=seat, slot=slot, number=slot)


Layouts: TypeAlias = Mapping[str, Layout]
"""Boards by their names."""


@cache
def layouts(folder: Path = HERE) -> Layouts:
    """Every layout of a folder by its name, read once from its files.

    Raises:
        BrokenLayout: a file is no layout, or two boards cover the same area: no camera could tell them apart.
    """
    by_name = {file.stem: _read(file) for file in sorted(folder.glob("*.toml"))}
    areas: dict[str, str] = {}
    for name, layout in by_name.items():
        if (other := areas.setdefault(layout.area, name)) != name:
            raise BrokenLayout(
                f"{folder}: expected boards that a camera can tell apart; got {other} and {name}, both of area "
                f"{layout.area!r}"
            )
    return MappingProxyType(by_name)


def load_layout(name: str) -> Layout:
    """The layout of that name among those that ship.

    Raises:
        UnknownLayout: there is no such file.
    """
    known = layouts()
    if name not in known:
        raise UnknownLayout(f"expected one of {', '.join(known)}; got {name!r}")
    return known[name]


def layout_names() -> tuple[str, ...]:
    """The names of all layouts that ship."""
    return tuple(layouts())


def _read(file: Path) -> Layout:
    try:
        table: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
        return _layout(file.stem, table)
    except (LookupError, TypeError, ValueError, AttributeError, OverflowError, RecursionError) as error:  # TOML's too
        raise BrokenLayout(f"{file}: expected a layout as in vision/layouts; got {error!r}") from error


def _layout(name: str, table: Mapping[str, Any]) -> Layout:
    if table["tiles"] not in ("loose", "hinged"):
        raise ValueError(f"expected tiles loose or hinged; got {table['tiles']!r}")
    row = table["row"]
    left, top, right, bottom = map(float, row["window"])
    first, last = map(_pair, row["usual"])
    return Layout(
        name=name,
        seats=int(table["seats"]),
        counts=tuple(int(count) for count in table["slots"]),
        hinged=table["tiles"] == "hinged",
        area=str(table["area"]),
        tags=bool(table["tags"]),
        size_mm=_pair(table["size_mm"]),
        board_mm=_pair(table["board_mm"]),
        row=RowPlace((left, top, right, bottom), (first, last), _pair(row["pitch"])),
    )


def _pair(numbers: Sequence[float]) -> tuple[float, float]:
    first, second = numbers
    return float(first), float(second)
