"""What is known of one very table, as a value that is kept as JSON."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any, get_args

from ..geometry.lens import Lens
from ..geometry.plane import Quad, turned
from ..layout import load_layout
from ..light import Light
from ..observation import BoardSeen, PieceKind, TileKind

Colour = tuple[float, float, float]
"""Blue, green, red, 0 to 255."""


@dataclass(frozen=True)
class SpaceLook:
    """How one space looks with a tile of one kind.

    Attributes:
        space: its name in the layout.
        kind: open or closed.
        reads: the digit seen, None where none is.
        sure: 0 to 1, of the reading.
        colour: mean colour of the slot's middle.
        marks: how much stands out there, digit or mark: standard deviation of grey, 0 to 128.
    """

    space: str
    kind: PieceKind
    reads: int | None
    sure: float
    colour: Colour
    marks: float


@dataclass(frozen=True)
class Calibration:
    """One table, as a few pictures showed it.

    Attributes:
        layout: which board.
        size: width and height of the picture, px.
        corners: the board's four outer corners, px, as BoardSeen has them.
        oriented: as BoardSeen has it.
        seat1_side: the side of the picture where seat 1 sits: bottom, left, top or right.
        slots: (space, its four corners in px) for every space; () where no tile could be read.
        tile_px: mean distance from one slot to the next; 0 without slots.
        middle: mean colour of the board's middle.
        tiles: (kind, mean colour of the slots of that kind) for the kinds seen.
        patches: what each corner looked like: four grey pictures 24 x 24, as base64.
        sure: 0 to 1, of the corners; 1 where a person gave them.
        by_hand: a person gave the corners.
        upside_down: perspective shows that the camera hangs head first: what is near lies at the picture's top.
        tags: how many of the four printed tags were seen.
        die_px: mean longer side of the dice that lay there, None without dice.
        faces: values of the dice that lay there, with how sure each was.
        light: figures of the light on the board; None in a calibration that was kept before they were taken.
        looks: how each space looked, for each kind that was ever seen there.
        frames: how many pictures it was learnt from.
        lens: how the lens bends the picture, as BoardSeen has it.
        mirrored: tags, or tiles, are readable only when the picture is flipped.
    """

    layout: str
    size: tuple[int, int]
    corners: Quad
    oriented: bool
    seat1_side: str
    slots: tuple[tuple[str, Quad], ...]
    tile_px: float
    middle: Colour
    tiles: tuple[tuple[str, Colour], ...]
    patches: tuple[str, str, str, str]
    sure: float = 1.0
    by_hand: bool = False
    upside_down: bool = False
    tags: int = 0
    die_px: float | None = None
    faces: tuple[tuple[int, float], ...] = ()
    light: Light | None = None
    looks: tuple[SpaceLook, ...] = ()
    frames: int = 1
    lens: float = 0.0
    mirrored: bool = False

    @property
    def board(self) -> BoardSeen:
        """The board where it was measured."""
        return BoardSeen(self.layout, self.corners, self.oriented, 1.0, self.lens)

    def to_json(self) -> str:
        """The calibration as one JSON object."""
        return json.dumps(asdict(self))

    @staticmethod
    def from_json(text: str) -> Calibration:
        """The calibration that `to_json` wrote; what an older one did not know has its default.

        Raises:
            ValueError: the text is no such object.
        """
        try:
            table: dict[str, Any] = json.loads(text)
            return Calibration(**_measured(table), **_learnt(table))
        except (LookupError, TypeError, ValueError, AttributeError, OverflowError, RecursionError) as error:
            raise ValueError(f"expected a calibration as JSON; got {text[:60]!r} ({error!r})") from error


def _measured(table: dict[str, Any]) -> dict[str, Any]:
    """The fields that every calibration has."""
    return {
        "layout": load_layout(table["layout"]).name,
        "size": (int(table["size"][0]), int(table["size"][1])),
        "corners": quad(table["corners"]),
        "oriented": bool(table["oriented"]),
        "seat1_side": str(table["seat1_side"]),
        "slots": tuple((str(name), quad(corners)) for name, corners in table["slots"]),
        "tile_px": float(table["tile_px"]),
        "middle": colour(table["middle"]),
        "tiles": tuple((str(kind), colour(mean)) for kind, mean in table["tiles"]),
        "patches": four(table["patches"]),
    }


def _learnt(table: dict[str, Any]) -> dict[str, Any]:
    """The fields that came later."""
    light, die_px = table.get("light"), table.get("die_px")
    return {
        "sure": float(table.get("sure", 1.0)),
        "by_hand": bool(table.get("by_hand", False)),
        "upside_down": bool(table.get("upside_down", False)),
        "tags": int(table.get("tags", 0)),
        "die_px": None if die_px is None else float(die_px),
        "faces": tuple((int(value), float(sure)) for value, sure in table.get("faces", ())),
        "light": None if light is None else Light(**{name: float(value) for name, value in light.items()}),
        "looks": tuple(_look(look) for look in table.get("looks", ())),
        "frames": int(table.get("frames", 1)),
        "lens": Lens(float(table.get("lens", 0.0)), (1, 1)).k,
        "mirrored": bool(table.get("mirrored", False)),
    }


def _look(table: dict[str, Any]) -> SpaceLook:
    if table["kind"] not in get_args(TileKind):
        raise ValueError(f"expected one of {', '.join(get_args(TileKind))}; got {table['kind']!r}")
    reads = table["reads"]
    return SpaceLook(
        str(table["space"]),
        table["kind"],
        None if reads is None else int(reads),
        float(table["sure"]),
        colour(table["colour"]),
        float(table["marks"]),
    )


def quad(points: Any) -> Quad:
    """Four (x, y) of any kind of numbers as corners. Raises ValueError where one is not finite."""
    corners = [(float(x), float(y)) for x, y in points]
    if len(corners) != 4 or not all(abs(number) < 1e6 for corner in corners for number in corner):
        raise ValueError(f"expected four corners; got {corners}")
    return turned(corners, 0)


def colour(values: Any) -> Colour:
    """Three numbers as a colour, to a hundredth."""
    blue, green, red = (round(float(value), 2) for value in values)
    return blue, green, red


def four(texts: Any) -> tuple[str, str, str, str]:
    """Four texts."""
    a, b, c, d = map(str, texts)
    return a, b, c, d
