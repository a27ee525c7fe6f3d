"""From one state of a match of tiles to the next: turns, games of a series, play-offs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from typing import TypeVar

from ...values.remembered import by_identity
from .rules import TileRules
from .state import Close, Open, Passed, Scores, TileResult, TileState

ValueT = TypeVar("ValueT")

KEPT = 1024
"""Number of sets of closings whose ways stay in the cache."""


def begin(rules: TileRules, seats: tuple[int, ...], handicaps: tuple[int, ...] = ()) -> TileState:
    """The state before the first throw."""
    everybody = tuple(range(len(seats)))
    left = (None,) * (1 if rules.frames == "shared" else len(seats))
    return TileState(seats, (rules.all_tiles,) * len(seats), 0, everybody, left, handicaps=handicaps)


def legal(rules: TileRules, state: TileState) -> tuple[Close, ...]:
    """Every legal closing; () unless one is owed."""
    if not state.dice:
        return ()
    return tuple(Close(tiles) for tiles in rules.closings(state.open[state.player], state.dice))


@lru_cache(maxsize=KEPT)
def partials(possible: tuple[Close, ...]) -> tuple[Close, ...]:
    """Some but not all tiles of these closings, where they are none themselves: tiles turn one by one."""
    some = (
        Close(tiles)
        for move in possible
        for n in range(1, len(move.tiles))
        for tiles in combinations(move.tiles, n)
    )
    return tuple(part for part in dict.fromkeys(some) if part not in possible)


def after_left(rules: TileRules, state: TileState, player: int) -> TileState:
    """A player has left for good: the frame stays as it is, and whose turn it was, the next one plays."""
    mine = player == state.player
    state = replace(
        state,
        gone=state.gone | {player},
        done=state.done | ({player} & set(state.contenders)),
        dice=() if mine else state.dice,
        last_passed=None,
    )
    staying = set(state.contenders) - state.gone
    if state.settling and len(staying) == 1:
        return _play_off_over(rules, state, tuple(staying))
    if state.done >= set(state.contenders):
        return _round_over(rules, state)
    return _hand_over(rules, state) if mine else state


def after_roll(rules: TileRules, state: TileState, dice: tuple[int, ...]) -> TileState:
    """A throw that is due has come to rest; where nothing can be closed the player's turn is over."""
    state = replace(state, dice=dice, thrown=dice, last_passed=None)
    if rules.closings(state.open[state.player], dice):
        return state
    return _turn_over(rules, state, "stuck")


def after_close(rules: TileRules, state: TileState, close: Close) -> TileState:
    """A legal closing was made."""
    player, dice = state.player, state.dice
    rest = state.open[player] - set(close.tiles)
    state = replace(
        state,
        open=_put(state.open, player, rest),
        left=_put(state.left, rules.frame_of(player), None),
        dice=(),
        last_passed=None,
    )
    if not rest:
        return _turn_over(rules, state, "all_shut")
    if rules.ends_turn(dice, close):
        return _turn_over(rules, state, "single_die")
    if rules.turns == "alternate":
        return _hand_over(rules, state)
    return state


def after_placed(rules: TileRules, state: TileState, stands: Mapping[int, Open]) -> TileState:
    """A person declared the open tiles of some players; a throw of one of them ends, as after a closing.

    Whose tiles are all shut by it has finished; who had shut all of them and has one open again plays on.
    """
    again = {player for player, tiles in stands.items() if tiles and not state.open[player]} - state.gone
    frames = {rules.frame_of(player) for player in stands}
    owed = bool(state.dice) and state.player in stands
    state = replace(
        state,
        open=tuple(stands.get(player, tiles) for player, tiles in enumerate(state.open)),
        left=tuple(None if frame in frames else left for frame, left in enumerate(state.left)),
        dice=() if owed else state.dice,
        last_passed=None,
    )
    shut = {player for player in stands if not state.open[player]} & set(state.contenders) - state.done
    state = replace(state, done=(state.done - again) | (shut - {state.player}))
    if state.player in shut:
        return _turn_over(rules, state, "all_shut")
    if shut and rules.instant_win:
        return _round_over(rules, replace(state, dice=()))
    return _hand_over(rules, state) if owed and rules.turns == "alternate" else state


def leaders(scores: Scores, gone: frozenset[int] = frozenset()) -> tuple[int, ...]:
    """The players with the fewest points of those who played and have not left."""
    standing = tuple(None if player in gone else points for player, points in enumerate(scores))
    least = min(points for points in standing if points is not None)
    return tuple(player for player, points in enumerate(standing) if points == least)


def points(rules: TileRules, state: TileState, player: int) -> int:
    """A player's score in the running round: the open tiles and the handicap; all tiles for an absent player."""
    tiles = rules.all_tiles if player in state.absent else state.open[player]
    return sum(tiles) + (state.handicaps[player] if state.handicaps else 0)


@by_identity(16)
def totals(results: tuple[TileResult, ...], players: int) -> tuple[int, ...]:
    """Points of all finished games, one a player."""
    return tuple(sum(result.scores[player] for result in results) for player in range(players))


def _turn_over(rules: TileRules, state: TileState, reason: str) -> TileState:
    player = state.player
    open_tiles = tuple(sorted(state.open[player]))
    passed = Passed(player, sum(open_tiles), open_tiles, state.thrown, reason)
    state = replace(state, done=state.done | {player}, dice=(), last_passed=passed)
    ended = rules.instant_win and reason == "all_shut"
    if ended or state.done >= set(state.contenders):
        return _round_over(rules, state)
    return _hand_over(rules, state)


def _hand_over(rules: TileRules, state: TileState) -> TileState:
    """The next player in seat order who has not finished; a shared box is set up for that player."""
    order = [player for player in state.contenders if player not in state.done]
    follower = next((player for player in order if player > state.player), order[0])
    return _set_up(rules, replace(state, player=follower), state.open[state.player])


def _set_up(rules: TileRules, state: TileState, standing: Open) -> TileState:
    """Remembers how a shared box stands until it is set up for the player whose turn it is now."""
    if rules.frames != "shared":
        return state
    wanted = state.open[state.player]
    return replace(state, left=(standing if standing != wanted else None,))


def _round_over(rules: TileRules, state: TileState) -> TileState:
    if state.settling:
        scores = tuple(
            points(rules, state, player) if player in state.contenders else None
            for player in range(len(state.seats))
        )
        first = leaders(scores, state.gone)
        return _play_off_over(rules, replace(state, play_offs=(*state.play_offs, scores)), first)
    played = tuple(points(rules, state, player) for player in range(len(state.seats)))
    first = leaders(played, state.gone)
    if len(first) > 1 and rules.settles_each_game and rules.tie == "extra_game":
        return _new_round(rules, replace(state, settling="game", tied_scores=played), first)
    return _game_over(rules, state, played, first)


def _play_off_over(rules: TileRules, state: TileState, first: tuple[int, ...]) -> TileState:
    if len(first) > 1:
        return _new_round(rules, state, first)
    if state.settling == "game":
        return _game_over(rules, state, state.tied_scores, first)
    return _crown(state, first)


def _game_over(
    rules: TileRules, state: TileState, scores: tuple[int, ...], winners: tuple[int, ...]
) -> TileState:
    result = _result(state, scores, winners)
    state = replace(state, results=(*state.results, result), settling="", tied_scores=(), play_offs=())
    everybody = tuple(player for player in range(len(state.seats)) if player not in state.gone)
    if result.number < rules.games:
        return _new_round(rules, replace(state, absent=tuple(sorted(state.gone))), everybody)
    first = winners if rules.games == 1 else leaders(totals(state.results, len(state.seats)), state.gone)
    if len(first) > 1 and rules.tie == "extra_game":
        return _new_round(rules, replace(state, settling="series"), first)
    return _crown(state, first)


def _result(state: TileState, scores: tuple[int, ...], winners: tuple[int, ...]) -> TileResult:
    given = state.handicaps or (0,) * len(scores)
    rounds = (scores, *state.play_offs)
    shut = any(each[player] == given[player] for player in winners for each in rounds)
    return TileResult(len(state.results) + 1, scores, winners, state.play_offs, shut, state.absent)


def _crown(state: TileState, winners: tuple[int, ...]) -> TileState:
    return replace(state, champions=winners, settling="")


def _new_round(rules: TileRules, state: TileState, contenders: tuple[int, ...]) -> TileState:
    """Everyone who plays it starts with all tiles open; the first in seat order throws."""
    standing = state.open
    fresh = tuple(
        rules.all_tiles if player in contenders else open_tiles for player, open_tiles in enumerate(standing)
    )
    last = state.player
    state = replace(state, open=fresh, contenders=contenders, player=contenders[0], done=frozenset())
    if rules.frames == "shared":
        return _set_up(rules, state, standing[last])
    changed = zip(standing, fresh, state.left, strict=True)
    return replace(state, left=tuple(old if old != new else left for old, new, left in changed))


def _put(values: tuple[ValueT, ...], index: int, value: ValueT) -> tuple[ValueT, ...]:
    return (*values[:index], value, *values[index + 1 :])
