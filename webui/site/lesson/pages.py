"""A lesson of a class, prepared on one page and begun at all tables at once. For the teacher only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from random import SystemRandom
from typing import cast, get_args

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from referee.games import profile as game_with
from referee.options import values

from ...groups import Way
from ...store.classes import SchoolClass
from ...store.lessons import ClassLesson
from ...table.values.languages import LANGUAGES
from ...table.values.setup import Setup
from ...words import Words
from ...words.offer import games_offered
from ..context import Site, first_site, here
from ..deeds import REFUSED
from ..digits import whole
from ..new_form import Filled, played_last
from ..pages.classes import the_class
from ..pages.login import asked_in
from .asked import (
    interruption_asked,
    list_changed,
    may_interrupt,
    not_saved,
    reported,
    swapped,
    why_refused,
    with_class,
)
from .moving import setups_of, usual_profile
from .plan import LessonPlan, TableRefused, arranged, plan_sent, starts
from .round import (
    begin,
    emptied,
    in_play,
    known_of,
    lesson_of_today,
    make_changes,
    opened,
    tables_there,
    to_begin,
    today,
    written,
)
from .shown import met_again, name_of, newest_round, ways

routes = Blueprint("lesson", __name__, url_prefix="/enseignant/lecon/<int:number>")
USUAL_GROUP = 4
"""Pupils at a table of a class that has had no lesson yet."""
STAYS = {"spread": "fixed", "fit": "most"}
"""Who stays when the form is sent without a beginning, by the button's word; others keep their tables."""


@routes.get("")
def ask(number: int) -> str:
    """The page: the next round of today's lesson, or the first one, with everybody at a table."""
    school_class, first = the_class(number), first_site()
    return _drawn(school_class, _arranged(_proposed(school_class, first), school_class, first, "fixed"))


@routes.post("")
def change(number: int) -> Response | str | tuple[str, int]:
    """The form with what was changed, or, if it begins, all its tables; 422 and the form if one cannot begin."""
    school_class, first = the_class(number), first_site()
    if list_changed(school_class):
        return redirect(url_for("lesson.ask", number=number))
    plan = plan_sent(request.form, len(school_class.pupils))
    if (wanted := request.form.get("language", "")) in LANGUAGES:
        return asked_in(wanted, lambda: _drawn(school_class, plan))
    deed = request.form.get("do", "")
    if deed == "begin":
        return with_class(number, lambda school_class: _begun(school_class, first, plan))
    if deed == "free":
        plan = replace(plan, fixed=frozenset())
    if goes := _goes(plan, deed):
        return _drawn(school_class, plan.moved(goes))
    return _drawn(school_class, _arranged(plan, school_class, first, STAYS.get(deed, "all")))


def _goes(plan: LessonPlan, deed: str) -> Mapping[int, int]:
    """The new tables, 0 for none, of those whom the button moves."""
    if deed == "swap":
        return swapped({pupil: plan.at.get(pupil, 0) for pupil in plan.present})
    table = whole(deed.removeprefix("to-"))
    moved = plan.present.intersection(map(whole, request.form.getlist("moved")))
    return {} if table is None else dict.fromkeys(moved, table)


@routes.post("/finir")
def finish(number: int) -> Response:
    """Does what the newest round of today still owes its tables: the power failed between two of them."""
    return with_class(the_class(number).id, _finished)


def _finished(school_class: SchoolClass) -> Response:
    first = first_site()
    lesson = lesson_of_today(school_class, first)
    failed = make_changes(school_class, first, lesson) if lesson else ()
    left = to_begin(school_class, first, lesson.rounds[-1]) if lesson else ()
    return reported(school_class, first, (*failed, *begin(school_class, first, left)))


def _begun(school_class: SchoolClass, first: Site, plan: LessonPlan) -> Response | str | tuple[str, int]:
    """Begins the round, after asking once about all games that go on; a double tap begins it once."""
    lesson = lesson_of_today(school_class, first)
    rounds = len(lesson.rounds) if lesson else 0
    if rounds > (whole(request.form.get("rounds", "")) or 0):
        return redirect(url_for("teacher.show"))
    w, numbers = here(), [table.number for table in tables_there(first)]
    playing = plan.playing(numbers)
    # A table may have been taken away since the form was drawn; some wait because the teacher put them there.
    if any(plan.at.get(pupil, 0) not in (*playing, *((0,) if pupil in plan.fixed else ())) for pupil in plan.present):
        plan = _arranged(plan, school_class, first, "all")
    try:
        agreed = starts(plan, request.form, school_class.pupils, playing, w.language, rounds)
        if not agreed:
            return _drawn(school_class, plan, w.t("Nobody plays yet: tick who is here.")), 422
        with nullcontext() if first.tables is None else first.tables.taken_back():
            sites = opened(first, [start.table for start in agreed])
            empty = emptied(school_class, first, sites)
            places = [place for place in first.every_table() if place.number in (*sites, *(of.table for of in empty))]
            if not may_interrupt(going := in_play(places)):
                where = url_for("lesson.change", number=school_class.id)
                return interruption_asked(first, going, w.t("Yes, begin the round"), where)
            absent = [name for pupil, name in enumerate(school_class.pupils) if pupil not in plan.present]
            lesson = written(school_class, first, absent, agreed, plan.way, empty)
        failed = make_changes(school_class, first, lesson)
    except TableRefused as error:
        return _drawn(school_class, plan, _refused(w, error, first)), 422
    except REFUSED:
        return _drawn(school_class, plan, w.t("No game can begin like this: choose a game, and who plays.")), 422
    except OSError:
        return _drawn(school_class, plan, not_saved(w)), 503
    return reported(school_class, first, (*failed, *begin(school_class, first, agreed)))


def _refused(w: Words, error: TableRefused, first: Site) -> str:
    """Why a table cannot begin: a sentence."""
    name = next((name_of(w, table) for table in tables_there(first) if table.number == error.table), "")
    return w.t("%(table)s: %(why)s", table=name, why=why_refused(w, error.why))


def _arranged(plan: LessonPlan, school_class: SchoolClass, first: Site, stay: str) -> LessonPlan:
    numbers = [table.number for table in tables_there(first)]
    known = known_of(school_class, first, plan.way if stay == "fixed" else "")
    return arranged(plan, school_class.pupils, numbers, SystemRandom(), known, stay)


def _proposed(school_class: SchoolClass, first: Site) -> LessonPlan:
    """The plan at first: as in the class's last lesson; who is absent counts only today."""
    lessons = first.classes.lessons.of_class(school_class.id)
    present = frozenset(range(len(school_class.pupils)))
    if not lessons:
        few = max(1, round(len(present) / USUAL_GROUP)) if first.tables else 1
        tables = max(few, len(first.every_table()))
        return LessonPlan(_of_lesson(played_last(first.live.snapshot())), tables, present=present)
    return _as_last(lessons[-1], school_class, [table.number for table in tables_there(first)])


def _of_lesson(filled: Filled) -> Filled:
    """The same for the first lesson of a class: one game, in which all throw in turn if each has a frame.

    The bell may end it at any throw: then all have thrown as often, and nobody has waited for three whole games.
    """
    own = values(game_with(filled.profile or LessonPlan().profile)).get("frames") == "own"
    return replace(filled, games=1, options={**filled.options, **({"turns": "alternate"} if own else {})})


def _as_last(lesson: ClassLesson, school_class: SchoolClass, numbers: Sequence[int]) -> LessonPlan:
    """The plan of a lesson's newest round, with most tables' game, and each other one for its own table."""
    absent = lesson.absent if lesson.day == today() else ()
    of_round = lesson.rounds[-1]
    setups = setups_of(of_round)
    usual = usual_profile(setups)
    filled = next((_filled(setup) for setup in setups.values() if setup.profile == usual), Filled())
    given = {p.name: p.handicap for setup in setups.values() for p in setup.players if setup.profile == usual}
    return LessonPlan(
        filled,
        max((place for place, number in enumerate(numbers, 1) if number in setups), default=1),
        cast(Way, of_round.way) if of_round.way in get_args(Way) else "new",
        frozenset(pupil for pupil, name in enumerate(school_class.pupils) if name not in absent),
        own={table: setup.profile for table, setup in setups.items() if setup.profile != usual},
        handicaps={
            pupil: given[name] for pupil, name in enumerate(school_class.pupils) if given.get(name)
        },
    )


def _filled(setup: Setup) -> Filled:
    return Filled(setup.profile, dict(setup.options), games=setup.games, counts=setup.counts)


def _drawn(school_class: SchoolClass, plan: LessonPlan, wrong: str = "") -> str:
    w, first = here(), first_site()
    there = tables_there(first)
    numbers = [table.number for table in there]
    lesson = lesson_of_today(school_class, first)
    open_now = {place.number for place in first.every_table()}
    return render_template(
        "people/lesson.html",
        one=school_class,
        plan=plan,
        rounds=len(lesson.rounds) if lesson else 0,
        newest=newest_round(w, first, school_class),
        numbers=range(1, len(there) + 1),
        tables=[
            (table, name_of(w, table), table.number in open_now)
            for table in there[: plan.tables]
        ],
        playing=plan.playing(numbers),
        ways=ways(w),
        again=met_again(w, lesson, [[school_class.pupils[pupil] for pupil in plan.group(table)] for table in numbers]),
        games=games_offered(w, {"profile": plan.filled.profile, "options": plan.filled.options}),
        count=plan.filled.games,
        counts=plan.filled.counts,
        wrong=wrong,
    )
