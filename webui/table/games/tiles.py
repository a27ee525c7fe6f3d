"""What the table knows about games of tiles, besides what it believes of the board (`webui.table.games.board`)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import ClassVar, cast

from msgspec.structs import asdict

from referee.coach import Coach
from referee.core import Event, Game, Move, State
from referee.games.tiles import Close, TileGame, TileResult, TileState
from referee.match import Match
from referee.values.remembered import by_identity

from ..belief.priors import PATIENCE
from ..values.actions import Action, CloseTiles
from ..values.points import Point
from ..values.state import Step, Table
from ..values.view import (
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
from . import board
from .family import ShownState, TableFamily


class TileFamily(TableFamily):
    """Tiles that are closed."""

    games: ClassVar[type] = TileGame
    view: ClassVar[type[View]] = TilesView
    corrected: ClassVar[str] = "tile"
    point: ClassVar[Point] = Point("open", fewest=True)

    def shown(self, table: Table, view: View, now: ShownState) -> TilesView:
        """With what stands and what may follow as tiles."""
        return _tiles_view(table, view, now.legal)

    def owed(self, match: Match) -> tuple[int, ...]:
        """The throw that allows a closing."""
        return _tiled(match.game).dice(match.state)

    def game_number(self, match: Match) -> int:
        """As the game counts them."""
        return _tiled(match.game).game_number(match.state)

    def missed(self, match: Match) -> bool:
        """Their points count in the total."""
        return bool(match.state.results)

    def frame(self, game: Game) -> frozenset[int]:
        """All of them."""
        return frozenset(_tiled(game).all_tiles)

    def expect_tiles(self, game: Game) -> None:
        """It has them."""

    def left_of(self, match: Match, player: int) -> tuple[int, ...]:
        """Those of the frame, or the box."""
        return tuple(_tiled(match.game).open_tiles(match.state, player))

    def left_by(self, table: Table, move: Move | None) -> list[int]:
        """Those that the move does not close."""
        return board.left_by(table, move)

    def open_tiles(self, table: Table, player: int) -> list[int]:
        """As seen; unreadable tiles as reported."""
        return board.open_tiles(table, player)

    def by_hand(self, table: Table, move: Move | None) -> Step:
        """tile_flipped for each tile."""
        return board.by_hand(table, move)

    def goes_on(self, table: Table, move: Move | None) -> bool:
        """It closes all tiles that are closed, and perhaps more."""
        if table.turned.move is None:
            return super().goes_on(table, move)
        return set(board.tiles_of(table.turned.move)) <= set(board.tiles_of(move))

    def plain_move(self, game: Game, move: Move) -> list[int] | str:
        """Its tiles."""
        return list(board.tiles_of(move)) or super().plain_move(game, move)

    def closed(self, event: Event) -> tuple[int, ...]:
        """Those of a closing."""
        return board.tiles_of(event)

    def put_back(self, table: Table) -> tuple[TileFix, ...]:
        """Which tiles to open or to close."""
        waits = table.fitting or table.setting_up or not table.started
        if not table.sight.on or not (table.refused or waits) or table.due is None:
            return ()
        should = board.playing(table) if table.refused else board.expected(table)
        return tuple(
            TileFix(board.seat_of(table, space), board.number_of(space), kind)
            for space, kind in board.misfits(table, should)
        )

    def unsure(self, table: Table) -> TileDoubt | None:
        """The tiles, and the one to ask about."""
        tiles = tuple(TileSpot(seat, tile) for seat, tile in self.hard_to_read(table).values())
        return TileDoubt(tiles=tiles, asks=_asked(table, tiles)) if tiles else None

    def hard_to_read(self, table: Table) -> dict[str, tuple[int, int]]:
        """The tiles."""
        return {space: (board.seat_of(table, space), board.number_of(space)) for space in table.sight.doubtful}

    def move_fields(self, before: Match, event: Event) -> dict[str, object]:
        """Which tiles it closed, and which stand open."""
        closed = set(self.closed(event))
        return {"closed": sorted(closed), "open": sorted(_open_beside(before, event) - closed)} if closed else {}

    def action(self, move: Move) -> Action | None:
        """As tiles are closed by touch."""
        return CloseTiles(board.tiles_of(move))

    def best(self, game: Game, known: State) -> Move | None:
        """The closing that costs nothing."""
        tiled = _tiled(game)
        return coach_of_tiles(tiled).costs(tiled.open_tiles(known, known.player), tiled.dice(known))[0].close

    def most_dice(self, game: Game, state: State, player: int) -> int | None:
        """The count with the better odds."""
        tiled = _tiled(game)
        return coach_of_tiles(tiled).dice_choices(tiled.open_tiles(state, player))[0].dice


def _tiled(game: Game) -> TileGame:
    return cast(TileGame, game)  # the registry hands this family its own games alone


def _open_beside(before: Match, move: Move) -> set[int]:
    """The numbers that stand open in the frame in which a move closes tiles."""
    frame = next(iter(before.game.effect(before.state, move))).rpartition("slot-")[0]
    stands = before.game.appearance(before.state)
    return {
        board.number_of(space)
        for space, kind in stands.items()
        if kind == "open" and space.rpartition("slot-")[0] == frame
    }


@lru_cache(maxsize=4)
def coach_of_tiles(game: TileGame) -> Coach:
    """The coach of a house; it remembers its results."""
    return Coach(game)


def _tiles_view(table: Table, shown: View, legal: Iterable[Move]) -> TilesView:
    """The view of any game, with what stands and what may follow as tiles."""
    (game, state), stands = board.played(table.playing), board.tiles_of(table.turned.move)
    own = {
        "game": _game(game, state, shown.game),
        "players": tuple(_player(table, player) for player in shown.players),
        "legal": tuple(board.tiles_of(move) for move in legal),
        "continuations": tuple(tuple(sorted({*move.tiles} - {*stands})) for move in table.more),
        "provisional": stands or None,
        "results": _results(state.results, game, table.setup.seats),
        "closed": tiles_closed(table.playing),
    }
    return TilesView(**asdict(shown) | own)


def tiles_closed(match: Match) -> int:
    """How many tiles the moves of a match have closed, in all its games."""
    return sum(len(event.tiles) for event in match.events if isinstance(event, Close))


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


def _tile(table: Table, player: int, tile: int) -> StateOfTile:
    """How a tile stands, as the table believes and sees."""
    (game, state), due = board.played(table.playing), table.due
    mine = due is not None and due.player == player
    should: StateOfTile = "open" if tile in state.open[player] else "closed"
    if mine and tile in board.tiles_of(table.turned.move):
        return "provisional"
    spot = table.spots.get(game.space(state, player, tile))
    counted = mine or (game.frames != "shared" and not game.has_finished(state, player))
    if not table.sight.on or spot is None or not counted or table.due is None:
        return should
    if spot.shows != should and table.refused:
        return "refused"
    if mine and table.throws.doubt and (should, spot.shows) == ("open", "closed"):
        return "provisional"
    return "missing" if spot.shows == "missing" else "unknown" if spot.shows == "unknown" else should


def _asked(table: Table, doubtful: tuple[TileSpot, ...]) -> TileSpot | None:
    """The tile to ask about: the most doubtful one of the player who closes, after a while."""
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
    """The finished games: the same object until another one is over."""
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
