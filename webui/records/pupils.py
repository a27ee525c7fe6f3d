"""What each pupil of a class has played, as one table: pure values, of records alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from ..words import Words
from .sheets import Sheet


@dataclass(frozen=True)
class PupilLine:
    """What a pupil has played.

    Attributes:
        name: as it stands in the list, or in a game whose player the list does not hold any more.
        played: matches, or series, that he has begun.
        over: those played to the end.
        won: those that he has won, alone or with others.
    """

    name: str
    played: int
    over: int
    won: int


class PlayedMatch(Protocol):
    """What is asked of a match, such as a line of the journal's games tells."""

    @property
    def names(self) -> tuple[str, ...]:
        """Who has played it; nobody where nothing was refereed."""

    @property
    def over(self) -> bool:
        """It was played to its end."""

    @property
    def winners(self) -> frozenset[str]:
        """Who has won it, alone or with others; nobody before the end."""


def pupil_lines(pupils: Iterable[str], matches: Sequence[PlayedMatch]) -> tuple[PupilLine, ...]:
    """A line a pupil, in the list's order, then those who have played and stand in it no more.

    Who took over another's place in mid-game has played that match; who left it to him has not.
    """
    listed = list(pupils)
    others = sorted({name for match in matches for name in match.names} - set(listed))
    return tuple(_line(name, matches) for name in (*listed, *others))


def _line(name: str, matches: Iterable[PlayedMatch]) -> PupilLine:
    mine = [match for match in matches if name in match.names]
    return PupilLine(name, len(mine), sum(match.over for match in mine), sum(name in match.winners for match in mine))


def pupils_sheet(w: Words, lines: Iterable[PupilLine]) -> Sheet:
    """The same as a table of a spreadsheet."""
    head = (w.t("Pupil"), w.t("Begun"), w.t("Played to the end"), w.t("Won"))
    return Sheet(w.t("Pupils"), head, tuple((line.name, line.played, line.over, line.won) for line in lines))
