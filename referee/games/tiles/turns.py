"""From one state of a match of tiles to the next: turns, games of a series, play-offs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from .state import Close, GameResult, Open, Passed, Scores, TileState

if TYPE_CHECKING:
    from .game import TileGame

ValueT = TypeVar("ValueT")


def begin(game: TileGame, seats: tuple[int, ...], handicaps: tuple[int, ...] = ()) -> TileState:
    """The state before the first throw."""
    everybody = tuple(range(len(seats)))
    left = (None,) * (1 if game.frames == "shared" else len(seats))
    return TileState(seats, (game.all_tiles,) * len(seats), 0, everybody, left, handicaps=handicaps)


def after_left(game: TileGame, state: TileState, player: int) -> TileState:
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
        return _play_off_over(game, state, tuple(staying))
    if state.done >= set(state.contenders):
        return _round_over(game, state)
    return _hand_over(game, state) if mine else state


def after_roll(game: TileGame, state: TileState, dice: tuple[int, ...]) -> TileState:
    """A throw that is due has come to rest; where nothing can be closed the player's turn is over."""
    state = replace(state, dice=dice, thrown=dice, last_passed=None)
    if game.closings(state.open[state.player], dice):
        return state
    return _turn_over(game, state, "stuck")


def after_close(game: TileGame, state: TileState, close: Close) -> TileState:
    """A legal closing was made."""
    player, dice = state.player, state.dice
    rest = state.open[player] - set(close.tiles)
    state = replace(
        state,
        open=_put(state.open, player, rest),
        left=_put(state.left, frame_of(game, player), None),
        dice=(),
        last_passed=None,
    )
    if not rest:
        return _turn_over(game, state, "all_shut")
    if game.ends_turn(dice, close):
        return _turn_over(game, state, "single_die")
    if game.turns == "alternate":
        return _hand_over(game, state)
    return state


def after_placed(game: TileGame, state: TileState, stands: Mapping[int, Open]) -> TileState:
    """A person said which tiles of some players are open; a throw of one of them is spent, as by a closing.

    Whose tiles are all shut by it has finished; who had shut all of them and has one open again plays on.
    """
    again = {player for player, tiles in stands.items() if tiles and not state.open[player]} - state.gone
    said = {frame_of(game, player) for player in stands}
    owed = bool(state.dice) and state.player in stands
    state = replace(
        state,
        open=tuple(stands.get(player, tiles) for player, tiles in enumerate(state.open)),
        left=tuple(None if frame in said else left for frame, left in enumerate(state.left)),
        dice=() if owed else state.dice,
        last_passed=None,
    )
    shut = {player for player in stands if not state.open[player]} & set(state.contenders) - state.done
    state = replace(state, done=(state.done - again) | (shut - {state.player}))
    if state.player in shut:
        return _turn_over(game, state, "all_shut")
    if shut and game.instant_win:
        return _round_over(game, replace(state, dice=()))
    return _hand_over(game, state) if owed and game.turns == "alternate" else state


def frame_of(game: TileGame, player: int) -> int:
    """Index of a player's frame; the box that all use one after the other is frame 0."""
    return 0 if game.frames == "shared" else player


def leaders(scores: Scores, gone: frozenset[int] = frozenset()) -> tuple[int, ...]:
    """The players with the fewest points of those who played and have not left."""
    standing = tuple(None if player in gone else points for player, points in enumerate(scores))
    least = min(points for points in standing if points is not None)
    return tuple(player for player, points in enumerate(standing) if points == least)


def points(game: TileGame, state: TileState, player: int) -> int:
    """A player's score in the running round: the open tiles, and the handicap; all tiles for who is absent."""
    tiles = game.all_tiles if player in state.absent else state.open[player]
    return sum(tiles) + (state.handicaps[player] if state.handicaps else 0)


def totals(results: Iterable[GameResult], players: int) -> tuple[int, ...]:
    """Points of all finished games, one a player."""
    return tuple(sum(result.scores[player] for result in results) for player in range(players))


def _turn_over(game: TileGame, state: TileState, reason: str) -> TileState:
    player = state.player
    open_tiles = tuple(sorted(state.open[player]))
    passed = Passed(player, sum(open_tiles), open_tiles, state.thrown, reason)
    state = replace(state, done=state.done | {player}, dice=(), last_passed=passed)
    ended = game.instant_win and reason == "all_shut"
    if ended or state.done >= set(state.contenders):
        return _round_over(game, state)
    return _hand_over(game, state)


def _hand_over(game: TileGame, state: TileState) -> TileState:
    """The next player in seat order who has not finished; a shared box is set up for that player."""
    order = [player for player in state.contenders if player not in state.done]
    follower = next((player for player in order if player > state.player), order[0])
    return _set_up(game, replace(state, player=follower), state.open[state.player])


def _set_up(game: TileGame, state: TileState, standing: Open) -> TileState:
    """Remembers how a shared box stands until it is set up for the player whose turn it is now."""
    if game.frames != "shared":
        return state
    wanted = state.open[state.player]
    return replace(state, left=(standing if standing != wanted else None,))


def _round_over(game: TileGame, state: TileState) -> TileState:
    if state.settling:
        scores = tuple(
            points(game, state, player) if player in state.contenders else None
            for player in range(len(state.seats))
        )
        first = leaders(scores, state.gone)
        return _play_off_over(game, replace(state, play_offs=(*state.play_offs, scores)), first)
    played = tuple(points(game, state, player) for player in range(len(state.seats)))
    first = leaders(played, state.gone)
    if len(first) > 1 and game.settles_each_game and game.tie == "extra_game":
        return _new_round(game, replace(state, settling="game", tied_scores=played), first)
    return _game_over(game, state, played, first)


def _play_off_over(game: TileGame, state: TileState, first: tuple[int, ...]) -> TileState:
    if len(first) > 1:
        return _new_round(game, state, first)
    if state.settling == "game":
        return _game_over(game, state, state.tied_scores, first)
    return _crown(state, first)


def _game_over(
    game: TileGame, state: TileState, scores: tuple[int, ...], winners: tuple[int, ...]
) -> TileState:
    result = _result(state, scores, winners)
    state = replace(state, results=(*state.results, result), settling="", tied_scores=(), play_offs=())
    everybody = tuple(player for player in range(len(state.seats)) if player not in state.gone)
    if result.number < game.games:
        return _new_round(game, replace(state, absent=tuple(sorted(state.gone))), everybody)
    first = winners if game.games == 1 else leaders(totals(state.results, len(state.seats)), state.gone)
    if len(first) > 1 and game.tie == "extra_game":
        return _new_round(game, replace(state, settling="series"), first)
    return _crown(state, first)


def _result(state: TileState, scores: tuple[int, ...], winners: tuple[int, ...]) -> GameResult:
    given = state.handicaps or (0,) * len(scores)
    rounds = (scores, *state.play_offs)
    shut = any(each[player] == given[player] for player in winners for each in rounds)
    return GameResult(len(state.results) + 1, scores, winners, state.play_offs, shut, state.absent)


def _crown(state: TileState, winners: tuple[int, ...]) -> TileState:
    return replace(state, champions=winners, settling="")


def _new_round(game: TileGame, state: TileState, contenders: tuple[int, ...]) -> TileState:
    """Everyone who plays it starts with all tiles open; the first in seat order throws."""
    standing = state.open
    fresh = tuple(
        game.all_tiles if player in contenders else open_tiles for player, open_tiles in enumerate(standing)
    )
    last = state.player
    state = replace(state, open=fresh, contenders=contenders, player=contenders[0], done=frozenset())
    if game.frames == "shared":
        return _set_up(game, state, standing[last])
    changed = zip(standing, fresh, state.left, strict=True)
    return replace(state, left=tuple(old if old != new else left for old, new, left in changed))


def _put(values: tuple[ValueT, ...], index: int, value: ValueT) -> tuple[ValueT, ...]:
    return (*values[:index], value, *values[index + 1 :])
