"""Where a board stands while a table is followed: kept as long as its corners look the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from ..board.finder import Want
from ..calibration.patches import BOARD_SIDE, FAR, Anchor, BoardPatches, anchored, board_moved
from ..frame import Frame
from ..geometry.plane import Matrix, homography, inverse, project, sides
from ..observation import BoardSeen, Die

EACH = 1.0
"""Seconds between two checks of a table at rest."""



class LearntBoard(BoardPatches, Protocol):
    """What is asked of a learnt board; a Calibration is one."""

    @property
    def layout(self) -> str:
        """The name of its layout."""

    @property
    def board(self) -> BoardSeen:
        """The board where it was measured."""


Learnt = Callable[[], LearntBoard | None]
"""The learnt board that holds now; asked again and again, so that a new one counts at once."""


@dataclass(frozen=True)
class Standing:
    """Where the board stands, as far as it is known.

    Attributes:
        learnt: the table's calibration, where it has one.
        want: which board may be meant; a calibration of another does not count.
        used: the calibration whose board the last settled reading used.
        anchor: a board that was found, not learnt.
        asked: s, when it was last checked.
    """

    learnt: Learnt | None = None
    want: Want = "auto"
    used: LearntBoard | None = None
    anchor: Anchor | None = None
    asked: float = 0.0

    def board(self, frame: Frame, believed: BoardSeen | None) -> BoardSeen | None:
        """Where the board is known to be; None where it must be looked for.

        Args:
            frame: the table, still.
            believed: where it stood when the table was last read, if the picture did not change much since.
        """
        learnt = self._learnt()
        if learnt is not None and not board_moved(frame.image, learnt):
            return learnt.board
        if believed is None or (self.used is not None and believed == self.used.board):
            return None
        anchor = self.anchor
        if anchor is not None and anchor.board == believed and board_moved(frame.image, anchor):
            return None
        return believed

    def with_board(self, frame: Frame, board: BoardSeen | None, trust: float) -> Standing:
        """The same with the board that a reading used; `trust` is how sure one must be to be watched over."""
        learnt = self._learnt()
        used = learnt if learnt is not None and board == learnt.board else None
        anchor = self.anchor
        if board is None or board.sure < trust or used is not None:
            anchor = None
        elif anchor is None or anchor.board != board:
            anchor = anchored(frame.image, board)
        return replace(self, used=used, anchor=anchor, asked=frame.time)

    def checked(self, frame: Frame) -> tuple[Standing, bool]:
        """The same after a frame of a table at rest, and whether the board must be looked for, checked each second."""
        if frame.time - self.asked < EACH:
            return self, False
        return replace(self, asked=frame.time), self._gone(frame)

    def _gone(self, frame: Frame) -> bool:
        learnt = self._learnt()
        same = learnt is not None and self.used is not None and learnt.board == self.used.board
        if learnt is not None and not same and not board_moved(frame.image, learnt):
            return True  # a new one, or one whose board stands there again
        board = learnt if same else self.used or self.anchor
        return board is not None and board_moved(frame.image, board)

    def _learnt(self) -> LearntBoard | None:
        """The calibration that holds now."""
        learnt = self.learnt() if self.learnt else None
        return learnt if learnt is not None and self.want in ("auto", learnt.layout) else None


def carried(dice: Iterable[Die], before: BoardSeen | None, now: BoardSeen | None) -> tuple[Die, ...]:
    """The dice where they lie on the same board once it, or the camera, was pushed: that is no throw."""
    dice = tuple(dice)
    if before is None or now is None or before.layout != now.layout:
        return dice
    apart = np.hypot(*np.subtract(now.corners, before.corners).T)
    if float(np.median(apart)) <= FAR / BOARD_SIDE * float(sides(before.corners).max()):
        return dice
    way = homography(now.corners) @ inverse(homography(before.corners))
    larger = float(sides(now.corners).mean() / sides(before.corners).mean())
    return tuple(_pushed(die, way, larger) for die in dice)


def _pushed(die: Die, way: Matrix, larger: float) -> Die:
    x, y, width, height = die.box
    ((across, down),) = project(way, [(x + width / 2, y + height / 2)])
    width, height = width * larger, height * larger
    return replace(die, box=(float(across) - width / 2, float(down) - height / 2, width, height))
