"""The values of Trente: its moves, what an event ended, and where a match stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

DICE = 6
"""Dice of the game."""

LOW = 12
"""The threshold of who sets aside a 1, 2 or 3 first: 12 or less."""

HIGH = 30
"""The threshold of who sets aside a 4, 5 or 6 first: 30 or more."""

Slots: TypeAlias = tuple[int, ...]
"""What lies aside, six places: the face of each die, 0 where none lies."""

NONE_ASIDE: Slots = (0,) * DICE


@dataclass(frozen=True)
class CountedTurn:
    """Six dice lie aside: a turn is counted.

    Attributes:
        player: who set them aside, from 0.
        threshold: LOW or HIGH.
        sum: what the dice make.
        lost: points that this takes away; 0 where the threshold is reached.
        level: level of the attack, 1 to 6; 0 without one.
        left: the player's points afterwards.
        targets: the possible targets, from 0; () without an attack, one if the rules leave no choice.
        revenge: True where it was a revenge.
    """

    player: int
    threshold: int
    sum: int
    lost: int
    level: int
    left: int
    targets: tuple[int, ...] = ()
    revenge: bool = False


@dataclass(frozen=True)
class Struck:
    """An attack is over.

    Attributes:
        player: who attacked, from 0.
        target: the attacked player, from 0.
        level: 1 to 6.
        hits: dice of that level.
        full_hands: how often all six were.
        left: the target's points afterwards.
    """

    player: int
    target: int
    level: int
    hits: int
    full_hands: int
    left: int

    @property
    def damage(self) -> int:
        """Points that the target loses."""
        return self.hits * self.level


@dataclass(frozen=True)
class Died:
    """A player fell below zero.

    Attributes:
        player: who, from 0.
        by: the killer; the player himself without another.
    """

    player: int
    by: int


News: TypeAlias = CountedTurn | Struck | Died
"""What an event ended."""

Points: TypeAlias = tuple[int | None, ...]
"""Points at the end of a round, one a player; None for who did not play in it."""


@dataclass(frozen=True)
class RoundResult:
    """A finished round.

    Attributes:
        number: its number, which decides the targets.
        points: at its end, one a player; they count where rounds won are level.
        winners: who had most, after the play-offs, of those who have not left.
        deaths: who fell below zero, in that order.
        play_offs: points of each play-off round that was needed; () without one.
    """

    number: int
    points: Points
    winners: tuple[int, ...]
    deaths: tuple[int, ...] = ()
    play_offs: tuple[Points, ...] = ()


@dataclass(frozen=True)
class TrenteState:
    """Where a match stands. Players are numbered from 0, clockwise in playing order.

    Attributes:
        seats: place of each player.
        points: of the running round, one a player; below 0 is dead.
        turn: whose turn of the round it is.
        player: who throws: the same, or who takes revenge in between.
        contenders: the players of the running round: all present players, or the tied ones.
        aside: what lies aside, six places. Each throw, its dice in ascending order, belongs to the places free.
        fresh: True when all six dice are thrown next, and what lies aside is from before.
        threshold: LOW or HIGH; 0 until a first die is set aside.
        dice: the throw that awaits a choice of dice, ascending; () without one.
        thrown: the newest throw, as it lay; () before the first.
        level: of the attack that is due or running; 0 without one.
        target: the attacked player; None until it is known.
        hits: of the running attack.
        full_hands: of the running attack.
        asked: the killed player who may take revenge now; None if no revenge is asked.
        deaths: who fell below zero in this round, in that order.
        results: the finished rounds, oldest first.
        settling: "" in a round, "round" or "match" while the tied play off for it.
        tied: the finished round that is being played off; None otherwise.
        play_offs: finished play-off rounds of what is being settled; at the end, of the match.
        news: what the newest event ended, in order; () when it ended nothing.
        champions: the winners of the match; () while it runs.
        handicaps: points that each has more at the start of a round; () for none.
        gone: players who have left for good.
    """

    seats: tuple[int, ...]
    points: tuple[int, ...]
    turn: int
    player: int
    contenders: tuple[int, ...]
    aside: Slots = NONE_ASIDE
    fresh: bool = True
    threshold: int = 0
    dice: tuple[int, ...] = ()
    thrown: tuple[int, ...] = ()
    level: int = 0
    target: int | None = None
    hits: int = 0
    full_hands: int = 0
    asked: int | None = None
    deaths: tuple[int, ...] = ()
    results: tuple[RoundResult, ...] = ()
    settling: str = ""
    tied: RoundResult | None = None
    play_offs: tuple[Points, ...] = ()
    news: tuple[News, ...] = ()
    champions: tuple[int, ...] = ()
    handicaps: tuple[int, ...] = ()
    gone: frozenset[int] = frozenset()

    @property
    def revenge(self) -> bool:
        """True while a killed player takes a turn in between."""
        return self.player != self.turn or self.player in self.deaths

    @property
    def alive(self) -> tuple[int, ...]:
        """Who still has 0 points or more and plays on, in playing order."""
        return tuple(
            player for player in self.contenders if self.points[player] >= 0 and player not in self.gone
        )
