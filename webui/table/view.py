"""The table as JSON: what a page draws and the API hands out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.core import Outcome, Roll, State

from . import tile_view
from . import tiles as board
from .everybody import acting, event_word, games, open_state, points_of, set_up_before, totals, winners_of
from .games import aside, laid, men, pawns
from .moves import asks_to_look, ripens
from .practice.turns import acts, before_decision
from .sentence import by_seat
from .setup import PlayerSeat
from .shown import by_camera
from .state import Doubt, Table
from .tile_view import put_back


def view(table: Table | None, player: int | None = None) -> dict[str, Any]:
    """Everything that a page draws of a table; of no table, that a game is to be set up.

    Without `player` it is what everybody may know, else what that player may, from 0: cards in a hand are seen by
    nobody else.

    Seats and playing numbers (`player`, `winners`) count from 1; `scores`, `totals` and `payments` are by seat.
    A game's `dues` are what a loser pays, and what where the winner closed everything; [] without stakes.
    `dice` are the throw that counts or, while one is in doubt, what it most probably shows; then `doubt` tells what
    else, and whether a person is asked. Unasked, `legal` are the moves of the likeliest reading.
    `state` is a word of `stage`; a tile's is open, closed, provisional, refused, missing or unknown. `due` tells
    who must throw how many dice, deal or move; `put_back` what hands must do so that the board is as it should be.
    Of a game for practice `game` tells who plays and throws as `practice`, and `due` that it is Piste, as `piste`.
    `ripens` says that the move that stands counts by itself in a moment.
    Moves are lists of tiles; of a game whose men are moved by touch they are words of its notation, and `spaces` tells
    how its board should stand, `offers` what may be said instead of a throw; `webui.table.games` tells what games of
    men on arrows, of dice set aside and of pawns have besides.
    """
    if table is None or table.match is None:
        return _empty(table)
    state = table.playing.state
    due = table.due
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
        "legal": _legal(table, player),
        "doubt": _doubt(table),
        "verdict": None if table.verdict is None else table.verdict.as_json(),
        "put_back": put_back(table),
        "scores": by_seat(table, table.game.scores(state)),
        "totals": by_seat(table, totals(table.playing)),
        "winners": [player + 1 for player in table.game.winners(state)],
        "payments": _payments(table),
        "events": len(table.playing.events),
        "undo": _undo(table),
        "ripens": ripens(table),
        **(tile_view.table_fields(table) if by_camera(table.game) else _by_touch(table, player)),
    }


def _undo(table: Table) -> bool:
    """There is something to take back; against Piste only what a person has decided."""
    practice = table.setup.practice
    if practice is not None and practice.seats:
        return (table.turned.move is not None and not acts(table)) or before_decision(table) is not None
    happened = len(table.playing.events) > set_up_before(table.playing) or bool(table.joined)
    return happened or table.turned.move is not None


def game_number(table: Table) -> int:
    """The running game of the series, from 1."""
    if by_camera(table.game):
        return table.game.game_number(table.playing.state)
    return len(games(table.playing)) + (table.due is not None)


def _known(table: Table, player: int | None) -> State:
    """Where the game stands, as a player may know it, or everybody."""
    game, state = table.game, table.playing.state
    return open_state(game, state) if player is None else game.view(state, player)


def _by_touch(table: Table, player: int | None) -> dict[str, Any]:
    """What the view of a game whose men are moved by touch has of its own."""
    game, known, stands, match = table.game, _known(table, player), table.turned.move, table.playing
    own = player is not None and player == acting(match)
    return {
        "continuations": [game.to_text(move) for move in table.turned.more],
        "provisional": None if stands is None else game.to_text(stands) if own else event_word(match, stands),
        "offers": [game.to_text(move) for move in game.offers(known)],
        "spaces": dict(game.appearance(known)),
        **men.table_fields(table, _as_read(table, known)),
        **aside.table_fields(table, _as_read(table, known)),
        **pawns.table_fields(table, known, player),
        "results": [_ended(table, outcome) for outcome in games(match)],
    }


def _ended(table: Table, outcome: Outcome) -> dict[str, Any]:
    return {
        "game": outcome.named["number"],
        "scores": by_seat(table, points_of(table.playing, outcome)),
        "winners": [player + 1 for player in winners_of(outcome)],
        "how": outcome.named.get("how"),
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
    if table.throws.doubt:
        return "refused" if table.refused else "reading"
    if table.fitting:
        return "put_back"
    refused = table.verdict is not None and table.verdict.event == "move_refused"
    if table.refused or (refused and asks_to_look(table.verdict) is None):
        return "refused"
    return _going_on(table)


def _going_on(table: Table) -> str:
    if table.throws.rolling and not _waits_for_a_word(table):
        return "rolling"
    if table.closing_due or table.turned.legal:
        return "provisional" if table.turned.legal else "waiting_move"
    return "put_back" if table.setting_up and put_back(table) else "waiting_throw"


def _waits_for_a_word(table: Table) -> bool:
    """Only a finger can tell which move was made, though dice are in a hand, or the next throw lies there already."""
    untold = table.throws.since is not None or table.missed
    thrown = not table.sees_board and table.closing_due and untold
    return thrown or bool(laid.orders(table))


def camera(table: Table) -> dict[str, Any]:
    """What the camera does, as far as the table knows."""
    sight = table.sight
    state = "none" if not sight.on else "moved" if sight.moved else "ok"
    return {"state": state, "light": "low" if "light_low" in sight.warnings else "ok", "hands": sight.hands}


def _empty(table: Table | None) -> dict[str, Any]:
    """The view before a game, or where only throws are watched."""
    nobody: dict[str, Any] = {
        "at": 0.0, "state": "setup", "mode": "touch", "game": None, "players": [], "due": None, "dice": [],
        "throws": 0, "events": 0, "void": [], "legal": [], "continuations": [], "provisional": None, "doubt": None,
        "verdict": None, "put_back": [], "scores": {}, "totals": {}, "results": [], "winners": [], "payments": {},
        "camera": {"state": "none", "light": "ok", "hands": False}, "undo": False,
        "ripens": False,
    }  # fmt: skip
    if table is None:
        return nobody
    dice = [{"value": value, "sure": round(table.throws.sure, 3)} for value in table.throws.dice]
    return nobody | {"at": table.t, "state": "waiting_throw", "dice": dice, "camera": camera(table)}


def _game(table: Table) -> dict[str, Any]:
    setup, game = table.setup, table.game
    return {
        "name": setup.game,
        "profile": setup.profile,
        "options": setup.rules(),
        "layout": game.layout,
        "games": setup.games,
        "game_number": game_number(table),
        "language": setup.language,
        "counts": setup.counts,
        "recorded": setup.recorded,
        "practice": None if setup.practice is None else setup.practice.to_json(),
        **(tile_view.game_fields(table) if by_camera(game) else {}),
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
        "handicap": player.handicap,
        "turn": due is not None and due.player == index,
        "left": index in table.playing.gone,
        "score": game.scores(state)[index],
        "total": totals(table.playing)[index],
        **(tile_view.player_fields(table, index) if by_camera(game) else {}),
    }


def _due(table: Table) -> dict[str, Any]:
    due = table.due
    assert due is not None, "asked only while somebody must act"
    what = "move" if table.closing_due else "deal" if due.cards else "throw"
    player = due.actor if table.closing_due else due.player
    seat, cards = table.setup.seats[player], {"cards": due.cards} if due.cards else {}
    told = {"player": player + 1, "seat": seat, "dice": due.dice, "may": list(due.may), "what": what}
    piste = {"piste": acts(table)} if table.setup.practice is not None else {}
    return told | cards | piste


def _dice(table: Table) -> list[dict[str, Any]]:
    """The throw that is in doubt, as it most probably reads; else the one a closing is owed for, or the newest."""
    throws = table.throws
    if throws.doubt:
        likeliest = enumerate(throws.doubt.readings[0])
        return [{"value": value, "sure": _odds(throws.doubt, k, value)} for k, value in likeliest]
    shown = board.owed(table) or men.owed(table) or throws.dice
    return [{"value": value, "sure": round(throws.sure, 3)} for value in shown]


def _odds(doubt: Doubt, place: int, value: int) -> float:
    """How probable a die of a throw in doubt shows this, by the readings told."""
    return round(sum(share for dice, share in doubt.ways if dice[place : place + 1] == (value,)), 3)


def _legal(table: Table, player: int | None) -> list[list[int] | str]:
    """The moves that may be made; of a throw that nobody is asked about, with what it most probably shows."""
    if not table.started:
        return []
    game = table.game
    return [board.plain_move(game, move) for move in game.legal(_as_read(table, _known(table, player)))]


def _as_read(table: Table, state: State) -> State:
    """A state once a throw that nobody is asked about counts as it most probably reads."""
    game, doubt = table.game, table.throws.doubt
    if doubt and not _asks(table) and game.roll_refusal(state, Roll(doubt.readings[0])) is None:
        return game.apply(state, Roll(doubt.readings[0]))
    return state


def _doubt(table: Table) -> dict[str, Any] | None:
    """What is not sure: the dice, else the tiles whose reading decides."""
    if table.throws.doubt is None:
        return tile_view.unsure(table)
    readings = [list(reading) for reading in table.throws.doubt.readings]
    return {"kind": "dice", "readings": readings, "asks": _asks(table)}


def _asks(table: Table) -> bool:
    """A person is asked about the dice: the teller says so, or no picture comes that could tell."""
    doubt = table.throws.doubt
    return doubt is not None and (doubt.asks or not table.sight.on)


def _payments(table: Table) -> dict[str, float]:
    """What each seat has won or, negative, paid, where the game is played for stakes."""
    if not hasattr(table.game, "payments"):
        return {}
    won = table.game.payments(table.playing.state)
    return {str(seat): float(part) for seat, part in zip(table.setup.seats, won, strict=True)}
