"""The coach of the games on the board of arrows: what can be counted exactly, and nothing else.

    pips(game, state)            points that each player's men still have to go, in every game of the family
    BackgammonCoach(game)        shots on lone men, chances to enter from the barrière, the leaflet's openings

It names no best play: no program knows it exactly.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from .games.arrows import BAR, ArrowGame, ArrowState
from .games.backgammon import Backgammon, board, leaflet
from .games.backgammon.board import Cells

THROWS = tuple((first, second) for first in range(1, 7) for second in range(1, first + 1))
"""The 21 throws, the greater die first."""


def pips(game: ArrowGame, state: ArrowState) -> tuple[int, int]:
    """Points that the men of each player still have to go until the last one has left, White's first."""
    counts = [sum(n * game.to_go(number) for number, n in enumerate(men)) for men in game.men(state.table)]
    mine, his = counts
    return (mine, his) if state.player == 0 else (his, mine)


def weight(throw: tuple[int, int]) -> int:
    """How many of the 36 throws of two dice show these faces, in any order."""
    return 1 if throw[0] == throw[1] else 2


@dataclass(frozen=True)
class ThrowOdds:
    """The throws that do something.

    Attributes:
        throws: which, the greater die first.
    """

    throws: tuple[tuple[int, int], ...]

    @property
    def of_36(self) -> int:
        """How many of the 36 throws."""
        return sum(weight(throw) for throw in self.throws)

    @property
    def chance(self) -> Fraction:
        """The probability."""
        return Fraction(self.of_36, 36)


@dataclass(frozen=True)
class Shots:
    """The throws with which the opponent can capture a lone man.

    Attributes:
        arrow: where it stands, as printed.
        number: the same by its owner's numbers.
        odds: the throws, by the rules of the house, with all men where they stand.
        attackers: for each arrow from which an enemy man may come, or "bar": its name, how far away it is, and how
            many of the 36 throws bring a man so far on an empty board, as in the leaflet's list.
    """

    arrow: str
    number: int
    odds: ThrowOdds
    attackers: tuple[tuple[str, int, int], ...]


@dataclass(frozen=True)
class Entry:
    """What becomes of men on the barrière with one throw.

    Attributes:
        waiting: how many there are; 0 for none, when both chances are 1.
        held: arrows where none can enter, as printed, in the order of the dice 1 to 6.
        at_least_one: the throws that bring in at least one.
        everyone: the throws that bring in all of them.
    """

    waiting: int
    held: tuple[str, ...]
    at_least_one: ThrowOdds
    everyone: ThrowOdds


class BackgammonCoach:
    """Counts throws in a position of Backgammon, by the rules of one house. Everything is exact."""

    def __init__(self, game: Backgammon) -> None:
        self._game = game

    def shots(self, state: ArrowState, player: int) -> tuple[Shots, ...]:
        """The shots on each lone man of a player, were the opponent to throw now; the farthest from home first."""
        cells = self._cells(state, 1 - player)
        return tuple(
            self._shots(cells, player, number) for number in range(24, 0, -1) if cells[25 - number] == -1
        )

    def entry(self, state: ArrowState, player: int) -> Entry:
        """The chances of a player's men on the barrière, were the player to throw now."""
        cells = self._cells(state, player)
        return Entry(
            cells[BAR],
            tuple(self._game.arrow(player, 25 - die) for die in range(1, 7) if cells[25 - die] < -1),
            self._odds(cells, lambda after: after[BAR] < max(cells[BAR], 1)),
            self._odds(cells, lambda after: after[BAR] == 0),
        )

    def openings(self, dice: tuple[int, ...]) -> tuple[leaflet.Opening, ...]:
        """What the leaflet recommends for the first throw of a game, as White plays it; by the numbers, as Black."""
        thrown = tuple(sorted(dice, reverse=True))
        return tuple(opening for opening in leaflet.OPENINGS if opening.dice == thrown)

    def _cells(self, state: ArrowState, player: int) -> Cells:
        """The board as a player sees it."""
        cells: Cells = state.table
        return cells if player == state.player else board.turned(cells)

    def _shots(self, cells: Cells, player: int, number: int) -> Shots:
        target = 25 - number
        farther = [source for source in range(BAR, target, -1) if cells[source] > 0]
        attackers = tuple(
            (self._game.printed(1 - player, source), far, leaflet.throws_that_reach(far))
            for source in farther
            if leaflet.throws_that_reach(far := source - target)
        )
        odds = self._odds(cells, lambda after: after[target] >= 0)
        return Shots(self._game.arrow(player, number), number, odds, attackers)

    def _odds(self, cells: Cells, does: Callable[[Cells], bool]) -> ThrowOdds:
        """The throws with a legal end that satisfies `does`; a throw without a legal play ends where it began."""
        ends = {throw: self._game.results(cells, throw) or (cells,) for throw in THROWS}
        return ThrowOdds(tuple(throw for throw, after in ends.items() if any(does(end) for end in after)))
