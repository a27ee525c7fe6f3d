"""What every screen says of the lesson: what the class has done together, that it is over, and who sits where now."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from ...live.classroom.total import done_at, done_in
from ...store.lessons import ClassLesson, LessonRound, PlayersChange, TableStart, newest_of
from ...store.tables import NamedTable
from ...table.results import DoneTogether
from ...table.values.setup import Setup
from ...table.values.view import View
from ...words.seats import next_says
from ..context import Site, first_site, here
from ..pages.fairness import midnight
from ..show.class_results import done_says
from .moving import next_of, played_in, playing
from .round import games_of, today


@dataclass(frozen=True)
class Seating:
    """Who sits at a table once pupils have changed places, until somebody plays there.

    Attributes:
        key: another for each time that this changes.
        stay: who plays here.
        come: those of them who have played elsewhere before, or nowhere.
        gone: who played here in the round before and plays elsewhere now, each with that table.
        rest: who played here and has no table in this round.
        again: they are seated anew, and not for the first time in the lesson.
    """

    key: str
    stay: tuple[str, ...]
    come: tuple[str, ...]
    gone: tuple[tuple[str, NamedTable], ...]
    rest: tuple[str, ...]
    again: bool


@dataclass(frozen=True)
class LessonNotice:
    """What a table's own pages say of a lesson.

    Attributes:
        ended: what stands where nobody plays once it is over; () while it goes on, and where something is played.
        seating: who sits there, and where the others have gone; None if nobody has to know: in the first round until
            pupils change places, after the lesson, and once somebody has played there.
        next: who comes into the next game; "" for nobody.
    """

    ended: tuple[str, ...]
    seating: Seating | None
    next: str


def newest_lesson() -> ClassLesson | None:
    """The lesson of today, as `newest_of` has it."""
    return newest_of(lessons_today())


def lessons_today() -> tuple[ClassLesson, ...]:
    """Those of today, of whichever class."""
    return first_site().classes.lessons.of_day(today())


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


def lesson_at(place: Site, view: View) -> LessonNotice:
    """What a table's own pages say of the newest lesson of today."""
    ended = lesson_over() if view.game is None else ()
    lessons = lessons_today() if place.practice is None else ()
    lesson = newest_of(lessons)
    seating = _seating(lesson, place, view) if lesson is not None else None
    seating = seating if seating is not None and seating.again else None
    return LessonNotice(ended, seating, next_at(lessons, place, view))


def next_at(lessons: Iterable[ClassLesson], place: Site, view: View) -> str:
    """Who comes into the next game of a table, and who makes room, in lessons of today: a sentence; "" for nobody."""
    after = next_here(lessons, place, view)
    return "" if after is None else next_says(here(), playing(view), after)


def next_here(lessons: Iterable[ClassLesson], place: Site, view: View) -> Setup | None:
    """The next game of a table where somebody waits for it, as `next_of` has it."""
    there = playing(view)
    waited = [lesson for lesson in lessons if lesson.waiting(place.number, there)]
    line = place.live.game_line(view.id or 0) if waited else None
    return None if line is None else next_of(place, waited, line.setup, there)


def movers() -> tuple[tuple[str, NamedTable | None], ...]:
    """Who goes to which table, None for who looks on, in the order of the class, until somebody plays there."""
    first, lesson = first_site(), newest_lesson()
    school_class = first.classes.find(lesson.school_class) if lesson is not None else None
    if lesson is None or school_class is None:
        return ()
    places = [(place, view) for place in first.every_table() if not played_in(view := place.live.snapshot())]
    at = [(place.named, seating) for place, view in places if (seating := _seating(lesson, place, view)) is not None]
    goes = {name: table for table, seating in at for name in seating.come}
    rests = {name for _, seating in at for name in seating.rest} if goes else set()
    return tuple((name, goes.get(name)) for name in school_class.pupils if name in goes or name in rests)


def _seating(lesson: ClassLesson, place: Site, view: View) -> Seating | None:
    """The same, also for whom the first round has just seated."""
    *_, before, of_round = LessonRound("", ()), *lesson.rounds
    number, at, now = place.number, of_round.written_for(place.number), of_round.seated
    if lesson.ended or not (_waits(place, of_round.at, at[-1], view) if at else view.game is None):
        return None
    was, there = _before(before, of_round, number)
    left, listed = [name for name in there if now.get(name) != number], {one.number: one for one in _named()}
    gone = tuple((name, table) for name in left if (table := listed.get(now.get(name, 0))) is not None)
    waits = of_round.waiting(number, playing(view))
    stay = tuple(name for name, table in now.items() if table == number and name not in waits)
    rest = tuple(name for name in left if name not in now and name not in lesson.absent)
    come = tuple(name for name in stay if name not in was)
    rounds, again = len(lesson.rounds), len(lesson.rounds) > 1 or len(at) > 1
    return Seating(f"{rounds}.{len(at)}", stay, come, gone, rest, again) if stay or gone or rest else None


def _before(before: LessonRound, of_round: LessonRound, number: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Who sat at a table when somebody played there last, and with them whoever was to sit there since."""
    unplayed = of_round.unplayed(number)
    played = of_round.written_for(number)[: -len(unplayed)] if unplayed else ()
    was = played[-1].pupils if played else tuple(name for name, table in before.seated.items() if table == number)
    return was, tuple(dict.fromkeys([*was, *(name for one in unplayed[:-1] for name in one.pupils)]))


def _waits(place: Site, since: str, newest: TableStart | PlayersChange, view: View) -> bool:
    """Whether what was written last for a table is done, and nobody has played there since, nor begun it again."""
    if view.game is None or not newest.pupils:
        return view.game is None and not newest.pupils
    if played_in(view) > newest.played:
        return False
    if isinstance(newest, PlayersChange):
        return view.id == newest.game and {*playing(view)} == {*newest.pupils}
    return view.id == min((game for game in place.live.begun(since) if game > newest.after), default=None)


def _named() -> tuple[NamedTable, ...]:
    return tuple(place.named for place in first_site().every_table())
