"""A position as its form has it, and what a tap changes: a piece is taken from one space and put on another.

No rule is here: whether pieces may stand so is the referee's to say (`judged`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from referee.core import Kind, Space

EMPTY: Kind = "empty"

DRAW = -1
"""As `Draft.turn`: a throw tells who begins."""

AS_IT_IS = -2
"""As `Draft.turn`: the cards, and whose turn it is, stay as they are."""


@dataclass(frozen=True)
class Draft:
    """A position of one game.

    Attributes:
        spaces: every space where pieces may stand -> what stands there, in the referee's words; {} without a board.
        held: the space from which pieces are taken; "" for none.
        turn: who is next, from 0; DRAW or AS_IT_IS.
        points: what was typed for each player, in playing order; () if the game counts none on the way.
    """

    spaces: Mapping[Space, Kind]
    held: Space = ""
    turn: int = 0
    points: tuple[str, ...] = ()


def pieces(kind: Kind) -> tuple[str, int]:
    """ "white x 3" as whose they are and how many: ("white", 3); "pawn 2 new" is one of "pawn 2"; ("", 0) for none."""
    if kind == EMPTY:
        return "", 0
    whose, _, many = kind.removesuffix(" new").partition(" x ")
    return whose, int(many or 1)


def tapped(draft: Draft, space: Space) -> Draft:
    """Once a space was tapped: pieces are taken from it, or one of those that are held is put on it.

    Pieces are held until their space is tapped again, or none is left there; where others stand, these are taken.
    """
    whose, many = pieces(draft.spaces[space])
    held, left = pieces(draft.spaces.get(draft.held, EMPTY))
    if not left or (many and whose != held):
        return replace(draft, held=space if many else "")
    if space == draft.held:
        return replace(draft, held="")
    after = {draft.held: _kind(draft.held, held, left - 1), space: _kind(space, held, many + 1)}
    return replace(draft, spaces={**draft.spaces, **after}, held=draft.held if left > 1 else "")


def _kind(space: Space, whose: str, many: int) -> Kind:
    """So many pieces as the referee says it: of pawns only in a base is there ever a number."""
    if not many:
        return EMPTY
    return whose if whose.startswith("pawn") and not space.startswith("base") and many == 1 else f"{whose} x {many}"
