"""Interrupted games in the journal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ..interrupted import Interrupted
from ..table.viewing import game_number
from .journal import Journal


def interrupted(journal: Journal, most: int) -> tuple[Interrupted, ...]:
    """At most so many games that can be resumed, those interrupted last first."""
    return tuple(islice(_interrupted(journal), most))


def _interrupted(journal: Journal) -> Iterator[Interrupted]:
    for game in journal.interrupted():
        stored = journal.stored_game(game)
        if stored is None:  # another Piste wrote it, or it is rotten
            continue
        started, table = stored
        scores, number = tuple(table.game.scores(table.playing.state)), game_number(table)
        yield Interrupted(game, started, table.setup, scores, number)
