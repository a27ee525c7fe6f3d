"""Follows a table through time: full readings only where it is still, throws counted by motion.

Times come from the frames, never from a clock.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import replace

from .board import Side, Want
from .calibration_anchor import Learnt, Standing, carried
from .frame import Frame
from .fuse import fused
from .hands import covered, hand_mask
from .motion import Glance, Mask, around, changed, copied, glance, moved, moves, share_in
from .observation import BoardSeen, Die, Observation
from .pace import DieSizes, Looks, Pace, Question, Span
from .throws import left, same, thrown

TOUCHED = 0.12
"""Share of a die's box that must differ for the die to count as touched."""
ELSEWHERE = 0.08
"""Share of the board and what is near it that must differ between two still moments for it to be looked for again:
a whole game changes 0.03 of it, a board pushed by a twentieth of its side a fifth."""


def follow(
    frames: Iterable[Frame],
    eyes: Looks,
    *,
    board: Want = "auto",
    seat1_side: Side | None = None,
    pace: Pace | None = None,
    learnt: Learnt | None = None,
) -> Iterator[Observation]:
    """What happens on the table: an observation for each meaningful change, and one now and then between.

    `learnt` tells the table's calibration: as long as its board stands where it stood it is not looked for.

    Moving ones (`still` False) tell hands, and dice that left rest as "moving"; they say nothing of tiles.
    Settled ones (`still` True) are read from several frames without motion or hands. `throw` grows when dice
    came to rest by a throw: not for a die nudged, lifted and put back, or lying there from the first frame.
    """
    seen_with = follow_frames(frames, eyes, board=board, seat1_side=seat1_side, pace=pace, learnt=learnt)
    return (seen for seen, _ in seen_with)


def follow_frames(
    frames: Iterable[Frame],
    eyes: Looks,
    *,
    board: Want = "auto",
    seat1_side: Side | None = None,
    pace: Pace | None = None,
    learnt: Learnt | None = None,
) -> Iterator[tuple[Observation, Frame]]:
    """As `follow`, each observation with the newest frame that it was read from."""
    follower = Follower(Question(eyes, board, seat1_side), pace or Pace(), Standing(learnt, board))
    frame = None
    for frame in frames:
        for seen in follower.step(frame):
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
        self._last: Glance | None = None  # the newest frame
        self._run: Glance | None = None  # the first frame of this run without motion
        self._clear: Glance | None = None  # the table when last settled; before that, the first frame
        self._still: deque[Frame] = deque(maxlen=pace.reads)
        self._looks: deque[Observation] = deque(maxlen=2 * pace.reads)
        self._settled: Observation | None = None
        self._resting = False  # settled, and nothing moved since
        self._dice: tuple[
            Die, ...
        ] = ()  # where dice lay, and where dice lay that were taken and not thrown since
        self._aside: tuple[Die, ...] = ()  # dice off the board that belong to no throw
        self._near: Mask | None = None  # the board and what is near it; None: everywhere counts
        self._left: tuple[Die, ...] = ()  # dice of the settled reading that left rest since
        self._taken: tuple[Die, ...] = ()  # dice that lay there before the settled reading, and no more
        self._sizes = DieSizes()
        self._throw = 0
        self._quiet = 0  # frames without motion
        self._copies = False  # among them was one that was shown before
        self._faint: Mask | None = None  # what moved a little since
        self._moved_at = self._told_at = self._read_at = 0.0
        self._threw_at = -math.inf

    def step(self, frame: Frame) -> Iterator[Observation]:
        """Takes the next frame and tells what there is to tell."""
        if self._resting and self._last is not None and frame.time - self._last.time < self._pace.idle:
            return
        now = glance(frame)
        if self._last is None or self._run is None:
            self._begin(frame, now)
            return
        motion = self._within(moved(self._last, now) | moved(self._run, now))
        self._copies = self._copies or copied(self._last, now)
        self._last = now
        if moves(motion, faint=not self._resting):
            yield from self._motion(frame, now)
            return
        self._faint = motion if self._faint is None else self._faint | motion
        self._still.append(frame)
        self._quiet += 1
        if self._resting:
            yield from self._rest(frame, now)
        elif self._quiet >= self._pace.frames and frame.time - self._moved_at >= self._wait:
            yield from self._settle(frame, now)

    def finish(self, frame: Frame) -> Iterator[Observation]:
        """Reads what came to rest just before the recording ended."""
        if not self._resting and self._quiet >= self._pace.frames and self._last is not None:
            yield from self._settle(frame, self._last)

    @property
    def _wait(self) -> float:
        """s without motion before the table is read."""
        return self._pace.copied if self._copies else self._pace.still

    def _begin(self, frame: Frame, now: Glance) -> None:
        """Remembers the dice that lie there from the start: they were not thrown."""
        self._last = self._run = self._clear = now
        self._still.append(frame)
        seen = self._ask.look(frame, self._stands.board(frame, None))
        self._dice, self._near = seen.dice, around(seen.board, now)
        self._moved_at = self._told_at = frame.time

    def _motion(self, frame: Frame, now: Glance) -> Iterator[Observation]:
        self._restart(now)
        started, self._resting = self._resting, False
        if self._settled is not None and (started or now.time - self._told_at >= self._pace.beat):
            yield self._moving(frame, now, self._settled)

    def _restart(self, now: Glance) -> None:
        """A new run of frames without motion may begin here."""
        self._still.clear()
        self._quiet, self._moved_at, self._run, self._faint = 0, now.time, now, None
        self._copies = False

    def _moving(self, frame: Frame, now: Glance, settled: Observation) -> Observation:
        self._told_at = now.time
        hand = self._hand(now, settled)
        self._left += self._gone(frame, now, settled, hand)
        dice = (_on_the_move(die) if die in self._left else die for die in settled.dice)
        hands = covered(hand, now.scale, settled.board, settled.pieces)
        return replace(
            settled, time=now.time, dice=tuple(dice), pieces=(), hands=hands, still=False, throw=self._throw
        )

    def _gone(self, frame: Frame, now: Glance, settled: Observation, hand: Mask) -> tuple[Die, ...]:
        """The dice that left rest: not under a hand, and not just nudged."""

        def bare(die: Die) -> bool:
            return self._touched(die, now) and not share_in(hand, die.box, now.scale)

        if not any(bare(die) for die in settled.dice if die not in self._left):
            return ()
        here = self._ask.look(frame, settled.board, self._sizes.expected).dice
        return left(settled.dice, here, bare)

    def _settle(self, frame: Frame, now: Glance) -> Iterator[Observation]:
        settled = self._settled
        if (
            settled is not None
            and now.time - self._moved_at < self._pace.patience
            and self._covers(now, settled)
        ):
            if now.time - self._told_at >= self._pace.beat:
                yield self._moving(frame, now, settled)
            return
        believed = settled.board if settled and not self._elsewhere(now) else None
        known = self._stands.board(frame, believed)
        sizes = self._sizes.expected if known else None
        seen = self._read(known, sizes)
        if sizes is not None and not seen.dice:  # perhaps other dice than before
            seen = self._read(known, None)
        self._near = around(seen.board, now)
        if self._faint is not None and self._faint.any() and not self._agree(seen, self._faint, now):
            self._restart(now)
            return
        self._stands.keep(frame, seen.board, self._pace.trust)
        self._dice = carried(self._dice, settled.board if settled else None, seen.board)
        yield self._rested(self._steady(seen, now), now)

    def _read(self, known: BoardSeen | None, dice_px: Span | None) -> Observation:
        """The still frames read and made one."""
        self._looks.clear()
        self._looks.extend(self._ask.look_at_all(self._still, known, self._pace.trust, dice_px))
        return fused(tuple(self._looks))

    def _agree(self, seen: Observation, faint: Mask, now: Glance) -> bool:
        """Something moved a little, but no die did: every look tells the same dice, far from it."""
        steady = all(len(look.dice) == len(seen.dice) for look in self._looks)
        return steady and not any(share_in(faint, die.box, now.scale) for die in seen.dice)

    def _rested(self, seen: Observation, now: Glance) -> Observation:
        """Takes a reading as the table at rest: counts the throw and remembers where everything lies."""
        first, taken = self._settled is None, []
        threw = thrown(
            self._dice, seen.dice, lambda die: self._touched(die, now), (*self._left, *self._taken)
        )
        if threw:
            self._throw += not self._late(now)
            self._threw_at = now.time
        else:
            taken = [old for old in self._dice if not any(same(old, die) for die in seen.dice)]
        if first or threw:
            off = (die for die in seen.dice if die.state == "off-board" and not self._touched(die, now))
            self._aside = tuple(off)
        self._dice, self._taken = (*seen.dice, *taken), tuple(taken)
        self._settled = self._told(seen, now.time)
        self._sizes = self._sizes.with_dice(self._settled.dice)
        self._clear, self._run, self._resting, self._left = now, now, True, ()
        self._told_at = self._read_at = now.time
        return self._settled

    def _late(self, now: Glance) -> bool:
        """The last throw came to rest only just now and lies untouched: this is its last die."""
        settled = self._settled
        if settled is None or not settled.dice or now.time - self._threw_at > self._pace.late:
            return False
        return not any(self._touched(die, now) for die in settled.dice)

    def _told(self, seen: Observation, time: float) -> Observation:
        """A settled reading, without the dice off the board that belong to no throw."""
        dice = tuple(die for die in seen.dice if not any(same(die, old) for old in self._aside))
        return replace(seen, time=time, dice=dice, hands=frozenset(), throw=self._throw)

    def _rest(self, frame: Frame, now: Glance) -> Iterator[Observation]:
        """The table stays still: says so now and then, and looks again now and then."""
        settled = self._settled
        if self._stands.gone(frame):
            self._restart(now)
            self._resting = False
            return
        if settled is None or now.time - self._told_at < self._pace.beat:
            return
        self._told_at = now.time
        doubtful = bool(settled.abstains & {"dice", "tiles"})
        if self._pace.due(now.time - self._read_at, len(self._looks), doubtful):
            self._read_at = now.time
            self._looks.append(self._ask.look(frame, settled.board, self._sizes.of_all(settled.dice)))
            settled = self._told(fused(tuple(self._looks)), now.time)
        self._settled = replace(settled, time=now.time)
        yield self._settled

    def _steady(self, seen: Observation, now: Glance) -> Observation:
        """Dice where the picture did not change are as they were read before, if that was surer."""
        if self._settled is None:
            return seen
        dice = list(seen.dice)
        for old in self._settled.dice:
            if self._touched(old, now):
                continue
            news = [die for die in dice if same(old, die)]
            if all(old.sure > die.sure for die in news):
                dice = [die for die in dice if die not in news] + [old]
        return replace(seen, dice=tuple(dice))

    def _touched(self, die: Die, now: Glance) -> bool:
        return self._clear is None or share_in(changed(self._clear, now), die.box, now.scale) > TOUCHED

    def _within(self, mask: Mask) -> Mask:
        return mask & self._near if self._near is not None and self._near.shape == mask.shape else mask

    def _hand(self, now: Glance, settled: Observation) -> Mask:
        return hand_mask(self._clear or now, now, settled.board)

    def _covers(self, now: Glance, settled: Observation) -> bool:
        """A hand is over the board; where the settled reading was blind, the hand was there and has left."""
        hands = covered(self._hand(now, settled), now.scale, settled.board, settled.pieces)
        blind = {piece.space for piece in settled.pieces if piece.kind == "unknown"}
        return bool(hands) and 2 * len(hands & blind) <= len(hands)

    def _elsewhere(self, now: Glance) -> bool:
        if self._clear is None:
            return True
        differs, near = changed(self._clear, now), self._near
        known = near is not None and near.shape == differs.shape
        return float((differs[near] if known else differs).mean()) > ELSEWHERE


def _on_the_move(die: Die) -> Die:
    return replace(die, value=None, state="moving", at=None, chances=())
