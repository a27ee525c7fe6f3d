"""What each pupil of a class has played, as one table: pure values, from records alone."""

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
        name: as in the list, or in a game whose player is no longer in the list.
        played: matches, or series, begun.
        over: those played to the end.
        won: those won, alone or with others.
    """

    name: str
    played: int
    over: int
    won: int


class PlayedMatch(Protocol):
    """What the table needs of a match, such as a line of the journal's games."""

    @property
    def names(self) -> tuple[str, ...]:
        """Its players; nobody if nothing was refereed."""

    @property
    def over(self) -> bool:
        """Whether it was played to its end."""

    @property
    def winners(self) -> frozenset[str]:
        """Its winners; nobody before the end."""


def pupil_lines(pupils: Iterable[str], matches: Sequence[PlayedMatch]) -> tuple[PupilLine, ...]:
    """A line per pupil, in the list's order, then players who are no longer in it.

    A player who took over in mid-game has played that match; the one who left has not.
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
