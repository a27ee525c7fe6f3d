"""The cards of the sheet, and how far each moves a pawn. Suits mean nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "V", "D", "R")
"""The cards in the order of the sheet's table; V is the jack, D the queen, R the king."""

COPIES = 4
"""How many cards of each rank a pack of 52 holds."""

PLAYERS = 4

DEALS = (5, 4, 4)
"""Cards that each player gets: S2 "5 cartes à chaque joueur", then "4 cartes/ joueur ... par le même donneur"."""

STEPS = {"A": 1, "2": 2, "3": 3, "6": 6, "8": 8, "9": 9, "10": 10, "V": 11, "D": 12, "R": 13}
"""How far a card moves one pawn of the player forward; 4, 5 and 7 do something else."""

ENTER = ("A", "R")
"""S2: "pour faire entrer un pion sur le parcours, jouez un As ou un Roi"."""

BACK, OTHERS, SPLIT = 4, 5, 7

_PLACE = {rank: place for place, rank in enumerate(RANKS)}


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """These cards in the order of RANKS; each must be one of them."""
    return tuple(sorted(cards, key=_PLACE.__getitem__))


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """These cards less one copy of `card`, which must be among them."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def unseen(seen: Iterable[str]) -> Counter[str]:
    """How many of each rank the pack holds besides those that were seen; 0 where all of it were."""
    out = Counter(seen)
    return Counter({rank: max(COPIES - out[rank], 0) for rank in RANKS})
