"""Follows a table through time: full readings only where it is still, and what became of each die since the last.

Times come from the frames, never from a clock.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeAlias

from ..board.finder import Want
from ..frame import Frame, fit
from ..look import LooksAtTables, Span
from ..observation import BoardSeen, Die, Fate, Observation, Side
from .fates import DiceSoFar, left, on_the_move, steady, turned_as
from .fuse import agreeing, alone, fused
from .gate import Gate
from .hands import covered
from .motion import Mask, Thumbnail, share_in
from .pace import DieSizes, Pace, Question
from .standing import Learnt, Standing, carried
from .stillness import Stillness


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
    observations = follow_frames(frames, eyes, board=board, seat1_side=seat1_side, pace=pace, learnt=learnt)
    return (observation for observation, _ in observations)


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
    following, frame = None, None
    for frame in frames:
        fitted = fit(frame)
        if following is None:
            ask = Question(eyes, board, seat1_side)
            following = Following.begun(fitted, ask, pace or Pace(), Standing(learnt, board))
            continue
        for step in following.after(fitted):
            following, observation = step
            if observation is not None:
                yield observation, frame
    if following is not None and frame is not None:
        for _, observation in following.ended(frame):
            if observation is not None:
                yield observation, frame


@dataclass(frozen=True)
class Settled:
    """What rests.

    Attributes:
        observation: the last reported one.
        read: a thumbnail of what counted when it was last looked at.
    """

    observation: Observation
    read: Thumbnail


@dataclass(frozen=True, eq=False)
class Following:
    """A table as far as it was followed: what the gate learnt, what was seen, what rests.

    Attributes:
        ask: what is asked of the eyes about a frame.
        pace: when to look.
        stands: where the board stands.
        gate: what thumbnails say.
        dice: the dice of every reading so far.
        reported_at: s, time of the last report; before that, of the first frame.
        looks: the newest since the table came to rest.
        sizes: how large its dice are.
        settled: the table at rest; None before it was read.
    """

    ask: Question
    pace: Pace
    stands: Standing
    gate: Gate
    dice: DiceSoFar
    reported_at: float
    looks: tuple[Observation, ...] = ()
    sizes: DieSizes = field(default_factory=DieSizes)
    settled: Settled | None = None

    @classmethod
    def begun(cls, frame: Frame, ask: Question, pace: Pace, stands: Standing) -> Following:
        """The first frame: the dice that lie there are not new."""
        observation = ask.look(frame, stands.board(frame, None))
        return cls(ask, pace, stands, Gate.at(frame, observation.board), DiceSoFar(observation.dice), frame.time)

    def after(self, frame: Frame) -> Iterator[Step]:
        """The same after the next frame.

        While all rests, or while something moves, a frame that comes soon after the one looked at is passed over;
        once nothing moves any more, those around the last motion are looked at after all.
        """
        gate = self.gate
        untold = self.settled is not None and self._due(frame.time)
        idle = gate.resting or (gate.passed and not untold)
        if idle and frame.time - gate.run.last.time < self.pace.idle:
            yield replace(self, gate=gate.passing(frame)), None
            return
        now = gate.thumbnail(frame)
        faint = gate.faint(now)
        if faint is not None and len(gate.passed) > 1:
            yield from self._looked_back((*gate.passed, frame))
        else:
            yield self._looked(frame, now, faint)

    def ended(self, frame: Frame) -> Iterator[Step]:
        """The same after the last frame: what came to rest just before it is read."""
        after = self
        if len(self.gate.passed) > 1:
            for after, observation in self._looked_back(self.gate.passed):
                yield after, observation
        if not after.gate.resting and after.gate.run.quiet >= self.pace.frames:
            yield after._read(frame)

    def _looked_back(self, frames: Sequence[Frame]) -> Iterator[Step]:
        """Frames looked at one by one after the first, in which something moved."""
        after = replace(self, gate=self.gate.back_to(frames[0]))
        for frame in frames[1:]:
            now = after.gate.thumbnail(frame)
            after, observation = after._looked(frame, now, after.gate.faint(now))
            yield after, observation

    def _looked(self, frame: Frame, now: Thumbnail, faint: Mask | None) -> Step:
        """A frame that is looked at: a thumbnail of what counts, and where that moved."""
        if faint is None:
            return self._moved(frame, now)
        after = replace(self, gate=self.gate.still(frame, now, faint, self.pace.reads))
        if after.gate.resting:
            return after._rests(frame, now)
        return after._read(frame) if after.gate.run.settled(self.pace, after.gate.lay_near) else (after, None)

    # In motion.

    def _moved(self, frame: Frame, now: Thumbnail) -> Step:
        after = replace(self, gate=self.gate.moved(frame, now))
        if self.settled is None or not (self.gate.resting or self._due(now.time)):
            return after, None
        return after._moves(frame, self.gate.whole(frame, now), self.settled.observation)

    def _moves(self, frame: Frame, whole: Thumbnail, settled: Observation) -> Step:
        """Tells hands, and dice that left rest."""
        gate = self.gate.after_motion(whole, self.pace.patience)
        hand = gate.hand(whole, settled)

        def bare(die: Die) -> bool:
            return gate.touched(die, whole) and not share_in(hand, die.box, whole)

        so_far = self.dice
        if any(bare(die) for die in settled.dice if die not in so_far.left):
            so_far = so_far.without(left(settled.dice, self.ask.dice(frame, settled, self.sizes.expected), bare))
        observation = replace(
            settled,
            time=whole.time,
            dice=tuple(on_the_move(die) if die in so_far.left else die for die in settled.dice),
            pieces=(),
            hands=covered(hand, whole.scale, settled.board, settled.pieces),
            still=False,
            fates=(),
            gone=(),
        )
        return replace(self, gate=gate, dice=so_far, reported_at=whole.time), observation

    # Coming to rest.

    def _read(self, frame: Frame) -> Step:
        """Reads still frames and reports what became of the dice, unless a hand or darkness hides them."""
        gate, run, pace = self.gate, self.gate.run, self.pace
        settled = self.settled.observation if self.settled else None
        whole = gate.whole(frame, run.last)
        if settled is not None and gate.covers(whole, settled):
            return self._moves(frame, whole, settled) if self._due(whole.time) else (self, None)
        if settled is not None and gate.dimmed(whole) and whole.time - run.run.time < pace.patience:
            return self, None
        known = self.stands.board(frame, settled.board if settled and not gate.elsewhere(run.last) else None)
        looks, sizes = self.looks, self.sizes.expected if known else None
        looks = self._looks_at(run.still_frames(pace), known, sizes, looks)
        observation = fused(looks)
        if sizes is not None and not observation.dice:  # perhaps other dice than before
            looks = self._looks_at(run.still_frames(pace), known, None, ())
            observation = fused(looks)
        after = replace(self, looks=looks)
        if not run.calmed(pace) and not _agree(looks, observation, run):
            return replace(after, gate=replace(gate, run=run.since_stirred())), None
        if alone(looks) and len(looks) < pace.most:
            return after, None  # not at rest yet: the next frame is looked at, too
        return after._settles(frame, observation, whole, settled)

    def _looks_at(
        self, frames: Sequence[Frame], known: BoardSeen | None, dice_px: Span | None, looks: tuple[Observation, ...]
    ) -> tuple[Observation, ...]:
        """Looks at still frames; those that were read a frame ago are not read again."""
        times = {look.time for look in looks}
        unread = [frame for frame in frames if frame.time not in times]
        news = self.ask.look_at_all(unread, known, self.pace.trust, dice_px)
        before = looks if len(unread) < len(frames) else ()
        return (*before, *news)[-self.pace.most :]

    def _settles(self, frame: Frame, observation: Observation, whole: Thumbnail, before: Observation | None) -> Step:
        """Takes a reading as the table at rest: says what became of each die, and remembers where everything lies."""
        touched = partial(self.gate.touched, whole=whole)
        if before is not None:
            dice = steady(before.dice, observation.dice, touched, partial(self.gate.bared, whole=whole))
            observation = replace(observation, dice=turned_as(before.dice, dice, touched))
        stands = self.stands.with_board(frame, observation.board, self.pace.trust)
        lay = carried(self.dice.dice, before.board if before else None, observation.board)
        so_far, observation = replace(self.dice, dice=lay).after_rest(self.ask.turned(frame, observation), touched)
        observation = replace(observation, time=whole.time, hands=frozenset())
        gate = self.gate.settled(frame, whole, observation.board)
        after = replace(
            self,
            stands=stands,
            gate=gate,
            dice=so_far,
            reported_at=whole.time,
            sizes=self.sizes.with_dice(observation.dice),
            settled=Settled(observation, gate.lay_near),
        )
        return after, observation

    # At rest.

    def _rests(self, frame: Frame, now: Thumbnail) -> Step:
        """The table stays still: says so now and then, and looks again now and then."""
        stands, gone = self.stands.checked(frame)
        after, settled, pace = replace(self, stands=stands), self.settled, self.pace
        if gone:
            return replace(after, gate=self.gate.unsettled(now)), None
        if settled is None or not self._due(now.time):
            return after, None
        gate, looks = self.gate.lies(now, self.gate.whole(frame, now), pace.patience), self.looks
        observation, read = settled.observation, settled.read
        doubtful = bool(observation.abstains & {"dice", "tiles", "arrows"})
        if pace.due(now.time - read.time, len(looks), doubtful, lambda: gate.same(settled.read, now)):
            looks, observation, read = *self._looked_again(frame, observation), now
        observation = replace(observation, time=now.time, fates=(Fate(),) * len(observation.dice), gone=())
        rests = Settled(observation, read)
        return replace(after, gate=gate, looks=looks, settled=rests, reported_at=now.time), observation

    def _looked_again(self, frame: Frame, settled: Observation) -> tuple[tuple[Observation, ...], Observation]:
        """The settled reading after one more look; one that contradicts those before it is a doubt, until two do."""
        look = self.ask.look(frame, settled.board, self.sizes.of_all(settled.dice))
        looks = (*self.looks, look)[-self.pace.most :]
        lying = fused(looks)
        if alone(looks):
            return looks, replace(settled, abstains=settled.abstains | lying.abstains)
        dice = self.dice.without_strays(turned_as(settled.dice, lying.dice, lambda die: False))
        return agreeing(looks), replace(lying, dice=dice, hands=frozenset())

    def _due(self, time: float) -> bool:
        """True if the last report is a beat old."""
        return time - self.reported_at >= self.pace.beat


Step: TypeAlias = tuple[Following, Observation | None]
"""A table after a frame, and the observation to report, if any."""


def _agree(looks: Sequence[Observation], observation: Observation, run: Stillness) -> bool:
    """Where something moved a little, no die did: no look contradicts the last one, and it was far from any."""
    faint = run.faint
    if faint is None or not faint.any():
        return True
    stirred = any(share_in(faint, die.box, run.last) for die in observation.dice)
    return len(agreeing(looks)) == len(looks) and not stirred
