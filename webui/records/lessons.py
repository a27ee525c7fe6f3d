"""The lessons of a class, and who has come where in each: pure values, from records alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Generic

from ..store.lessons import ClassLesson
from ..table.results import DoneTogether
from ..words import Words
from .pupils import Played, PlayedMatch, PupilLine, players_of, pupil_lines
from .sheets import Sheet


@dataclass(frozen=True)
class LessonPlayed(Generic[Played]):
    """A day on which a class has played.

    Attributes:
        day: by the local clock.
        matches: those begun that day, oldest first.
        rounds: the round of the lesson in which each began, from 1; 0 for one that began outside a round.
    """

    day: date
    matches: tuple[Played, ...]
    rounds: tuple[int, ...]

    @property
    def done(self) -> DoneTogether:
        """What the class has done together."""
        return sum((match.results.done for match in self.matches), DoneTogether())

    @property
    def over(self) -> tuple[Played, ...]:
        """The matches that were played to their end."""
        return tuple(match for match in self.matches if match.over)


@dataclass(frozen=True)
class PupilPlace:
    """How a pupil did in a lesson.

    Attributes:
        place: from 1; equals share one.
        line: what the pupil has played in it.
        points: of the finished games of each round; None for a round without one.
    """

    place: int
    line: PupilLine
    points: tuple[int | None, ...]


def lessons_played(
    games: Iterable[tuple[int, int, Played]], planned: Iterable[ClassLesson] = ()
) -> tuple[LessonPlayed[Played], ...]:
    """The lessons of a class, oldest first; a match with an unreadable date belongs to none.

    Args:
        games: its matches, each with the numbers of its table and at that table, in the order in which they began.
        planned: the lessons of the class that were prepared, from which the rounds come.
    """
    prepared = {lesson.day: lesson for lesson in planned}
    days: dict[date, list[tuple[Played, int]]] = {}
    for table, number, match in games:
        day = day_of(match.started)
        if day is not None:
            of_round = _round(prepared.get(day.isoformat()), table, number)
            days.setdefault(day, []).append((match, of_round))
    return tuple(
        LessonPlayed(day, tuple(match for match, _ in played), tuple(of_round for _, of_round in played))
        for day, played in sorted(days.items())
    )


def day_of(started: str) -> date | None:
    """The local day of a match; None if its date is unreadable."""
    try:
        return datetime.fromisoformat(started).astimezone().date()
    except (ValueError, OverflowError):
        return None


def _round(lesson: ClassLesson | None, table: int, game: int) -> int:
    """The last round in which a table's game can have begun, from 1; 0 for none."""
    rounds = enumerate(lesson.rounds if lesson else (), 1)
    began = [
        number
        for number, of_round in rounds
        if any(start.table == table and game > start.after for start in of_round.starts)
    ]
    return max(began, default=0)


def standings(lesson: LessonPlayed[Played]) -> tuple[PupilPlace, ...]:
    """Who has come where, the first place first.

    By the average of the points if all finished one kind of game, else by the share of matches won: points of different
    games cannot be compared.
    """
    lines = [line for line in pupil_lines((), lesson.matches) if line.over]
    kinds = {(kind.game, kind.profile) for line in lines for kind in line.kinds}
    worth = {line.name: _worth(line, alone=len(kinds) == 1) for line in lines}
    ranked = sorted(lines, key=lambda line: (worth[line.name], line.name))
    better = [sum(worth[other.name] < worth[line.name] for other in lines) for line in ranked]
    return tuple(
        PupilPlace(count + 1, line, _points(line.name, lesson)) for line, count in zip(ranked, better, strict=True)
    )


def _worth(line: PupilLine, *, alone: bool) -> float:
    """How well a pupil did; the least is best."""
    if alone and line.kinds:
        (kind,) = line.kinds
        return kind.average if kind.point.fewest else -kind.average
    return -line.won / line.over


def _points(name: str, lesson: LessonPlayed[Played]) -> tuple[int | None, ...]:
    return tuple(_sum(name, matches) for _, matches in by_round(lesson))


def by_round(lesson: LessonPlayed[Played]) -> tuple[tuple[int, tuple[Played, ...]], ...]:
    """The rounds of a lesson in which a match was played to its end, with these."""
    played = list(zip(lesson.matches, lesson.rounds, strict=True))
    numbers = sorted({number for match, number in played if match.over})
    return tuple(
        (number, tuple(match for match, of_round in played if match.over and of_round == number))
        for number in numbers
    )


def _sum(name: str, matches: Iterable[PlayedMatch]) -> int | None:
    mine = ((match, players[name]) for match in matches if name in (players := players_of(match)))
    points = [n for match, player in mine for n in match.results.points_of(player)]
    return sum(points) if points else None


def lessons_sheet(w: Words, lessons: Sequence[LessonPlayed[Played]]) -> Sheet:
    """A line per lesson: what the class has done."""
    head = (w.t("Day"), w.t("Begun"), w.t("Played to the end"), w.t("Tiles closed"))
    rows = (
        (one.day.isoformat(), len(one.matches), len(one.over), one.done.closed) for one in lessons
    )
    return Sheet(w.t("Lessons"), head, tuple(rows))


def rounds_sheet(w: Words, lessons: Sequence[LessonPlayed[Played]]) -> Sheet:
    """A line per player of each match that was played to its end: the day, the round, who and how many points."""
    head = (w.t("Day"), w.t("Round"), w.t("Players"), w.t("Player"), w.t("Points"), w.t("Winner"))
    rows = (
        (
            one.day.isoformat(), number or None, w.all_of(match.names), name, _sum(name, [match]),
            w.t("yes") if name in match.winners else "",
        )
        for one in lessons
        for number, matches in by_round(one)
        for match in matches
        for name in match.names
    )  # fmt: skip
    return Sheet(w.t("Rounds"), head, tuple(rows))
