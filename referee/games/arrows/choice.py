"""What may be played with a throw, and what each play would show on the table; worked out once."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache
from types import MappingProxyType

from ...core import Appearance
from . import looks
from .plays import ManMove, Play, Say
from .rules import KEPT, ArrowRules
from .search import Whole
from .state import ArrowState, Table


class OwedPlay:
    """The play that is owed for a throw; without dice nothing is owed, but hands may still move men.

    Args:
        rules: the house rules.
        table: the men as the player sees them whose throw it is.
        player: who that is.
        dice: the throw; () for none.
    """

    def __init__(self, rules: ArrowRules, table: Table, player: int, dice: tuple[int, ...]) -> None:
        self._rules = rules
        self._table = table
        self._player = player
        self._dice = dice
        self._effects: dict[Play, Appearance] = {}
        self._after: dict[Play, Table] = {}  # of what was searched for anyway
        self._continuations: dict[Play, tuple[Play, ...]] = {}
        self._onward: dict[Play | None, tuple[Play, ...]] = {}

    @cached_property
    def legal(self) -> tuple[Play, ...]:
        """One play for each end of the throw."""
        wholes = self._rules.ends(self._table, self._dice) if self._dice else ()
        return self._plays(wholes)

    @cached_property
    def partials(self) -> tuple[Play, ...]:
        """What may be played on the way to the end of the throw, one play for each look."""
        rules, table = self._rules, self._table
        partials = rules.walk.partials(table, rules.dice_for(table, self._dice), rules.ends(table, self._dice))
        return self._plays(partials)

    def _plays(self, wholes: Iterable[Whole[Table]]) -> tuple[Play, ...]:
        after = {Play(whole.steps): whole.position for whole in wholes}
        self._after |= after
        return tuple(after)

    def continuations(self, partial: Play) -> tuple[Play, ...]:
        """What may still become of the steps made so far, in the order they were made: one play for each end."""
        if partial not in self._continuations:
            self._continuations[partial] = self._going_on(partial) if self._dice else ()
        return self._continuations[partial]

    def onward(self, done: Play | None) -> tuple[Play, ...]:
        """What may be played as far as one step more, `done` first."""
        if done not in self._onward:
            self._onward[done] = self._one_more(() if done is None else done.steps) if self._dice else ()
        return self._onward[done]

    def effect(self, play: Play) -> Appearance:
        """The spaces that a play changes, legal or not, and what they show then."""
        if play not in self._effects:
            before = self._before
            rules, table = self._rules, self._after.get(play)
            if table is None:
                after = looks.of_play(rules, self._table, self._player, self._dice, play)
            else:
                after = looks.of_table(rules, table, self._player)
            shown = {space: kind for space, kind in after.items() if kind != before[space]}
            self._effects[play] = MappingProxyType(shown)
        return self._effects[play]

    @cached_property
    def _before(self) -> Appearance:
        return looks.of_table(self._rules, self._table, self._player)

    def _one_more(self, done: tuple[ManMove, ...]) -> tuple[Play, ...]:
        rules, table = self._rules, self._table
        dice, wholes = rules.dice_for(table, self._dice), rules.ends(table, self._dice)
        return tuple(Play((*done, step)) for step in rules.walk.onward(table, dice, done, wholes))

    def _going_on(self, partial: Play) -> tuple[Play, ...]:
        rules, table = self._rules, self._table
        dice, wholes = rules.dice_for(table, self._dice), rules.ends(table, self._dice)
        return tuple(Play(steps) for steps in rules.walk.continuations(table, dice, partial.steps, wholes))


@lru_cache(maxsize=KEPT)
def _choice(rules: ArrowRules, table: Table, player: int, dice: tuple[int, ...]) -> OwedPlay:
    return OwedPlay(rules, table, player, dice)


def chosen(rules: ArrowRules, state: ArrowState) -> OwedPlay:
    """The choice in a state; states with the same men and dice share one object."""
    return _choice(rules, state.table, state.player, state.dice)


def legal(rules: ArrowRules, state: ArrowState) -> tuple[Play | Say, ...]:
    """One play for each end of the throw, or every answer; () unless one is owed."""
    if state.champions:
        return ()
    return rules.answers(state) if state.asked else chosen(rules, state).legal
