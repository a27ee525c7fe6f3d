"""A larger still of the same moment: read there, reported in pixels of the picture as shown."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from .frame import Image
from .geometry.plane import quad_of
from .observation import BoardSeen, Box, Die, Observation, Piece, Point


@dataclass(frozen=True)
class Zoom:
    """From the pixels of one picture to those of another of the same view.

    Attributes:
        across, down: how many pixels of the other one pixel is, in either direction.
    """

    across: float
    down: float

    @staticmethod
    def between(first: Image, second: Image) -> Zoom:
        """From one picture (H, W, 3) to the other."""
        return Zoom(second.shape[1] / first.shape[1], second.shape[0] / first.shape[0])

    @property
    def back(self) -> Zoom:
        """The other way."""
        return Zoom(1 / self.across, 1 / self.down)

    def point(self, at: Point) -> Point:
        """A point; (0, 0) is the middle of the top left pixel of either picture."""
        return (at[0] + 0.5) * self.across - 0.5, (at[1] + 0.5) * self.down - 0.5

    def span(self, lengths: tuple[float, float] | None) -> tuple[float, float] | None:
        """Least and greatest length of any direction."""
        mean = (self.across + self.down) / 2
        return None if lengths is None else (lengths[0] * mean, lengths[1] * mean)

    def board(self, board: BoardSeen | None) -> BoardSeen | None:
        """A board; its lens is a share of the picture and stays."""
        if board is None:
            return None
        return replace(board, corners=quad_of(np.array([self.point(corner) for corner in board.corners])))

    def box(self, box: Box) -> Box:
        """A box (x, y, width, height)."""
        x, y, width, height = box
        middle = self.point((x + width / 2, y + height / 2))
        wide, high = width * self.across, height * self.down
        return middle[0] - wide / 2, middle[1] - high / 2, wide, high

    def die(self, die: Die) -> Die:
        """A die; where it lies on the board stays."""
        return replace(die, box=self.box(die.box))

    def piece(self, piece: Piece) -> Piece:
        """A piece."""
        return replace(piece, center=self.point(piece.center))

    def observation(self, observation: Observation) -> Observation:
        """All that lies on a table."""
        return replace(
            observation,
            board=self.board(observation.board),
            dice=tuple(map(self.die, observation.dice)),
            pieces=tuple(map(self.piece, observation.pieces)),
        )
