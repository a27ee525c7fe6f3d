"""The table for a projector: the board, one sentence as large as it may be, and the scores as a race towards 0."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...words import words
from ..show.scores import lines
from .page import Page, page

View = Mapping[str, Any]

SIZES = (20, 17, 15, 13, 11, 9, 8)
"""Sizes of the sentence, in hundredths of its column's width; 20 is three times that of the table's page."""

LETTER, LINE = 0.64, 1.1
"""Width of a heavy letter and height of a line, in sizes of the letters."""

NARROW = frozenset("iljft!.,:;'’- _")
"""Letters and signs that take half a place; _ stands for a space that is not broken at."""

ROOM, ROW, LOW_ROW = 118, 11, 8.5
"""Height for all sentences without a race, and what a row of the race takes, in hundredths of the column's width."""

SIGNED = ("ask", "refused", "end")
"""Tones with a sign before the sentence."""

MANY = 6
"""Of more players two share a row, which is lower."""

SMALL, SMALL_LETTER, SMALL_LINE = 7.2, 0.56, 1.35
"""The same of the smaller sentences, and their size."""

MOST_SAID = 2
"""Smaller sentences below the large one."""


@dataclass(frozen=True)
class Racer:
    """A player in the race from the points of all tiles to none.

    Attributes:
        name, colour, shape: the player.
        points, total: of the running game, and of the series.
        way: how much of the way lies behind, 0 to 100.
        turn, winner: plays now; has won what has just ended.
    """

    name: str
    colour: str
    shape: str
    points: int
    total: int
    way: int
    turn: bool
    winner: bool


@dataclass(frozen=True)
class Wall:
    """All that the projector shows.

    Attributes:
        page: the board and the sentences, drawn as for who only looks on.
        says: the smaller sentences.
        size: of the large sentence, one of SIZES.
        racers: in playing order.
        start: the points of all tiles, where the race begins.
        series: totals are told, too.
    """

    page: Page
    says: tuple[str, ...]
    size: int
    racers: tuple[Racer, ...]
    start: int
    series: bool


def wall(view: View, language: str) -> Wall:
    """What the projector shows of a view, in a language of `webui.words.LANGUAGES`."""
    shown = page(view, language)
    says = shown.now.says[:MOST_SAID]
    tiles = int((view.get("game") or {}).get("tiles", 9))
    start = max([tiles * (tiles + 1) // 2, *(line.score for line in lines(words(language), view))])
    racers = tuple(
        Racer(
            line.name,
            line.colour,
            line.shape,
            line.score,
            line.total,
            100 * (start - line.score) // start,
            line.turn,
            line.winner,
        )
        for line in lines(words(language), view)
    )
    headline = shown.now.headline if shown.now.tone not in SIGNED else f"__ {shown.now.headline}"
    return Wall(shown, says, fitting(headline, says, len(racers)), racers, start, shown.series)


def fitting(text: str, says: Sequence[str] = (), players: int = 4) -> int:
    """The greatest of SIZES at which a text fits its column; the least where none does.

    Args:
        text: the large sentence.
        says: the smaller ones below it.
        players: in the race below that.
    """
    race = players * ROW if players <= MANY else (players + 1) // 2 * LOW_ROW
    room = ROOM - race - sum(_rows(one, SMALL * SMALL_LETTER) * SMALL * SMALL_LINE for one in says)
    return next((size for size in SIZES if _rows(text, size * LETTER) * size * LINE <= room), SIZES[-1])


def _rows(text: str, letter: float) -> float:
    """The rows of a text in a column 100 wide, broken at spaces and hyphens; endless where a word is too wide."""
    wide, rows, at = 100 / letter, 1, 0.0
    for part in re.findall(r"[^\s-]+-?|\s", text.replace("\u202f", "_").replace("\u00a0", "_")):
        width = _width(part.rstrip())
        if width > wide:
            return float("inf")
        if at + width > wide:
            rows, at = rows + 1, 0.0
        at += _width(part) if at or not part.isspace() else 0
    return rows


def _width(part: str) -> float:
    """The width of some letters, in those of a wide one."""
    return sum(0.5 if letter in NARROW else 1.0 for letter in part)
