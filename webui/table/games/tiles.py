"""The view of a table that is played with tiles."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import asdict

from referee.core import Game, Move
from referee.games.tiles import TileGame, TileResult, TileState
from referee.values.remembered import by_identity

from .. import tiles as board
from ..priors import PATIENCE
from ..state import Table
from ..view import (
    StateOfTile,
    TileDoubt,
    TileFix,
    TilesGame,
    TilesPlayer,
    TileSpot,
    TilesView,
    View,
    ViewGame,
    ViewPlayer,
    ViewResult,
    ViewTile,
)


def tiles_view(table: Table, shown: View, legal: Iterable[Move]) -> TilesView:
    """The view of any game, with what stands and what may follow as tiles."""
    (game, state), stands = board.played(table.playing), board.tiles_of(table.turned.move)
    own = {
        "game": _game(game, state, shown.game),
        "players": tuple(_player(table, player) for player in shown.players),
        "legal": tuple(board.tiles_of(move) for move in legal),
        "continuations": tuple(tuple(sorted({*move.tiles} - {*stands})) for move in table.more),
        "provisional": stands or None,
        "results": _results(state.results, game, table.setup.seats),
    }
    return TilesView(**asdict(shown) | own)


def _game(game: TileGame, state: TileState, shown: ViewGame | None) -> TilesGame:
    assert shown is not None, "asked only of a table with a game"
    dues = tuple(getattr(game, "dues", ()))
    return TilesGame(**asdict(shown), tiles=game.tiles, turns=game.turns, settling=state.settling, dues=dues)


def _player(table: Table, player: ViewPlayer) -> TilesPlayer:
    """A player, with what he has of tiles."""
    (game, state), index = board.played(table.playing), player.player - 1
    return TilesPlayer(
        **asdict(player),
        done=game.has_finished(state, index),
        games=_points(state.results, index),
        tiles=tuple(ViewTile(tile, _tile(table, index, tile)) for tile in range(1, game.tiles + 1)),
    )


def put_back(table: Table) -> tuple[TileFix, ...]:
    """What hands must do so that the board is as it should be."""
    waits = table.fitting or table.setting_up or not table.started
    if not table.sight.on or not (table.refused or waits) or table.due is None:
        return ()
    should = board.playing(table) if table.refused else board.expected(table)
    return tuple(
        TileFix(board.seat_of(table, space), board.number_of(space), kind)
        for space, kind in board.misfits(table, should)
    )


def _tile(table: Table, player: int, tile: int) -> StateOfTile:
    """How a tile stands, as far as the table believes and sees."""
    (game, state), due = board.played(table.playing), table.due
    mine = due is not None and due.player == player
    should: StateOfTile = "open" if tile in state.open[player] else "closed"
    if mine and tile in board.tiles_of(table.turned.move):
        return "provisional"
    spot = table.spots.get(game.space(state, player, tile))
    counted = mine or (game.layout != "box" and not game.has_finished(state, player))
    if not table.sight.on or spot is None or not counted or table.due is None:
        return should
    if spot.shows != should and table.refused:
        return "refused"
    if mine and table.throws.doubt and (should, spot.shows) == ("open", "closed"):
        return "provisional"
    return "missing" if spot.shows == "missing" else "unknown" if spot.shows == "unknown" else should


def unsure(table: Table) -> TileDoubt | None:
    """The tiles whose reading decides and is doubtful."""
    spaces = table.sight.doubtful
    if not spaces:
        return None
    tiles = tuple(TileSpot(board.seat_of(table, space), board.number_of(space)) for space in spaces)
    return TileDoubt(tiles=tiles, asks=_asked(table, tiles))


def hard_to_read(table: Table) -> dict[str, tuple[int, int]]:
    """The spaces of `unsure`, with the seat and the number of the tile that stands there."""
    return {space: (board.seat_of(table, space), board.number_of(space)) for space in table.sight.doubtful}


def _asked(table: Table, doubtful: tuple[TileSpot, ...]) -> TileSpot | None:
    """The tile to ask about: the most doubtful of whoever closes, once it was looked at for a while."""
    due = table.due
    mine = [spot for spot in doubtful if due is not None and spot.seat == due.seat]
    if not table.closing_due or not mine:
        return None
    game, state = board.played(table.playing)
    space = game.space(state, state.player, mine[0].tile)
    since = table.turned.since or (table.spots[space].since if space in table.spots else table.t)
    return mine[0] if table.t - since >= PATIENCE.doubtful else None


@by_identity(8)
def _results(results: tuple[TileResult, ...], game: Game, seats: tuple[int, ...]) -> tuple[ViewResult, ...]:
    """The finished games: one and the same until another one is over."""
    return tuple(_result(result, game, seats) for result in results)


@by_identity(64)
def _points(results: tuple[TileResult, ...], player: int) -> tuple[int, ...]:
    return tuple(result.scores[player] for result in results)


def _result(result: TileResult, game: Game, seats: tuple[int, ...]) -> ViewResult:
    paid = game.paid(result) if hasattr(game, "paid") else ()
    return ViewResult(
        result.number,
        {str(seat): score for seat, score in zip(seats, result.scores, strict=True)},
        tuple(player + 1 for player in result.winners),
        {str(seat): float(part) for seat, part in zip(seats, paid, strict=False)},
        result.shut,
    )
