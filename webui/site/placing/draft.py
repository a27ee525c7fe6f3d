"""A position in its form, and what a tap changes: a piece moves from one space to another.

It knows no rule: the referee decides whether the pieces may stand there (`judged`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from referee.core import Kind, Space

EMPTY: Kind = "empty"

DRAW = -1
"""As `Draft.turn`: a throw decides who begins."""

AS_IT_IS = -2
"""As `Draft.turn`: the cards, and whose turn it is, stay as they are."""


@dataclass(frozen=True)
class Draft:
    """A position of one game.

    Attributes:
        spaces: every space where pieces may stand -> what stands there, in the referee's words; {} without a board.
        held: the space from which pieces are taken; "" for none.
        turn: who is next, from 0; DRAW or AS_IT_IS.
        points: as typed for each player, in playing order; () if the game has none.
    """

    spaces: Mapping[Space, Kind]
    held: Space = ""
    turn: int = 0
    points: tuple[str, ...] = ()


def pieces(kind: Kind) -> tuple[str, int]:
    """ "white x 3" as owner and number: ("white", 3); "pawn 2 new" is one of "pawn 2"; ("", 0) for none."""
    if kind == EMPTY:
        return "", 0
    whose, _, many = kind.removesuffix(" new").partition(" x ")
    return whose, int(many or 1)


def tapped(draft: Draft, space: Space) -> Draft:
    """After a tap on a space: its pieces are held, or one held piece is put on it.

    Pieces are held until their space is tapped again or is empty; a space of the other player is held instead.
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
    """A number of pieces as the referee writes it: pawns have one only in a base."""
    if not many:
        return EMPTY
    return whose if whose.startswith("pawn") and not space.startswith("base") and many == 1 else f"{whose} x {many}"
