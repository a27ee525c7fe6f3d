"""What the view of a table has beside that of any game, where it is played with tiles."""

from __future__ import annotations

from typing import Any

from referee.core import Game
from referee.games.tiles import TileResult
from referee.values.remembered import by_identity

from . import tiles as board
from .priors import PATIENCE
from .state import Table


def table_fields(table: Table) -> dict[str, Any]:
    """What stands and what may follow as tiles, and the finished games."""
    stands = set(board.tiles_of(table.turned.move))
    return {
        "continuations": [sorted(set(move.tiles) - stands) for move in table.turned.more],
        "provisional": sorted(stands) if stands else None,
        "results": _results(table.playing.state.results, table.game, table.setup.seats),
    }


def game_fields(table: Table) -> dict[str, Any]:
    """What a game of tiles says of itself."""
    game, state = board.played(table.playing)
    return {
        "tiles": game.tiles,
        "turns": game.turns,
        "settling": state.settling,
        "dues": list(getattr(game, "dues", ())),
    }


def player_fields(table: Table, player: int) -> dict[str, Any]:
    """What one player has of tiles."""
    game, state = board.played(table.playing)
    return {
        "done": game.has_finished(state, player),
        "games": _points(state.results, player),
        "tiles": [{"number": tile, "state": _tile(table, player, tile)} for tile in range(1, game.tiles + 1)],
    }


def put_back(table: Table) -> list[dict[str, Any]]:
    """What hands must do so that the board is as it should be."""
    waits = table.fitting or table.setting_up or not table.started
    if not table.sight.on or not (table.refused or waits) or table.due is None:
        return []
    should = board.playing(table) if table.refused else board.expected(table)
    return [
        {"seat": board.seat_of(table, space), "tile": board.number_of(space), "state": kind}
        for space, kind in board.misfits(table, should)
    ]


def _tile(table: Table, player: int, tile: int) -> str:
    """open, closed, provisional, refused, missing or unknown."""
    (game, state), due = board.played(table.playing), table.due
    mine = due is not None and due.player == player
    should = "open" if tile in state.open[player] else "closed"
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
    return should if spot.shows in ("open", "closed") else spot.shows


def unsure(table: Table) -> dict[str, Any] | None:
    """The tiles whose reading decides and is doubtful."""
    spaces = table.sight.doubtful
    if not spaces:
        return None
    tiles = [{"seat": board.seat_of(table, space), "tile": board.number_of(space)} for space in spaces]
    return {"kind": "tiles", "readings": [], "tiles": tiles, "asks": _asked(table, tiles)}


def hard_to_read(table: Table) -> dict[str, tuple[int, int]]:
    """The spaces of `unsure`, with the seat and the number of the tile that stands there."""
    return {space: (board.seat_of(table, space), board.number_of(space)) for space in table.sight.doubtful}


def _asked(table: Table, doubtful: list[dict[str, Any]]) -> dict[str, Any] | None:
    """The tile to ask about: the most doubtful of whoever closes, once it was looked at for a while."""
    due = table.due
    mine = [spot for spot in doubtful if due is not None and spot["seat"] == due.seat]
    if not table.closing_due or not mine:
        return None
    game, state = board.played(table.playing)
    space = game.space(state, state.player, mine[0]["tile"])
    since = table.turned.since or (table.spots[space].since if space in table.spots else table.t)
    return mine[0] if table.t - since >= PATIENCE.doubtful else None


@by_identity(8)
def _results(results: tuple[TileResult, ...], game: Game, seats: tuple[int, ...]) -> list[dict[str, Any]]:
    """The finished games: one and the same list until another one is over."""
    return [_result(result, game, seats) for result in results]


@by_identity(64)
def _points(results: tuple[TileResult, ...], player: int) -> list[int]:
    return [result.scores[player] for result in results]


def _result(result: TileResult, game: Game, seats: tuple[int, ...]) -> dict[str, Any]:
    """A finished game; `payments` are what each seat won or, negative, paid in it, `shut` that it was double."""
    paid = game.paid(result) if hasattr(game, "paid") else ()
    return {
        "game": result.number,
        "scores": {str(seat): score for seat, score in zip(seats, result.scores, strict=True)},
        "winners": [player + 1 for player in result.winners],
        "payments": {str(seat): float(part) for seat, part in zip(seats, paid, strict=False)},
        "shut": result.shut,
    }
