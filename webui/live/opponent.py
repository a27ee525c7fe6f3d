"""When Piste plays in a practice game: after a moment in which people can follow."""

from __future__ import annotations

from collections.abc import Callable
from random import Random, SystemRandom
from typing import TypeAlias

from referee.core import Move
from referee.match import Match

from ..table.practice import next_action
from ..table.reducer import touch
from ..table.transitions.turns import piste_acts
from ..table.values.state import NotNow, Step, Table

PAUSE = 1.2
"""Seconds for which each step of Piste is visible before the next; checked twice a second."""

Adviser: TypeAlias = Callable[[Match], tuple[Move | None] | None]
"""What another program would do in a match, as a tuple of one: None for a throw, or where it cannot say.

None while it thinks.
"""


class Opponent:
    """Plays Piste's places, step by step.

    Args:
        clock: seconds, never decreasing.
        chance: where dice and moves come from; None for the system's own source.
        adviser: another program that Piste may ask; None for none.

    Attributes:
        chance: that.
    """

    def __init__(
        self, clock: Callable[[], float], chance: Random | None = None, adviser: Adviser | None = None
    ) -> None:
        self.chance: Random = SystemRandom() if chance is None else chance
        self._adviser = adviser
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
        best = self._best(table)  # it thinks during the pause
        if best is None or self._clock() - self._since < PAUSE:
            return None
        self._since = self._clock()  # tried again if it could not be stored
        return self._step(table, t, *best)

    def _best(self, table: Table) -> tuple[Move | None] | None:
        practice = table.setup.practice
        if self._adviser is None or practice is None or practice.plays != "gnubg":
            return (None,)
        return self._adviser(table.playing)

    def _step(self, table: Table, t: float, best: Move | None) -> Step | None:
        action = next_action(table, self.chance, best)
        try:
            return None if action is None else touch(table, action, t)
        except NotNow:  # the table is being looked at: it is tried again
            return None
