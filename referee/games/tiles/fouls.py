"""Which rule was broken at a table of tiles: by a throw, by a closing, or by what is seen."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ...core import Foul, Kind, Roll, Sighting
from ...rules import dice_refusal, foul
from ...seen import changed
from .state import Close, TileState
from .turns import frame_of

if TYPE_CHECKING:
    from .game import TileGame


def of_roll(game: TileGame, state: TileState, roll: Roll) -> Foul | None:
    """Which rule a throw breaks, or None when it is due."""
    if state.champions:
        return foul("game_over")
    # A closing is owed before the next throw.
    if state.dice:
        return foul("must_close", state.dice, expected=game.legal(state))
    return dice_refusal(roll, game.dice_allowed(state.open[state.player]))


def of_close(game: TileGame, state: TileState, close: Close) -> Foul | None:
    """Which rule a closing breaks, or None when it is legal."""
    if state.champions:
        return foul("game_over")
    open_tiles = state.open[state.player]
    # Nothing is closed without a throw.
    if not state.dice:
        return foul("throw_first", close.tiles, game.dice_allowed(open_tiles)[0])
    legal = game.legal(state)
    if close in legal:
        return None
    strange = tuple(tile for tile in close.tiles if tile > game.tiles)
    if strange:
        return foul("no_such_tile", strange, game.tiles, expected=legal)
    shut = tuple(tile for tile in close.tiles if tile not in open_tiles)
    if shut:
        return foul("already_shut", shut, expected=legal)
    return replace(game.broken_rule(open_tiles, state.dice, close), expected=legal)


def of_sighting(game: TileGame, state: TileState, seen: Sighting) -> Foul:
    """Which rule the most probable reading breaks; asked only when no legal move explains it."""
    legal = game.legal(state)
    mine, *others = _by_frame(game, state, seen)
    for player, changes in (mine, *others):
        missing = _tiles(changes, "missing")
        if missing:
            return foul("tile_missing", state.seats[player], missing, expected=legal)
    for player, changes in others:
        closed, opened = _tiles(changes, "closed"), _tiles(changes, "open")
        if closed or opened:
            return foul("other_frame", state.seats[player], closed, opened, expected=legal)
    player, changes = mine
    return _in_own_frame(game, state, _tiles(changes, "closed"), _tiles(changes, "open"))


def _in_own_frame(game: TileGame, state: TileState, closed: tuple[int, ...], opened: tuple[int, ...]) -> Foul:
    legal = game.legal(state)
    if opened:
        return foul("reopened", opened, expected=legal)
    left = state.left[frame_of(game, state.player)]
    stale = tuple(tile for tile in closed if left is not None and tile not in left)
    # A throw was made before the tiles of the turn or game before were opened again.
    if state.dice and left is not None and len(stale) == len(game.all_tiles - left):
        return foul("not_reset", stale, expected=legal)
    if not closed:
        return foul("must_close", state.dice, expected=legal)
    found = of_close(game, state, Close(closed))
    # The likeliest reading can be legal although all readings together speak against it.
    return found or foul("must_close", state.dice, expected=legal)


Changes = dict[int, Kind]


def _by_frame(game: TileGame, state: TileState, seen: Sighting) -> list[tuple[int, Changes]]:
    """For each frame its player and the tiles that read otherwise than due, the mover's frame first."""
    otherwise = changed(game, state, seen)
    players = [state.player]
    if game.frames == "own":
        players += [player for player in range(len(state.seats)) if player != state.player]
    found: list[tuple[int, Changes]] = []
    for player in players:
        spaces = {tile: game.space(state, player, tile) for tile in sorted(game.all_tiles)}
        found.append((player, {tile: otherwise[at] for tile, at in spaces.items() if at in otherwise}))
    return found


def _tiles(changes: Changes, kind: Kind) -> tuple[int, ...]:
    return tuple(tile for tile, shown in changes.items() if shown == kind)
