"""What is known of one very board of arrows, learnt from a start position: a value that is kept as JSON."""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..geometry.plane import Quad, homography, project
from ..observation import BoardSeen, Piece, Point
from .look import MAN, NAMES
from .reach import FLAT, Reach
from .reader import KINDS, MOST
from .strips import ARROWS, Colour, Leaf

LAYOUT = "arrows"
"""What boards of arrows are called in observations."""
ROWS, COLUMNS = 64, 5
"""Points of an arrow's look: from its rim to the middle of the board, and across its middle."""
SHADES = 5
"""Colours that are known of the men of either colour, the darkest first."""

AT = 1.2
"""Men from the rim, where an arrow is said to lie."""

Looks = NDArray[np.uint8]
"""(24, ROWS, COLUMNS, 3) BGR, in the order of the strips."""


@dataclass(frozen=True)
class KnownMen:
    """One board of arrows, as its start position showed it.

    Attributes:
        size: width and height of the picture, px.
        leaves: corners of the left and the right leaf's field, px: near left, then clockwise as seen from above.
        turned: arrow 1 lies at the far side.
        mirrored: arrows are numbered the other way round: clockwise.
        swapped: the white men are the darker ones.
        light, dark: shades of the lighter and of the darker men.
        reach: how far so many men reach.
        bare: each arrow without men as `packed` gives it: its own look, or that of an arrow like it.
        own: which of these looks are the arrows' own.
        looks, stood: what each arrow looked like when this was learnt, and the kind of what stood there.
        patches: what the four outer corners looked like, as `vision.calibration.patches` packs them; empty texts where
            nobody watches over the board.
    """

    size: tuple[int, int]
    leaves: tuple[Leaf, Leaf]
    turned: bool
    mirrored: bool
    swapped: bool
    light: tuple[Colour, ...]
    dark: tuple[Colour, ...]
    reach: Reach
    bare: str
    own: tuple[bool, ...]
    looks: str
    stood: tuple[int, ...]
    patches: tuple[str, str, str, str] = ("", "", "", "")

    @property
    def layout(self) -> str:
        """The name of its kind of board."""
        return LAYOUT

    @property
    def corners(self) -> Quad:
        """The four outer corners of the field, px."""
        left, right = self.leaves
        return left[0], left[1], right[2], right[3]

    @property
    def board(self) -> BoardSeen:
        """The board where it was measured."""
        return BoardSeen(LAYOUT, self.corners, True, 1.0)

    @property
    def spaces(self) -> tuple[str, ...]:
        """The arrow of each strip: "arrow-1" to "arrow-12A"."""
        return spaces_of(self.turned, self.mirrored)

    def kind(self, index: int) -> str:
        """What the kind with this index of `vision.men.reader` is called: "empty", "white x 3"."""
        if not index:
            return "empty"
        dark, count = divmod(index - 1, MOST)
        return f"{'black' if bool(dark) != self.swapped else 'white'} x {count + 1}"

    def to_json(self) -> dict[str, Any]:
        """As JSON values."""
        return asdict(self)

    @staticmethod
    def from_json(table: Any) -> KnownMen:
        """What `to_json` gave, read from JSON. Raises ValueError where it is none."""
        try:
            return _checked(table)
        except (LookupError, TypeError, ValueError, AttributeError, OverflowError) as error:
            raise ValueError(
                f"expected a learnt board of arrows as JSON; got {json.dumps(table, default=str)[:60]} ({error!r})"
            ) from error


def place_of(leaves: tuple[Leaf, Leaf], strip: int) -> Point:
    """px, where the first men of a strip's arrow lie."""
    far, k = divmod(strip % (2 * ARROWS), ARROWS)
    across, reach = (k + 0.5) / ARROWS, MAN * AT
    spot = (1 - across, reach) if far else (across, 1 - reach)
    ((x, y),) = project(homography(leaves[strip // (2 * ARROWS)]), np.array([spot]))
    return float(x), float(y)


def spaces_of(turned: bool, mirrored: bool) -> tuple[str, ...]:
    """The arrow of each strip of a board that lies so."""
    return tuple(f"arrow-{_lying(name, turned, mirrored)}" for name in NAMES)


def _lying(name: str, turned: bool, mirrored: bool) -> str:
    number, far = int(name.rstrip("A")), name.endswith("A")
    return f"{13 - number if turned != mirrored else number}{'A' if far != turned else ''}"


def index_of(kind: str, swapped: bool = False) -> int:
    """The index among the kinds of `vision.men.reader` of "empty", "white x 3"... Raises ValueError for another."""
    if kind == "empty":
        return 0
    who, _, count = kind.partition(" x ")
    if who not in ("white", "black") or not count.isdecimal() or not 0 < int(count) <= MOST:
        raise ValueError(f"expected empty, or 1 to {MOST} men such as white x 3; got {kind!r}")
    return int(count) + MOST * ((who == "black") != swapped)


def surely(piece: Piece) -> float:
    """How sure a reading of an arrow is: five men and more count as one kind, for a game tells how many they are."""
    who, _, count = piece.kind.partition(" x ")
    if not count or int(count) < FLAT:
        return piece.sure
    each = ((kind.partition(" x "), p) for kind, p in piece.chances)
    return max(piece.sure, sum(p for (colour, _, men), p in each if colour == who and int(men) >= FLAT))


def packed(looks: Looks) -> str:
    """Looks of all arrows as base64."""
    return base64.b64encode(np.ascontiguousarray(looks, np.uint8).tobytes()).decode("ascii")


@lru_cache(maxsize=8)
def unpacked(text: str) -> Looks:
    """The looks that `packed` wrote; not to be written to. Raises ValueError where they are none."""
    return np.frombuffer(base64.b64decode(text, validate=True), np.uint8).reshape(len(NAMES), ROWS, COLUMNS, 3)


def _checked(table: Any) -> KnownMen:
    wide, high = (int(length) for length in table["size"])
    left, right = (_leaf(leaf) for leaf in table["leaves"])
    stood = tuple(int(kind) for kind in table["stood"])
    own = tuple(bool(each) for each in table["own"])
    first, second, third, fourth = map(str, table["patches"])
    if min(wide, high) < 1 or len(stood) != len(NAMES) or len(own) != len(NAMES) or not set(stood) <= set(range(KINDS)):
        raise ValueError(f"expected {len(NAMES)} arrows in a picture; got {len(stood)} in {wide} x {high}")
    bare, looks = (packed(unpacked(str(table[name]))) for name in ("bare", "looks"))
    return KnownMen(
        (wide, high), (left, right), bool(table["turned"]), bool(table["mirrored"]), bool(table["swapped"]),
        _shades(table["light"]), _shades(table["dark"]), Reach.from_json(table["reach"]), bare, own, looks, stood,
        (first, second, third, fourth),
    )  # fmt: skip


def _leaf(points: Sequence[Any]) -> Leaf:
    first, second, third, fourth = ((float(x), float(y)) for x, y in points)
    if not all(abs(number) < 1e6 for number in (*first, *second, *third, *fourth)):
        raise ValueError(f"expected corners in a picture; got {points}")
    return first, second, third, fourth


def colour(values: Sequence[Any] | NDArray[Any]) -> Colour:
    """Three numbers as a colour, to a hundredth. Raises ValueError for others."""
    blue, green, red = (round(float(value), 2) for value in values)
    return blue, green, red


def _shades(values: Sequence[Any]) -> tuple[Colour, ...]:
    shades = tuple(colour(each) for each in values)
    if len(shades) != SHADES:
        raise ValueError(f"expected {SHADES} shades; got {len(shades)}")
    return shades
