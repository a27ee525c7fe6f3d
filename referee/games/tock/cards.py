"""The cards of the sheet, and what a player does with one: gives, plays or discards it. Suits mean nothing.

Each of these moves has its one word of a record.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from .board import BASE, HOUSE, TRACK

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


def unseen(shown: Iterable[str]) -> Counter[str]:
    """The cards of each rank that the pack holds besides the shown ones; 0 if all were shown."""
    out = Counter(shown)
    return Counter({rank: max(COPIES - out[rank], 0) for rank in RANKS})


class PawnStep(NamedTuple):
    """One pawn on its way.

    Attributes:
        start: where it stands: a hole (0 to 71) or a place of its house (72 to 75).
        to: where it stands afterwards; with `exchange` where the other pawn stands.
        exchange: the two pawns change places.
    """

    start: int
    to: int
    exchange: bool = False


IN = PawnStep(BASE, BASE)
"""A pawn leaves its base for its start."""


@dataclass(frozen=True, order=True)
class Give:
    """A card goes to the partner, unseen.

    Attributes:
        card: which; None where the referee does not know the hand.
    """

    card: str | None = None

    def __post_init__(self) -> None:
        """Checks the card."""
        if self.card is not None:
            _check(self.card)


@dataclass(frozen=True, order=True)
class CardPlay:
    """A card is played.

    Attributes:
        card: which.
        steps: the pawns it moves, in order; several only with a 7; () while only the card lies there.
    """

    card: str
    steps: tuple[PawnStep, ...] = ()

    def __post_init__(self) -> None:
        """Checks the card."""
        _check(self.card)


@dataclass(frozen=True, order=True)
class Discard:
    """A card is laid down that moves nothing.

    Attributes:
        card: which.
    """

    card: str

    def __post_init__(self) -> None:
        """Checks the card."""
        _check(self.card)


Move = Give | CardPlay | Discard

FORMS = "a move such as 3:12>15, 7:12>15+40>44, V:5x30, R:in, 2:h1>h3, discards:9, gives:V or gives:?"
_STEP = re.compile(r"(h[1-4]|0|[1-9][0-9]?)([>x])(h[1-4]|0|[1-9][0-9]?)")


def to_text(move: Move) -> str:
    """The move as one word: "7:12>15+40>44"; `h1` to `h4` are the places of the house."""
    if isinstance(move, Give):
        return f"gives:{move.card or '?'}"
    if isinstance(move, Discard):
        return f"discards:{move.card}"
    return f"{move.card}:{'+'.join(_step_text(step) for step in move.steps)}"


def from_text(text: str) -> Move:
    """The move that `to_text` wrote; the current player decides which pawn `in` brings in.

    Raises:
        ValueError: it is none; the message says what was expected.
    """
    word, colon, rest = text.partition(":")
    card = word if word in RANKS else rest
    if not colon or (card not in RANKS and (word, card) != ("gives", "?")):
        raise ValueError(f"expected {FORMS}; got {text[:60]!r}")
    if word == "gives":
        return Give(None if rest == "?" else rest)
    if word == "discards":
        return Discard(rest)
    steps = tuple(_step(part, text) for part in rest.split("+")) if rest else ()
    return CardPlay(word, steps)


def place_text(place: int) -> str:
    """A hole by its number, a place of a house as h1 to h4."""
    return f"h{place - HOUSE + 1}" if place >= HOUSE else str(place)


def _step_text(step: PawnStep) -> str:
    if step == IN:
        return "in"
    return f"{place_text(step.start)}{'x' if step.exchange else '>'}{place_text(step.to)}"


def _step(text: str, whole: str) -> PawnStep:
    match = _STEP.fullmatch(text)
    if text == "in":
        return IN
    if match is None:
        raise ValueError(f"expected {FORMS}; got {whole[:60]!r}")
    start, how, to = match.groups()
    return PawnStep(_place(start, whole), _place(to, whole), how == "x")


def _place(text: str, whole: str) -> int:
    place = HOUSE + int(text[1]) - 1 if text[0] == "h" else int(text)
    if text[0] != "h" and place >= TRACK:
        raise ValueError(f"expected holes from 0 to {TRACK - 1}; got {whole[:60]!r}")
    return place


def _check(card: object) -> None:
    if card not in RANKS:
        raise ValueError(f"card: expected one of {', '.join(RANKS)}; got {card!r}")
