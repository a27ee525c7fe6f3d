"""A round of a lesson at the tables of the box: written first, then begun table by table.

Whatever interrupts it, `to_begin` finds the tables that have not begun, and `begin` begins them.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, date, datetime

from ...groups import KnownPupils
from ...interrupted import going_on
from ...records.pupils import players_of
from ...store.classes import ClassGame, SchoolClass
from ...store.lessons import ClassLesson, LessonRound, PlayersChange, TableStart, groups_of, still_to_begin
from ...store.tables import FIRST, MOST_TABLES, NamedTable, TableListError
from ...table.values.setup import Setup
from ...table.values.view import View
from ..context import Site
from ..deeds import REFUSED, do
from ..roles import Role
from .moving import class_game, make, playing

TODAY = 4
"""How many meetings of earlier lessons one of today's counts for."""
RECENT = 24
"""The newest games of a class from which the points of its pupils come."""


def tables_there(first: Site) -> tuple[NamedTable, ...]:
    """The open tables of the box, then those that it may open."""
    listed = {table.number: table for table in (first.tables.listed.all() if first.tables else ())}
    there = [listed.get(place.number, NamedTable(place.number)) for place in first.every_table()]
    free = [number for number in range(FIRST, MOST_TABLES + 1) if number not in listed]
    return (*there, *map(NamedTable, free if first.tables else ()))


def opened(first: Site, numbers: Iterable[int]) -> Mapping[int, Site]:
    """The sites at these tables by number; a table that the box does not have yet is added, and those before it.

    Those that cannot be opened are not among them. Raises OSError if the list of tables cannot be written.
    """
    wanted, tables = sorted(numbers), first.tables
    if tables is not None and any(first.at_table(number) is None for number in wanted):
        with suppress(TableListError):
            while tables.listed.find(wanted[-1]) is None:
                tables.listed.add()
        tables.open_all()
    sites = {number: first.at_table(number) for number in wanted}
    return {number: place for number, place in sites.items() if place is not None}


def tables_of(first: Site, games: Container[ClassGame | None]) -> Mapping[int, View]:
    """What stands at each table where the newest game is one of these."""
    views = [(place, place.live.snapshot()) for place in first.every_table()]
    return {
        place.number: view for place, view in views if view.game and class_game(place, view.id or 0) in games
    }


def lesson_tables(school_class: SchoolClass, first: Site, lesson: ClassLesson) -> Mapping[int, View]:
    """What stands at each table where the newest game is one of a lesson's, also one that began after its end."""
    begun = [class_game(place, game) for place, game in unnoted(school_class, first, lesson.rounds[-1])]
    return tables_of(first, {*school_class.games_in(replace(lesson, ended="")), *begun})


def seated(school_class: SchoolClass, first: Site) -> Mapping[str, int]:
    """The table of each pupil who plays a game of the class, or has just ended one: that of the newest game."""
    began = {(game.table, game.id): game.started for game in school_class.games}
    there = tables_of(first, school_class.games)
    at = sorted(there.items(), key=lambda one: (began[one[0], one[1].id or 0], one[0]))
    found = {name: number for number, view in at for name in playing(view)}
    return {name: number for name, number in found.items() if name in school_class.pupils}


def in_play(places: Iterable[Site]) -> Mapping[int, int]:
    """The number of the game that goes on at a table, of those where players would miss it."""
    views = {place.number: place.live.snapshot() for place in places}
    return {number: view.id or 0 for number, view in views.items() if going_on(view)}


def newest_games(sites: Mapping[int, Site]) -> Mapping[int, int]:
    """The number of the newest game at each of these tables, 0 for none."""
    return {number: max(place.live.begun(""), default=0) for number, place in sites.items()}


def emptied(school_class: SchoolClass, first: Site, numbers: Collection[int]) -> tuple[PlayersChange, ...]:
    """That the tables at which the class has played are free, but for those of these numbers."""
    at = tables_of(first, school_class.games)
    return tuple(PlayersChange(table, view.id or 0, ()) for table, view in at.items() if table not in numbers)


def written(
    school_class: SchoolClass, first: Site, absent: Iterable[str], starts: Iterable[TableStart], way: str,
    changes: tuple[PlayersChange, ...] = (),
) -> ClassLesson:
    """Today's lesson, written with this round as its newest. Raises OSError; then nothing has changed."""
    newest = newest_games({start.table: place for start in starts if (place := first.at_table(start.table))})
    now = datetime.now(UTC).isoformat(timespec="milliseconds")
    starts = tuple(replace(start, after=newest.get(start.table, 0)) for start in starts)
    return first.classes.lessons.add_round(school_class.id, today(), absent, LessonRound(now, starts, way, changes))


def begin(school_class: SchoolClass, first: Site, starts: Iterable[TableStart]) -> tuple[int, ...]:
    """Begins these games; the numbers of the tables that could not begin.

    A game that began but could not be noted as the class's is begun all the same: `to_begin` notes it later. At a table
    that comes to the lesson no tablet of those who played there before is missed.
    """
    failed, lesson = [], lesson_of_today(school_class, first)
    there = tables_of(first, school_class.games_in(lesson)) if lesson is not None else {}
    for start in starts:
        if start.table not in there:
            first.streams.opens(start.table)
        try:
            place = opened(first, [start.table])[start.table]
            view = do(place, {"action": "new_game", "setup": start.setup}, Role.TEACHER)
        except (*REFUSED, LookupError, OSError):
            failed.append(start.table)
            continue
        with suppress(OSError):
            _note(school_class, place, (view.id if view else None) or 0)
    return tuple(failed)


def _note(school_class: SchoolClass, place: Site, game: int) -> None:
    if (begun := class_game(place, game)) is not None:
        place.classes.begun(school_class.id, begun)


def note_new(place: Site, before: int, game: int) -> None:
    """Notes a game as its class's, as far as possible: its pupils alone play, and a lesson's game was there before."""
    line = place.live.game_line(game)
    for lesson in place.classes.lessons.of_day(today()):
        school_class = place.classes.find(lesson.school_class)
        if school_class is None or line is None or lesson.ended or not {*line.names} <= {*school_class.pupils}:
            continue
        if class_game(place, before) in school_class.games_in(lesson):
            with suppress(OSError):  # it has begun
                _note(school_class, place, game)


def to_begin(school_class: SchoolClass, first: Site, of_round: LessonRound) -> tuple[TableStart, ...]:
    """The tables of a round that have not begun. What has begun is noted as a game of the class, if it can be."""
    begun = unnoted(school_class, first, of_round)
    with suppress(OSError):
        for place, game in begun:
            _note(school_class, place, game)
    return still_to_begin(of_round, _noted(school_class, first) | {(place.number, game) for place, game in begun})


def unnoted(school_class: SchoolClass, first: Site, of_round: LessonRound) -> list[tuple[Site, int]]:
    """The games of a round that have begun and are not noted as the class's: the table of each, and its number."""
    noted, starts = _noted(school_class, first), of_round.agreed.values()
    return [begun for start in starts for begun in _begun(first, start, noted, of_round.rotas.get(start.table, ()))]


def _noted(school_class: SchoolClass, first: Site) -> frozenset[tuple[int, int]]:
    """Table and number of each game of a class, but for those that were erased: another may have their number."""
    places = {place.number: place for place in first.every_table()}
    return frozenset(
        (game.table, game.id)
        for game in school_class.games
        if (place := places.get(game.table)) is None or place.live.started(game.id) == game.started
    )


def _begun(
    first: Site, start: TableStart, noted: Collection[tuple[int, int]], rota: Collection[str]
) -> Iterable[tuple[Site, int]]:
    """The table's game, and the same played again, if they have begun but the power failed before that was noted.

    The same is that of the players who were there last, another may have taken somebody's place, or of those of a rota.
    What another class has begun is none of these.
    """
    place = first.at_table(start.table)
    if place is None:
        return
    newest = max((game for table, game in noted if table == start.table), default=0)
    before = place.live.game_line(newest) if newest > start.after else None
    for number in place.live.begun(""):
        line = place.live.game_line(number) if number > max(start.after, newest) else None
        if line is not None and place.classes.title_of(ClassGame(number, line.started, place.number)):
            continue
        again = before is not None and line is not None and _same(before.setup, line.setup, rota)
        if line is not None and (again or start.is_begun_by(number, line.setup)):
            before = line
            yield place, number


def _same(before: Setup, after: Setup, rota: Collection[str]) -> bool:
    """Whether a game is another again, with the same players or those of a rota."""
    agreed, again = (setup.to_json() | {"players": ()} for setup in (before, after))
    return after == before or (agreed == again and {*after.names} <= {*rota})


def make_changes(school_class: SchoolClass, first: Site, lesson: ClassLesson) -> tuple[int, ...]:
    """Makes the changes of players that the newest round still owes; the numbers of the tables where that fails.

    If it cannot be noted that they are made, the round goes on to owe them: to make them again changes nothing.
    """
    *before, of_round = lesson.rounds
    failed = []
    for change in of_round.left:
        place = first.at_table(change.table)
        try:
            if place is not None:
                make(place, change)
        except (*REFUSED, OSError):
            failed.append(change.table)
    made = of_round.made({change.table for change in of_round.left} - set(failed))
    if made != of_round:
        with suppress(OSError):
            first.classes.lessons.keep(replace(lesson, rounds=(*before, made)))
    return tuple(failed)


def today() -> str:
    """The day of a lesson that is held now, as the box's calendar says."""
    return date.today().isoformat()


def lesson_of_today(school_class: SchoolClass, first: Site) -> ClassLesson | None:
    """The lesson of a class that has begun today, or None."""
    lessons = first.classes.lessons.of_class(school_class.id)
    return next((lesson for lesson in lessons if lesson.day == today()), None)


def known_of(school_class: SchoolClass, first: Site, way: str) -> KnownPupils:
    """What is known of a class to spread it: who has played with whom, today's meetings before all.

    How well each has played lately is known too if the way asks for it: reading games takes time.
    """
    lessons = first.classes.lessons.of_class(school_class.id)
    groups = [(groups_of([lesson]), TODAY if lesson.day == today() else 1) for lesson in lessons]
    past = [group for of_lesson, times in groups for group in of_lesson * times]
    return KnownPupils(past, points_of(school_class, first) if way == "mixed" else {})


def points_of(school_class: SchoolClass, first: Site) -> Mapping[str, float]:
    """How well pupils have played in the newest games of a class: the average of 0, as the last, to 1, as the first.

    Points of different games cannot be added: in one the most win, in another the fewest.
    """
    found: dict[str, list[float]] = {}
    for game in school_class.games[-RECENT:]:
        place = first.at_table(game.table)
        line = place.live.game_line(game.id) if place is not None else None
        if line is None or line.started != game.started or not line.winners:
            continue
        points = {name: sum(line.results.points_of(player)) for name, player in players_of(line).items()}
        lowest, highest = min(points.values()), max(points.values())
        if lowest == highest:
            continue
        best = sum(points[winner] for winner in line.winners) / len(line.winners)
        for name, mine in points.items():
            share = (mine - lowest) / (highest - lowest)
            found.setdefault(name, []).append(share if best * 2 >= lowest + highest else 1 - share)
    return {name: sum(shares) / len(shares) for name, shares in found.items()}
