"""What a point of a game is, and which points are good."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

PointWord: TypeAlias = Literal["open", "won", "left", "home"]


@dataclass(frozen=True)
class Point:
    """A point of a game.

    Attributes:
        word: what it is: "open", a number on tiles that stay open; "won", a point that is won; "left", a point that a
            player still has at the end; "home", a pawn at home.
        fewest: the fewest of them are best; else the most.
    """

    word: PointWord = "won"
    fewest: bool = False

    def best(self, points: tuple[int, ...]) -> int:
        """The best of some games' points. Raises ValueError for none."""
        return min(points) if self.fewest else max(points)
