"""The rule that a throw, a closing or a sighting breaks at a table of tiles."""

from __future__ import annotations

from dataclasses import replace

from ...changes import changed_spaces
from ...core import Foul, Kind, Roll, Sighting
from ...rules import dice_refusal
from . import looks
from .rules import TileRules, foul
from .state import Close, TileState
from .turns import legal


def of_roll(rules: TileRules, state: TileState, roll: Roll) -> Foul | None:
    """Which rule a throw breaks, or None when it is due."""
    if state.champions:
        return foul("game_over")
    # A closing is owed before the next throw.
    if state.dice:
        return foul("must_close", state.dice, expected=legal(rules, state))
    return dice_refusal(roll, rules.dice_allowed(state.open[state.player]))


def of_close(rules: TileRules, state: TileState, close: Close) -> Foul | None:
    """Which rule a closing breaks, or None when it is legal."""
    if state.champions:
        return foul("game_over")
    open_tiles = state.open[state.player]
    # Nothing is closed without a throw.
    if not state.dice:
        return foul("throw_first", close.tiles, rules.dice_allowed(open_tiles)[0])
    possible = legal(rules, state)
    if close in possible:
        return None
    strange = tuple(tile for tile in close.tiles if tile > rules.tiles)
    if strange:
        return foul("no_such_tile", strange, rules.tiles, expected=possible)
    shut = tuple(tile for tile in close.tiles if tile not in open_tiles)
    if shut:
        return foul("already_shut", shut, expected=possible)
    return replace(rules.broken_rule(open_tiles, state.dice, close), expected=possible)


def of_sighting(rules: TileRules, state: TileState, sighting: Sighting) -> Foul:
    """Which rule the most probable reading breaks; asked only when no legal move explains it."""
    possible = legal(rules, state)
    mine, *others = _by_frame(rules, state, sighting)
    for player, changes in (mine, *others):
        missing = _tiles(changes, "missing")
        if missing:
            return foul("tile_missing", state.seats[player], missing, expected=possible)
    for player, changes in others:
        closed, opened = _tiles(changes, "closed"), _tiles(changes, "open")
        if closed or opened:
            return foul("other_frame", state.seats[player], closed, opened, expected=possible)
    player, changes = mine
    return _in_own_frame(rules, state, _tiles(changes, "closed"), _tiles(changes, "open"))


def _in_own_frame(
    rules: TileRules, state: TileState, closed: tuple[int, ...], opened: tuple[int, ...]
) -> Foul:
    possible = legal(rules, state)
    if opened:
        return foul("reopened", opened, expected=possible)
    left = state.left[rules.frame_of(state.player)]
    stale = tuple(tile for tile in closed if left is not None and tile not in left)
    # A throw was made before the tiles of the turn or game before were opened again.
    if state.dice and left is not None and len(stale) == len(rules.all_tiles - left):
        return foul("not_reset", stale, expected=possible)
    if not closed:
        return foul("must_close", state.dice, expected=possible)
    broken = of_close(rules, state, Close(closed))
    # The likeliest reading can be legal although all readings together speak against it.
    return broken or foul("must_close", state.dice, expected=possible)


Changes = dict[int, Kind]


def _by_frame(rules: TileRules, state: TileState, sighting: Sighting) -> list[tuple[int, Changes]]:
    """For each frame its player and the tiles that read otherwise than due, the mover's frame first."""
    otherwise = changed_spaces(looks.appearance(rules, state), looks.leftover(rules, state), sighting)
    players = [state.player]
    if rules.frames == "own":
        players += [player for player in range(len(state.seats)) if player != state.player]
    changes: list[tuple[int, Changes]] = []
    for player in players:
        spaces = {tile: rules.space(state, player, tile) for tile in sorted(rules.all_tiles)}
        changes.append((player, {tile: otherwise[at] for tile, at in spaces.items() if at in otherwise}))
    return changes


def _tiles(changes: Changes, kind: Kind) -> tuple[int, ...]:
    return tuple(tile for tile, shown in changes.items() if shown == kind)
