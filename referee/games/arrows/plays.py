"""Moves of men from arrow to arrow, and the word that a record has for them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

BAR = 25
"""Where captured men wait, as the source of a step."""

OFF = 0
"""Where men go that leave the board for good, as the target of a step."""

MOST_STEPS = 4
"""Most steps of one throw: those of a doublet."""

EXPECTED = "one to four steps such as 24/18+13/9, bar/22 or 6/off"

_STEP = re.compile(r"(bar|[1-9]|1[0-9]|2[0-4])/(off|[1-9]|1[0-9]|2[0-4])", re.ASCII)


@dataclass(frozen=True, order=True, slots=True)
class ManMove:
    """One man moved with one die, in the mover's own numbering of the arrows.

    Attributes:
        source: the arrow it leaves, 1 to 24, or BAR.
        target: the arrow it comes to rest on, 1 to 24, or OFF.

    Raises:
        ValueError: there are no such places, or the man stays where it is.
    """

    source: int
    target: int

    def __post_init__(self) -> None:
        """Checks both places."""
        if type(self.source) is not int or not 1 <= self.source <= BAR:
            raise ValueError(
                f"source: expected an arrow from 1 to 24, or the bar ({BAR}); got {self.source!r}"
            )
        if type(self.target) is not int or not OFF <= self.target <= 24:
            raise ValueError(f"target: expected an arrow from 1 to 24, or off ({OFF}); got {self.target!r}")
        if self.source == self.target:
            raise ValueError(f"target: expected another arrow than {self.source}; got the same")

    def __str__(self) -> str:
        """ "24/18", "bar/22", "6/off"."""
        source = "bar" if self.source == BAR else str(self.source)
        return f"{source}/{'off' if self.target == OFF else self.target}"


@cache
def step(source: int, target: int) -> ManMove:
    """The step of these places, made once: a search looks at thousands."""
    return ManMove(source, target)


@dataclass(frozen=True, order=True, slots=True)
class Play:
    """A throw as it is played: the steps in the order in which they were made.

    Attributes:
        steps: one to four of them.

    Raises:
        ValueError: there are more, or none.
    """

    steps: tuple[ManMove, ...]

    def __post_init__(self) -> None:
        """Checks how many there are."""
        if not 1 <= len(self.steps) <= MOST_STEPS:
            raise ValueError(f"steps: expected one to {MOST_STEPS}; got {len(self.steps)}")


@dataclass(frozen=True, order=True)
class Say:
    """A word in place of a play, such as "double": a move without a man.

    Attributes:
        word: a word of the game's own.
    """

    word: str


def printed_arrow(player: int, number: int) -> str:
    """What is printed on a player's arrow 1 to 24 where the two travel against each other.

    White's 13 is "12A", Black's 13 is "12": where White stands on n, Black counts 25 - n.
    """
    side, other = ("", "A") if player == 0 else ("A", "")
    return f"{number}{side}" if number <= 12 else f"{25 - number}{other}"


def printed_place(player: int, number: int) -> str:
    """The same, and "bar" or "off" for what is no arrow."""
    return {OFF: "off", BAR: "bar"}.get(number) or printed_arrow(player, number)


def to_text(play: Play) -> str:
    """The play as one word: "24/18+13/9"."""
    return "+".join(str(step) for step in play.steps)


def from_text(text: str) -> Play:
    """The play that `to_text` wrote. Raises ValueError saying what was expected."""
    steps = [_step(part, text) for part in text.split("+")]
    if len(steps) > MOST_STEPS:
        raise ValueError(f"expected {EXPECTED}; got {text[:60]!r}")
    return Play(tuple(steps))


def _step(part: str, text: str) -> ManMove:
    match = _STEP.fullmatch(part)
    if match is None or match[1] == match[2]:
        raise ValueError(f"expected {EXPECTED}; got {text[:60]!r}")
    return ManMove(
        BAR if match[1] == "bar" else int(match[1]),
        OFF if match[2] == "off" else int(match[2]),
    )
