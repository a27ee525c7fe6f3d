"""Games that another one interrupted: they stand as they were left, and may be taken up again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .table.setup import Setup
from .table.state import Table


@dataclass(frozen=True)
class Interrupted:
    """A game that may be taken up again.

    Attributes:
        id: its number in the journal.
        started: wall clock, ISO 8601 with the time zone.
        setup: what was agreed on.
        scores: points of its running game, in playing order.
        game_number: which game of its series runs.
    """

    id: int
    started: str
    setup: Setup
    scores: tuple[int, ...]
    game_number: int

    def to_json(self) -> dict[str, Any]:
        """As JSON values; scores are by seat."""
        scores = {str(seat): score for seat, score in zip(self.setup.seats, self.scores, strict=True)}
        return {
            "id": self.id,
            "started": self.started,
            "setup": self.setup.to_json(),
            "scores": scores,
            "game_number": self.game_number,
        }


def going_on(view: Mapping[str, Any]) -> bool:
    """Players would miss this game: something was played in it, or set up, by people, and it is not over."""
    return under_way(view) and bool(view["events"] or view["undo"] or view["doubt"])


def under_way(view: Mapping[str, Any]) -> bool:
    """People have a game before them that is not over, whether anything was played in it or not."""
    game = view["game"]
    return bool(game) and not game.get("recorded") and view["state"] not in ("setup", "game_over", "series_over")


def practised(view: Mapping[str, Any]) -> bool:
    """The game is one for practice: it counts nowhere."""
    return bool((view["game"] or {}).get("practice"))


def worth_taking_up(table: Table) -> bool:
    """The same of a table that is about to be left."""
    match = table.match
    if (
        match is None
        or table.setup.recorded
        or not (match.events or table.turned.move is not None or table.throws.doubt)
    ):
        return False
    return not match.game.is_over(match.state)
