"""What is known of one very table, as values: `learnt` makes them, `recalled` lays a picture beside them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import inf
from types import MappingProxyType
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from ..dice.pips import Colours
from ..frame import Image
from ..geometry.plane import Matrix, sides
from ..layout import Layout
from ..observation import BoardSeen, Piece
from ..tiles.reader import ShownSlots
from .asking import Asking
from .ground import Ground
from .looks import TileLooks
from .teach import SURE_LESSON, SURE_PERSON
from .traits import TileTraits

Said = Mapping[str, str]

SMALLER, LARGER = 0.75, 1.35
"""How much smaller and larger than the confirmed ones dice may be."""
OFTEN = 0.2
"""Share of the throws in which so many dice lay there for that to be usual."""
AGAIN = 20.0
"""Seconds after which dice are looked for everywhere, as a check."""


@runtime_checkable
class ReadsSlots(Protocol):
    """A reader of tiles that accepts their places, as TileReader."""

    def places(self, image: Image, board: BoardSeen, layout: Layout) -> Matrix:
        """Where every slot is, (3, slots, 2), in the board's unit square."""

    def shown(self, image: Image, board: BoardSeen, layout: Layout, places: Matrix) -> ShownSlots:
        """What a picture shows there."""

    def probabilities(self, shown: ShownSlots, layout: Layout) -> Matrix:
        """Of each slot its kinds' and its digits' probabilities."""

    def pieces(self, shown: ShownSlots, layout: Layout, likely: Matrix) -> tuple[Piece, ...]:
        """One piece for every slot."""


@dataclass(frozen=True)
class Lesson:
    """What is surely known of one picture.

    Attributes:
        kinds: what stands at some spaces: "open" or "closed".
        dice: the values of the counting dice; None if unknown.
        sure: log odds that a space's declared kind is right.
        people: spaces that a person declared.
    """

    kinds: Said = field(default_factory=lambda: MappingProxyType({}))
    dice: tuple[int, ...] | None = None
    sure: float = SURE_LESSON
    people: frozenset[str] = frozenset()

    def odds(self, space: str) -> float:
        """Log odds that the word on a space is right."""
        return SURE_PERSON if space in self.people else self.sure


@dataclass(frozen=True)
class KnownDice:
    """The dice of this table.

    Attributes:
        span: least and greatest side of their boxes in parts of the board's mean side; None before any was confirmed.
        counts: how often how many lay there together.
        colours: of their pips and bodies; None before any was confirmed.
    """

    span: tuple[float, float] | None = None
    counts: tuple[tuple[int, int], ...] = ()
    colours: Colours | None = None

    def usual(self, count: int) -> bool:
        """So many dice lay there before."""
        return any(many == count for many, _ in self.counts)

    @property
    def least(self) -> int:
        """Fewer dice than these lie there seldom; 0 before any was confirmed."""
        whole = sum(often for _, often in self.counts)
        return min((many for many, often in self.counts if often >= OFTEN * whole), default=0)

    def px(self, board: BoardSeen) -> tuple[float, float] | None:
        """Least and greatest side to look for, px; None before any was confirmed."""
        if self.span is None:
            return None
        side = float(sides(board.corners).mean())
        return self.span[0] * side * SMALLER, self.span[1] * side * LARGER


@dataclass(frozen=True, eq=False)
class Known:
    """One table, as play has shown it.

    Attributes:
        layout: the name of its board's.
        ground: the bare table; None before it was seen.
        places: of every slot in the board's unit square, (3, slots, 2), as TileReader tells them; None likewise.
        slots: (h, w), the number of the slot that a cell of the ground belongs to, -1 beside them; None likewise.
        looks: of every slot, as it was seen since Piste began; None likewise.
        traits: of every slot, what was kept of its looks before that; None where nothing was, or it fits no more.
        dice: its dice.
        asking: how sure readings of dice turned out to be.
        lessons: how many it was learnt from since light and board stand so.
        checked: seconds, when dice were last looked for everywhere.
    """

    layout: str
    ground: Ground | None = None
    places: Matrix | None = None
    slots: NDArray[np.int16] | None = None
    looks: TileLooks | None = None
    dice: KnownDice = field(default_factory=KnownDice)
    asking: Asking = field(default_factory=Asking)
    lessons: int = 0
    checked: float = -inf
    traits: TileTraits | None = None

    @property
    def elsewhere(self) -> Known:
        """What holds of a table in any place: its dice, and how sure readings of them are."""
        return Known(self.layout, dice=self.dice, asking=self.asking)

    def due(self, time: float) -> bool:
        """Whether dice are to be looked for everywhere."""
        return not 0 <= time - self.checked < AGAIN

    def at(self, time: float) -> Known:
        """The same once dice were looked for everywhere at that second, where that was due."""
        return replace(self, checked=time) if self.due(time) else self
