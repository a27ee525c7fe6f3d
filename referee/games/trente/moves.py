"""The moves of Trente, each with its one word of a record."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from ...core import are_dice
from .state import DICE


@dataclass(frozen=True)
class Keep:
    """A move: these dice of the throw are set aside.

    Attributes:
        dice: their faces, 1 to 6, in the order in which they are declared; the very first of a turn decides the
            threshold, all others stand in any order.

    Raises:
        ValueError: no die, more than six, or a number that no die shows.
    """

    dice: tuple[int, ...]

    def __post_init__(self) -> None:
        """Checks the faces."""
        if not 1 <= len(self.dice) <= DICE or not are_dice(self.dice):
            raise ValueError(f"dice: expected one to six dice from 1 to 6; got {self.dice}")


@dataclass(frozen=True)
class Attack:
    """A move: the target, if the rules leave the choice.

    Attributes:
        target: the player, from 0.
    """

    target: int


@dataclass(frozen=True)
class Revenge:
    """The choice of a killed player: one more turn now, or none.

    Attributes:
        taken: True to play it.
    """

    taken: bool


Move: TypeAlias = Keep | Attack | Revenge

_KEEP = re.compile(r"[1-6](\+[1-6]){0,5}")
_ATTACK = re.compile(r"attack-([1-9][0-9]?)")
_REVENGE = {"revenge": True, "no-revenge": False}


def to_text(move: Move) -> str:
    """ "5+1+2" for dice, the first first; "attack-3" for player 3; "revenge" or "no-revenge"."""
    if isinstance(move, Keep):
        return "+".join(str(die) for die in move.dice)
    if isinstance(move, Attack):
        return f"attack-{move.target + 1}"
    return "revenge" if move.taken else "no-revenge"


def from_text(text: str) -> Move:
    """The move that `to_text` wrote. Raises ValueError saying what was expected."""
    if text in _REVENGE:
        return Revenge(_REVENGE[text])
    if attack := _ATTACK.fullmatch(text):
        return Attack(int(attack[1]) - 1)
    if _KEEP.fullmatch(text):
        return Keep(tuple(int(die) for die in text.split("+")))
    raise ValueError(
        f"expected dice joined by a plus such as 5+1, attack-2, revenge or no-revenge; got {text!r}"
    )
