"""A record in other programs' formats: JSON, spreadsheets, and what other backgammon programs open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Literal

from referee.games.backgammon import Backgammon
from referee.match import Match
from referee.record import Record

from ..words import words
from . import backgammon_mat, backgammon_sgf, sheets, spreadsheet, whole

OF_ALL = ("json", "csv", "ods")
OF_ONE_GAME: Mapping[str, tuple[str, ...]] = {Backgammon.name: ("mat", "sgf")}
"""A game -> the formats that only it has."""
FORMATS = (*OF_ALL, *chain(*OF_ONE_GAME.values()))
MULTIPLE = ("csv", "ods")
"""Formats that take several records."""


def formats_of(match: Match) -> tuple[str, ...]:
    """The formats that can hold a match."""
    return (*OF_ALL, *OF_ONE_GAME.get(match.game.name, ()))


def exported(
    records: Sequence[tuple[str, Record]], form: str, language: str, sheet: Literal["scores", "turns"] = "scores"
) -> bytes:
    """Records in a format of FORMATS; those outside MULTIPLE hold only the first.

    Args:
        records: each with its title.
        form: of FORMATS.
        language: of the sheets, one of `webui.words.LANGUAGES`.
        sheet: which table of csv; ods holds both.

    Raises CannotTell if the format cannot express the match.
    """
    w, (_, record) = words(language), records[0]
    match form:
        case "json":
            return whole.to_text(record).encode()
        case "ods":
            return spreadsheet.to_ods((sheets.scores(w, records), sheets.turns(w, records)), language)
        case "csv":
            table = sheets.scores(w, records) if sheet == "scores" else sheets.turns(w, records)
            return spreadsheet.to_csv(table, language)
        case "mat":
            return backgammon_mat.to_text(record).encode()
    return backgammon_sgf.to_text(record).encode()
