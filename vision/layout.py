"""What a board looks like: its spaces in order, its topology and its ranges; never one geometry."""

import tomllib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from .errors import UnknownLayout

HERE = Path(__file__).parent / "layouts"


@dataclass(frozen=True)
class Space:
    """One place for one tile.

    Attributes:
        name: "seat-S/slot-K" where there are several seats, "slot-K" where there is one row.
        seat: 1 to 4, clockwise; 1 where there is one row.
        slot: 1 from the left, as the one who sits there sees it.
        number: the number whose place it is (numeric order).
    """

    name: str
    seat: int
    slot: int
    number: int


@dataclass(frozen=True)
class Layout:
    """A board: how many rows of how many tiles, and what sizes they may have.

    Attributes:
        name: "occe" or "box".
        seats: rows of tiles, one before each seat.
        counts: how many slots a row may have, the usual one first.
        hinged: True when tiles stand (open) or fold (closed), False when loose tiles are turned over.
        board_mm: least and greatest length of the board's longer side.
        tile_mm: least and greatest distance from one slot to the next.
    """

    name: str
    seats: int
    counts: tuple[int, ...]
    hinged: bool
    board_mm: tuple[float, float]
    tile_mm: tuple[float, float]

    @cached_property
    def spaces(self) -> tuple[Space, ...]:
        """Every space with the usual count of slots: seat 1's from the left, then seat 2's, and so on."""
        return self.spaces_of(self.counts[0])

    def spaces_of(self, count: int) -> tuple[Space, ...]:
        """Every space when each row has `count` slots.

        Raises:
            ValueError: this board has no rows of that many slots.
        """
        if count not in self.counts:
            raise ValueError(f"expected {' or '.join(map(str, self.counts))} slots a row; got {count}")
        seats = range(1, self.seats + 1)
        return tuple(self._space(seat, slot) for seat in seats for slot in range(1, count + 1))

    def _space(self, seat: int, slot: int) -> Space:
        name = f"seat-{seat}/slot-{slot}" if self.seats > 1 else f"slot-{slot}"
        return Space(name=name, seat=seat, slot=slot, number=slot)

    def space(self, name: str) -> Space:
        """The space of that name, among rows of any count this board may have.

        Raises:
            LookupError: no such space.
        """
        for space in self.spaces_of(max(self.counts)):
            if space.name == name:
                return space
        raise LookupError(
            f"expected a space of the layout {self.name!r}, like {self.spaces[0].name!r}; got {name!r}"
        )


def load_layout(name: str) -> Layout:
    """The layout of that name, read from its file in vision/layouts.

    Raises:
        UnknownLayout: there is no such file.
    """
    known = layout_names()
    if name not in known:
        raise UnknownLayout(f"expected one of {', '.join(known)}; got {name!r}")
    with (HERE / f"{name}.toml").open("rb") as file:
        table: dict[str, Any] = tomllib.load(file)
    return Layout(
        name=name,
        seats=int(table["seats"]),
        counts=tuple(int(count) for count in table["slots"]),
        hinged=table["tiles"] == "hinged",
        board_mm=_range(table["board_mm"]),
        tile_mm=_range(table["tile_mm"]),
    )


def layout_names() -> tuple[str, ...]:
    """The names of all layouts there are."""
    return tuple(sorted(file.stem for file in HERE.glob("*.toml")))


def _range(pair: list[float]) -> tuple[float, float]:
    least, greatest = pair
    return float(least), float(greatest)
