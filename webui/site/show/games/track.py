"""Where each hole of the board of Tock is drawn: its topology as data, rotated by a quarter for each place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from msgspec import json, toml

FILE = files("webui") / "templates" / "games" / "tock" / "board.toml"
"""The topology, beside the templates that draw it."""

PITCH, MARGIN = 50, 50
"""From one hole to the next, and from the edge of the drawing to the outermost holes, in the drawing's units."""

PLACES, HOUSE_PLACES = 4, 4

WAYS: Mapping[str, tuple[int, int]] = MappingProxyType(
    {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
)
"""A way on the grid -> how far a hole that way lies right and down."""

Point = tuple[float, float]
Stretch = tuple[tuple[int, int], tuple[int, int]]


@dataclass(frozen=True)
class DrawnHole:
    """A space as it is drawn.

    Attributes:
        space: its name for the referee.
        kind: hole, house or base.
        seat: whose start, house or base it is; 0 for any other hole.
        x, y: its middle in the drawing.
        pawns: the positions of its pawns, in order.
        number: of a hole in the ring; of a place in its house, from 1; 0 of a base.
        crossing: a "case 7": a pawn that lands here is teleported to the next one.
    """

    space: str
    kind: str
    seat: int
    x: int
    y: int
    pawns: tuple[tuple[int, int], ...]
    number: int = 0
    crossing: bool = False


@dataclass(frozen=True)
class TrackBoard:
    """The board as it is drawn.

    Attributes:
        holes: every space for pawns.
        plates: place -> the position of its player's name.
        pile: the position of the played cards.
        signs: place -> the sign on its pawns.
        teleports: the ways from one "case 7" to the next.
        lanes: the way into each house, from its start to its last place.
    """

    holes: tuple[DrawnHole, ...]
    plates: Mapping[int, tuple[int, int]]
    pile: tuple[int, int]
    signs: Mapping[int, str]
    teleports: tuple[Stretch, ...]
    lanes: tuple[Stretch, ...]


@dataclass(frozen=True)
class TrackFile:
    """The file, which describes each of its fields."""

    side: int
    start: Point
    way: tuple[tuple[str, int], ...]
    crossing: int
    house: str
    base: tuple[Point, ...]
    plate: Point
    pile: Point
    signs: dict[int, str]


json.Decoder(TrackFile)  # two threads that learn a type at once crash


@cache
def track() -> TrackBoard:
    """The board of `FILE`; it is read once."""
    file = toml.decode(FILE.read_bytes(), type=TrackFile)
    holes = tuple(_holes(file))
    sevens = [(hole.x, hole.y) for hole in holes if hole.crossing]
    return TrackBoard(
        holes=holes,
        plates=MappingProxyType({k + 1: _drawn(_turned(file.plate, k, file.side)) for k in range(PLACES)}),
        pile=_drawn(file.pile),
        signs=MappingProxyType(file.signs),
        teleports=tuple(zip(sevens, [*sevens[1:], sevens[0]], strict=True)),
        lanes=tuple(_lane(file, k) for k in range(PLACES)),
    )


def _holes(file: TrackFile) -> Iterator[DrawnHole]:
    side, ring = file.side, list(_ring(file))
    quarter = len(ring)
    for seat in range(PLACES):
        for step, point in enumerate(ring):
            x, y = _drawn(_turned(point, seat, side))
            number, own = seat * quarter + step, 0 if step else seat + 1
            yield DrawnHole(f"hole-{number}", "hole", own, x, y, ((x, y),), number, step == file.crossing)
    for seat in range(PLACES):
        for place, point in enumerate(_house(file), start=1):
            x, y = _drawn(_turned(point, seat, side))
            yield DrawnHole(f"house-{seat + 1}-{place}", "house", seat + 1, x, y, ((x, y),), place)
        pawns = tuple(_drawn(_turned(point, seat, side)) for point in file.base)
        x, y = (sum(at) // len(pawns) for at in zip(*pawns, strict=True))
        yield DrawnHole(f"base-{seat + 1}", "base", seat + 1, x, y, pawns)


def _ring(file: TrackFile) -> Iterator[Point]:
    """The holes from the start of place 1 up to the next start, on the grid."""
    x, y = file.start
    for way, count in file.way:
        right, down = WAYS[way]
        for _ in range(count):
            yield x, y
            x, y = x + right, y + down


def _house(file: TrackFile) -> Iterator[Point]:
    x, y = file.start
    right, down = WAYS[file.house]
    for place in range(1, HOUSE_PLACES + 1):
        yield x + right * place, y + down * place


def _lane(file: TrackFile, quarters: int) -> Stretch:
    ends = file.start, list(_house(file))[-1]
    first, last = (_drawn(_turned(point, quarters, file.side)) for point in ends)
    return first, last


def _turned(point: Sequence[float], quarters: int, side: int) -> Point:
    """A place of the grid after so many quarter turns clockwise, as the places follow each other."""
    x, y = point
    for _ in range(quarters):
        x, y = side - y, x
    return x, y


def _drawn(point: Sequence[float]) -> tuple[int, int]:
    x, y = point
    return round(MARGIN + PITCH * x), round(MARGIN + PITCH * y)
