"""How the tiles should stand, how they may still stand, and a person's word on some of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from ...core import Kind, Placed, Space
from ...declared import declared_spaces
from ...errors import BadPlace
from .rules import TileRules
from .state import Open, TileState

KEPT = 1024
"""Number of frames whose looks stay in the cache."""


def appearance(rules: TileRules, state: TileState) -> dict[Space, Kind]:
    """Every tile of the players' frames, or of the shared box as the player whose turn it is needs it."""
    spaces: dict[Space, Kind] = {}
    for player in _shown(rules, state):
        spaces.update(_frame(rules.frame_spaces(state, player), state.open[player]))
    return spaces


@lru_cache(maxsize=KEPT)
def _frame(spaces: tuple[Space, ...], open_tiles: Open) -> tuple[tuple[Space, Kind], ...]:
    """The spaces of a frame, in order of their tiles, and what stands there."""
    return tuple(
        (space, "open" if tile in open_tiles else "closed") for tile, space in enumerate(spaces, start=1)
    )


def leftover(rules: TileRules, state: TileState) -> dict[Space, Kind]:
    """Tiles of a frame that may still stand as the turn or game before left them.

    Before a throw its player must set up the frame, so that player's is left out.
    """
    waiting = (player for player in _shown(rules, state) if not (state.dice and player == state.player))
    return {space: kind for player in waiting for space, kind in _stood(rules, state, player)}


def stale(rules: TileRules, state: TileState) -> dict[Space, Kind]:
    """The tiles of the player who owes a closing, where the turn or game before left them otherwise."""
    return dict(_stood(rules, state, state.player)) if state.dice else {}


def tidied(state: TileState) -> TileState:
    """The state without what a turn or game before left."""
    return replace(state, left=(None,) * len(state.left))


def stands(rules: TileRules, state: TileState, word: Placed) -> dict[int, Open]:
    """The open tiles of each player in a person's declaration.

    Raises:
        BadPlace: a space that is not there, a space twice, or neither open nor closed.
    """
    known = appearance(rules, state)
    says = declared_spaces(word, known)
    if not set(says.values()) <= {"open", "closed"}:
        raise BadPlace(f"expected open or closed; got {sorted(set(says.values()))}")
    frames = {}
    for player in range(len(state.seats)):
        mine = {tile: rules.space(state, player, tile) for tile in rules.all_tiles}
        now = known | says
        if (rules.frames == "own" or player == state.player) and says.keys() & set(mine.values()):
            frames[player] = frozenset(tile for tile, space in mine.items() if now[space] == "open")
    return frames


def _shown(rules: TileRules, state: TileState) -> range | tuple[int]:
    """The players whose tiles the table shows."""
    return (state.player,) if rules.frames == "shared" else range(len(state.seats))


def _stood(rules: TileRules, state: TileState, player: int) -> Iterator[tuple[Space, Kind]]:
    left = state.left[rules.frame_of(player)]
    if left is not None:
        for tile in sorted(left ^ state.open[player]):
            yield rules.space(state, player, tile), "open" if tile in left else "closed"
