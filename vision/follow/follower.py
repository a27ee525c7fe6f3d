"""Follows a table through time: full readings only where it is still, and what became of each die since the last.

Times come from the frames, never from a clock.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from ..board.finder import Want
from ..frame import Frame, fit
from ..look import LooksAtTables, Span
from ..observation import BoardSeen, Die, Fate, Observation, Side
from .clear import Clear
from .fates import DiceSoFar, left, on_the_move, steady, turned_as
from .fuse import agreeing, alone, fused
from .hands import covered, hand_mask
from .motion import (
    LEAST,
    STILL,
    Enough,
    Mask,
    Thumbnail,
    alike,
    changed,
    contrast,
    share_in,
    thumbnail,
)
from .near import Near, near
from .pace import DieSizes, Pace, Question
from .relit import relit
from .standing import Learnt, Standing, carried
from .stillness import Stillness

TOUCHED = 0.12
"""Share of a die's box that must differ for the die to count as touched."""
BARE, BARED = 6.0, 0.4
"""Levels that a point's detail must change where a die is read no more, and the share of its box for it to be gone: a
drawn die of nearly the cloth's colour that was taken away changed 0.45 of it, one that got a neighbour 0.28."""
OUT = 16.0
"""Mean level of a picture of which too few levels are left for dice to be read."""
ELSEWHERE = 0.08
"""Share of the board and what is near it that must differ between two still moments for it to be looked for again:
a whole game changes 0.03 of it, a board pushed by a twentieth of its side a fifth."""


def follow(
    frames: Iterable[Frame],
    eyes: LooksAtTables,
    *,
    board: Want = "auto",
    seat1_side: Side | None = None,
    pace: Pace | None = None,
    learnt: Learnt | None = None,
) -> Iterator[Observation]:
    """What happens on the table: an observation for each meaningful change, and one now and then between.

    `learnt` tells the table's calibration: as long as its board stands where it stood it is not looked for.

    Moving ones (`still` False) tell hands, and dice that left rest as "moving"; they say nothing of tiles.
    Settled ones (`still` True) are read from several frames without motion or hands; the first of each rest says what
    became of every die (`fates`, `gone`): dice that lie there from the first frame on are not new.
    """
    seen_with = follow_frames(frames, eyes, board=board, seat1_side=seat1_side, pace=pace, learnt=learnt)
    return (seen for seen, _ in seen_with)


def follow_frames(
    frames: Iterable[Frame],
    eyes: LooksAtTables,
    *,
    board: Want = "auto",
    seat1_side: Side | None = None,
    pace: Pace | None = None,
    learnt: Learnt | None = None,
) -> Iterator[tuple[Observation, Frame]]:
    """As `follow`, each observation with the newest frame that it was read from.

    Raises UnfitPicture for a frame that can show no table.
    """
    follower = Follower(Question(eyes, board, seat1_side), pace or Pace(), Standing(learnt, board))
    frame = None
    for frame in frames:
        for seen in follower.step(fit(frame)):
            yield seen, frame
    if frame is not None:
        for seen in follower.finish(frame):
            yield seen, frame


class Follower:
    """The memory that following needs: what lay where when the table was last still.

    Args:
        ask: what is asked of the eyes about a frame.
        pace: when to look.
        stands: where the board stands.
    """

    def __init__(self, ask: Question, pace: Pace, stands: Standing | None = None) -> None:
        self._ask, self._pace, self._stands = ask, pace, stands or Standing()
        self._run: Stillness | None = None  # None before the first frame
        self._clear: Clear | None = None  # the table without hands
        self._lay: Thumbnail | None = None  # the table when last settled; before that, the first frame
        self._clear_near: Thumbnail | None = None  # the same near the board
        self._looks: tuple[Observation, ...] = ()  # the newest since the table came to rest
        self._settled: Observation | None = None
        self._resting = False  # settled, and nothing moved since
        self._dice = DiceSoFar()
        self._sizes = DieSizes()
        self._near: Near | None = None  # None: motion counts everywhere
        self._told_at = self._read_at = 0.0
        self._passed: tuple[Frame, ...] = ()  # around the last motion that was seen, while something moves
        self._read_of: Thumbnail | None = None  # a thumbnail of the picture that was read at that time

    def step(self, frame: Frame) -> Iterator[Observation]:
        """Takes the next frame and tells what there is to tell.

        While all rests, or while something moves, a frame that comes soon after the one looked at is passed over;
        once nothing moves any more, those around the last motion are looked at after all.
        """
        run, passed = self._run, self._passed
        untold = self._settled is not None and frame.time - self._told_at >= self._pace.beat
        idle = self._resting or (passed and not untold)
        if run is not None and idle and frame.time - run.last.time < self._pace.idle:
            self._passed = (*passed, frame) if passed else ()
        elif run is not None and len(passed) > 1:
            now = self._thumbnail(frame)
            enough = self._enough(now)
            moving = enough.met(run.motion(now, enough))
            yield from self._motion(frame, now) if moving else self._look_back((*passed, frame))
        else:
            yield from self._look(frame)

    def _look(self, frame: Frame) -> Iterator[Observation]:
        """Takes a frame that is looked at."""
        run, clear, now = self._run, self._clear_near, self._thumbnail(frame)
        if run is None or clear is None:
            self._begin(frame, now)
            return
        enough = self._enough(now)
        motion = run.motion(now, enough)
        if enough.met(motion):
            yield from self._motion(frame, now)
            return
        self._passed = ()
        self._run = run = run.longer(frame, now, motion, self._pace.reads)
        if self._resting:
            yield from self._rest(frame, now)
        elif run.settled(self._pace, clear):
            yield from self._settle(frame, run)

    def _look_back(self, frames: Sequence[Frame]) -> Iterator[Observation]:
        """Takes frames one by one, from the first on, which something moved before."""
        self._run, self._passed = Stillness.since(self._thumbnail(frames[0])), ()
        for frame in frames[1:]:
            yield from self._look(frame)

    def _thumbnail(self, frame: Frame) -> Thumbnail:
        """A thumbnail of what counts."""
        return self._near.thumbnail(frame) if self._near else thumbnail(frame)

    def _enough(self, now: Thumbnail) -> Enough:
        """How much motion ends a run of still frames."""
        return Enough(LEAST if self._resting else now.shadow, self._near.of(now) if self._near else None)

    def finish(self, frame: Frame) -> Iterator[Observation]:
        """Reads what came to rest just before the recording ended."""
        if len(self._passed) > 1:
            yield from self._look_back(self._passed)
        if not self._resting and self._run is not None and self._run.quiet >= self._pace.frames:
            yield from self._settle(frame, self._run)

    def _begin(self, frame: Frame, now: Thumbnail) -> None:
        """Remembers the dice that lie there from the start: they were not thrown."""
        seen = self._ask.look(frame, self._stands.board(frame, None))
        self._dice, self._told_at = DiceSoFar(seen.dice), frame.time
        self._watch(frame, now, seen.board, (frame,))

    def _watch(
        self, frame: Frame, whole: Thumbnail, board: BoardSeen | None, frames: tuple[Frame, ...] = ()
    ) -> None:
        """The table is clear in this frame; from now on motion counts near this board."""
        self._near = near(board, frame)
        self._clear = Clear.at(whole) if self._clear is None else self._clear.rested(whole)
        self._lay, self._clear_near = whole, self._thumbnail(frame) if self._near else whole
        self._run = Stillness.since(self._clear_near, frames)

    def _whole(self, frame: Frame, now: Thumbnail) -> Thumbnail:
        """A thumbnail of all of a frame, given one at what counts."""
        return thumbnail(frame) if self._near else now

    def _motion(self, frame: Frame, now: Thumbnail) -> Iterator[Observation]:
        before = [one for one in self._passed if self._run is not None and one.time > self._run.last.time]
        if self._resting and self._run is not None and self._clear is not None:
            self._clear = self._clear.until(self._run.last.time)
        self._run, self._passed = Stillness.since(now), (*before, frame)
        started, self._resting = self._resting, False
        if self._settled is not None and (started or now.time - self._told_at >= self._pace.beat):
            yield self._moving(frame, self._whole(frame, now), self._settled)

    def _moving(self, frame: Frame, now: Thumbnail, settled: Observation) -> Observation:
        self._told_at = now.time
        self._clear = (self._clear or Clear.at(now)).seen(now, self._pace.patience)
        hand = self._hand(now, settled)
        self._dice = self._dice.without(self._gone(frame, now, settled, hand))
        left = self._dice.left
        dice = (on_the_move(die) if die in left else die for die in settled.dice)
        hands = covered(hand, now.scale, settled.board, settled.pieces)
        return replace(
            settled,
            time=now.time,
            dice=tuple(dice),
            pieces=(),
            hands=hands,
            still=False,
            fates=(),
            gone=(),
        )

    def _gone(self, frame: Frame, now: Thumbnail, settled: Observation, hand: Mask) -> tuple[Die, ...]:
        """The dice that left rest: not under a hand, and not just nudged."""

        def bare(die: Die) -> bool:
            return self._touched(die, now) and not share_in(hand, die.box, now)

        if not any(bare(die) for die in settled.dice if die not in self._dice.left):
            return ()
        return left(settled.dice, self._ask.dice(frame, settled, self._sizes.expected), bare)

    def _settle(self, frame: Frame, run: Stillness) -> Iterator[Observation]:
        now, settled = self._whole(frame, run.last), self._settled
        if settled is not None and self._covers(now, settled):
            if now.time - self._told_at >= self._pace.beat:
                yield self._moving(frame, now, settled)
            return
        if settled is not None and self._dimmed(now) and now.time - run.run.time < self._pace.patience:
            return
        believed = settled.board if settled and not self._elsewhere(run.last) else None
        known = self._stands.board(frame, believed)
        sizes = self._sizes.expected if known else None
        frames = run.still_frames(self._pace)
        seen = self._read(frames, known, sizes)
        if sizes is not None and not seen.dice:  # perhaps other dice than before
            self._looks = ()
            seen = self._read(frames, known, None)
        if not run.calmed(self._pace) and not self._agree(seen, run):
            self._run = run.since_stirred()
            return
        if alone(self._looks) and len(self._looks) < self._pace.most:
            return  # not at rest yet: the next frame is looked at, too
        self._stands.keep(frame, seen.board, self._pace.trust)
        dice = carried(self._dice.dice, settled.board if settled else None, seen.board)
        self._dice = replace(self._dice, dice=dice)
        yield self._rested(frame, seen, now)

    def _read(self, frames: Sequence[Frame], known: BoardSeen | None, dice_px: Span | None) -> Observation:
        """The still frames read and made one; those that were read a frame ago are not read again."""
        times = {look.time for look in self._looks}
        unread = [frame for frame in frames if frame.time not in times]
        looks = self._ask.look_at_all(unread, known, self._pace.trust, dice_px)
        before = self._looks if len(unread) < len(frames) else ()
        self._looks = (*before, *looks)[-self._pace.most :]
        return fused(self._looks)

    def _agree(self, seen: Observation, run: Stillness) -> bool:
        """Where something moved a little, no die did: no look contradicts the last one, and it was far from any."""
        faint = run.faint
        if faint is None or not faint.any():
            return True
        steady = len(agreeing(self._looks)) == len(self._looks)
        return steady and not any(share_in(faint, die.box, run.last) for die in seen.dice)

    def _rested(self, frame: Frame, seen: Observation, now: Thumbnail) -> Observation:
        """Takes a reading as the table at rest: says what became of each die, and remembers where everything lies."""
        touched = partial(self._touched, now=now)
        if self._settled is not None:
            dice = steady(self._settled.dice, seen.dice, touched, partial(self._bared, now=now))
            seen = replace(seen, dice=turned_as(self._settled.dice, dice, touched))
        seen = self._ask.turned(frame, seen)
        self._dice, seen = self._dice.rested(seen, touched)
        self._settled = replace(seen, time=now.time, hands=frozenset())
        self._sizes = self._sizes.with_dice(self._settled.dice)
        self._watch(frame, now, seen.board)
        self._resting, self._told_at, self._read_at, self._read_of = (
            True,
            now.time,
            now.time,
            self._clear_near,
        )
        return self._settled

    def _told(self, seen: Observation, time: float) -> Observation:
        """A settled reading of dice that lie as they lay, without those off the board that belong to no throw."""
        return replace(seen, time=time, dice=self._dice.told(seen.dice), hands=frozenset())

    def _rest(self, frame: Frame, now: Thumbnail) -> Iterator[Observation]:
        """The table stays still: says so now and then, and looks again now and then."""
        settled = self._settled
        if self._stands.gone(frame):
            self._run, self._resting = Stillness.since(now), False
            return
        if settled is None or now.time - self._told_at < self._pace.beat:
            return
        self._told_at = now.time
        self._lies(now, self._whole(frame, now))
        doubtful = bool(settled.abstains & {"dice", "tiles"})
        if self._pace.due(now.time - self._read_at, len(self._looks), doubtful, lambda: self._same(now)):
            self._read_at, self._read_of = now.time, now
            settled = self._looked_again(frame, settled)
        still = (Fate(),) * len(settled.dice)
        self._settled = replace(settled, time=now.time, fates=still, gone=())
        yield self._settled

    def _lies(self, now: Thumbnail, whole: Thumbnail) -> None:
        """The table rests in these thumbnails, of what counts and of all, in another light than before, perhaps.

        What was burnt out or dark when it settled is learnt now; what is so now is not.
        """
        lay, clear = self._lay, self._clear
        if lay is None or clear is None or alike(lay, whole) or contrast(whole) < contrast(lay) / 2:
            return
        self._lay, self._clear_near = whole, now
        self._clear = clear.seen(whole, self._pace.patience)

    def _dimmed(self, now: Thumbnail) -> bool:
        """The light went out, or something is before the lens: hardly anything can be told from a thumbnail of all.

        Less light in which the same table is still seen is none of that, nor what shows more than a burnt-out picture.
        """
        lay = self._lay
        if lay is None or now.light >= lay.light / 2:
            return False
        return now.light < OUT or (contrast(now) < contrast(lay) and relit(lay, now) is lay)

    def _looked_again(self, frame: Frame, settled: Observation) -> Observation:
        """The settled reading after one more look; one that contradicts those before it is a doubt, until two do."""
        look = self._ask.look(frame, settled.board, self._sizes.of_all(settled.dice))
        self._looks = (*self._looks, look)[-self._pace.most :]
        lying = fused(self._looks)
        if alone(self._looks):
            return replace(settled, abstains=settled.abstains | lying.abstains)
        self._looks = agreeing(self._looks)
        lying = replace(lying, dice=turned_as(settled.dice, lying.dice, lambda die: False))
        return self._told(lying, frame.time)

    def _same(self, now: Thumbnail) -> bool:
        """The picture is as it was when it was last read."""
        within = self._near.of(now) if self._near else None
        return self._read_of is not None and alike(self._read_of, now, within)

    def _touched(self, die: Die, now: Thumbnail) -> bool:
        return self._lay is None or share_in(changed(relit(self._lay, now), now, still=STILL), die.box, now) > TOUCHED

    def _bared(self, die: Die, now: Thumbnail) -> bool:
        return self._lay is None or share_in(changed(relit(self._lay, now), now, BARE), die.box, now) > BARED

    def _hand(self, now: Thumbnail, settled: Observation) -> Mask:
        return hand_mask(self._clear or Clear.at(now), now, settled.board)

    def _covers(self, now: Thumbnail, settled: Observation) -> bool:
        """A hand is over the board; where the settled reading was blind, the hand was there and has left."""
        hands = covered(self._hand(now, settled), now.scale, settled.board, settled.pieces)
        blind = {piece.space for piece in settled.pieces if piece.kind == "unknown"}
        return bool(hands) and 2 * len(hands & blind) <= len(hands)

    def _elsewhere(self, now: Thumbnail) -> bool:
        """So much of what counts differs that the board may lie elsewhere; `now` is a thumbnail of what counts."""
        if self._clear_near is None:
            return True
        differs = changed(relit(self._clear_near, now), now)
        within = self._near.of(now) if self._near else None
        return float((differs if within is None else differs[within]).mean()) > ELSEWHERE
