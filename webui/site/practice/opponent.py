"""Piste plays as GNU Backgammon would, where that is installed."""

from __future__ import annotations

from threading import Event

from referee.core import Move
from referee.match import Match

from ...live.gnubg.adviser import GnuBackgammon
from ...live.opponent import Adviser
from ...records.backgammon_hints import advised, asked


def as_gnubg(closing: Event) -> Adviser:
    """Asks GNU Backgammon, one position at a time for all practice tables; `closing` ends it."""
    program = GnuBackgammon(closing)

    def best(match: Match) -> tuple[Move | None] | None:
        position = asked(match)
        says = program.says(position) if position else ""
        return None if says is None else (advised(match, says) if says else None,)

    return best
