"""The coach of the tile games: what a position is worth and what each closing costs, exactly."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from .games.tiles import Close, TileGame
from .games.tiles.closings import throws
from .games.tiles.policy import Policy, lowest_score, most_shut


@dataclass(frozen=True)
class Throw:
    """One throw that may come.

    Attributes:
        dice: its faces, the greater first.
        chance: its probability.
        closings: what it allows; () where it ends the turn.
    """

    dice: tuple[int, ...]
    chance: Fraction
    closings: tuple[Close, ...]


@dataclass(frozen=True)
class Advice:
    """One legal closing.

    Attributes:
        close: the closing.
        expected_score: points expected at the end of the turn after it, playing well.
        cost: how many points it gives away against the best closing, 0 or more.
        p_shut: chance to shut everything, playing for the lowest score.
    """

    close: Close
    expected_score: Fraction
    cost: Fraction
    p_shut: Fraction


class Coach:
    """Knows the best play of one game with its house rules; keeps what it has worked out while it lives.

    Positions are the open tiles of one frame, in any order. All numbers are exact.
    """

    def __init__(self, game: TileGame) -> None:
        self._game = game
        self._score = Policy(game, lowest_score)
        self._shut = Policy(game, most_shut)

    def expected_score(self, open_tiles: Iterable[int]) -> Fraction:
        """Points expected at the end of the turn before a throw, playing for the lowest score."""
        tiles = frozenset(open_tiles)
        return Fraction(self._score.worth(tiles)[0], 36 ** len(tiles))

    def p_shut(self, open_tiles: Iterable[int]) -> Fraction:
        """Chance that everything gets shut, playing for the lowest score."""
        tiles = frozenset(open_tiles)
        return Fraction(self._score.worth(tiles)[1], 36 ** len(tiles))

    def max_p_shut(self, open_tiles: Iterable[int]) -> Fraction:
        """The greatest chance that everything gets shut, whatever the score."""
        tiles = frozenset(open_tiles)
        return Fraction(self._shut.worth(tiles)[1], 36 ** len(tiles))

    def odds(self, open_tiles: Iterable[int], dice: int | None = None) -> tuple[Throw, ...]:
        """Every next throw with its chance and what it allows.

        Args:
            open_tiles: the position.
            dice: how many are thrown; None for as many as are due.
        """
        tiles = frozenset(open_tiles)
        count = self._game.dice_allowed(tiles)[0] if dice is None else dice
        return tuple(
            Throw(faces, Fraction(weight, 36), tuple(map(Close, self._game.closings(tiles, faces))))
            for faces, weight in throws(count)
        )

    def chance_to_go_on(self, open_tiles: Iterable[int], dice: int | None = None) -> Fraction:
        """Chance that the next throw allows a closing."""
        return sum((throw.chance for throw in self.odds(open_tiles, dice) if throw.closings), Fraction(0))

    def costs(self, open_tiles: Iterable[int], dice: tuple[int, ...]) -> tuple[Advice, ...]:
        """Every legal closing of a throw, the best first; () when there is none."""
        tiles = frozenset(open_tiles)
        options = sorted(self._score.options(tiles, dice), key=lambda option: option[1][0])
        whole = 36 ** max(len(tiles) - 1, 0)
        return tuple(
            Advice(
                close,
                Fraction(score, whole),
                Fraction(score - options[0][1][0], whole),
                Fraction(shut, whole),
            )
            for close, (score, shut) in options
        )
