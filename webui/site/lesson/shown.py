"""A lesson in words: its newest round, the names of tables, how pupils are spread."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from ...store.classes import SchoolClass
from ...store.lessons import still_to_begin
from ...store.tables import NamedTable
from ...words import Words
from ..context import Site
from .round import lesson_of_today, tables_there, to_begin


@dataclass(frozen=True)
class RoundShown:
    """The newest round of a class's lesson of today.

    Attributes:
        school_class: the class.
        number: of the round, from 1.
        at: its time of day.
        tables: how many play.
        left: the tables that still have to begin.
    """

    school_class: SchoolClass
    number: int
    at: str
    tables: int
    left: tuple[str, ...]


def newest_round(w: Words, first: Site, school_class: SchoolClass) -> RoundShown | None:
    """The newest round of a class's lesson of today; None if it has none. What has begun is noted."""
    lesson = lesson_of_today(school_class, first)
    if lesson is None:
        return None
    of_round = lesson.rounds[-1]
    with suppress(OSError):
        to_begin(school_class, first, of_round)
    begun = first.classes.find(school_class.id) or school_class
    left = {start.table for start in still_to_begin(of_round, [(game.table, game.id) for game in begun.games])}
    names = tuple(table_name(w, table) for table in tables_there(first) if table.number in left)
    at = datetime.fromisoformat(of_round.at).astimezone()
    return RoundShown(school_class, len(lesson.rounds), f"{at:%H:%M}", len(of_round.starts), names)


def table_name(w: Words, table: NamedTable) -> str:
    """ "Table 3", with the name that the teacher gave it: "Table 3, les hiboux"."""
    number = w.t("Table %(number)s", number=table.number)
    return f"{number}, {table.name}" if table.name else number


def ways(w: Words) -> Mapping[str, str]:
    """How pupils can be spread, in words."""
    return {
        "new": w.t("Not met yet"),
        "chance": w.t("At random"),
        "mixed": w.t("Strong with weak"),
        "hand": w.t("By hand"),
    }
