"""Games that another one interrupted: kept in the journal as they stood, to be taken up again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from ..table.setup import Setup
from ..table.state import Table
from ..table.view import game_number
from .journal import Journal


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
    """Players would miss this game: something was played in it, by people, and it is not over."""
    game = view["game"]
    if not game or game.get("recorded") or view["state"] in ("setup", "game_over", "series_over"):
        return False
    return bool(view["undo"] or view["doubt"])


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


def interrupted(journal: Journal, most: int) -> tuple[Interrupted, ...]:
    """At most so many games that may be taken up again, those interrupted last first."""
    return tuple(islice(_interrupted(journal), most))


def _interrupted(journal: Journal) -> Iterator[Interrupted]:
    for game in journal.interrupted():
        kept = journal.kept(game)
        if kept is None:  # another Piste wrote it, or it is rotten
            continue
        started, table = kept
        scores, number = tuple(table.game.scores(table.playing.state)), game_number(table)
        yield Interrupted(game, started, table.setup, scores, number)
