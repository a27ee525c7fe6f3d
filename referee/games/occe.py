"""OCCE Tric Trac, child rule and adult variant (S0, the leaflet of the OCCE de la Gironde)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ..core import Foul
from ..options import switch
from ..rules import RuleIds, foul_of, joined
from .tiles import Close, Open, TileGame
from .tiles.closings import sets_summing
from .tiles.rules import RULE_IDS as TILE_RULES

CHILD_RULES = joined(
    TILE_RULES,
    {
        "not_the_die": ("dice", "closed"),  # one die: only its own tile
        # Neither the dice's tiles nor the sum's.
        "not_the_dice": ("dice", "sum_due", "closed", "sum_closed", "possible"),
        "single_not_allowed": ("dice", "closed", "other"),  # alone while `other` is open too
        "too_many": ("dice", "closed", "possible"),  # the dice's tiles and their sum's as well
    },
)
"""Rule ids of the child rule.

`possible` holds every closing of these dice with these tiles open.
"""

ADULT_RULES = joined(
    TILE_RULES,
    {
        "sum_mismatch": ("dice", "sum_due", "closed", "sum_closed"),  # must sum to exactly the dice
    },
)
"""Rule ids of the adult variant."""

foul = foul_of(joined(CHILD_RULES, ADULT_RULES))


@dataclass(frozen=True)
class OcceChild(TileGame):
    """The child rule: the tiles of the two dice, or the tile of their sum, or the tile of one die.

    Attributes:
        single: one tile alone may be closed "if_other_shut" (the sheet's example: "une seule d'entre elles si
            une des deux est déjà fermée") or "free" (its rule: "une case correspondant à un seul des dés").
    """

    single: str = switch("if_other_shut", "free")

    name: ClassVar[str] = "occe_child"
    profiles: ClassVar[Mapping[str, Mapping[str, Any]]] = {"OCCE enfant": {}}
    rule_ids: ClassVar[RuleIds] = CHILD_RULES
    player_range: ClassVar[tuple[int, int]] = (1, 4)

    def closings(self, open_tiles: Open, dice: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        """S0: "soit les deux cases ..., soit la case correspondant à la somme des 2 dés, soit une case"."""
        wanted = {frozenset(dice), frozenset({sum(dice)})}
        if self.single == "free":
            wanted |= {frozenset({die}) for die in dice}
        else:
            # The other die's tile is shut already.
            wanted.add(open_tiles & set(dice))
        return tuple(sorted(tuple(sorted(tiles)) for tiles in wanted if tiles and tiles <= open_tiles))

    def broken_rule(self, open_tiles: Open, dice: tuple[int, ...], close: Close) -> Foul:
        """not_the_die, single_not_allowed, too_many or not_the_dice."""
        if len(dice) == 1:
            return foul("not_the_die", dice, close.tiles)
        if len(close.tiles) == 1 and close.tiles[0] in dice:
            other = next(die for die in dice if die != close.tiles[0])
            return foul("single_not_allowed", dice, close.tiles, other)
        if set(close.tiles) <= {*dice, sum(dice)}:
            return foul("too_many", dice, close.tiles, self.closings(open_tiles, dice))
        possible = self.closings(open_tiles, dice)
        return foul("not_the_dice", dice, sum(dice), close.tiles, sum(close.tiles), possible)


@dataclass(frozen=True)
class OcceAdult(TileGame):
    """The adult variant: any tiles whose sum is exactly that of the dice."""

    name: ClassVar[str] = "occe_adult"
    profiles: ClassVar[Mapping[str, Mapping[str, Any]]] = {"OCCE adulte": {}}
    rule_ids: ClassVar[RuleIds] = ADULT_RULES
    player_range: ClassVar[tuple[int, int]] = (1, 4)

    def closings(self, open_tiles: Open, dice: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        """S0: "que la somme des cases soit exactement égale à celle des dés"."""
        return sets_summing(open_tiles, sum(dice))

    def broken_rule(self, open_tiles: Open, dice: tuple[int, ...], close: Close) -> Foul:
        """sum_mismatch."""
        return foul("sum_mismatch", dice, sum(dice), close.tiles, sum(close.tiles))
