"""The values of the games on the board of arrows: where a match stands, and what an event ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from ...core import Kind, Outcome, Space

Table: TypeAlias = Any
"""A game's own position, frozen and hashable, as the player whose turn it is sees it.

It holds what one throw may change and the search must tell apart: the men, and such things as a running postillon
or points made on the way.
"""

Men: TypeAlias = tuple[int, ...]
"""How many men a player has at each place, by the player's own numbers: 26 of them, index OFF to BAR."""

LEFT = "left"
"""The kind of win of whose opponent has left; it ends the match, so that nothing goes on after it."""

COLOURS = ("white", "black")
"""The colour of each player, in playing order."""


@dataclass(frozen=True)
class ArrowResult:
    """A finished game of a series.

    Attributes:
        number: its place in the series, from 1.
        winner: who won it, from 0.
        points: what it counts, 0 or more.
        how: a word for the kind of win, such as "single", "gammon", "refused" or "left".
    """

    number: int
    winner: int
    points: int
    how: str


@dataclass(frozen=True)
class ArrowState:
    """Where a match of a game on the board of arrows stands. Player 0 has the white men, player 1 the black ones.

    Attributes:
        seats: place of each player.
        table: the men and what goes with them, as `player` sees it.
        player: whose turn it is; 0 while the players throw for who starts.
        opening: True while the players throw one die each for who starts.
        drawn: the dice of that draw so far.
        dice: the throw for which a play is owed; () otherwise.
        thrown: the newest throw, also after its play; () before the first of a game.
        asked: a word that awaits an answer before play goes on, such as "double"; "" otherwise.
        results: the finished games, oldest first.
        champions: the winners of the match; () while it runs.
        handicaps: what each player is given; () for nothing.
        news: what the newest event ended or decided.
        own: what the game keeps besides, frozen and hashable, such as a doubling die; None where it keeps nothing.
        left: spaces that still show what stood there before a new game, and what that was.
    """

    seats: tuple[int, ...]
    table: Table
    player: int = 0
    opening: bool = True
    drawn: tuple[int, ...] = ()
    dice: tuple[int, ...] = ()
    thrown: tuple[int, ...] = ()
    asked: str = ""
    results: tuple[ArrowResult, ...] = ()
    champions: tuple[int, ...] = ()
    handicaps: tuple[int, ...] = ()
    news: tuple[Outcome, ...] = ()
    own: Any = None
    left: tuple[tuple[Space, Kind], ...] = ()
