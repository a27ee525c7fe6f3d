"""A person's word on tiles and men: answers to questions, and corrections. It replaces, and never deletes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from referee.core import Placed
from referee.games.tiles import Close, TileState
from referee.match import Match

from ..games import board, table_family
from ..games.tiles import closing, number_of, played, seat_of
from ..values.actions import AnswerMen, AnswerTile, CorrectTiles
from ..values.everybody import is_move
from ..values.state import NotNow, Step, Table
from . import moves
from .corrections import play, report_correction, rewind
from .histories import replay


def answer_tile(table: Table, action: AnswerTile) -> Step:
    """A doubtful tile is as a person says; a foul is refused without waiting.

    Raises NotNow for a tile that nobody asks about.
    """
    table_family(table.game).expect_tiles(table.game)
    asked = {(seat_of(table, space), number_of(space)): space for space in table.sight.doubtful}
    space = asked.get((action.seat, action.tile))
    if space is None:
        raise NotNow(f"expected a tile in doubt, of {sorted(asked)}; got {(action.seat, action.tile)}")
    before = table.spots[space].shows
    step = Step(replace(table, spots=board.declare(table, {space: action.state}), wrong=None))
    if before != action.state:
        player = table.setup.seats.index(action.seat)
        step = step.say("tile_flipped", player, tile=action.tile, state=action.state)
    return step.then(moves.judge_board, at_once=True)


def answer_men(table: Table, action: AnswerMen) -> Step:
    """Men on a doubtful arrow stand as a person says, who was asked; a foul is refused without waiting.

    Raises NotNow for an arrow that nobody asks about, and for men that were not read there.
    """
    read = dict(table.spots[action.space].chances) if action.space in table.sight.doubtful else {}
    if action.kind not in read:
        raise NotNow(f"expected men on an arrow in doubt, of {table.sight.doubtful}; got {action.kind!r}")
    spots = board.declare(table, {action.space: action.kind})
    return Step(replace(table, spots=spots, wrong=None)).then(moves.judge_board, at_once=True)


def correct_tiles(table: Table, action: CorrectTiles) -> Step:
    """Which tiles really are open before some seats: reads the running move again, or repairs accepted ones.

    If no game of these throws leads there, the board stands so nevertheless: the teacher's word replaces what Piste
    believed, and that player's throw is spent.

    Raises NotNow for a seat that does not play, for tiles that do not exist, and, for tiles to which no game of these
    throws leads, once the game is over or if the player does not have the shared box.
    """
    table_family(table.game).expect_tiles(table.game)
    step = Step(table)
    for seat, tiles in action.seats.items():
        if seat not in table.setup.seats:
            raise NotNow(f"seat: expected one of {table.setup.seats}; got {seat}")
        step = step.then(_correct_seat, table.setup.seats.index(seat), frozenset(tiles), action)
    return step


def _correct_seat(table: Table, player: int, tiles: frozenset[int], action: CorrectTiles) -> Step:
    game, state = played(table.playing)
    strange = sorted(tiles - game.all_tiles)
    if strange:
        raise NotNow(f"tiles: expected numbers up to {game.tiles}; got {strange}")
    accepted = frozenset(game.open_tiles(state, player))
    moving = table.closing_due and state.player == player and _explained(table, accepted, tiles)
    after = table
    extra: dict[str, Any] = {}
    if not moving and tiles != accepted:
        match = _repaired(table.playing, player, tiles)
        if match is None:
            match = _placed(table.playing, player, tiles)
            spent = bool(game.dice(state)) and not game.dice(played(match)[1])
            extra = {"explained": False, "spent": spent}
        after = rewind(table, match)
    after = replace(_declared(after, player, tiles), wrong=None, fitting=False)
    step = report_correction(table, after, action, player, **extra)
    if after.match is not None and after.playing.events[len(table.playing.events) :]:
        step = step.then(moves.report_ends, state)
    if moving and not table.sight.on:
        return step.then(play, closing(accepted - tiles))
    return step.then(moves.judge_board, at_once=True) if table.sight.on else step


def _explained(table: Table, accepted: frozenset[int], tiles: frozenset[int]) -> bool:
    """Whether the tiles are unchanged, or a move or a part of one with the throw that stands."""
    if not tiles < accepted:
        return tiles == accepted
    game, state, move = table.game, board.as_set_up(table), Close(tuple(accepted - tiles))
    return game.move_refusal(state, move) is None or bool(game.continuations(state, move))


def _declared(table: Table, player: int, tiles: frozenset[int]) -> Table:
    if not table.sight.on:
        return table
    game, state = played(table.playing)
    kinds = {game.space(state, player, t): "open" if t in tiles else "closed" for t in sorted(game.all_tiles)}
    return replace(table, spots=board.declare(table, kinds))


def _placed(match: Match, player: int, tiles: frozenset[int]) -> Match:
    """The match with a person's word that these tiles of a player are open.

    Raises NotNow once the match is over, and for a player who does not have the shared box.
    """
    game, state = played(match)
    stands = {
        game.space(state, player, tile): "open" if tile in tiles else "closed"
        for tile in sorted(game.all_tiles)
    }
    should = game.appearance(state)
    mine = game.frames == "own" or player == state.player
    changes = tuple((space, kind) for space, kind in stands.items() if mine and should.get(space) != kind)
    if game.is_over(state) or not changes:
        raise NotNow(f"expected tiles that these throws can leave open; got {sorted(tiles)}")
    return match.then(Placed(changes))


def _repaired(match: Match, player: int, tiles: frozenset[int]) -> Match | None:
    """The newest history of these throws in which just these tiles of a player are open; None without one."""
    game, _ = played(match)
    wanted = tuple(sorted(tiles))
    return next((history for history in _histories(match) if game.open_tiles(history.state, player) == wanted), None)


def _histories(match: Match) -> Iterator[Match]:
    """The match with its last move left out, then with one move of its newest game replaced, the newest first."""
    moved = (
        k
        for k in range(len(match.events) - 1, -1, -1)
        if is_move(match.events[k]) or isinstance(match.events[k], Placed)
    )
    games = _games(match.until(len(match.events) - 1).state) if match.events else 0
    for count, index in enumerate(moved):
        start = match.until(index)
        if not count:
            yield start
        if _games(start.state) < games:
            return
        for move in match.game.legal(start.state):
            other, dropped = replay(start.then(move), match, index + 1)
            if dropped is None and len(other.events) == len(match.events):
                yield other


def _games(state: TileState) -> int:
    """How many games have ended."""
    return len(state.results)
