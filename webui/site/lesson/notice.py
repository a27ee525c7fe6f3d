"""What every screen says of the lesson: what the class has done together, that it is over, and who sits where now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from ...interrupted import ENDED
from ...live.classroom.card import early
from ...live.classroom.total import done_in
from ...store.classes import ClassGame, SchoolClass
from ...store.lessons import ClassLesson, LessonRound, PlayersChange, TableStart, newest_of
from ...store.tables import NamedTable
from ...table.results import DoneTogether
from ...table.values.setup import Setup
from ...table.values.view import View
from ...words.seats import next_says
from ..context import Site, first_site, here
from ..pages.fairness import midnight
from ..show.class_results import done_says
from .moving import class_game, next_of, played_in, playing
from .round import today

STEPS = 3
"""Places on the podium."""


@dataclass(frozen=True)
class Seating:
    """Who sits at a table once pupils have changed places, until somebody plays there.

    Attributes:
        key: another for each time that this changes.
        stay: who plays here.
        gone: who played here in the round before and plays elsewhere now, each with that table.
        rest: who played here and has no table in this round.
        again: they are seated anew, and not for the first time in the lesson.
    """

    key: str
    stay: tuple[str, ...]
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


@dataclass(frozen=True)
class PodiumStep:
    """A step of the podium.

    Attributes:
        place: from 1.
        tables: that share it.
        says: what was done at each of them.
    """

    place: int
    tables: tuple[NamedTable, ...]
    says: str


@dataclass(frozen=True)
class ClassroomNotice:
    """What the pages of all tables say of the lessons of today.

    Attributes:
        together: what the class of the newest has done in it, at all tables; without one, all classes since midnight.
        over: what stands where nobody plays once the newest is over; () while it goes on.
        podium: its best tables, if the teacher shows them once it is over.
        movers: who goes to which table, None for who looks on, in the order of the class, until the games go on.
    """

    together: tuple[str, ...]
    over: tuple[str, ...]
    podium: tuple[PodiumStep, ...]
    movers: tuple[tuple[str, NamedTable | None], ...]


def newest_lesson() -> ClassLesson | None:
    """The lesson of today, as `newest_of` has it."""
    return newest_of(lessons_today())


def lessons_today() -> tuple[ClassLesson, ...]:
    """Those of today, of whichever class."""
    return first_site().classes.lessons.of_day(today())


def classroom_now() -> ClassroomNotice:
    """What all tables' pages say now."""
    lesson, first = newest_lesson(), first_site()
    done = _done(first, lesson)
    together = done_says(here(), _sum(done), school=not lesson and len(first.classes.all()) > 1)
    if lesson is None or not lesson.ended:
        return ClassroomNotice(together, (), (), _movers(first, lesson))
    return ClassroomNotice(together, _over(done), podium_of(done) if lesson.podium else (), ())


def _done(first: Site, lesson: ClassLesson | None) -> Mapping[int, DoneTogether]:
    """What was done at each table in a lesson, or since midnight without one."""
    since = midnight(datetime.now().astimezone()) if lesson is None else lesson.rounds[0].at
    school_class = None if lesson is None else first.classes.find(lesson.school_class)
    mine = frozenset[ClassGame]() if lesson is None or school_class is None else school_class.games_in(lesson)
    return {
        place.number: done_in(
            place.live, [game for game in place.live.begun(since) if not lesson or class_game(place, game) in mine]
        )
        for place in first.every_table()
    }


def podium_of(done: Mapping[int, DoneTogether]) -> tuple[PodiumStep, ...]:
    """The three best tables; () for one alone, or where some played with tiles and others without."""
    kinds = [{number: of.closed for number, of in done.items()}, {number: of.finished for number, of in done.items()}]
    tiles, games = ({number: n for number, n in kind.items() if n} for kind in kinds)
    w, best = here(), tiles or games
    if (tiles and games) or len(best) < 2:
        return ()
    there = {n: tuple(table for table in _named() if best.get(table.number) == n) for n in {*best.values()}}
    ranked = [(1 + sum(other > n for other in best.values()), there[n], n) for n in sorted(there, reverse=True)]
    return tuple(
        PodiumStep(place, at, w.tn("%(n)s tile", "%(n)s tiles", n) if tiles else w.tn("%(n)s game", "%(n)s games", n))
        for place, at, n in ranked
        if place <= STEPS
    )


def podium_shown(school_class: SchoolClass) -> bool | None:
    """Whether the wall shows the podium of a class's lesson; None unless it is the day's newest, over, and has one."""
    lesson = newest_lesson()
    if lesson is None or not lesson.ended or lesson.school_class != school_class.id:
        return None
    return lesson.podium if podium_of(_done(first_site(), lesson)) else None


def _over(done: Mapping[int, DoneTogether]) -> tuple[str, ...]:
    """What stands where nobody plays once a lesson is over, in which this was done."""
    w = here()
    return *(w.t("%(done)s.", done=text) for text in done_says(w, _sum(done))), w.t("Well played, everybody!")


def _sum(done: Mapping[int, DoneTogether]) -> DoneTogether:
    return sum(done.values(), DoneTogether())


def lesson_at(place: Site, view: View) -> LessonNotice:
    """What a table's own pages say of the newest lesson of today."""
    today = lessons_today()
    lessons, newest = today if place.practice is None else (), newest_of(today)
    ended = _over(_done(first_site(), newest)) if view.game is None and newest is not None and newest.ended else ()
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


def _movers(first: Site, lesson: ClassLesson | None) -> tuple[tuple[str, NamedTable | None], ...]:
    """Who goes to which table, None for who looks on, in the order of the class, until the games need the wall."""
    school_class = first.classes.find(lesson.school_class) if lesson is not None else None
    if lesson is None or school_class is None or _played_at_last(first, lesson.rounds[-1]):
        return ()
    places = [(place, view) for place in first.every_table() if not played_in(view := place.live.snapshot())]
    at = [(place.named, seating) for place, view in places if (seating := _seating(lesson, place, view)) is not None]
    goes = {name: table for table, seating in at for name in seating.stay}
    elsewhere = {*lesson.rounds[-1].seated, *lesson.absent}
    listed = [name for name in school_class.pupils if name in goes or name not in elsewhere] if goes else []
    return tuple((name, goes.get(name)) for name in listed)


def _played_at_last(first: Site, of_round: LessonRound) -> bool:
    """Whether a round has got going: half of its tables have thrown, one is done, or it is no longer early.

    A table without a tablet never throws: the others' games must not wait for it.
    """
    views = [(place, place.live.snapshot()) for place in first.every_table()]
    begun = [
        (place, view, _waits(place, of_round.at, of_round.written_for(place.number)[-1], view))
        for place, view in views
        if (start := of_round.agreed.get(place.number)) is not None and view.game and (view.id or 0) > start.after
    ]
    played = [view for _, view, waits in begun if not waits]
    done = any(view.state in ENDED or not played_in(view) for view in played)  # or it plays again
    late = any(not early(view, place.live.unchanged) for place, view, _ in begun)
    return done or late or 2 * len(played) >= len(of_round.agreed)


def _seating(lesson: ClassLesson, place: Site, view: View) -> Seating | None:
    """The same, also for whom the first round has just seated."""
    *_, before, of_round = LessonRound("", ()), *lesson.rounds
    number, at, now = place.number, of_round.written_for(place.number), of_round.seated
    if lesson.ended or not (_waits(place, of_round.at, at[-1], view) if at else view.game is None):
        return None
    there = _before(before, of_round, number)
    left, listed = [name for name in there if now.get(name) != number], {one.number: one for one in _named()}
    gone = tuple((name, table) for name in left if (table := listed.get(now.get(name, 0))) is not None)
    waits = of_round.waiting(number, playing(view))
    stay = tuple(name for name, table in now.items() if table == number and name not in waits)
    rest = tuple(name for name in left if name not in now and name not in lesson.absent)
    rounds, again = len(lesson.rounds), len(lesson.rounds) > 1 or len(at) > 1
    return Seating(f"{rounds}.{len(at)}", stay, gone, rest, again) if stay or gone or rest else None


def _before(before: LessonRound, of_round: LessonRound, number: int) -> tuple[str, ...]:
    """Who sat at a table when somebody played there last, and with them whoever was to sit there since."""
    unplayed = of_round.unplayed(number)
    played = of_round.written_for(number)[: -len(unplayed)] if unplayed else ()
    was = played[-1].pupils if played else tuple(name for name, table in before.seated.items() if table == number)
    return tuple(dict.fromkeys([*was, *(name for one in unplayed[:-1] for name in one.pupils)]))


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
