"""Every game, in one visible tuple.

A game is one file here, or a package of its name whose `game.py` holds it; `tiles` and `arrows` are what families
of games share.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from ..base import BaseGame
from ..errors import UnknownGame
from ..options import build
from ..rules import RuleIds, joined
from .backgammon import Backgammon
from .jacquet import Jacquet
from .occe import OcceAdult, OcceChild
from .royal import Royal
from .tock import Tock
from .trente import Trente
from .trictrac import TricTrac

AnyGame: TypeAlias = BaseGame[Any, Any]
"""A game as this house builds it."""

GAMES: tuple[type[AnyGame], ...] = (
    OcceChild,
    OcceAdult,
    Royal,
    Trente,
    Jacquet,
    Backgammon,
    TricTrac,
    Tock,
)
"""The games in the order in which to offer them."""


RULE_IDS: RuleIds = joined(*(game.rule_ids for game in GAMES))
"""Every rule that can be broken in some game."""


def find(name: str) -> type[AnyGame]:
    """The game of that name, such as "occe_child".

    Raises:
        UnknownGame: there is none.
    """
    for game in GAMES:
        if game.name == name:
            return game
    raise UnknownGame(f"expected a game of {', '.join(game.name for game in GAMES)}; got {name!r}")


def profile(name: str) -> AnyGame:
    """The game with the house rules of a named profile, such as "OCCE enfant".

    Raises:
        UnknownGame: there is none.
    """
    for game in GAMES:
        if name in game.profiles:
            return build(game, game.profiles[name])
    names = (known for game in GAMES for known in game.profiles)
    raise UnknownGame(f"expected a profile of {', '.join(names)}; got {name!r}")
