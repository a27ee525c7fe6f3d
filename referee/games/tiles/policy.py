"""Ways to play a tile game alone, and what they make of every position: exact dynamic programming.

Throws are chance, closings are chosen. Everything is counted in whole numbers: a worth at n open tiles is
a numerator over 36 ** n, since every throw closes at least one tile or ends the turn.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from .closings import throws
from .rules import TileRules
from .state import Close, Open

Worth: TypeAlias = tuple[int, int]
"""Expected score and chance that everything gets shut, as numerators over 36 ** (number of open tiles)."""

Preference: TypeAlias = Callable[[Worth, Close], Any]
"""A sorting key for closings: the least is played. Worths that are compared share one denominator."""


def lowest_score(worth: Worth, close: Close) -> Any:
    """Least expected score; of equal ones the greater chance to shut everything."""
    return worth[0], -worth[1]


def most_shut(worth: Worth, close: Close) -> Any:
    """Greatest chance to shut everything; of equal ones the least expected score."""
    return -worth[1], worth[0]


class TilePolicy:
    """A way to play a game, and what it makes of every position; what was asked before is remembered."""

    def __init__(self, rules: TileRules, prefer: Preference) -> None:
        self._rules = rules
        self._prefer = prefer
        self._worths: dict[Open, Worth] = {frozenset(): (0, 1)}
        self._closes: dict[tuple[int, ...], Close] = {}

    def worth(self, open_tiles: Open) -> Worth:
        """Expected score and chance to shut everything before a throw, over 36 ** len(open_tiles)."""
        if open_tiles not in self._worths:
            counts = self._rules.dice_allowed(open_tiles)
            anything = Close((1,))  # how many dice are thrown is no closing; the key wants one
            options = [self.before_throw(open_tiles, count) for count in counts]
            self._worths[open_tiles] = min(options, key=lambda worth: self._prefer(worth, anything))
        return self._worths[open_tiles]

    def before_throw(self, open_tiles: Open, count: int) -> Worth:
        """What throwing one or two dice makes of a position, over 36 ** len(open_tiles)."""
        score = shut = 0
        for dice, weight in throws(count):
            after = self.after_throw(open_tiles, dice)
            score += weight * after[0]
            shut += weight * after[1]
        return score, shut

    def after_throw(self, open_tiles: Open, dice: tuple[int, ...]) -> Worth:
        """What a throw makes of a position when it is played so, over 36 ** (len(open_tiles) - 1)."""
        options = self.options(open_tiles, dice)
        if not options:
            return sum(open_tiles) * 36 ** (len(open_tiles) - 1), 0
        return min(options, key=lambda option: self._prefer(option[1], option[0]))[1]

    def options(self, open_tiles: Open, dice: tuple[int, ...]) -> tuple[tuple[Close, Worth], ...]:
        """Every legal closing and what it leads to, over 36 ** (len(open_tiles) - 1)."""
        after, close = self._after_close, self._close
        return tuple(
            (move, after(open_tiles, dice, move))
            for move in map(close, self._rules.closings(open_tiles, dice))
        )

    def _close(self, tiles: tuple[int, ...]) -> Close:
        """The same closing comes up in hundreds of positions: it is made once."""
        if tiles not in self._closes:
            self._closes[tiles] = Close(tiles)
        return self._closes[tiles]

    def _after_close(self, open_tiles: Open, dice: tuple[int, ...], close: Close) -> Worth:
        rest = open_tiles.difference(close.tiles)
        if rest and self._rules.ends_turn(dice, close):
            score, shut = sum(rest) * 36 ** len(rest), 0
        else:
            score, shut = self.worth(rest)
        scale = 36 ** (len(close.tiles) - 1)
        return score * scale, shut * scale
