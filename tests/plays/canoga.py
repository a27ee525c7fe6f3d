"""Canoga: a toy game of tiles, added to the house as docs/architecture.md says a game is added."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import pytest

from referee.core import Foul
from referee.games import GAMES
from referee.games.tiles import Close, Open, TileGame
from referee.games.tiles.closings import sets_summing
from referee.options import switch
from webui.words import games
from webui.words.games.row import CoachOffer
from webui.words.games.tiles import TILES


@dataclass(frozen=True)
class Canoga(TileGame):
    """Tiles that make the sum of the dice, at most so many at once.

    Attributes:
        most: how many tiles a throw may close.
    """

    most: int = switch(2, 1, 3)

    name: ClassVar[str] = "canoga"
    profiles: ClassVar[Mapping[str, Mapping[str, Any]]] = {"Canoga Park": {}}
    player_range: ClassVar[tuple[int, int]] = (1, 4)

    def closings(self, open_tiles: Open, dice: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        """Up to `most` tiles of the sum of the dice."""
        return tuple(tiles for tiles in sets_summing(open_tiles, sum(dice)) if len(tiles) <= self.most)

    def broken_rule(self, open_tiles: Open, dice: tuple[int, ...], close: Close) -> Foul:
        """too_many_at_once: whatever else is wrong with it."""
        return Foul("too_many_at_once", (("dice", dice), ("closed", close.tiles), ("most", self.most)))


ITS_WORDS = replace(
    TILES,
    title="Canoga",
    about="Few tiles at once.",
    profiles={"Canoga Park": "Canoga as in the park"},
    refusals={
        **TILES.refusals,
        "too_many_at_once": "With %(dice)s, close the sum with %(most)s tiles at most, not %(closed)s.",
    },
    house_rules={**TILES.house_rules, "most": ("How many tiles at once?", {2: "Two", 1: "One", 3: "Three"})},
    coach=CoachOffer("tiles", "Canoga: few tiles at once."),
)


def add(patch: pytest.MonkeyPatch) -> None:
    """Its line in GAMES: as if it had stood there before anybody looked, so in what is picked from GAMES too."""
    for module in [module for name, module in sys.modules.items() if name.startswith(("referee.", "webui."))]:
        for name, value in list(vars(module).items()):
            if isinstance(value, tuple) and value[:1] == GAMES[:1]:
                patch.setattr(module, name, (*value, Canoga))


def add_words(patch: pytest.MonkeyPatch) -> None:
    """Its row in WORDS."""
    patch.setattr(games, "WORDS", {**games.WORDS, Canoga.name: ITS_WORDS})
