"""What an event ended, told to players: the lines of a record that begin with =, in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .. import Words
from .outcome_reader import NUMBERS, PLAY_OFFS, POINTS, Groups, Lines, Reader
from .outcomes_arrows import ARROWS
from .outcomes_tock import TOCK
from .outcomes_trente import TRENTE
from .passes import pass_sentence


def outcome_sentence(w: Words, game: str, line: str, names: Sequence[str]) -> str:
    """A line of a record without its "= ", in one sentence or more; a line that nobody words stays as it is.

    Args:
        w: the reader's words.
        game: the game's name.
        line: what the referee says of an event, such as "1 stops at 16, open 7 9, stuck".
        names: the players', in playing order.
    """
    reader = Reader(w, game, names)
    for pattern, tell in LINES:
        found = re.fullmatch(pattern, line)
        if found is not None:
            return tell(reader, found.groupdict(""))
    return line


def _stops(r: Reader, v: Groups) -> str:
    score = int(v["score"])
    told = r.w.tn(
        "%(name)s stops at %(n)s point.", "%(name)s stops at %(n)s points.", score, name=r.name(v["who"])
    )
    return f"{told} {pass_sentence(r.w, r.game, v['reason'])}"


def _play_off(r: Reader, v: Groups) -> str:
    return r.w.t("Level! %(names)s play on until one of them is ahead.", names=r.all_of(v["who"]))


def _game(r: Reader, v: Groups) -> str:
    told = r.w.t("Game %(number)s: %(points)s.", number=v["number"], points=r.standings(v["points"]))
    return " ".join((told, *r.play_offs(v["play_offs"]), r.wins(v["who"])))


def _match(r: Reader, v: Groups) -> str:
    many = len(v["who"].split())
    told = r.w.tn(
        "The match is over: %(names)s wins it!",
        "The match is over: %(names)s win it together!",
        many,
        names=r.all_of(v["who"]),
    )
    return " ".join((*r.play_offs(v["play_offs"]), told))


LINES: Lines = (
    (rf"(?P<who>\d+) stops at (?P<score>\d+), open (?:none|{NUMBERS}), (?P<reason>\w+)", _stops),
    (rf"play-off for the \w+ between (?P<who>{NUMBERS})", _play_off),
    (rf"game (?P<number>\d+): (?P<points>{POINTS}){PLAY_OFFS} won by (?P<who>{NUMBERS})", _game),
    (rf"match{PLAY_OFFS} won by (?P<who>{NUMBERS})", _match),
    *ARROWS,
    *TOCK,
    *TRENTE,
)
"""Every form of a line, those of all games first."""
