"""What was seen in one frame, or in a run of still frames.

Pixels are of the picture as shown: x right, y down, (0, 0) the centre of the top left pixel.
Boxes are (x, y, width, height). `sure` is a calibrated probability, 0 to 1, that the thing exists
and that what is said of it is right.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, TypeAlias

Point = tuple[float, float]
Box = tuple[float, float, float, float]
DieState = Literal["flat", "cocked", "off-board", "moving"]
TileKind = Literal["open", "closed", "missing", "unknown"]
PieceKind: TypeAlias = str
"""What stands at a space: a TileKind, or the men of an arrow, such as "white x 3", "empty", "unknown"."""
Side = Literal["bottom", "left", "top", "right"]
"""A side of the picture."""
Why = Literal["glare", "small", "dark", "blurred"]
"""What most likely keeps a table from being read."""
UNREADABLE: Mapping[str, Why] = MappingProxyType(
    {
        "unreadable_glare": "glare", "unreadable_small": "small", "unreadable_dark": "dark",
        "unreadable_blurred": "blurred",
    }
)  # fmt: skip
"""The warnings that a table is read too unsurely to play on, and the reason that each gives."""

TURN = 0.7
"""Die widths within which two readings are of one die, even with another value: a cocked die set straight."""


@dataclass(frozen=True)
class Die:
    """One die.

    Attributes:
        value: 1 to 6, or None when it has no upper face (cocked) or cannot be read.
        state: only flat dice count.
        box: px, the whole die where it can be seen.
        at: millimetres on the board from its first corner, or None where there is no board.
        sure: 0 to 1.
        chances: probability of each value 1..6 given that it is a flat die, sums to 1; () when not known.
        there: how likely it is a die at all, 0 to 1.
        turn: degrees, 0 to 90, that its upper face lies turned on the board, clockwise as seen from above with seat 1
            at the bottom; a face's sides look alike after a quarter turn. None where no board or no edge tells it, and
            until it is asked for: of dice that came to rest.
        aside: it lies where dice are set aside, not where they are thrown.
        leans: how likely it leans, given that it is a die, 0 to 1.
    """

    value: int | None
    state: DieState
    box: Box
    sure: float
    at: Point | None = None
    chances: tuple[float, ...] = ()
    there: float = 1.0
    turn: float | None = None
    aside: bool = False
    leans: float = 0.0

    @property
    def center(self) -> Point:
        """px, of the die's box."""
        x, y, width, height = self.box
        return x + width / 2, y + height / 2

    @property
    def side(self) -> float:
        """px, the longer side of the die's box."""
        return max(self.box[2:])

    def distance(self, other: Die) -> float:
        """px between the centres of two dice."""
        return math.dist(self.center, other.center)

    def same(self, other: Die) -> bool:
        """Whether two readings are of one die that stayed in its place."""
        return self.distance(other) <= TURN * max(self.side, other.side)


@dataclass(frozen=True)
class Fate:
    """What became of a die since the table was last still: evidence of a throw, never the verdict.

    Attributes:
        stirred: the picture changed where it lies.
        off: how far it lies from where a die lay that is there no more, in its own widths; 0 for a die that lies as
            it lay, inf where no die lay that it could be.
        was: the value of that die; None if it was unreadable, or there is none.
        away: that die was seen to be taken up.
    """

    stirred: bool = False
    off: float = 0.0
    was: int | None = None
    away: bool = False

    @property
    def fresh(self) -> bool:
        """It does not simply lie as it lay."""
        return self.stirred or self.off > 0


@dataclass(frozen=True)
class Piece:
    """What stands at one space of the board.

    Attributes:
        space: name of the space in the layout: "seat-1/slot-4", or "slot-4" where there is one row.
        kind: of a tile open, closed or missing; of an arrow its men, "white x 3", or empty; unknown (covered,
            unreadable).
        reads: the digit seen, 1..12, or None where none is.
        center: px in the picture.
        sure: 0 to 1.
        chances: (kind, probability) pairs, likeliest first; () when not known.
    """

    space: str
    kind: PieceKind
    reads: int | None
    center: Point
    sure: float
    chances: tuple[tuple[PieceKind, float], ...] = ()

    @property
    def number(self) -> int:
        """The number that belongs there."""
        return int(self.space.rsplit("-", 1)[1])


@dataclass(frozen=True)
class BoardSeen:
    """The board in the picture.

    Attributes:
        layout: the name of its layout.
        corners: four outer corners, px, clockwise seen from above, first the one at the left hand of seat 1.
        oriented: True when tags or the board itself tell which side is seat 1.
        sure: 0 to 1.
        lens: how the lens bends the picture, as vision.geometry.lens has it; 0: straight or unknown.
    """

    layout: str
    corners: tuple[Point, Point, Point, Point]
    oriented: bool
    sure: float
    lens: float = 0.0


@dataclass(frozen=True)
class Observation:
    """What lies on the table.

    Attributes:
        time: seconds, of the newest frame that it was read from.
        board: None when none was found or none was asked for.
        dice: every die seen, in no order.
        pieces: one a space of the layout, in the layout's order; () without a board.
        hands: names of the spaces that a hand covers; "table" for a hand that covers none of them.
        still: True when nothing moved over the last frames and no hand is over the board.
        abstains: of "board", "dice", "tiles", "arrows": what is too doubtful to act upon without asking.
        warnings: of light_low, blurred, glare, board_small, board_cut, tile_out_of_order, hands_over_board, mirrored
            (its tags are readable only when it is flipped), area_moved, aside_moved, board_moved (not where it was
            learnt); and one of UNREADABLE where dice or tiles are read too unsurely to play on.
        missed: the chance, 0 to 1, of a die that is not in `dice`.
        fates: what became of each of `dice` since the table was last still; () while something moves.
        gone: dice that lay there when the table was last still, and lie there no more.
    """

    time: float
    board: BoardSeen | None
    dice: tuple[Die, ...]
    pieces: tuple[Piece, ...] = ()
    hands: frozenset[str] = field(default_factory=frozenset)
    still: bool = True
    abstains: frozenset[str] = field(default_factory=frozenset)
    warnings: frozenset[str] = field(default_factory=frozenset)
    fates: tuple[Fate, ...] = ()
    gone: tuple[Die, ...] = ()
    missed: float = 0.0
