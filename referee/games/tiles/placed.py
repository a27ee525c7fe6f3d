"""A person's word on how some tiles stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core import Placed
from ...errors import BadPlace
from ...said import told_spaces
from .state import Open, TileState

if TYPE_CHECKING:
    from .game import TileGame


def stands(game: TileGame, state: TileState, word: Placed) -> dict[int, Open]:
    """The open tiles of each player of whom something is said.

    Raises:
        BadPlace: a space that is not there, a space twice, or neither open nor closed.
    """
    known = game.appearance(state)
    says = told_spaces(word, known)
    if not set(says.values()) <= {"open", "closed"}:
        raise BadPlace(f"expected open or closed; got {sorted(set(says.values()))}")
    found = {}
    for player in range(len(state.seats)):
        mine = {tile: game.space(state, player, tile) for tile in game.all_tiles}
        now = known | says
        if (game.frames == "own" or player == state.player) and says.keys() & set(mine.values()):
            found[player] = frozenset(tile for tile, space in mine.items() if now[space] == "open")
    return found
