"""A lesson in words: its newest round, the names of tables, how pupils are spread."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from ...groups import meetings
from ...interrupted import under_way
from ...store.classes import SchoolClass
from ...store.lessons import ClassLesson, groups_of
from ...store.tables import NamedTable
from ...words import Words
from ..context import Site
from ..show.card import table_name
from .moving import is_made
from .round import lesson_of_today, lesson_tables, to_begin

NAMED = 4
"""How many pairs that meet again are named."""


@dataclass(frozen=True)
class RoundShown:
    """The newest round of a class's lesson of today.

    Attributes:
        school_class: the class.
        number: of the round, from 1.
        at: its time of day.
        tables: how many play.
        left: the tables that still have to begin; after the end, those where a game of the lesson still goes on.
        changing: those where pupils still have to change places.
        ended: the lesson is over.
    """

    school_class: SchoolClass
    number: int
    at: str
    tables: int
    left: tuple[str, ...]
    changing: tuple[str, ...]
    ended: bool = False


def newest_round(w: Words, first: Site, school_class: SchoolClass) -> RoundShown | None:
    """The newest round of a class's lesson of today; None if it has none. What has begun is noted."""
    lesson = lesson_of_today(school_class, first)
    if lesson is None:
        return None
    of_round = lesson.rounds[-1]
    at = datetime.fromisoformat(of_round.at).astimezone()
    shown = RoundShown(school_class, len(lesson.rounds), f"{at:%H:%M}", len(of_round.agreed), (), ())
    if lesson.ended:
        on = [table for table, view in lesson_tables(school_class, first, lesson).items() if under_way(view)]
        return replace(shown, ended=True, left=names_of(w, first, on))
    left = {start.table for start in to_begin(school_class, first, of_round)}
    views = {place.number: place.live.snapshot() for place in first.every_table()}
    owed = [one.table for one in of_round.left if one.table in views and not is_made(views[one.table], one)]
    return replace(shown, left=names_of(w, first, left), changing=names_of(w, first, owed))


def name_of(w: Words, table: NamedTable) -> str:
    """What a table is called."""
    return table_name(w, table.number, table.name)


def names_of(w: Words, first: Site, numbers: Collection[int]) -> tuple[str, ...]:
    """What the tables of these numbers are called, also those that are not open."""
    listed = {table.number: table for table in (first.tables.listed.all() if first.tables else ())}
    return tuple(name_of(w, listed.get(number, NamedTable(number))) for number in sorted(set(numbers)))


def ways(w: Words) -> Mapping[str, str]:
    """How pupils can be spread, in words."""
    return {
        "new": w.t("Not met yet"),
        "chance": w.t("At random"),
        "mixed": w.t("Strong with weak"),
        "hand": w.t("By hand"),
    }


def met_again(w: Words, lesson: ClassLesson | None, groups: Iterable[Sequence[str]]) -> str:
    """Who of these groups has played together today: a sentence; "" in the first round."""
    if lesson is None:
        return ""
    before, now = meetings(groups_of([lesson])), meetings(groups)
    again = [w.all_of(pair) for pair in map(sorted, now) if frozenset(pair) in before]
    if not again:
        return w.t("Today nobody meets again.")
    shown = again if len(again) <= NAMED else again[: NAMED - 1]
    more = [w.tn("%(n)s other pair", "%(n)s other pairs", len(again) - len(shown))] if shown is not again else []
    return w.t("Today they meet again: %(pairs)s.", pairs=" · ".join([*shown, *more]))
