"""Lessons: what the game confirms about the table as it was seen.

A throw is confirmed once the move that followed it was accepted; until then its picture waits, in memory only. What the
tiles show is known when a game begins, when a move is accepted and when the board is set up again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from vision.frame import Frame
from vision.known.value import Lesson
from vision.observation import Observation

from ..table.games import board
from ..table.values.events import TableEvent
from ..table.values.shown import camera_reads
from ..table.values.state import Table

OPENS = frozenset({"game_started", "board_reset"})
VOID = frozenset({"corrected", "roll_uncertain", "die_cocked", "die_off_board", "move_refused"})
"""Events after which it is unknown whether the dice were read correctly."""


@dataclass(frozen=True)
class StillSight:
    """One look at the table at rest: what was read, and the picture."""

    observation: Observation
    frame: Frame

    @property
    def teaches(self) -> bool:
        """Everything lies still and in sight."""
        return self.observation.still and not self.observation.hands and self.observation.board is not None


@dataclass(frozen=True)
class WaitingThrow:
    """A throw that is not confirmed yet.

    Attributes:
        sight: when it lay there.
        lesson: what it teaches if it was read right.
    """

    sight: StillSight
    lesson: Lesson


def lessons(
    table: Table, events: Iterable[TableEvent], now: StillSight | None, thrown: WaitingThrow | None
) -> Iterator[tuple[StillSight, Lesson] | WaitingThrow | None]:
    """What events teach: pairs of a sight and its lesson, and the throw that waits from then on, or None.

    Args:
        table: the table after them.
        events: what was reported, in order.
        now: the newest look at the table at rest; None if there is none.
        thrown: the throw that waits.
    """
    if table.setup.by_touch:  # what its dice show lies on no table
        yield None
        return
    kinds, people = standing(table)
    sees = now is not None and now.teaches
    for event in events:
        if event.event == "move_accepted":
            if thrown is not None:
                yield thrown.sight, thrown.lesson
            thrown = None
            if now is not None and sees and kinds:
                yield now, Lesson(kinds, None, people=people)
        elif event.event in OPENS and now is not None and sees and (kinds or not _reads(table)):
            yield now, Lesson(kinds, None if now.observation.dice else (), people=people)
        elif event.event == "roll_settled" and now is not None and sees:
            thrown = WaitingThrow(now, Lesson(kinds, tuple(event.values["dice"]), people=people))
        elif event.event in VOID:
            thrown = None
        yield thrown


def _reads(table: Table) -> bool:
    """Whether a camera reads the board of the game; True without a game."""
    return table.match is None or camera_reads(table.game)


def standing(table: Table) -> tuple[Mapping[str, str], frozenset[str]]:
    """What surely stands on the spaces that count, and those that a person declared; nothing while in doubt."""
    unsure = table.setting_up or table.fitting or table.paused or table.wrong is not None or table.sight.moved
    if unsure or not table.sees_board or table.due is None:
        return {}, frozenset()
    should, lies = board.playing(table), board.expected(table)
    kinds = {
        space: kind
        for space, kind in should.items()
        if kind in ("open", "closed") and lies[space] == kind and space not in table.sight.doubtful
    }
    people = frozenset(space for space in kinds if space in table.spots and table.spots[space].declared == kinds[space])
    return kinds, people
