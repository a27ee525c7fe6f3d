"""Every way to play one throw, by breadth-first search that visits each position once after each die.

A position is any hashable value that a game likes; it may hold more than the table shows (which man was just
entered, points made on the way). The search knows no rule: the game says which steps one die allows.

    walk = Walk(steps)                     # steps(position, die) -> (step, position after it) pairs
    wholes = walk.whole(position, (6, 4))  # a doublet of Backgammon: (3, 3, 3, 3)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from .plays import ManMove

PositionT = TypeVar("PositionT", bound=Hashable)

Trail: TypeAlias = tuple[tuple[int, ManMove], ...]
"""(die, step) pairs in the order in which they are played."""

Dice: TypeAlias = tuple[int, ...]
"""Dice still to be played; where they differ, any of them may be next."""


@dataclass(frozen=True, slots=True)
class Whole(Generic[PositionT]):
    """One end of a throw that was played whole.

    Attributes:
        position: where it ends.
        trail: one way there: the first that the search meets, with the earlier dice first.
    """

    position: PositionT
    trail: Trail

    @property
    def steps(self) -> tuple[ManMove, ...]:
        """The steps of the trail."""
        return tuple(step for _, step in self.trail)


def _always(position: Hashable) -> bool:
    return True


def _never(position: Hashable) -> bool:
    return False


def _itself(position: Hashable) -> Hashable:
    return position


@dataclass(frozen=True)
class Walk(Generic[PositionT]):
    """How men may walk with one throw.

    Attributes:
        steps: what one die allows in a position: (step, position after it) pairs, in a stable order.
        may_rest: False for a position that may stand on the way but not at the end of a throw.
        ends: True for a position that ends the throw at once; it counts as if every die had been played.
        look: what tells two ends from each other; positions that look the same count as one.
    """

    steps: Callable[[PositionT, int], Iterable[tuple[ManMove, PositionT]]]
    may_rest: Callable[[PositionT], bool] = _always
    ends: Callable[[PositionT], bool] = _never
    look: Callable[[PositionT], Hashable] = _itself

    def whole(
        self, start: PositionT, dice: Dice, keep: Callable[[Trail], bool] | None = None
    ) -> tuple[Whole[PositionT], ...]:
        """Every end of a throw in which as many dice as possible are played, each look once, in a stable order.

        Args:
            start: the position before the throw.
            dice: the dice, once for each time that they may be played; the earlier is tried first.
            keep: asked of every longest trail; one for which it is False is left out, and no shorter one stands
                in for it. An end that several dice lead to is asked about once for each.

        Returns:
            () where nothing can be played.
        """
        wholes: dict[Hashable, Whole[PositionT]] = {}
        for position, trail in self.longest(start, dice):
            if keep is None or keep(trail):
                wholes.setdefault(self.look(position), Whole(position, trail))
        return tuple(wholes.values())

    def longest(self, start: PositionT, dice: Dice) -> tuple[tuple[PositionT, Trail], ...]:
        """Every position in which a throw may end with as many dice played as possible, and a way there."""
        ends = [
            (len(dice) if self.ends(node[0]) else depth, node[0], trail)
            for depth, level in enumerate(self._levels(start, dice))
            for node, trail in level.items()
            if depth and (self.ends(node[0]) or self.may_rest(node[0]))
        ]
        most = max((played for played, _, _ in ends), default=0)
        return tuple((position, trail) for played, position, trail in ends if played == most)

    @property
    def rests_anywhere(self) -> bool:
        """Every position may stand at the end of a throw: as many dice as possible are played, and that is all."""
        return self.may_rest is _always

    def begins(self, start: PositionT, dice: Dice) -> bool:
        """A step can be made."""
        return any(True for _ in self._next(start, dice))

    def _levels(self, start: PositionT, dice: Dice) -> list[dict[tuple[PositionT, Dice], Trail]]:
        """For each number of dice played, what it leads to: positions with the dice left, and a way there."""
        levels: list[dict[tuple[PositionT, Dice], Trail]] = [{(start, dice): ()}]
        while levels[-1]:
            level: dict[tuple[PositionT, Dice], Trail] = {}
            for (position, rest), trail in levels[-1].items():
                for die, step, after, left in self._next(position, rest):
                    if (after, left) not in level:
                        level[after, left] = (*trail, (die, step))
            levels.append(level)
        return levels[:-1]

    def _next(self, position: PositionT, rest: Dice) -> Iterable[tuple[int, ManMove, PositionT, Dice]]:
        if self.ends(position):
            return
        for index, die in enumerate(rest):
            if die not in rest[:index]:
                left = (*rest[:index], *rest[index + 1 :])
                for step, after in self.steps(position, die):
                    yield die, step, after, left

    def follow(
        self, start: PositionT, dice: Dice, done: Iterable[ManMove]
    ) -> tuple[tuple[PositionT, Dice], ...]:
        """Where given steps lead: positions with the dice left; () where some step is not possible.

        If several dice allow a step, the search follows each of them.
        """
        reached = {(start, dice): None}
        for step in done:
            reached = {
                (after, left): None
                for position, rest in reached
                for _, made, after, left in self._next(position, rest)
                if made == step
            }
        return tuple(reached)

    def partials(
        self, start: PositionT, dice: Dice, wholes: Iterable[Whole[PositionT]]
    ) -> tuple[Whole[PositionT], ...]:
        """What may stand on the way to one of these ends, each look once: no end and not the start."""
        levels = self._levels(start, dice)
        goals = {self.look(whole.position) for whole in wholes}
        leading = self._leading(levels, goals)
        looks: dict[Hashable, Whole[PositionT]] = {}
        for level in levels[1:]:
            for node, trail in level.items():
                look = self.look(node[0])
                if node in leading and look not in goals and look != self.look(start):
                    looks.setdefault(look, Whole(node[0], trail))
        return tuple(looks.values())

    def _leading(
        self, levels: list[dict[tuple[PositionT, Dice], Trail]], goals: set[Hashable]
    ) -> set[tuple[PositionT, Dice]]:
        """What lies beyond the first level and is a goal, or leads to one."""
        leading: set[tuple[PositionT, Dice]] = set()
        for level in reversed(levels[1:]):
            leading |= {node for node in level if self._leads(node, goals, leading)}
        return leading

    def _leads(
        self, node: tuple[PositionT, Dice], goals: set[Hashable], leading: set[tuple[PositionT, Dice]]
    ) -> bool:
        """True for a goal, and for what one more die brings to something that leads to one."""
        position, rest = node
        if self.look(position) in goals:
            return True
        return any((after, left) in leading for _, _, after, left in self._next(position, rest))

    def onward(
        self, start: PositionT, dice: Dice, done: Iterable[ManMove], wholes: Iterable[Whole[PositionT]]
    ) -> tuple[ManMove, ...]:
        """The steps that may be made next, after `done`, on the way to one of these ends or to it; each once."""
        goals = {self.look(whole.position) for whole in wholes}
        steps: dict[ManMove, None] = {}
        for position, rest in self.follow(start, dice, done):
            leading = self._leading(self._levels(position, rest), goals)
            steps |= {step: None for _, step, after, left in self._next(position, rest) if (after, left) in leading}
        return tuple(steps)

    def continuations(
        self, start: PositionT, dice: Dice, done: tuple[ManMove, ...], wholes: Iterable[Whole[PositionT]]
    ) -> tuple[tuple[ManMove, ...], ...]:
        """The steps, `done` first, of one way to each of these ends that can still be reached after `done`.

        Ends that are reached by `done` itself are left out.
        """
        order = {self.look(whole.position): number for number, whole in enumerate(wholes)}
        reached = self.follow(start, dice, done)
        goals = order.keys() - {self.look(position) for position, _ in reached}
        trails: dict[Hashable, tuple[ManMove, ...]] = {}
        for position, rest in reached:
            for level in self._levels(position, rest)[1:]:
                for (after, _), trail in level.items():
                    if self.look(after) in goals:
                        trails.setdefault(self.look(after), (*done, *(step for _, step in trail)))
        return tuple(trails[look] for look in sorted(trails, key=order.__getitem__))
