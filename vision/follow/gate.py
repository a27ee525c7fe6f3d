"""What the motion gate has learnt of a table: how it lay, what it shows without hands, how long it has been still."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..frame import Frame
from ..observation import BoardSeen, Die, Observation
from .clear import Clear
from .hands import covered, hand_mask
from .motion import LEAST, STILL, Enough, Mask, Thumbnail, alike, changed, contrast, share_in, thumbnail
from .near import Near, near
from .relit import relit
from .stillness import Stillness

TOUCHED = 0.12
"""Share of a die's box that must differ for the die to count as touched."""
BARE, BARED = 6.0, 0.4
"""Levels that a point's detail must change where a die is read no more, and the share of its box for it to be gone: a
drawn die of nearly the cloth's colour that was taken away changed 0.45 of it, one that got a neighbour 0.28."""
OUT = 16.0
"""Mean level below which a picture has too few levels for reading dice."""
ELSEWHERE = 0.08
"""Share of the board and what is near it that must differ between two still moments for it to be looked for again:
a whole game changes 0.03 of it, a board pushed by a twentieth of its side a fifth."""


@dataclass(frozen=True, eq=False)
class Gate:
    """What is known of a table by thumbnails: of whole frames, and of what counts in them.

    Attributes:
        near: what counts; None: everything.
        run: the newest frames without motion, by what counts.
        lay: the table when it was last settled; before that, in the first frame.
        lay_near: what counts of it.
        clear: the table without hands.
        resting: it is settled, and nothing moved since.
        passed: frames around the last motion that was seen, while something moves.
    """

    near: Near | None
    run: Stillness
    lay: Thumbnail
    lay_near: Thumbnail
    clear: Clear
    resting: bool = False
    passed: tuple[Frame, ...] = ()

    @classmethod
    def at(cls, frame: Frame, board: BoardSeen | None) -> Gate:
        """The first frame, in which this board was seen."""
        whole = thumbnail(frame)
        return _watching(frame, board, whole, Clear.at(whole), (frame,))

    # What one frame says.

    def thumbnail(self, frame: Frame) -> Thumbnail:
        """A thumbnail of what counts."""
        return self.near.thumbnail(frame) if self.near else thumbnail(frame)

    def whole(self, frame: Frame, now: Thumbnail) -> Thumbnail:
        """A thumbnail of all of a frame, given one of what counts."""
        return thumbnail(frame) if self.near else now

    def faint(self, now: Thumbnail) -> Mask | None:
        """Where something moved, faintly at most; None where so much moved that the table is not still."""
        enough = Enough(LEAST if self.resting else now.shadow, self._within(now))
        motion = self.run.motion(now, enough)
        return None if enough.met(motion) else motion

    def touched(self, die: Die, whole: Thumbnail) -> bool:
        """Whether the picture changed where a die lies since the table was last settled."""
        return share_in(changed(relit(self.lay, whole), whole, still=STILL), die.box, whole) > TOUCHED

    def bared(self, die: Die, whole: Thumbnail) -> bool:
        """Whether a die that is read no more left its place bare."""
        return share_in(changed(relit(self.lay, whole), whole, BARE), die.box, whole) > BARED

    def hand(self, whole: Thumbnail, settled: Observation) -> Mask:
        """Where a hand is, over a table that was read before."""
        return hand_mask(self.clear, whole, settled.board)

    def covers(self, whole: Thumbnail, settled: Observation) -> bool:
        """A hand is over the board; where the settled reading was blind, the hand was there and has left."""
        hands = covered(self.hand(whole, settled), whole.scale, settled.board, settled.pieces)
        blind = {piece.space for piece in settled.pieces if piece.kind == "unknown"}
        return bool(hands) and 2 * len(hands & blind) <= len(hands)

    def dimmed(self, whole: Thumbnail) -> bool:
        """The light went out, or something covers the lens: almost nothing can be read.

        Less light in which the same table is still seen is none of that, nor what shows more than a burnt-out picture.
        """
        lay = self.lay
        if whole.light >= lay.light / 2:
            return False
        return whole.light < OUT or (contrast(whole) < contrast(lay) and relit(lay, whole) is lay)

    def elsewhere(self, now: Thumbnail) -> bool:
        """So much of what counts differs that the board may lie elsewhere."""
        differs = changed(relit(self.lay_near, now), now)
        within = self._within(now)
        return float((differs if within is None else differs[within]).mean()) > ELSEWHERE

    def same(self, before: Thumbnail, now: Thumbnail) -> bool:
        """What counts is as it was in a thumbnail before."""
        return alike(before, now, self._within(now))

    # The same after a frame.

    def passing(self, frame: Frame) -> Gate:
        """A frame was passed over: it is looked at after all should nothing move any more."""
        return replace(self, passed=(*self.passed, frame) if self.passed else ())

    def back_to(self, frame: Frame) -> Gate:
        """Something moved in this frame, and perhaps in none after it."""
        return replace(self, run=Stillness.since(self.thumbnail(frame)), passed=())

    def moved(self, frame: Frame, now: Thumbnail) -> Gate:
        """Something moves."""
        last = self.run.last.time
        since = (older for older in self.passed if older.time > last)
        clear = self.clear.until(last) if self.resting else self.clear
        return replace(self, run=Stillness.since(now), passed=(*since, frame), clear=clear, resting=False)

    def still(self, frame: Frame, now: Thumbnail, faint: Mask, keep: int) -> Gate:
        """Something moved faintly at most; the newest `keep` frames are kept."""
        return replace(self, run=self.run.longer(frame, now, faint, keep), passed=())

    def after_motion(self, whole: Thumbnail, patience: float) -> Gate:
        """What lies as it lies for `patience` s is no hand."""
        return replace(self, clear=self.clear.after_motion(whole, patience))

    def settled(self, frame: Frame, whole: Thumbnail, board: BoardSeen | None) -> Gate:
        """The table was read at rest, with this board: motion counts near it."""
        return replace(_watching(frame, board, whole, self.clear.after_rest(whole)), resting=True)

    def lies(self, now: Thumbnail, whole: Thumbnail, patience: float) -> Gate:
        """The table rests, in another light than before, perhaps.

        What was burnt out or dark when it settled is learnt now; what is so now is not.
        """
        if alike(self.lay, whole) or contrast(whole) < contrast(self.lay) / 2:
            return self
        return replace(self.after_motion(whole, patience), lay=whole, lay_near=now)

    def unsettled(self, now: Thumbnail) -> Gate:
        """The table is to be read anew."""
        return replace(self, run=Stillness.since(now), resting=False)

    def _within(self, now: Thumbnail) -> Mask | None:
        return self.near.of(now) if self.near else None


def _watching(
    frame: Frame, board: BoardSeen | None, whole: Thumbnail, clear: Clear, frames: Sequence[Frame] = ()
) -> Gate:
    """From this frame on motion counts near a board."""
    beside = near(board, frame)
    now = beside.thumbnail(frame) if beside else whole
    return Gate(beside, Stillness.since(now, tuple(frames)), whole, now, clear)
