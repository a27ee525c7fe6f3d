"""What each pupil of a class has played, as one table: pure values, from records alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Protocol, TypeVar

from ..table.results import NO_REFUSALS, MatchResults, Refusals
from ..table.values.points import Point
from ..table.values.setup import Setup
from ..words import Words
from ..words.offer import game_title, profile_name
from .sheets import Cell, Sheet


class PlayedMatch(Protocol):
    """What the tables need of a match, such as a line of the journal's games."""

    @property
    def started(self) -> str:
        """When it began, ISO 8601 with the time zone."""

    @property
    def setup(self) -> Setup:
        """What was agreed on."""

    @property
    def names(self) -> tuple[str, ...]:
        """Its players; nobody if nothing was refereed."""

    @property
    def over(self) -> bool:
        """Whether it was played to its end."""

    @property
    def winners(self) -> frozenset[str]:
        """Its winners; nobody before the end."""

    @property
    def results(self) -> MatchResults:
        """What it has come to, its players in the order of the names."""


Played = TypeVar("Played", bound=PlayedMatch)


@dataclass(frozen=True)
class KindPlayed:
    """Finished games of one kind, of a pupil.

    Attributes:
        game: its name for the referee.
        profile: the rule profile; "" for none.
        point: what a point is in it.
        points: of each finished game, or round, in which the pupil took part, oldest first; at least one.
    """

    game: str
    profile: str
    point: Point
    points: tuple[int, ...]

    @property
    def average(self) -> float:
        """Points of a game on average."""
        return sum(self.points) / len(self.points)

    @property
    def best(self) -> int:
        """Points of the best game."""
        return self.point.best(self.points)

    def title(self, w: Words) -> str:
        """The kind in words."""
        return profile_name(w, self.profile) if self.profile else game_title(w, self.game)


@dataclass(frozen=True)
class PupilLine:
    """What a pupil has played.

    Attributes:
        name: as in the list, or in a game whose player is no longer in the list.
        played: matches, or series, begun.
        over: those played to the end.
        won: those won, alone or with others.
        closed: tiles.
        refusals: moves that were refused, and those put right.
        kinds: the finished games by kind, the most played first.
        partners: others at the same table and how many matches, the most frequent first.
    """

    name: str
    played: int
    over: int
    won: int
    closed: int = 0
    refusals: Refusals = NO_REFUSALS
    kinds: tuple[KindPlayed, ...] = ()
    partners: tuple[tuple[str, int], ...] = ()


def players_of(match: PlayedMatch) -> dict[str, int]:
    """Who has played a match, each with the number in it: whoever left before a throw of their own has not."""
    return {name: player for player, name in enumerate(match.names) if player not in match.results.unplayed}


def pupil_lines(pupils: Iterable[str], matches: Sequence[PlayedMatch]) -> tuple[PupilLine, ...]:
    """A line per pupil, in the list's order, then players who are no longer in it.

    A player who took over in mid-game has played that match; the one replaced has not.
    """
    listed = list(pupils)
    others = sorted({name for match in matches for name in players_of(match)} - set(listed))
    mine: dict[str, list[tuple[PlayedMatch, int]]] = {name: [] for name in (*listed, *others)}
    for match in matches:
        for name, player in players_of(match).items():
            mine[name].append((match, player))
    order = {name: number for number, name in enumerate(mine)}
    return tuple(_line(name, played, order) for name, played in mine.items())


def _line(name: str, mine: Sequence[tuple[PlayedMatch, int]], order: Mapping[str, int]) -> PupilLine:
    met = Counter(chain.from_iterable(players_of(match) for match, _ in mine))
    others = ((other, times) for other, times in met.items() if other != name)
    results = [(match.results, player) for match, player in mine]
    return PupilLine(
        name,
        len(mine),
        sum(match.over for match, _ in mine),
        sum(name in match.winners for match, _ in mine),
        sum(each.closed[player] for each, player in results if each.closed),
        sum((each.refusals[player] for each, player in results if each.refusals), NO_REFUSALS),
        _kinds(mine),
        tuple(sorted(others, key=lambda other: (-other[1], order[other[0]]))),
    )


def _kinds(mine: Iterable[tuple[PlayedMatch, int]]) -> tuple[KindPlayed, ...]:
    found: dict[tuple[str, str], KindPlayed] = {}
    for match, player in mine:
        setup, results = match.setup, match.results
        if points := results.points_of(player):
            key = setup.game, setup.profile
            before = found[key].points if key in found else ()
            found[key] = KindPlayed(*key, results.point, before + points)
    return tuple(sorted(found.values(), key=lambda kind: -len(kind.points)))


def pupils_sheet(w: Words, lines: Sequence[PupilLine]) -> Sheet:
    """The same as a table of a spreadsheet, with four columns for each kind of game."""
    kinds = {kind.title(w): None for line in lines for kind in line.kinds}
    head = (
        w.t("Pupil"), w.t("Begun"), w.t("Played to the end"), w.t("Won"), w.t("Tiles closed"), w.t("Moves refused"),
        w.t("Put right in the same turn"), w.t("Played with"),
        *chain.from_iterable(
            (
                w.t("%(game)s: games", game=kind), w.t("%(game)s: points", game=kind),
                w.t("%(game)s: average", game=kind), w.t("%(game)s: best game", game=kind),
            )
            for kind in kinds
        ),
    )  # fmt: skip
    return Sheet(w.t("Pupils"), head, tuple(_row(w, line, tuple(kinds)) for line in lines))


def _row(w: Words, line: PupilLine, kinds: Iterable[str]) -> tuple[Cell, ...]:
    mine = {kind.title(w): kind for kind in line.kinds}
    with_whom = ", ".join(f"{name} {times}" for name, times in line.partners)
    counts = (line.played, line.over, line.won, line.closed, line.refusals.refused, line.refusals.righted)
    return (line.name, *counts, with_whom, *chain.from_iterable(_cells(mine.get(kind)) for kind in kinds))


def _cells(kind: KindPlayed | None) -> tuple[Cell, ...]:
    if kind is None:
        return (None,) * 4
    return len(kind.points), sum(kind.points), round(kind.average, 2), kind.best
