"""Moves of Trente as one word of a record, and back."""

from __future__ import annotations

import re

from .state import Attack, Keep, Revenge

_KEEP = re.compile(r"[1-6](\+[1-6]){0,5}")
_ATTACK = re.compile(r"attack-([1-9][0-9]?)")
_REVENGE = {"revenge": True, "no-revenge": False}


def to_text(move: Keep | Attack | Revenge) -> str:
    """ "5+1+2" for dice, the first first; "attack-3" for player 3; "revenge" or "no-revenge"."""
    if isinstance(move, Keep):
        return "+".join(str(die) for die in move.dice)
    if isinstance(move, Attack):
        return f"attack-{move.target + 1}"
    return "revenge" if move.taken else "no-revenge"


def from_text(text: str) -> Keep | Attack | Revenge:
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
