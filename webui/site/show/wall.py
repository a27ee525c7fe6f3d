"""The table for a projector: the board, one sentence as large as possible, and the scores as a race towards 0."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ...table.values.view import View
from ...words import words
from .page import Page, page

SIZES = (22, 20, 17, 15, 13, 11, 9, 8)
"""Sizes of the sentence, in hundredths of its column's width; 22 is three times that of the table at 1280x720."""

LETTER, LINE = 0.64, 1.1
"""Width of a heavy letter and height of a line, in sizes of the letters."""

NARROW = frozenset("iljft!.,:;'’-\u2011 _")
"""Letters and signs that take half a place; _ stands for a space that is not broken at."""

HYPHEN = "\u2011"
"""A hyphen at which no line ends."""

ROOM, ROW, LOW_ROW, ENDS = 106, 9, 8.5, 4.5
"""Height for all sentences without a race, what a row of the race takes, lower where many play, and what stands below
it: hundredths of the column's width on the flattest projectors, where there is least of it."""

SIGNED, SIGN, FLAT = ("ask", "refused", "end"), "__ ", 2
"""Tones with a sign before the sentence, how wide it is, and in how many rows such a sentence stands where it can."""

FEW, MANY = 2, 6
"""Of more players than FEW two share a row; of more than MANY it is lower, too."""

SMALL, SMALL_LETTER, SMALL_LINE = 7.2, 0.56, 1.35
"""The same of the smaller sentences, and their size."""

MOST_SAID = 2
"""Smaller sentences below the large one."""


@dataclass(frozen=True)
class Racer:
    """A player in the race from all points to none.

    Attributes:
        name, colour, shape: the player.
        points, total: of the running game, and of the series.
        way: the share of the way behind this player, 0 to 100.
        turn, winner: plays now; has won the game that just ended.
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
    """The values of the projector's page.

    Attributes:
        page: the board and the sentences, as for a spectator.
        says: the smaller sentences.
        size: of the large sentence, one of SIZES.
        racers: in playing order.
        start: the points of all tiles, the start of the race.
        series: totals are shown too.
    """

    page: Page
    says: tuple[str, ...]
    size: int
    racers: tuple[Racer, ...]
    start: int
    series: bool

    @property
    def crowd(self) -> str:
        """The density of the race: "few", "some" (two in a row) or "many" (and lower)."""
        return "few" if len(self.racers) <= FEW else "some" if len(self.racers) <= MANY else "many"


def wall(view: View, language: str, *, ended: Sequence[str] = (), after: str = "") -> Wall:
    """The projector's page of a view.

    Args:
        view: the table's.
        language: of `webui.table.values.languages.LANGUAGES`.
        ended: as `page` has it.
        after: who comes into the next game: a sentence; "" for nobody.
    """
    shown = page(view, language, ended=ended)
    says = _untouched(shown, language)
    says = (*says[: MOST_SAID - 1], after) if after else says
    start = max([view.farthest, *(line.score for line in shown.lines)])
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
        for line in shown.lines
        if shown.family.wall == "race"
    )
    headline = unbroken(shown.now.headline)
    shown = replace(shown, now=replace(shown.now, headline=headline))
    signed = headline if shown.now.tone not in SIGNED else SIGN + headline
    below = len(shown.lines) + 1 if shown.family.wall == "scores" else len(racers)
    return Wall(shown, says, fitting(signed, says, below), racers, start, shown.series)


def _untouched(shown: Page, language: str) -> tuple[str, ...]:
    """The smaller sentences; those about touching the tablet are replaced, because nobody touches the wall."""
    if shown.doubt or shown.asked:
        return (words(language).t("Answer on a tablet."),)
    by_touch = shown.state == "provisional" or (shown.state == "waiting_move" and shown.family.moved)
    return () if by_touch and shown.now.tone == "act" else shown.now.says[:MOST_SAID]


def unbroken(text: str) -> str:
    """A text without breaks at hyphens, as in names, if a line holds the word, and after words of one letter."""
    fits = 100 / (SIZES[-1] * LETTER)
    parts = [word.replace("-", HYPHEN) if _width(word) <= fits else word for word in text.split(" ")]
    return re.sub(r"(?<= )(\w) ", "\\1\u00a0", " ".join(parts))


def fitting(text: str, says: Sequence[str] = (), players: int = 4) -> int:
    """The greatest of SIZES at which a text fits its column; the least if none does.

    Args:
        text: the large sentence.
        says: the smaller ones below it.
        players: number in the race below that.
    """
    room = ROOM - race(players) - sum(_rows(sentence, SMALL * SMALL_LETTER) * SMALL * SMALL_LINE for sentence in says)
    rows = {size: _rows(text, size * LETTER) for size in SIZES}
    fits = [size for size in SIZES if rows[size] * size * LINE <= room]
    flat = [size for size in fits if text.startswith(SIGN) and rows[size] <= FLAT]
    return (flat or fits or SIZES[-1:])[0]


def race(players: int) -> float:
    """The height of a race of so many, in hundredths of the column's width."""
    rows = players if players <= FEW else (players + 1) // 2
    return rows * (ROW if players <= MANY else LOW_ROW) + (ENDS if players else 0)


def _rows(text: str, letter: float) -> float:
    """The rows of a text in a column 100 wide, broken at spaces and hyphens; infinite if a word is too wide."""
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
    """The width of some letters, in units of a wide one."""
    return sum(0.5 if letter in NARROW else 1.0 for letter in part)
