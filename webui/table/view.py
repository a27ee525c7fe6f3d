"""The table as JSON: what a page draws and the API hands out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.core import Roll

from . import tiles as board
from .moves import DOUBTFUL_AFTER, asks_to_look
from .setup import PlayerSeat
from .state import Table, Throws


def view(table: Table | None) -> dict[str, Any]:
    """Everything that a page draws of a table; of no table, that a game is to be set up.

    Seats and playing numbers (`player`, `winners`) count from 1; `scores`, `totals` and `payments` are by seat.
    A game's `dues` are what a loser pays, and what where the winner closed everything; [] without stakes.
    `dice` are the throw that counts or, while one is in doubt, what it most probably shows; then `doubt` tells what
    else, and whether a person is asked. Unasked, `legal` are the moves of the likeliest reading.
    `state` is a word of `stage`; a tile's is open, closed, provisional, refused, missing or unknown. `due` tells
    who must throw how many dice, or close; `put_back` what hands must do so that the board is as it should be.
    """
    if table is None or table.match is None:
        return _empty(table)
    state = table.playing.state
    due = table.due
    turned = table.turned
    return {
        "at": round(table.t, 3),
        "state": stage(table),
        "mode": "camera" if table.sight.on else "touch",
        "camera": camera(table),
        "game": _game(table),
        "players": [_player(table, k, player) for k, player in enumerate(table.setup.players)],
        "due": None if due is None else _due(table),
        "dice": _dice(table),
        "throws": table.throws.count,
        "void": list(table.throws.void),
        "legal": _legal(table),
        "continuations": [list(tiles) for tiles in turned.more],
        "provisional": list(turned.tiles) if turned.tiles else None,
        "doubt": _doubt(table),
        "verdict": None if table.verdict is None else table.verdict.as_json(),
        "put_back": put_back(table),
        "scores": _by_seat(table, table.game.scores(state)),
        "totals": _by_seat(table, table.game.totals(state)),
        "results": [_result(table, result) for result in state.results],
        "winners": [player + 1 for player in table.game.winners(state)],
        "payments": _payments(table),
        "undo": bool(table.playing.events) or bool(turned.tiles),
    }


def shows_legal(view: Mapping[str, Any]) -> str:
    """The teaching switch of the game on show: legal moves are shown "always", "on_request" or "never"."""
    game = view.get("game") or {}
    return str(game.get("options", {}).get("show_legal", "always"))


def stage(table: Table) -> str:
    """What the table waits for, in one word."""
    if table.paused:
        return "paused"
    if table.due is None:
        return "series_over" if table.setup.games > 1 else "game_over"
    if not table.started:
        return "waiting_start"
    if _asks(table):
        return "doubt"
    told = table.wrong is not None and table.wrong.told is not None
    if table.throws.doubt:
        return "refused" if told else "reading"
    if table.fitting:
        return "put_back"
    refused = table.verdict is not None and table.verdict.event == "move_refused"
    if told or (refused and asks_to_look(table.verdict) is None):
        return "refused"
    return _going_on(table)


def _going_on(table: Table) -> str:
    if table.throws.rolling:
        return "rolling"
    if table.closing_due:
        return "provisional" if table.turned.legal else "waiting_move"
    return "put_back" if table.setting_up and put_back(table) else "waiting_throw"


def camera(table: Table) -> dict[str, Any]:
    """What the camera does, as far as the table knows."""
    sight = table.sight
    state = "none" if not sight.on else "moved" if sight.moved else "ok"
    return {"state": state, "light": "low" if sight.light_low else "ok", "hands": sight.hands}


def put_back(table: Table) -> list[dict[str, Any]]:
    """What hands must do so that the board is as it should be."""
    wrong = table.wrong is not None and table.wrong.told is not None
    waits = table.fitting or table.setting_up or not table.started
    if not table.sight.on or not (wrong or waits) or table.due is None:
        return []
    should = board.playing(table) if wrong else board.expected(table)
    return [
        {"seat": board.seat_of(table, space), "tile": board.number_of(space), "state": kind}
        for space, kind in board.misfits(table, should)
    ]


def _empty(table: Table | None) -> dict[str, Any]:
    """The view before a game, or where only throws are watched."""
    nobody: dict[str, Any] = {
        "at": 0.0, "state": "setup", "mode": "touch", "game": None, "players": [], "due": None, "dice": [],
        "throws": 0, "void": [], "legal": [], "continuations": [], "provisional": None, "doubt": None,
        "verdict": None, "put_back": [], "scores": {}, "totals": {}, "results": [], "winners": [], "payments": {},
        "camera": {"state": "none", "light": "ok", "hands": False}, "undo": False,
    }  # fmt: skip
    if table is None:
        return nobody
    dice = [{"value": value, "sure": round(table.throws.sure, 3)} for value in table.throws.dice]
    return nobody | {"at": table.t, "state": "waiting_throw", "dice": dice, "camera": camera(table)}


def _game(table: Table) -> dict[str, Any]:
    setup, game, state = table.setup, table.game, table.playing.state
    return {
        "name": setup.game,
        "profile": setup.profile,
        "options": setup.rules(),
        "layout": game.layout,
        "tiles": game.tiles,
        "turns": game.turns,
        "games": setup.games,
        "game_number": game.game_number(state),
        "settling": state.settling,
        "dues": list(getattr(game, "dues", ())),
        "language": setup.language,
        "recorded": setup.recorded,
    }


def _player(table: Table, index: int, player: PlayerSeat) -> dict[str, Any]:
    game, state = table.game, table.playing.state
    due = table.due
    return {
        "player": index + 1,
        "seat": player.seat,
        "name": player.name,
        "colour": player.colour,
        "shape": player.shape,
        "turn": due is not None and due.player == index,
        "score": game.scores(state)[index],
        "done": game.has_finished(state, index),
        "games": [result.scores[index] for result in state.results],
        "total": game.totals(state)[index],
        "tiles": [{"number": tile, "state": _tile(table, index, tile)} for tile in range(1, game.tiles + 1)],
    }


def _tile(table: Table, player: int, tile: int) -> str:
    """open, closed, provisional, refused, missing or unknown."""
    game, state, due = table.game, table.playing.state, table.due
    mine = due is not None and due.player == player
    should = "open" if tile in state.open[player] else "closed"
    if mine and tile in table.turned.tiles:
        return "provisional"
    spot = table.spots.get(game.space(state, player, tile))
    counted = mine or (game.layout != "box" and not game.has_finished(state, player))
    if not table.sight.on or spot is None or not counted or table.due is None:
        return should
    if spot.shows != should and table.wrong is not None and table.wrong.told is not None:
        return "refused"
    if mine and table.throws.doubt and (should, spot.shows) == ("open", "closed"):
        return "provisional"
    return should if spot.shows in ("open", "closed") else spot.shows


def _due(table: Table) -> dict[str, Any]:
    due = table.due
    assert due is not None, "asked only while somebody must act"
    what = "move" if table.closing_due else "throw"
    return {"player": due.player + 1, "seat": due.seat, "dice": due.dice, "may": list(due.may), "what": what}


def _dice(table: Table) -> list[dict[str, Any]]:
    """The throw that is in doubt, as it most probably reads; else the one a closing is owed for, or the newest."""
    throws = table.throws
    if throws.doubt:
        return [{"value": value, "sure": _odds(throws, k, value)} for k, value in enumerate(throws.doubt[0])]
    shown = table.game.dice(table.playing.state) or throws.dice
    return [{"value": value, "sure": round(throws.sure, 3)} for value in shown]


def _odds(throws: Throws, place: int, value: int) -> float:
    """How probable a die of a throw in doubt shows this, by the readings told."""
    pairs = zip(throws.doubt, throws.odds, strict=False)
    return round(sum(share for dice, share in pairs if dice[place : place + 1] == (value,)), 3)


def _legal(table: Table) -> list[list[int]]:
    """The moves that may be made; of a throw that nobody is asked about, with what it most probably shows."""
    if not table.started:
        return []
    game, state, doubt = table.game, table.playing.state, table.throws.doubt
    if doubt and not _asks(table) and game.roll_refusal(state, Roll(doubt[0])) is None:
        state = game.apply(state, Roll(doubt[0]))
    return [list(move.tiles) for move in game.legal(state)]


def _doubt(table: Table) -> dict[str, Any] | None:
    """What is not sure: the dice, else the tiles whose reading decides."""
    if not table.throws.doubt:
        return _unsure(table)
    readings = [list(reading) for reading in table.throws.doubt]
    return {"kind": "dice", "readings": readings, "asks": _asks(table)}


def _asks(table: Table) -> bool:
    """A person is asked about the dice: the teller says so, or no picture comes that could tell."""
    return bool(table.throws.doubt) and (table.throws.asks or not table.sight.on)


def _unsure(table: Table) -> dict[str, Any] | None:
    """The tiles whose reading decides and is doubtful."""
    spaces = table.sight.doubtful
    if not spaces:
        return None
    tiles = [{"seat": board.seat_of(table, space), "tile": board.number_of(space)} for space in spaces]
    return {"kind": "tiles", "readings": [], "tiles": tiles, "asks": _asked(table, tiles)}


def _asked(table: Table, doubtful: list[dict[str, Any]]) -> dict[str, Any] | None:
    """The tile to ask about: the most doubtful of whoever closes, once it was looked at for a while."""
    due = table.due
    mine = [spot for spot in doubtful if due is not None and spot["seat"] == due.seat]
    if not table.closing_due or not mine:
        return None
    space = table.game.space(table.playing.state, table.playing.state.player, mine[0]["tile"])
    since = table.turned.since or (table.spots[space].since if space in table.spots else table.t)
    return mine[0] if table.t - since >= DOUBTFUL_AFTER else None


def _payments(table: Table) -> dict[str, float]:
    """What each seat has won or, negative, paid, where the game is played for stakes."""
    if not hasattr(table.game, "payments"):
        return {}
    won = table.game.payments(table.playing.state)
    return {str(seat): float(part) for seat, part in zip(table.setup.seats, won, strict=True)}


def _result(table: Table, result: Any) -> dict[str, Any]:
    """A finished game; `payments` are what each seat won or, negative, paid in it, `shut` that it was double."""
    paid = table.game.paid(result) if hasattr(table.game, "paid") else ()
    return {
        "game": result.number,
        "scores": _by_seat(table, result.scores),
        "winners": [player + 1 for player in result.winners],
        "payments": {str(seat): float(part) for seat, part in zip(table.setup.seats, paid, strict=False)},
        "shut": result.shut,
    }


def _by_seat(table: Table, points: Any) -> dict[str, int]:
    return {str(seat): value for seat, value in zip(table.setup.seats, points, strict=True)}
