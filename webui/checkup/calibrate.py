"""Learns a table: takes pictures, looks for the board, and reports the result."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from vision.board.finder import Want
from vision.calibration.checks import TRUSTED
from vision.calibration.learn import Calibration, learn, learn_on
from vision.frame import Frame, Image
from vision.geometry.plane import DIRECTIONS, Quad, seat1_at
from vision.layout import load_layout
from vision.look import LooksAtTables
from vision.observation import BoardSeen, Side

COUNT, APART = 5, 0.4
"""So many pictures, so many seconds apart."""
Draw = Callable[[Image, Calibration], Image]
"""What was learnt drawn into a picture, in the reader's words."""
WARM = 1.0
"""Seconds in which a camera finds its exposure."""


@dataclass(frozen=True, eq=False)
class Learnt:
    """The result of one try.

    Attributes:
        calibration: None if no board was found.
        image: one of the pictures, (H, W, 3) uint8 BGR.
    """

    calibration: Calibration | None
    image: Image

    @property
    def usable(self) -> bool:
        """The board was found surely enough to store, in a picture that is not mirrored."""
        learnt = self.calibration
        return learnt is not None and learnt.sure >= TRUSTED and not learnt.mirrored

    def picture(self, draw: Draw) -> Image:
        """The picture of the result as `draw` makes it; the plain one without a board."""
        return self.image if self.calibration is None else draw(self.image, self.calibration)


def spread(
    frames: Iterable[Frame], *, count: int = COUNT, apart: float = APART, skip: float = 0.0
) -> list[Frame]:
    """Some frames, `apart` seconds from each other, the first after `skip` seconds; fewer if they end early."""
    taken: list[Frame] = []
    last: Frame | None = None
    for frame in frames:
        last = frame
        if frame.time >= skip + len(taken) * apart:
            taken.append(frame)
        if len(taken) == count:
            break
    return taken or ([last] if last is not None else [])


def learnt_from(
    frames: list[Frame], eyes: LooksAtTables, want: Want = "auto", side: Side | None = None
) -> Learnt:
    """Learns a table from at least one picture; `side` is a person's word for seat 1's side of it."""
    learnt = learn(frames, eyes, want, side)
    turnable = learnt is not None and load_layout(learnt.layout).seats > 1
    if learnt is not None and side is not None and turnable and learnt.seat1_side != side:
        board = replace(learnt.board, corners=seat1_at(learnt.corners, DIRECTIONS[side]))
        learnt = replace(learn_on(frames, eyes, board), sure=learnt.sure)
    return Learnt(learnt, frames[len(frames) // 2].image)


def learnt_by_hand(
    frames: list[Frame], eyes: LooksAtTables, corners: Quad, layout: str, side: Side | None = None
) -> Learnt:
    """Learns a table from four corners given by a person, clockwise, the first at the left hand of seat 1.

    `side` names the side of the picture with seat 1 instead.
    """
    turned = corners if side is None else seat1_at(corners, DIRECTIONS[side])
    board = BoardSeen(layout, turned, True, 1.0)
    return Learnt(learn_on(frames, eyes, board, by_hand=True), frames[len(frames) // 2].image)
