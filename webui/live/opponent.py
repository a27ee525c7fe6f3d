"""When Piste plays in a practice game: after a moment in which people can follow."""

from __future__ import annotations

from collections.abc import Callable
from random import Random, SystemRandom

from ..table.practice import next_action
from ..table.reducer import touch
from ..table.transitions.turns import piste_acts
from ..table.values.state import NotNow, Step, Table

PAUSE = 1.2
"""Seconds for which each step of Piste is visible before the next; checked twice a second."""


class Opponent:
    """Plays Piste's places, step by step.

    Args:
        clock: seconds, never decreasing.
        chance: where dice and moves come from; None for the system's own source.

    Attributes:
        chance: that.
    """

    def __init__(self, clock: Callable[[], float], chance: Random | None = None) -> None:
        self.chance: Random = SystemRandom() if chance is None else chance
        self._clock = clock
        self._before: object = None
        self._since = 0.0

    @staticmethod
    def piste_acts(table: Table) -> bool:
        """Piste is to act."""
        return piste_acts(table)

    def step(self, game: int, table: Table, t: float) -> Step | None:
        """What Piste does now; None if there is nothing to do, or people still need time.

        Args:
            game: its number in the journal.
            table: the table.
            t: seconds of its time.
        """
        if not piste_acts(table):
            self._before = None
            return None
        stands = (game, len(table.playing.events), table.turned.move, table.paused)
        if stands != self._before:
            self._before, self._since = stands, self._clock()
        if self._clock() - self._since < PAUSE:
            return None
        self._since = self._clock()  # tried again if it could not be stored
        return self._step(table, t)

    def _step(self, table: Table, t: float) -> Step | None:
        action = next_action(table, self.chance)
        try:
            return None if action is None else touch(table, action, t)
        except NotNow:  # the table is being looked at: it is tried again
            return None
