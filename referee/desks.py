"""Who answers the notation's questions about each game: the notation's door stands beside the games, not in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from .answers import Desk
from .core import Game
from .expect import wrong
from .games.backgammon.desk import BackgammonDesk
from .games.jacquet.desk import JacquetDesk
from .games.tiles.desk import TileDesk
from .games.tock.desk import TockDesk
from .games.trente.desk import TrenteDesk
from .games.trictrac.desk import TricTracDesk

DESKS: Mapping[str, Callable[[Any], Desk]] = MappingProxyType(
    {
        "occe_child": TileDesk,
        "occe_adult": TileDesk,
        "royal": TileDesk,
        "trente": TrenteDesk,
        "jacquet": lambda game: JacquetDesk(game.rules),
        "backgammon": BackgammonDesk,
        "trictrac": lambda game: TricTracDesk(game.throws),
        "tock": TockDesk,
    }
)
"""Name of a game -> its desk, made for the game with its house rules."""


def desk_of(game: Game) -> Desk:
    """Whom to ask about a game with its house rules.

    Raises:
        BadQuestion: nothing can be asked about this game.
    """
    if game.name not in DESKS:
        raise wrong("game", f"one of {', '.join(DESKS)}", game.name)
    return DESKS[game.name](game)
