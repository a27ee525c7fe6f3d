"""Games interrupted by another one: they stay as they were, and can be resumed."""

from __future__ import annotations

from dataclasses import dataclass

from .table.values.setup import Setup
from .table.values.state import Table
from .table.values.view import View

ENDED = frozenset({"game_over", "series_over"})
"""What the table waits for after the end of a game."""
OVER = ENDED | {"setup"}
"""What the table waits for where no game is played."""


@dataclass(frozen=True)
class Interrupted:
    """A game that can be resumed.

    Attributes:
        id: its number in the journal.
        started: wall clock, ISO 8601 with the time zone.
        setup: the agreed game.
        scores: points of its running game, in playing order.
        game_number: the running game of its series.
    """

    id: int
    started: str
    setup: Setup
    scores: tuple[int, ...]
    game_number: int

    def to_json(self) -> dict[str, object]:
        """As JSON values; scores are by seat."""
        scores = {str(seat): score for seat, score in zip(self.setup.seats, self.scores, strict=True)}
        return {
            "id": self.id,
            "started": self.started,
            "setup": self.setup.to_json(),
            "scores": scores,
            "game_number": self.game_number,
        }


def going_on(view: View) -> bool:
    """True if players would miss this game: people played or set up something in it, and it is not over."""
    return under_way(view) and (view.events > 0 or view.undo or view.doubt is not None)


def under_way(view: View) -> bool:
    """True if people have an unfinished game before them, with or without any play."""
    return view.game is not None and not view.recorded and view.state not in OVER


def practised(view: View) -> bool:
    """True for a practice game: it counts nowhere."""
    return view.practice is not None


def worth_taking_up(table: Table) -> bool:
    """The same of a table about to be left."""
    match = table.match
    if (
        match is None
        or table.setup.recorded
        or not (match.events or table.turned.move is not None or table.throws.doubt)
    ):
        return False
    return not match.game.is_over(match.state)
