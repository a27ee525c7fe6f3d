"""What a match has come to: each player's points, tiles closed, and moves refused and put right."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from referee.core import Deal, Roll
from referee.match import Match
from referee.record_events import acting

from .games import table_family
from .values.events import EventLine
from .values.everybody import ends, has_played, is_game, points_of
from .values.points import Point


@dataclass(frozen=True)
class DoneTogether:
    """Tiles closed in games of tiles, and games of other kinds that are over."""

    closed: int = 0
    finished: int = 0

    def __add__(self, more: DoneTogether) -> DoneTogether:
        return DoneTogether(self.closed + more.closed, self.finished + more.finished)


@dataclass(frozen=True)
class Refusals:
    """A player's moves that were refused, and how many of them the same turn put right."""

    refused: int = 0
    righted: int = 0

    def __add__(self, more: Refusals) -> Refusals:
        return Refusals(self.refused + more.refused, self.righted + more.righted)


NO_REFUSALS = Refusals()
WON = Point("won")


@dataclass(frozen=True)
class MatchResults:
    """The results of a match. Each tuple of players is in playing order.

    Attributes:
        point: what a point is in its game.
        points: for each finished game of the series, or round, every player's; None for who did not take part.
        closed: how many tiles each player has closed; () in a game without tiles.
        refusals: of each player.
        finished: how many games are over; rounds are none.
        played: somebody has thrown dice in it, or cards were dealt.
        unplayed: who left it without a throw or a move of their own, by number from 0.
    """

    point: Point = WON
    points: tuple[tuple[int | None, ...], ...] = ()
    closed: tuple[int, ...] = ()
    refusals: tuple[Refusals, ...] = ()
    finished: int = 0
    played: bool = False
    unplayed: frozenset[int] = frozenset()

    @property
    def done(self) -> DoneTogether:
        """What all players have done."""
        return DoneTogether(sum(self.closed)) if self.closed else DoneTogether(finished=self.finished)

    def points_of(self, player: int) -> tuple[int, ...]:
        """A player's points of the games in which they took part, by number from 0."""
        return tuple(points for game in self.points if (points := game[player]) is not None)


NO_RESULTS = MatchResults()


def results_of(match: Match, lines: Iterable[EventLine]) -> MatchResults:
    """The results of a match.

    Args:
        match: as it counts.
        lines: its events, oldest first; those before the first refusal may be missing.
    """
    family, ended = table_family(match.game), [outcome for outcome in ends(match) if is_game(outcome)]
    rounds = any(outcome.what == "round" for outcome in ended)
    return MatchResults(
        family.point,
        tuple(points_of(match, outcome) for outcome in ended),
        _closed(match) if family.frame(match.game) else (),
        refusals(lines, len(match.seats)),
        int(match.game.is_over(match.state)) if rounds else len(ended),
        any(isinstance(event, Roll | Deal) for event in match.events),
        frozenset(player for player in match.gone if not has_played(match, player)),
    )


def _closed(match: Match) -> tuple[int, ...]:
    closed, family = [0] * len(match.seats), table_family(match.game)
    for before, event in zip(match.stood(), match.events, strict=False):
        tiles = family.closed(event)
        player = acting(match.game, before, event) if tiles else None
        if player is not None:
            closed[player] += len(tiles)
    return tuple(closed)


def refusals(lines: Iterable[EventLine], players: int) -> tuple[Refusals, ...]:
    """The refused moves of each player.

    A move put right is one after which the same turn had an accepted one. A refusal was none if the throw was read
    wrongly and corrected before that, or if it was the throw that was refused.

    Args:
        lines: events, oldest first.
        players: how many.
    """
    found, waiting = [NO_REFUSALS] * players, dict[int, int]()
    for line in lines:
        player, event = line.get("player", 0) - 1, line["event"]
        if event == "corrected" and line.get("what") == "roll":
            waiting.clear()
        elif not 0 <= player < players:
            continue
        elif event == "move_refused" and not line.get("throw"):
            waiting[player] = waiting.get(player, 0) + 1
        elif event in ("move_accepted", "turn_passed") and (count := waiting.pop(player, 0)):
            found[player] += Refusals(count, count if event == "move_accepted" else 0)
    for player, count in waiting.items():
        found[player] += Refusals(count)
    return tuple(found)
