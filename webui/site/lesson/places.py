"""Who plays where now: a child comes late, leaves or changes table, and tables merge, while a round goes on."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import replace
from zlib import crc32

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ...store.classes import SchoolClass
from ...store.lessons import MOST_STARTS, ClassLesson, LessonRound
from ...store.tables import MOST_TABLES, NamedTable
from ...table.values.actions import Join, Leave, ReplacePlayer
from ...table.values.languages import LANGUAGES
from ...words import Words
from ...words.seats import NOBODY_JOINS, next_says
from ..context import Site, first_site, here
from ..digits import whole
from ..pages.classes import the_class
from ..pages.login import asked_in
from .asked import (
    INTERRUPTS,
    as_agreed,
    list_changed,
    may_interrupt,
    not_saved,
    reported,
    swapped,
    why_refused,
    with_class,
)
from .moving import TableMove, moves_of
from .notice import lessons_today, next_at
from .round import begin, lesson_of_today, make_changes, newest_games, opened, seated, tables_there
from .shown import name_of

routes = Blueprint("places", __name__, url_prefix="/enseignant/lecon/<int:number>/places")
BENCH, ABSENT = 0, -1
"""Where a pupil is who plays at no table: among those who look on, or not there at all."""
WORDS = {"out": ABSENT}
"""What the form writes for a place that has no number."""


@routes.get("")
def show(number: int) -> str:
    """The page; without a lesson that goes on, the one that has to be prepared first."""
    school_class, first, lesson = _going_on(number)
    return _drawn(school_class, first, lesson, _as_they_are(school_class, first, lesson))


@routes.post("")
def change(number: int) -> Response | str | tuple[str, int]:
    """The page with those moved whom the teacher moved; or, if it begins, what is wanted is done at every table."""
    school_class, first, lesson = _going_on(number)
    wanted, old = _sent(school_class, first, lesson), _version(lesson) != request.form.get("version", "")
    if list_changed(school_class) or (old and wanted != _as_they_are(school_class, first, lesson)):
        return redirect(url_for("places.show", number=number))
    if (language := request.form.get("language", "")) in LANGUAGES:
        return asked_in(language, lambda: _drawn(school_class, first, lesson, wanted))
    if request.form.get("do") != "begin":
        return _drawn(school_class, first, lesson, wanted)
    return with_class(number, lambda one: _changed(one, first, lesson_of_today(one, first) or lesson, wanted))


def _going_on(number: int) -> tuple[SchoolClass, Site, ClassLesson]:
    """A class, the first table, and the class's lesson; without one that goes on, leads to where it is prepared."""
    school_class, first = the_class(number), first_site()
    lesson = lesson_of_today(school_class, first)
    if lesson is None or lesson.ended:
        abort(redirect(url_for("lesson.ask", number=number)))
    return school_class, first, lesson


def _version(lesson: ClassLesson) -> str:
    """Another for each round, and for each change of places in it: what another page has changed is shown first."""
    return f"{len(lesson.rounds)}.{crc32(repr(lesson.rounds[-1]).encode()):x}"


def _changed(
    school_class: SchoolClass, first: Site, lesson: ClassLesson, wanted: Mapping[int, int]
) -> Response | str | tuple[str, int]:
    """Writes what is wanted, then does it; first shows it again if it interrupts a game that was not agreed on."""
    moves = _moves(school_class, first, lesson, wanted)
    if any(move.wrong for move in moves):
        return _drawn(school_class, first, lesson, wanted), 422
    if not may_interrupt(_interrupted(moves)):
        return _drawn(school_class, first, lesson, wanted)
    try:
        with nullcontext() if first.tables is None else first.tables.taken_back():
            newest = newest_games(opened(first, [move.table for move in moves]))
            starts = [
                replace(start, after=newest.get(start.table, 0)) for move in moves if (start := move.start) is not None
            ]
            changes = [change for move in moves if (change := move.change) is not None]
            absent = [school_class.pupils[pupil] for pupil, table in wanted.items() if table == ABSENT]
            *before, of_round = lesson.rounds
            rotas = _rotas(school_class, of_round, moves, wanted)
            changed = replace(of_round.changed(starts, changes), rotas=rotas, turns=_turns(first, of_round, rotas))
            written = first.classes.lessons.keep(replace(lesson, absent=tuple(absent), rounds=(*before, changed)))
    except OSError:
        return _drawn(school_class, first, lesson, wanted, not_saved(here())), 503
    failed = make_changes(school_class, first, written)
    first.draw_again()
    return reported(school_class, first, (*failed, *begin(school_class, first, starts)))


def _rotas(
    school_class: SchoolClass, of_round: LessonRound, moves: tuple[TableMove, ...], wanted: Mapping[int, int]
) -> dict[int, tuple[str, ...]]:
    """Who takes turns at each table where somebody waits, once this is done."""
    at = {school_class.pupils[pupil]: table for pupil, table in wanted.items()}
    left = {
        table: tuple(name for name in rota if at.get(name) == table) for table, rota in of_round.rotas.items()
    }
    return {
        **{table: rota for table, rota in left.items() if table not in {move.table for move in moves}},
        **{move.table: (*move.names, *move.waits) for move in moves if move.waits},
    }


def _turns(
    first: Site, of_round: LessonRound, rotas: Mapping[int, tuple[str, ...]]
) -> tuple[tuple[str, ...], ...]:
    """Who has played together in a rota that is over once it is one of these."""
    over = [of for of in of_round.rotas.items() if not {*of[1]} <= {*rotas.get(of[0], ())}]
    lines = [
        (rota, place.live.game_line(game))
        for table, rota in over
        if (place := first.at_table(table)) is not None
        for game in place.live.begun(of_round.at)
    ]
    played = [line.names for rota, line in lines if line is not None and {*line.names} <= {*rota}]
    return tuple(dict.fromkeys([*of_round.turns, *played]))[-MOST_STARTS:]


def _as_they_are(school_class: SchoolClass, first: Site, lesson: ClassLesson) -> Mapping[int, int]:
    """Where each pupil is now."""
    opened_now = {place.number for place in first.every_table()}
    at = {name: table for table, names in lesson.rounds[-1].rotas.items() if table in opened_now for name in names}
    at |= seated(school_class, first)
    away = dict.fromkeys(lesson.absent, ABSENT)
    return {pupil: at.get(name, away.get(name, BENCH)) for pupil, name in enumerate(school_class.pupils)}


def _sent(school_class: SchoolClass, first: Site, lesson: ClassLesson) -> Mapping[int, int]:
    """Where each pupil is to be: as the form says, with those moved whom its button moves, or swaps."""
    now = _as_they_are(school_class, first, lesson)
    sent = {pupil: _place(request.form.get(f"at-{pupil}", "")) for pupil in now}
    at = {pupil: now[pupil] if table is None else table for pupil, table in sent.items()}
    deed, moved = request.form.get("do", ""), request.form.getlist("moved")
    if deed == "swap":
        return {**at, **swapped(at)}
    if (to := _place(deed.removeprefix("to-"))) is None:
        return at
    return {pupil: to if {str(pupil), f"table-{place}"} & {*moved} else place for pupil, place in at.items()}


def _place(text: str) -> int | None:
    number = WORDS.get(text, whole(text))
    return None if number is None or number > MOST_TABLES else number


def _moves(
    school_class: SchoolClass, first: Site, lesson: ClassLesson, wanted: Mapping[int, int]
) -> tuple[TableMove, ...]:
    def tables(at: Mapping[int, int]) -> Mapping[str, int]:
        return {school_class.pupils[pupil]: table for pupil, table in at.items() if table > BENCH}

    now = {name: table for name, table in seated(school_class, first).items() if table > BENCH}
    return moves_of(now, tables(wanted), {place.number: place for place in first.every_table()}, lesson)


def _interrupted(moves: tuple[TableMove, ...]) -> Mapping[int, int]:
    return {move.table: move.game for move in moves if move.interrupts}


def _tables(first: Site) -> tuple[NamedTable, ...]:
    """The open tables, and one more if the box may open it."""
    return tables_there(first)[: len(first.every_table()) + 1]


def _drawn(
    school_class: SchoolClass, first: Site, lesson: ClassLesson, wanted: Mapping[int, int], failed: str = ""
) -> str:
    w, moves, tables = here(), _moves(school_class, first, lesson, wanted), _tables(first)
    going = _interrupted(moves)
    lessons, now = lessons_today(), _as_they_are(school_class, first, lesson)
    words = {place: word for word, place in WORDS.items()}
    return render_template(
        "people/places.html",
        one=school_class,
        version=_version(lesson),
        at={pupil: words.get(table, table) for pupil, table in wanted.items()},
        tables=[(table, name_of(w, table)) for table in tables],
        groups={table: [pupil for pupil, at in wanted.items() if at == table] for table in set(wanted.values())},
        moved={pupil for pupil, table in wanted.items() if table != now[pupil]},
        wanted=wanted != now,
        wrong=[move.table for move in moves if move.wrong],
        says={
            **{place.number: next_at(lessons, place, place.live.snapshot()) for place in first.every_table()},
            **{move.table: move_says(w, move, first) for move in moves},
        },
        going=[name_of(w, table) for table in tables if table.number in going],
        failed=failed,
        interrupts=(INTERRUPTS, as_agreed(going)),
    )


def move_says(w: Words, move: TableMove, first: Site) -> str:
    """What a change comes to at a table: sentences."""
    if move.wrong is not None:
        return why_refused(w, move.wrong)
    if move.deeds is not None:
        place = first.at_table(move.table)
        at = {player.seat: player.name for player in place.live.snapshot().players} if place else {}
        said = [_deed_says(w, deed, at) for deed in move.deeds if isinstance(deed, ReplacePlayer | Leave | Join)]
        why = [w.t(NOBODY_JOINS[move.why_not])] if move.why_not else []
        after = "" if move.after is None else next_says(w, move.names, move.after)
        now = [w.t("The game goes on."), *said] if said or not move.waits else why
        return " ".join([*now, *filter(None, [after])])
    if move.interrupts and move.why_not:
        then = w.t(
            "If you change places now, the game that goes on is kept, and a new one waits: %(names)s.",
            names=w.all_of(move.names),
        )
        return f"{w.t(NOBODY_JOINS[move.why_not])} {then}"
    kept = [w.t("The game that goes on is kept.")] if move.interrupts else []
    if not move.names:
        return " ".join([*kept, w.t("The table is free then.")])
    return " ".join([*kept, w.t("A new game begins: %(names)s.", names=w.all_of(move.names))])


def _deed_says(w: Words, deed: ReplacePlayer | Leave | Join, at: Mapping[int, str]) -> str:
    if isinstance(deed, ReplacePlayer):
        return w.t("%(name)s plays on for %(other)s.", name=deed.name, other=at.get(deed.seat, ""))
    if isinstance(deed, Leave):
        return w.t("%(name)s leaves.", name=at.get(deed.seat, ""))
    if at.get(deed.seat) == deed.name:
        return w.t("%(name)s is back at the own place.", name=deed.name)
    if deed.seat in at:
        return w.t("%(name)s plays on for %(other)s.", name=deed.name, other=at[deed.seat])
    return w.t("%(name)s plays from now on, last.", name=deed.name)
