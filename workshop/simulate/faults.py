"""What may go wrong at a table and before its camera: each kind by its name, and each that happened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

EYES: Mapping[str, str] = MappingProxyType(
    {
        "misread": "a die of the throw is read as another value, surely, at every look",
        "early": "a die of the throw does not lie still yet at the first look: it leans there, or shows another value",
        "doubtful": "a die of the throw is in doubt between two values at every look",
        "unseen_die": "a die of the throw is not seen",
        "missed": "the throw is missed for good: its dice are not seen, or no look falls between it and the next one",
        "hurried": "two acts, or more, between two looks",
        "unnoticed": "the picture hardly changed where the dice of a throw lie",
        "ghost": "a die of the throw before is told yet",
        "stain": "something is read as a die that is none",
        "leans_flat": "a die that leans or lies beside the board is read as a flat one",
        "flat_leans": "a flat die is read as one that leans",
        "tile_for_good": "a tile is read wrongly until it is turned",
        "tile_a_while": "a tile is read wrongly for some looks",
        "covered": "tiles cannot be read for some looks",
    }
)
"""Errors of the eyes, and what each is."""

PLAYERS: Mapping[str, str] = MappingProxyType(
    {
        "out_of_turn": "another player throws; then whoever is due throws too, and closes",
        "put_back": "a die is lifted and put back",
        "pushed": "a die is pushed",
        "laid_by": "a die is laid beside the board once one is due",
        "linger": "a hand stays over tiles or dice",
        "void": "a die leans or falls beside the board",
        "forgotten": "a throw although a closing is owed",
        "dice_count": "a throw of too many or too few dice",
        "foul": "tiles are turned as no rule allows, and put back",
    }
)
"""What players do."""

FORCED = (*EYES, "out_of_turn")
"""Kinds that can be asked for; the others happen as often as in recorded games."""

OF_TILES = ("tile_for_good", "tile_a_while", "covered")
"""Those of them that need a board that the camera sees."""

WHEN = (1, 8)
"""A kind that was asked for happens once a game, so that what follows is its own doing: from one of these throws on."""

ANEW = 12
"""So many throws later it happens again where a finger tells the moves: whoever does sees at once what went wrong."""


@dataclass(frozen=True)
class Fault:
    """One that happened.

    Attributes:
        kind: a key of EYES or PLAYERS.
        throw: how many throws that count were made before the one at, or after, which it happened.
        t: s.
    """

    kind: str
    throw: int
    t: float
