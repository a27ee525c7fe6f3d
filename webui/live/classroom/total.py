"""What a class has done together, at all its tables: worked out from the games again, never stored."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from threading import Lock

from ...table.values.view import View
from ...table.viewing import view
from ..live import Live


@dataclass(frozen=True)
class DoneTogether:
    """Tiles closed in games of tiles, and games of other kinds that are over."""

    closed: int = 0
    finished: int = 0

    def __add__(self, more: DoneTogether) -> DoneTogether:
        return DoneTogether(self.closed + more.closed, self.finished + more.finished)


class ClassTotal:
    """What was done since a moment at several tables. Thread-safe; each finished game is read once."""

    def __init__(self) -> None:
        self._earlier, self._turn = dict[tuple[int, int], DoneTogether](), Lock()

    def of(self, tables: Iterable[tuple[int, Live]], since: str) -> DoneTogether:
        """What the games begun since then (UTC, ISO 8601) at these tables have come to, by their numbers."""
        with self._turn:
            return sum((self._at(number, live, since) for number, live in tables), DoneTogether())

    def _at(self, number: int, live: Live, since: str) -> DoneTogether:
        now, total = live.snapshot(), DoneTogether()
        for game in live.begun(since):
            if game == now.id:
                self._earlier.pop((number, game), None)  # it goes on, perhaps after having been left
                total += of_view(now)
                continue
            if (number, game) not in self._earlier:
                self._earlier[number, game] = _stored(live, game)
            total += self._earlier[number, game]
        return total


def of_view(shown: View) -> DoneTogether:
    """What the players of a game have done so far; nothing in a recording or a game for practice."""
    if shown.recorded or shown.practice is not None:
        return DoneTogether()
    return DoneTogether(finished=shown.finished) if shown.tiles_closed is None else DoneTogether(shown.tiles_closed)


def _stored(live: Live, game: int) -> DoneTogether:
    entry = live.stored_game(game)
    return DoneTogether() if entry is None else of_view(view(entry[1]))
