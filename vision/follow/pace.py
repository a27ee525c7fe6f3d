"""How a table is followed: whose eyes, how often, and with which board."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..board.finder import Want
from ..frame import Frame
from ..look import LooksAtTables, LooksForDice, Span, TellsTurns
from ..observation import BoardSeen, Die, Observation, Side

SURE, ENOUGH = 0.9, 4
"""How sure dice must be, and how many, before others of another size are not looked for."""
SMALLER, LARGER = 0.75, 1.35


@dataclass(frozen=True)
class Pace:
    """When to look.

    Attributes:
        still: s without motion before the table is read: five frames of a camera of 30 a second.
        copied: the same where pictures are shown twice: longer than one picture of a film of 5 a second that was
            made faster.
        frames: least number of frames without motion.
        reads: frames read and made one.
        beat: s between repetitions of a settled reading, and between tellings of a motion that goes on.
        again: s between fresh looks at a table that stays still, until twice `reads` of them were made one.
        seldom: the same from then on.
        rarely: the same where nothing is in doubt and the picture is as it was when it was last read: another
            reading could tell nothing new but for the camera's noise.
        idle: s between two looks in small at a table that rests: more are not needed to see a hand come.
        trust: a board found at least this surely is kept while the picture stays the same; another is looked for
            again, and kept where it is surer.
        patience: s after which something large and unmoving is no hand but lies there.
    """

    still: float = 0.16
    copied: float = 0.19
    frames: int = 2
    reads: int = 3
    beat: float = 0.5
    again: float = 2.0
    seldom: float = 6.0
    rarely: float = 30.0
    idle: float = 0.06
    patience: float = 2.5
    trust: float = 0.8

    @property
    def most(self) -> int:
        """Looks at one rest that are made one, at most."""
        return 2 * self.reads

    def due(self, since: float, looks: int, doubtful: bool, same: Callable[[], bool]) -> bool:
        """Whether a table at rest is looked at again.

        Args:
            since: s since it was last looked at.
            looks: how many were made one so far.
            doubtful: what they say is too doubtful to act upon; then each beat brings another.
            same: whether the picture is as it was then; asked only where it matters.
        """
        if looks < self.most:
            return doubtful or since >= self.again
        return since >= self.seldom and (doubtful or since >= self.rarely or not same())


@dataclass(frozen=True)
class Question:
    """What is asked of the eyes about every frame.

    Attributes:
        eyes: read one frame.
        board: which board to look for.
        seat1_side: side of the picture where seat 1 sits, where no tag tells.
    """

    eyes: LooksAtTables
    board: Want
    seat1_side: Side | None

    def look(self, frame: Frame, known: BoardSeen | None = None, dice_px: Span | None = None) -> Observation:
        """One frame, with the board and the size of the dice where they are known."""
        return self.eyes.look(frame, self.board, self.seat1_side, known, dice_px)

    def dice(self, frame: Frame, settled: Observation, dice_px: Span | None) -> tuple[Die, ...]:
        """The dice in one frame of a table that was read before and may be in motion now."""
        if isinstance(self.eyes, LooksForDice):
            return self.eyes.look_for_dice(frame, settled.board, settled.pieces, dice_px)
        return self.look(frame, settled.board, dice_px).dice

    def turned(self, frame: Frame, observation: Observation) -> Observation:
        """What was read of a table at rest, with how its dice lie turned, where the eyes tell that."""
        return self.eyes.turned(frame, observation) if isinstance(self.eyes, TellsTurns) else observation

    def look_at_all(
        self, frames: Sequence[Frame], known: BoardSeen | None, trust: float, dice_px: Span | None = None
    ) -> list[Observation]:
        """Several frames of the same still table, all read with the surest board that any of them shows."""
        if known is not None and known.sure >= trust:
            return [self.look(frame, known, dice_px) for frame in frames]
        looks = [self.look(frame, dice_px=dice_px) for frame in frames]
        boards = [known, *(look.board for look in looks)]
        best = max((board for board in boards if board), key=lambda board: board.sure, default=None)
        if best is None:
            return looks
        pairs = zip(frames, looks, strict=True)
        return [look if look.board == best else self.look(frame, best, dice_px) for frame, look in pairs]


@dataclass(frozen=True)
class DieSizes:
    """The dice of this table, as they were seen so far: reading is quicker, and surer, where their size is known.

    Attributes:
        count: how many sure dice.
        span: least and greatest of their longer sides, px.
    """

    count: int = 0
    span: Span = (math.inf, 0.0)

    def with_dice(self, dice: Sequence[Die]) -> DieSizes:
        """The same with the sure flat dice among these."""
        sides = [max(die.box[2:]) for die in dice if die.state == "flat" and die.sure >= SURE]
        if not sides:
            return self
        return DieSizes(self.count + len(sides), (min(self.span[0], *sides), max(self.span[1], *sides)))

    def of_all(self, dice: Sequence[Die]) -> Span | None:
        """What to look for where these dice lie still: their own sizes if all are sure, else what is expected."""
        lying = DieSizes().with_dice(dice)
        return lying._span if dice and lying.count == len(dice) else self.expected

    @property
    def expected(self) -> Span | None:
        """What to look for, px: a little smaller and larger than was seen; None before enough was seen."""
        return self._span if self.count >= ENOUGH else None

    @property
    def _span(self) -> Span:
        return (self.span[0] * SMALLER, self.span[1] * LARGER)
