"""What every screen says of the lesson: what the class has done together, that it is over, and who sits where now."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from ...live.classroom.total import done_at, done_in
from ...store.lessons import ClassLesson
from ...store.tables import NamedTable
from ...table.results import DoneTogether
from ...table.values.view import View
from ..context import Site, first_site, here
from ..pages.fairness import midnight
from ..show.class_results import done_says
from .round import games_of, today


@dataclass(frozen=True)
class Seating:
    """Who sits at a table in a new round, until somebody throws there.

    Attributes:
        round: its number, from 1.
        stay: who plays here.
        gone: who played here in the round before and plays elsewhere now, each with that table.
        rest: who played here and has no table in this round.
    """

    round: int
    stay: tuple[str, ...]
    gone: tuple[tuple[str, NamedTable], ...]
    rest: tuple[str, ...]


def newest_lesson() -> ClassLesson | None:
    """The lesson of today, of whichever class, whose newest round is the newest; None before the first.

    One that goes on comes before all that have ended, and of those the one that ended last.
    """
    lessons = (lesson for lesson in first_site().classes.lessons.all() if lesson.day == today())
    return max(lessons, key=lambda one: (not one.ended, one.ended or one.rounds[-1].at), default=None)


def together() -> tuple[str, ...]:
    """What the class of the newest lesson of today has done together in it, at all tables.

    Without one, what all classes have done since midnight.
    """
    lesson, first = newest_lesson(), first_site()
    if lesson is not None:
        return done_says(here(), _done(first, lesson))
    done = done_at((place.live for place in first.every_table()), midnight(datetime.now().astimezone()))
    return done_says(here(), done, school=len(first.classes.all()) > 1)


def _done(first: Site, lesson: ClassLesson) -> DoneTogether:
    games, since = games_of(first.classes.find(lesson.school_class), lesson), lesson.rounds[0].at
    tables = [(place.number, place.live) for place in first.every_table()]
    return sum(
        (done_in(live, [game for game in live.begun(since) if (number, game) in games]) for number, live in tables),
        DoneTogether(),
    )


def lesson_over() -> tuple[str, ...]:
    """What stands where nobody plays once the newest lesson of today is over; () while it goes on."""
    lesson, w = newest_lesson(), here()
    if lesson is None or not lesson.ended:
        return ()
    return *(w.t("%(done)s.", done=text) for text in together()), w.t("Well played, everybody!")


def over_at(view: View) -> tuple[str, ...]:
    """The same for a table; () where something is played."""
    return lesson_over() if view.game is None else ()


def seating_at(place: Site, view: View) -> Seating | None:
    """Who sits at a table in the newest round of today, and where the others have gone; None if nobody has to know.

    That is so in the first round, after it, and once somebody has thrown at the table.
    """
    lesson = None if view.throws or place.practice is not None else newest_lesson()
    if lesson is None or lesson.ended or len(lesson.rounds) < 2:
        return None
    *_, before, of_round = lesson.rounds
    start = of_round.agreed.get(place.number)
    if (view.id or 0) <= start.after if start else view.game is not None:
        return None
    now, listed = of_round.seated, {table.number: table for table in _named()}
    left = [name for name, table in before.seated.items() if table == place.number != now.get(name)]
    gone = tuple(
        (name, table)
        for name in left
        if (table := listed.get(now.get(name, 0))) is not None
    )
    stay = tuple(name for name, table in now.items() if table == place.number)
    rest = tuple(name for name in left if name not in now and name not in lesson.absent)
    return Seating(len(lesson.rounds), stay, gone, rest) if stay or gone or rest else None


def _named() -> tuple[NamedTable, ...]:
    return tuple(place.named for place in first_site().every_table())
