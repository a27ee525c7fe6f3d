"""A board of two hinged leaves with men where a game has them: which place is which arrow, and where a man lies.

Spaces are the referee's: "arrow-1" to "arrow-12A", "bar-white", "off-black"; a board may lie in four ways.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from referee.games.arrows.looks import ARROWS, men_of
from referee.games.arrows.state import COLOURS

from .board import Place
from .men import DiceFloor, Doubling, HingedLeaves, Man

Rng = np.random.Generator
Box = tuple[float, float, float, float]
"""Left, top, width and depth, mm."""

PILED = 10
"""From so many men on an arrow a start position has them in three towers."""
TOWERS = 3
SLACK = 0.6
"""mm by which a man may lie beside his place, always."""
BESIDE = 5
"""Men in a row that lie beside a board without trays."""


@dataclass(frozen=True)
class MenBoard:
    """The board and what lies on it.

    Attributes:
        on: the board; it has hinged leaves.
        blanks: a white man and a black one.
        men: all that lie there.
        cube: the doubling die; None where there is none.
        turned, mirrored: how it lies: turned by half, and its arrows numbered the other way round.
        barred: 1 where white men wait on the half of arrow-1's side of the bar, else -1.
        crooked: standard deviation by which men lie beside their places, mm.
        between: men of a second layer lie between two of the first, not on one.
    """

    on: DiceFloor
    blanks: tuple[Man, Man]
    men: tuple[Man, ...] = ()
    cube: Doubling | None = None
    turned: bool = False
    mirrored: bool = False
    barred: int = 1
    crooked: float = 1.0
    between: bool = False

    @property
    def leaves(self) -> HingedLeaves:
        """Its halves."""
        assert self.on.hinged is not None, "men are laid on two leaves"
        return self.on.hinged

    @property
    def across(self) -> float:
        """Diameter of its men."""
        return self.blanks[0].across

    @property
    def field(self) -> tuple[float, float, float, float]:
        """Where the first leaf begins and ends across the board, and the second, mm."""
        leaf, tray = 6 * self.leaves.pitch, self.leaves.tray
        first = self.on.rim[0] + (tray + self.on.rim[0] if tray else 0.0)
        second = first + leaf + self.leaves.bar
        return first, first + leaf, second, second + leaf

    @property
    def walls(self) -> tuple[Box, ...]:
        """The parts of its rim: the two long ones, those at the ends, those between the leaves and the trays."""
        (width, depth), rim, (first, _, _, last) = self.on.size, self.on.rim[0], self.field
        ends = (0.0, width - rim, *((first - rim, last) if self.leaves.tray else ()))
        long = ((0.0, y, width, rim) for y in (0.0, depth - rim))
        return (*long, *((x, rim, rim, depth - 2 * rim) for x in ends))

    @property
    def joint(self) -> Box:
        """What lies between the leaves."""
        (_, middle, further, _), rim = self.field, self.on.rim[0]
        return middle, rim, further - middle, self.on.size[1] - 2 * rim

    def on_a_leaf(self, x: float) -> bool:
        """Whether a place across the board is on one of its leaves."""
        first, middle, further, last = self.field
        return first <= x <= middle or further <= x <= last

    def floor(self, x: float) -> float:
        """Height of the board's floor there."""
        return self.on.thick + (self.leaves.step if x > self.on.size[0] / 2 else 0.0)

    def column(self, space: str) -> tuple[int, int]:
        """Of an arrow: its column, 0 to 11 across the board, and its side, 0 where y is small, else 1."""
        name = space.removeprefix("arrow-")
        column, side = int(name.removesuffix("A")) - 1, int(name.endswith("A"))
        column = 11 - column if self.mirrored else column
        return (11 - column, 1 - side) if self.turned else (column, side)

    def arrow_at(self, column: int, side: int) -> str:
        """The arrow of a column and side."""
        return next(space for space in ARROWS if self.column(space) == (column, side))

    def middle(self, column: int) -> float:
        """Where a column's arrows are, across the board, mm."""
        first, _, second, _ = self.field
        return (first, second)[column // 6] + (column % 6 + 0.5) * self.leaves.pitch

    @property
    def rows(self) -> int:
        """How many men lie side by side on an arrow."""
        return int((self.on.size[1] / 2 - self.on.rim[0]) / (self.across * 1.03))

    def counted(self) -> dict[str, tuple[int, int]]:
        """How many white and black men lie on each space that has some."""
        colours = [blank.colour for blank in self.blanks]
        counts: dict[str, tuple[int, int]] = {}
        for man in self.men:
            white, black = counts.get(man.space, (0, 0))
            is_black = colours.index(man.colour)
            counts[man.space] = (white + 1 - is_black, black + is_black)
        return counts

    def laid(self, rng: Rng, stands: Mapping[str, str]) -> MenBoard:
        """The same board with men as a game's appearance has them, each a little beside its place."""
        board = replace(self, men=())
        for space, kind in stands.items():
            for colour, count in men_of(kind).items():
                for number in range(count):
                    heap = (number % TOWERS, number // TOWERS) if PILED <= count <= 15 and space in ARROWS else None
                    board = replace(board, men=(*board.men, board.put(rng, space, COLOURS.index(colour), heap)))
        return board

    def put(
        self, rng: Rng, space: str, player: int, heap: tuple[int, int] | None = None,
        clear: Iterable[tuple[Place, float]] = (),
    ) -> Man:  # fmt: skip
        """A player's man where the next one on a space lies.

        Args:
            rng: by how much it lies beside its place.
            space: where.
            player: whose, 0 or 1.
            heap: its row and level; None: the next free ones.
            clear: what it must not lie on, each as its middle and how near it may come.
        """
        there = {(man.row, man.level) for man in self.men if man.space == space}
        blank = replace(self.blanks[player], space=space, seed=int(rng.integers(1 << 30)))
        crooked = rng.normal(0, (self.crooked, self.crooked))
        places = [heap] if heap else [place for place in self._places(space) if place not in there]
        near = list(clear)
        ways = [self._at(replace(blank, row=row, level=level), crooked) for row, level in places]
        free = (man for man in ways if all(np.hypot(*np.subtract(man.at, at)) > far for at, far in near))
        return next(free, ways[0])

    def without(self, number: int) -> MenBoard:
        """The board without one of its men."""
        return replace(self, men=(*self.men[:number], *self.men[number + 1 :]))

    def top(self, space: str, player: int) -> int:
        """Index of the man of a player that a hand takes from a space. Raises ValueError where there is none."""
        colour = self.blanks[player].colour
        there = [k for k, man in enumerate(self.men) if man.space == space and man.colour == colour]
        return max(there, key=lambda k: (self.men[k].level, self.men[k].row))

    def _places(self, space: str) -> list[tuple[float, int]]:
        """Rows and levels of a space, in the order in which men come there."""
        rows = self.rows if space in ARROWS or self.leaves.tray else 15
        rows = max(1, self.rows - 2) if space.startswith("bar") else rows
        shift = 0.5 if self.between and space in ARROWS else 0.0
        return [
            (row + shift * (level % 2), level)
            for level in range(15)
            for row in range(rows - int(shift * 2) * (level % 2))
        ]

    def _at(self, man: Man, crooked: np.ndarray[tuple[int], np.dtype[np.float64]]) -> Man:
        """The man at its row and level."""
        (x, y), low = self._spot(man)
        room = max(SLACK, 0.7 * (self.leaves.pitch - man.across))  # men of the next arrow are pushed as far
        beside, along = np.clip(crooked, -1, 1) if man.level else np.clip(crooked, (-room, -1), (room, 1))
        at = (x + float(beside), y + float(along) * SLACK)
        return replace(man, at=at, ground=low + man.level * man.high)

    def _spot(self, man: Man) -> tuple[Place, float]:
        """Where a row is, and the height of what is under it."""
        depth, rim = self.on.size[1], self.on.rim[0]
        far = man.across * 1.02 * (man.row + 0.5) + 1.0
        if man.space in ARROWS:
            column, side = self.column(man.space)
            x = self.middle(column)
            return (x, depth - rim - far if side else rim + far), self.floor(x)
        white = man.space.endswith("white")
        home, side = self.column("arrow-1")
        if man.space.startswith("bar"):
            toward = (1 if side else -1) * self.barred * (1 if white else -1)
            start = 0.0 if self.cube is None or self.cube.side > self.leaves.bar * 1.5 else 0.8 * self.cube.side
            return (self.on.size[0] / 2, depth / 2 + toward * (far + start)), self.on.thick + self.leaves.raised
        side = side if white else 1 - side
        out = -1.0 if home < 6 else 1.0
        end = 0.0 if home < 6 else self.on.size[0]
        if self.leaves.tray:
            x = end - out * (rim + self.leaves.tray / 2)
            return (x, depth - rim - far if side else rim + far), self.floor(x)
        column, row = divmod(int(man.row), BESIDE)
        along = man.across * 1.1 * (row + 0.6)
        return (end + out * man.across * (0.75 + 1.15 * column), depth - along if side else along), 0.0
