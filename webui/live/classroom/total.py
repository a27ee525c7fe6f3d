"""What a class has done together, at all its tables: worked out from the games again, never stored."""

from __future__ import annotations

from collections.abc import Iterable

from ...table.results import DoneTogether
from ...table.values.view import View
from ..live import Live


def done_in(live: Live, games: Iterable[int]) -> DoneTogether:
    """What these games of a table, by number, have come to."""
    now, total = live.snapshot(), DoneTogether()
    for game in games:
        if game == now.id:
            total += of_view(now)
        elif (line := live.game_line(game)) is not None and not line.setup.recorded and line.setup.practice is None:
            total += line.results.done
    return total


def of_view(shown: View) -> DoneTogether:
    """What the players of a game have done so far; nothing in a recording or a game for practice."""
    if shown.recorded or shown.practice is not None:
        return DoneTogether()
    return DoneTogether(finished=shown.finished) if shown.tiles_closed is None else DoneTogether(shown.tiles_closed)
