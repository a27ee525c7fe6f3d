"""Tric-Trac Royal (S3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from ..core import Foul
from ..options import number, switch
from ..rules import RuleIds, foul_of, joined
from ..values.remembered import by_identity
from .tiles import Close, Open, TileGame, TileResult, TileState
from .tiles.closings import can_make, sets_summing
from .tiles.rules import RULE_IDS as TILE_RULES

RULE_IDS = joined(
    TILE_RULES,
    {
        # Neither the total nor one die.
        "total_or_die": ("dice", "sum_due", "closed", "sum_closed", "sums", "alone"),
        "single_total_possible": ("dice", "sum_due", "closed"),  # one die although the total can be covered
        "single_not_split": ("dice", "closed", "sums", "alone"),  # one die covers one tile only
    },
)
"""Rule ids of Royal.

What may be closed instead, with these dice and these tiles open: `sums` are those of which every set of open tiles
may be closed, `alone` the tiles that may be closed by themselves besides. () where nothing may.
"""

foul = foul_of(RULE_IDS)


@dataclass(frozen=True)
class Royal(TileGame):
    """One box for all: cover tiles that sum to both dice or to one of them; the lowest wins the stakes.

    Attributes:
        single_combo: one die may be split over several tiles, as the total may.
        single_only_if_needed: one die may be used only when the total cannot be covered.
        single_ends: using one die ends the turn.
        stake: what each player pays into a game; doubled when its winner covered everything.
    """

    tie: str = switch("extra_game", "shared")
    frames: str = switch("shared", "own")
    one_die: str = switch("never", "after_789", "may_after_789", "may_at_6")
    single_combo: bool = switch(True, False)
    single_only_if_needed: bool = switch(False, True)
    single_ends: bool = switch(False, True)
    stake: int = number(1, 0, 1_000_000)

    name: ClassVar[str] = "royal"
    profiles: ClassVar[Mapping[str, Mapping[str, Any]]] = {"Tric-Trac Royal": {}}
    rule_ids: ClassVar[RuleIds] = RULE_IDS
    player_range: ClassVar[tuple[int, int]] = (1, 12)
    settles_each_game: ClassVar[bool] = True

    def closings(self, open_tiles: Open, dice: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        """S3: "correspondant au total des points marqués par les deux dés ou ... par un seul dé"."""
        sets = set(sets_summing(open_tiles, sum(dice)))
        if len(dice) == 1 or (sets and self.single_only_if_needed):
            return tuple(sorted(sets))
        for die in set(dice):
            sets |= set(sets_summing(open_tiles, die) if self.single_combo else ())
            sets |= {(die,)} if die in open_tiles else set()
        return tuple(sorted(sets))

    def ends_turn(self, dice: tuple[int, ...], close: Close) -> bool:
        """True when one of two dice was used and `single_ends` is on."""
        return self.single_ends and sum(close.tiles) != sum(dice)

    def broken_rule(self, open_tiles: Open, dice: tuple[int, ...], close: Close) -> Foul:
        """single_not_split, single_total_possible or total_or_die."""
        total, closed = sum(dice), sum(close.tiles)
        if closed in dice and len(close.tiles) > 1 and not self.single_combo:
            return foul("single_not_split", dice, close.tiles, *self._due(open_tiles, dice))
        if closed in dice and self.single_only_if_needed and can_make(open_tiles, total):
            return foul("single_total_possible", dice, total, close.tiles)
        return foul("total_or_die", dice, total, close.tiles, closed, *self._due(open_tiles, dice))

    def _due(self, open_tiles: Open, dice: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """`sums` and `alone` of RULE_IDS: the sums in the order total, dice."""
        legal = set(self.closings(open_tiles, dice))
        ways = {due: set(sets_summing(open_tiles, due)) for due in (sum(dice), *dice)}
        sums = tuple(due for due, sets in ways.items() if sets and sets <= legal)
        return sums, tuple(sorted(tiles[0] for tiles in legal if sum(tiles) not in sums))

    @property
    def dues(self) -> tuple[int, int]:
        """What every loser of a game pays, and what where its winner covered everything.

        S3: "les autres lui devront payer le double de leurs enjeux".
        """
        return self.stake, 2 * self.stake

    def payments(self, state: TileState) -> tuple[Fraction, ...]:
        """What each player has won (or, negative, paid) in the finished games, in the unit of the stake."""
        return _payments(state.results, self, len(state.seats))

    def paid(self, result: TileResult) -> tuple[Fraction, ...]:
        """The same of one finished game; who had left before it has no stake in it.

        S3: "Le joueur avec le total le moins élevé a gagné et emporte les enjeux"; who shares divides evenly.
        """
        due = self.dues[result.shut]
        losers = len(result.scores) - len(result.winners) - len(result.absent)
        won = Fraction(due * losers, len(result.winners))
        lost = [Fraction(0) if p in result.absent else Fraction(-due) for p in range(len(result.scores))]
        return tuple(won if player in result.winners else paid for player, paid in enumerate(lost))


@by_identity(8)
def _payments(results: tuple[TileResult, ...], game: Royal, players: int) -> tuple[Fraction, ...]:
    balance = [Fraction(0)] * players
    for result in results:
        balance = [old + won for old, won in zip(balance, game.paid(result), strict=True)]
    return tuple(balance)
