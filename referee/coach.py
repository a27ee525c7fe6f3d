"""The coach of the tile games: what a position is worth and what each closing costs, exactly.

The best choice has the fewest points on average for one player at one frame, independent of the other players.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from . import expect
from .games.tiles import Close, Open, TileGame
from .games.tiles.closings import throws
from .games.tiles.policy import TilePolicy, lowest_score, most_shut


@dataclass(frozen=True)
class ThrowChance:
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
class Allowed:
    """Throws that allow the same.

    Attributes:
        closings: what each of them allows; () where they end the turn.
        chance: the probability that one of them comes.
        throws: their dice, the greater first.
    """

    closings: tuple[Close, ...]
    chance: Fraction
    throws: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class DiceChoice:
    """Throwing this many dice, where the player may choose.

    Attributes:
        dice: how many.
        expected_score: points expected at the end of the turn, playing well.
        cost: how many points it gives away against the best choice, 0 or more.
        p_shut: chance to shut everything, playing for the lowest score.
        p_go_on: chance that the throw allows a closing.
    """

    dice: int
    expected_score: Fraction
    cost: Fraction
    p_shut: Fraction
    p_go_on: Fraction


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

    Positions are the open tiles of one frame, in any order. All numbers are exact. Tiles or dice that the
    game does not have raise BadQuestion.
    """

    def __init__(self, game: TileGame) -> None:
        self._game = game
        self._score = TilePolicy(game, lowest_score)
        self._shut = TilePolicy(game, most_shut)

    def expected_score(self, open_tiles: Iterable[int]) -> Fraction:
        """Points expected at the end of the turn before a throw, playing for the lowest score."""
        tiles = self._position(open_tiles)
        return Fraction(self._score.worth(tiles)[0], 36 ** len(tiles))

    def p_shut(self, open_tiles: Iterable[int]) -> Fraction:
        """Chance that everything gets shut, playing for the lowest score."""
        tiles = self._position(open_tiles)
        return Fraction(self._score.worth(tiles)[1], 36 ** len(tiles))

    def max_p_shut(self, open_tiles: Iterable[int]) -> Fraction:
        """The greatest chance to close every tile, regardless of points."""
        tiles = self._position(open_tiles)
        return Fraction(self._shut.worth(tiles)[1], 36 ** len(tiles))

    def odds(self, open_tiles: Iterable[int], dice: int | None = None) -> tuple[ThrowChance, ...]:
        """Every next throw with its chance and what it allows.

        Args:
            open_tiles: the position.
            dice: how many are thrown; None for as many as are due, two where the player may choose.
        """
        tiles = self._position(open_tiles)
        due = self._game.dice_allowed(tiles)[0]
        count = due if dice is None else expect.whole(dice, "dice", 1, 2)
        return tuple(
            ThrowChance(faces, Fraction(weight, 36), tuple(map(Close, self._game.closings(tiles, faces))))
            for faces, weight in throws(count)
        )

    def grouped(self, open_tiles: Iterable[int], dice: int | None = None) -> tuple[Allowed, ...]:
        """The same throws, those together that allow the same; likeliest first."""
        groups: dict[tuple[Close, ...], list[ThrowChance]] = {}
        for throw in self.odds(open_tiles, dice):
            groups.setdefault(throw.closings, []).append(throw)
        throws = (
            Allowed(closings, _total(group), tuple(throw.dice for throw in group))
            for closings, group in groups.items()
        )
        return tuple(sorted(throws, key=lambda allowed: -allowed.chance))

    def chance_to_go_on(self, open_tiles: Iterable[int], dice: int | None = None) -> Fraction:
        """Chance that the next throw allows a closing."""
        return _total(throw for throw in self.odds(open_tiles, dice) if throw.closings)

    def dice_choices(self, open_tiles: Iterable[int]) -> tuple[DiceChoice, ...]:
        """Every number of dice that may be thrown next, the best first; one entry where there is no choice.

        () when nothing is open.
        """
        tiles = self._position(open_tiles)
        if not tiles:
            return ()
        worths = {count: self._score.before_throw(tiles, count) for count in self._game.dice_allowed(tiles)}
        best = min(score for score, _ in worths.values())
        whole = 36 ** len(tiles)
        choices = (
            DiceChoice(
                count,
                Fraction(score, whole),
                Fraction(score - best, whole),
                Fraction(shut, whole),
                self.chance_to_go_on(tiles, count),
            )
            for count, (score, shut) in worths.items()
        )
        return tuple(sorted(choices, key=lambda choice: (choice.cost, -choice.p_shut)))

    def costs(self, open_tiles: Iterable[int], dice: tuple[int, ...]) -> tuple[Advice, ...]:
        """Every legal closing of a throw, the best first; () when there is none.

        Of closings that cost the same, the one with the greater chance to shut everything comes first. The
        throw is taken as it lies, also with another number of dice than is due.
        """
        tiles = self._position(open_tiles)
        options = self._score.options(tiles, expect.dice(dice, "dice"))
        ranked = sorted(options, key=lambda option: lowest_score(option[1], option[0]))
        whole = 36 ** max(len(tiles) - 1, 0)
        return tuple(
            Advice(
                close,
                Fraction(score, whole),
                Fraction(score - ranked[0][1][0], whole),
                Fraction(shut, whole),
            )
            for close, (score, shut) in ranked
        )

    def _position(self, open_tiles: Iterable[int]) -> Open:
        return expect.tiles(tuple(open_tiles), "open", self._game.tiles)


def _total(some: Iterable[ThrowChance]) -> Fraction:
    return sum((throw.chance for throw in some), Fraction(0))
