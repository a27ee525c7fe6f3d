"""What an event ended, told to players: the lines of a record that begin with =, in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from .pass_words import pass_sentence
from .words import Words

NUMBERS = r"-?\d+(?: -?\d+)*"
"""Some numbers of a line."""
POINTS = r"[-\d ]+?"
"""Points of every player of a line; - for who did not play."""


@dataclass(frozen=True)
class Reader:
    """Who reads, and of whom.

    Attributes:
        w: the reader's words.
        game: the game's name.
        names: the players', in playing order.
    """

    w: Words
    game: str
    names: Sequence[str]

    def name(self, number: str) -> str:
        """The name of a playing number, from "1"."""
        return self.names[int(number) - 1]

    def all_of(self, numbers: str) -> str:
        """The names of some playing numbers: "Léa and Max"."""
        return self.w.all_of(self.name(number) for number in numbers.split())

    def standings(self, points: str) -> str:
        """Every player's points: "Léa 12, Max 37"; who did not play is left out."""
        pairs = zip(self.names, points.split(), strict=True)
        return ", ".join(f"{name} {one}" for name, one in pairs if one != "-")


Groups = Mapping[str, str]
Teller = Callable[[Reader, Groups], str]


def outcome_sentence(w: Words, game: str, line: str, names: Sequence[str]) -> str:
    """A line of a record without its "= ", in one sentence or two; a line that nobody words stays as it is.

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
    return " ".join((told, *_play_offs(r, v), _winners(r, v)))


def _play_offs(r: Reader, v: Groups) -> list[str]:
    rounds = re.findall(rf"play-off ({POINTS})(?=,|$)", v["play_offs"])
    return [r.w.t("Play-off: %(points)s.", points=r.standings(points)) for points in rounds]


def _winners(r: Reader, v: Groups) -> str:
    many = len(v["who"].split())
    return r.w.tn("%(names)s wins!", "%(names)s win together!", many, names=r.all_of(v["who"]))


def _match(r: Reader, v: Groups) -> str:
    many = len(v["who"].split())
    told = r.w.tn(
        "The match is over: %(names)s wins it!",
        "The match is over: %(names)s win it together!",
        many,
        names=r.all_of(v["who"]),
    )
    return " ".join((*_play_offs(r, v), told))


LINES: Sequence[tuple[str, Teller]] = (
    (rf"(?P<who>\d+) stops at (?P<score>\d+), open (?:none|{NUMBERS}), (?P<reason>\w+)", _stops),
    (rf"play-off for the \w+ between (?P<who>{NUMBERS})", _play_off),
    (
        rf"game (?P<number>\d+): (?P<points>{POINTS})(?P<play_offs>(?:, play-off {POINTS})*) won by (?P<who>{NUMBERS})",
        _game,
    ),
    (rf"match(?P<play_offs>(?:, play-off {POINTS})*) won by (?P<who>{NUMBERS})", _match),
)
"""A line's form, and who words it."""
