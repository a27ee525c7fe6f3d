"""What lies in the dice area: dice alone, searched like a known piste; nothing beyond it is ever looked at.

Where a place beside it was marked for dice that are set aside, these are read there and told as such.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from ..board.finder import Want
from ..dice.views import around
from ..frame import Frame, Image, fit
from ..geometry.plane import Window
from ..light import faults
from ..look import ReadsDice, Recall, RecalledView, Span, doubts, nothing_known
from ..observation import BoardSeen, Die, Observation, Piece, Side
from ..still import Zoom
from ..thresholds import Least, Thresholds
from .plane import AREA, alone, inset, part_of, plane_of, shown_part
from .together import together
from .value import DiceArea

CUT = 0.4
"""Sides of a die that the middle of what is seen of it lies inside the area at least; else the edge cuts it."""

INSIDE = (around(0.02),)
"""The part of its plane that an area fills: beyond it nothing is shown."""


@dataclass(frozen=True)
class AreaEyes:
    """The reader of one dice area.

    Attributes:
        dice: reads dice; if it treats the area's plane as a board, it must know the layout `plane.AREA`.
        area: where dice fall.
        thresholds: when to tell, and when to ask.
        recall: what is known of this very area; asked at each look, for it learns.
        usual_px: least and greatest side of dice, px, where what lies there tells it; None: as play shows it.
    """

    dice: ReadsDice
    area: DiceArea
    thresholds: Thresholds = field(default_factory=Thresholds)
    recall: Recall = nothing_known
    usual_px: Span | None = None

    def look(
        self,
        frame: Frame,
        board: Want = "none",
        seat1_side: Side | None = None,
        known_board: BoardSeen | None = None,
        dice_px: Span | None = None,
    ) -> Observation:
        """The dice in the area in one frame; it never looks for a board.

        Raises UnfitPicture for a picture that can show no table.
        """
        frame = fit(frame)
        if frame.still is not None:
            zoom = Zoom.between(frame.image, frame.still)
            observation = self.look(Frame(frame.still, frame.time), dice_px=zoom.span(dice_px))
            return zoom.back.observation(observation)
        image, beside, every = self._read(frame, dice_px)
        least = self._least(beside)
        there = [die for die in every if die.there >= least.tell]
        dice = tuple(there) if beside is None else self._as_many(there, beside)
        maybe = len(dice) < len(there) or any(least.ask <= die.there < least.tell for die in every)
        maybe = maybe or (beside is not None and beside.lost(dice, ()) > 0)
        size = (image.shape[1], image.shape[0])
        plane = plane_of(self.area, size) if beside is not None and beside.dice_px is not None else None
        strange = beside is not None and bool(dice) and not beside.usual(len(dice))
        missed = self.thresholds.missing_on_board.chance(every, there)
        dice = (*dice, *self._set_aside(frame.image, beside, dice_px))
        strange |= missed > self.thresholds.missed
        asks = doubts(self.thresholds, False, plane, dice, ()) | ({"dice"} if maybe or strange else set())
        light = faults(np.ascontiguousarray(image[part_of(self.area, size)]), None)
        return Observation(frame.time, None, dice, abstains=frozenset(asks), warnings=frozenset(light), missed=missed)

    def _as_many(self, dice: list[Die], beside: RecalledView) -> tuple[Die, ...]:
        """The dice without the least sure ones, where more are seen than ever lay there: those are asked about."""
        remaining = sorted(dice, key=lambda die: -die.sure)
        while remaining and not beside.usual(len(remaining)) and remaining[-1].sure < self.thresholds.die_on_board:
            remaining.pop()
        return tuple(remaining if remaining and beside.usual(len(remaining)) else dice)

    def shown(self, image: Image) -> Image:
        """All of a picture that is ever looked at."""
        return alone(image, self.area)

    def look_for_dice(
        self,
        frame: Frame,
        known_board: BoardSeen | None = None,
        pieces: tuple[Piece, ...] = (),
        dice_px: Span | None = None,
    ) -> tuple[Die, ...]:
        """The dice alone, as `look` tells them."""
        if frame.still is not None:
            zoom = Zoom.between(frame.image, frame.still)
            dice = self.look_for_dice(Frame(frame.still, frame.time), dice_px=zoom.span(dice_px))
            return tuple(map(zoom.back.die, dice))
        _, beside, every = self._read(frame, dice_px)
        thrown = tuple(die for die in every if die.there >= self._least(beside).tell)
        return (*thrown, *self._set_aside(frame.image, beside, dice_px))

    def _read(self, frame: Frame, dice_px: Span | None) -> tuple[Image, RecalledView | None, tuple[Die, ...]]:
        """The area alone, beside what is known of it, and everything in it that may be a die."""
        image = alone(frame.image, self.area.tray)
        plane = plane_of(self.area, (image.shape[1], image.shape[0]))
        beside = self.recall(image, plane, AREA, None)
        px = self._px(beside, dice_px)
        read = partial(self._dice, image, plane, px)
        dice = read() if beside is None else beside.dice(read, frame.time, self._least(beside).tell)
        return image, beside, dice

    def _set_aside(self, image: Image, beside: RecalledView | None, dice_px: Span | None) -> tuple[Die, ...]:
        """The dice in the place beside the area: of what lies there nothing is known but how large dice are."""
        if self.area.aside is None:
            return ()
        there = AreaEyes(self.dice, self.area.aside, self.thresholds)
        shown, px = there.shown(image), self._px(beside, dice_px)
        dice = there._dice(shown, plane_of(there.area, (image.shape[1], image.shape[0])), px)
        likely = (die for die in dice if die.there >= self._least(beside).tell)
        # Nothing is thrown there: a die that the edge cuts lies aside where its middle does.
        states = ((die, "flat" if die.state == "off-board" else die.state) for die in likely)
        return tuple(replace(die, aside=True, state=state) for die, state in states)

    def _least(self, beside: RecalledView | None) -> Least:
        """The probability from which a die is reported, or asked about: lower if the size of dice is known."""
        return self.thresholds.alone if self._px(beside) is None else self.thresholds.on_board

    def _px(self, beside: RecalledView | None, dice_px: Span | None = None) -> Span | None:
        """Least and greatest side of dice: as asked for, as usual, or as known of this table."""
        return dice_px or self.usual_px or (None if beside is None else beside.dice_px)

    def _dice(
        self, image: Image, plane: BoardSeen, px: Span | None, *, within: tuple[Window, ...] = ()
    ) -> tuple[Die, ...]:
        """The dice of the area, of one size where that is known: then as from straight above."""
        dice = self._shown(image, plane, within, px)
        if px is not None:
            fitting = [die for die in dice if px[0] <= die.side <= px[1]]
            dice = together(self.dice.read(image, board=plane, die_px=px, within=within or INSIDE), fitting)
        return tuple(lying for die in dice if (lying := self._lying(die, image)) is not None)

    def _shown(
        self, image: Image, plane: BoardSeen, within: tuple[Window, ...], px: Span | None
    ) -> tuple[Die, ...]:
        """The dice of any size, read in the area as the picture shows it, or in some parts of its plane."""
        size = (image.shape[1], image.shape[0])
        dice: list[Die] = []
        for rows, columns in [shown_part(plane, window, size) for window in within] or [part_of(self.area, size)]:
            part = np.ascontiguousarray(image[rows, columns])
            if min(part.shape[:2]) > 0:
                dice += [_moved(die, columns.start, rows.start) for die in self.dice.read(part, die_px=px)]
        return tuple(dice)

    def _lying(self, die: Die, image: Image) -> Die | None:
        """A die in the area; off it where its edge cuts it; None where it is no part of it."""
        inside = inset(self.area, die.box, (image.shape[1], image.shape[0]))
        if inside < 0:
            return None
        return die if inside >= CUT or die.state == "cocked" else replace(die, state="off-board")


def _moved(die: Die, across: int, down: int) -> Die:
    """A die read in a part of a picture that begins there, px."""
    x, y, width, height = die.box
    return replace(die, box=(x + across, y + down, width, height))
