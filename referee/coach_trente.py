"""The coach of Trente: exact odds of a turn and of an attack, for the choice of the dice to set aside.

A player of a turn may have three aims (AIMS): to reach the threshold, to attack, or to lose as few points as can be on
average. Every choice is told with what the turn comes to when it is played on in the best way for that aim.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from .core import are_dice
from .games.trente import Keep, Trente
from .games.trente.dice import count, hits_odds, keeps, mean_hits
from .games.trente.policy import AIMS, LOSE_LEAST, WHOLE, Rank, Sums, TrentePolicy, rolls
from .games.trente.state import DICE, HIGH


@dataclass(frozen=True)
class TurnOdds:
    """What a turn comes to, played for an aim.

    Attributes:
        reach: chance to reach the threshold or go beyond it.
        equal: chance to reach it exactly.
        levels: chances of an attack at 1, 2, ... 6.
        expected_loss: points lost on average.
    """

    reach: Fraction
    equal: Fraction
    levels: tuple[Fraction, ...]
    expected_loss: Fraction

    @property
    def attack(self) -> Fraction:
        """Chance of an attack at any level."""
        return self.reach - self.equal


@dataclass(frozen=True)
class TrenteAdvice:
    """One choice of dice to set aside.

    Attributes:
        keep: the choice; the first of its dice decides the threshold where none is decided yet.
        threshold: that of the turn after it.
        odds: of the turn after it, played on for the same aim.
        cost: how much of the aim it gives away against the best choice, 0 or more: a chance, or points.
    """

    keep: Keep
    threshold: int
    odds: TurnOdds
    cost: Fraction


@dataclass(frozen=True)
class Blow:
    """What an attack does.

    Attributes:
        level: 1 to 6.
        hits: chances of 0, 1, 2, ... hits as far as they were asked for.
        more: chance of more hits than those.
        mean_hits: hits on average; exact, however many there may be.
    """

    level: int
    hits: tuple[Fraction, ...]
    more: Fraction
    mean_hits: Fraction

    @property
    def mean_damage(self) -> Fraction:
        """Points that the target loses on average."""
        return self.level * self.mean_hits


class TrenteCoach:
    """Knows the odds of Trente with its house rules; keeps what it has worked out while it lives.

    All numbers are exact.
    """

    def __init__(self, game: Trente) -> None:
        self._game = game
        self._tables: dict[str, TrentePolicy] = {}

    def odds(self, aside: Iterable[int], threshold: int, aim: str = LOSE_LEAST) -> TurnOdds:
        """What a turn comes to before its next throw.

        Args:
            aside: dice that lie aside, one to six, in any order.
            threshold: LOW or HIGH; under the rules "nous" HIGH.
            aim: one of AIMS.

        Raises:
            ValueError: no such dice, threshold or aim.
        """
        lies = self._checked(tuple(aside), threshold)
        if not lies:
            raise ValueError("aside: expected a die or more; before the first throw ask for the start")
        return _odds(self._table(aim).after(len(lies), _turned(lies, threshold)))

    def start(self, aim: str = LOSE_LEAST) -> TurnOdds:
        """What a turn comes to before its first throw, the threshold still open where the first die decides it."""
        table = self._table(aim)
        weights = [0] * (6 * DICE + 1)
        for roll, ways in rolls(DICE):
            best = max(self._options(table, (), 0, roll), key=lambda option: option[2])
            for total, weight in enumerate(table.after(len(best[0].dice), _turned(best[0].dice, best[1]))):
                weights[total] += ways * weight
        return _odds(tuple(weight // 6**DICE for weight in weights))

    def advice(
        self, aside: Iterable[int], threshold: int, roll: Iterable[int], aim: str = LOSE_LEAST
    ) -> tuple[TrenteAdvice, ...]:
        """Every choice of dice to set aside of a throw, the best first.

        Args:
            aside: dice that lie aside already, in any order; () before the first.
            threshold: LOW or HIGH; 0 where no die lies aside.
            roll: the dice thrown, all six less those aside.
            aim: one of AIMS.

        Raises:
            ValueError: no such dice, threshold or aim.
        """
        lies, thrown = self._checked(tuple(aside), threshold), _faces(tuple(roll))
        if len(lies) + len(thrown) != DICE:
            raise ValueError(f"roll: expected {DICE - len(lies)} dice; got {len(thrown)}")
        table = self._table(aim)
        options = self._options(table, lies, threshold, thrown)
        ranked = sorted(options, key=lambda option: option[2], reverse=True)
        best = ranked[0][2][0]
        return tuple(
            TrenteAdvice(
                keep,
                after,
                _odds(table.after(len(lies) + len(keep.dice), _turned((*lies, *keep.dice), after))),
                Fraction(best - rank[0], WHOLE),
            )
            for keep, after, rank in ranked
        )

    def blow(self, level: int, most: int = 36) -> Blow:
        """The effect of an attack of a level, listed for up to `most` hits."""
        if level not in range(1, 7):
            raise ValueError(f"level: expected 1 to 6; got {level!r}")
        hits = hits_odds(most)
        return Blow(level, hits, 1 - sum(hits, Fraction(0)), mean_hits())

    def kills(self, level: int, points: int) -> Fraction:
        """Chance that an attack of a level takes more points than its target has (0 or more), and so kills."""
        if points < 0:
            raise ValueError(f"points: expected 0 or more; got {points}")
        return self.blow(level, points // max(level, 1)).more

    def _table(self, aim: str) -> TrentePolicy:
        if aim not in AIMS:
            raise ValueError(f"aim: expected one of {', '.join(AIMS)}; got {aim!r}")
        if aim not in self._tables:
            self._tables[aim] = TrentePolicy(aim)
        return self._tables[aim]

    def _checked(self, aside: tuple[int, ...], threshold: int) -> tuple[int, ...]:
        possible = {self._game.threshold_with((die,)) for die in _faces(aside)} or {0}
        if threshold not in possible:
            wanted = " or ".join(map(str, sorted(possible)))
            raise ValueError(f"threshold: expected {wanted} with {aside} aside; got {threshold!r}")
        return aside

    def _options(
        self, table: TrentePolicy, aside: tuple[int, ...], threshold: int, roll: tuple[int, ...]
    ) -> Iterator[tuple[Keep, int, Rank]]:
        """Every choice, the threshold after it, and how well it serves the aim."""
        for keep in keeps(roll):
            firsts = {self._game.threshold_with((die,)): die for die in reversed(keep)}
            for after, first in ({threshold: keep[0]} if threshold else firsts).items():
                rest = Counter(keep) - Counter((first,))
                total = _turned((*aside, *keep), after)
                rank = table.rank(len(aside) + len(keep), total)
                yield Keep((first, *sorted(rest.elements()))), after, rank


def _turned(aside: tuple[int, ...], threshold: int) -> int:
    """What the dice make, each turned over where 12 or less is wanted: then 30 or more is."""
    return sum(aside) if threshold == HIGH else 7 * len(aside) - sum(aside)


def _odds(sums: Sums) -> TurnOdds:
    lost = sum(weight * count(HIGH, total).lost for total, weight in enumerate(sums))
    return TurnOdds(
        reach=Fraction(sum(sums[HIGH:]), WHOLE),
        equal=Fraction(sums[HIGH], WHOLE),
        levels=tuple(Fraction(sums[HIGH + level], WHOLE) for level in range(1, DICE + 1)),
        expected_loss=Fraction(lost, WHOLE),
    )


def _faces(dice: tuple[int, ...]) -> tuple[int, ...]:
    if len(dice) > DICE or not are_dice(dice):
        raise ValueError(f"dice: expected up to six from 1 to 6; got {dice}")
    return dice
