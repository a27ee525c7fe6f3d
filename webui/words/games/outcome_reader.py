"""Who reads what an event ended, and what lines of every game have in common: names, points, play-offs."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from .. import Words

NUMBERS = r"-?\d+(?: -?\d+)*"
"""Some numbers of a line."""
POINTS = r"[-\d ]+?"
"""Points of every player of a line; - for who did not play."""
PLAY_OFFS = rf"(?P<play_offs>(?:, play-off {POINTS})*)"
"""The play-offs that a line tells."""


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

    def one_of(self, numbers: str) -> str:
        """The names of some playing numbers: "Léa or Max"."""
        return self.w.one_of(self.name(number) for number in numbers.split())

    def dice(self, numbers: str) -> str:
        """Some dice: "6 and 2"."""
        return self.w.all_of(numbers.split())

    def standings(self, points: str) -> str:
        """Every player's points: "Léa 12, Max 37"; who did not play is left out."""
        pairs = zip(self.names, points.split(), strict=True)
        return ", ".join(f"{name} {self.w.amount(int(one))}" for name, one in pairs if one != "-")

    def play_offs(self, told: str) -> list[str]:
        """Each play-off of what PLAY_OFFS found, in a sentence."""
        rounds = re.findall(rf"play-off ({POINTS})(?=,|$)", told)
        return [self.w.t("Play-off: %(points)s.", points=self.standings(points)) for points in rounds]

    def wins(self, numbers: str) -> str:
        """Who has won."""
        many = len(numbers.split())
        return self.w.tn("%(names)s wins!", "%(names)s win together!", many, names=self.all_of(numbers))


Groups: TypeAlias = Mapping[str, str]
"""What the named parts of a line's form have found; "" for a part that is not there."""
Teller: TypeAlias = Callable[[Reader, Groups], str]
Lines: TypeAlias = Sequence[tuple[str, Teller]]
"""A line's form, as a regular expression with named parts, and who words it."""
