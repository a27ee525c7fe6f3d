"""What anybody may be shown of a table: its `webui.table.values.view.View`."""

from __future__ import annotations

from referee.core import Roll, State

from .games import table_family
from .games.family import ShownState
from .transitions.moves import asks_to_look, ripens
from .transitions.turns import before_decision, piste_acts
from .values.everybody import open_state, set_up_before, totals
from .values.sentence import by_seat
from .values.setup import PlayerSeat
from .values.state import Doubt, Table
from .values.view import (
    CameraState,
    DiceDoubt,
    Stage,
    TileDoubt,
    View,
    ViewCamera,
    ViewDie,
    ViewDue,
    ViewGame,
    ViewPlayer,
    What,
)


def view(table: Table | None, player: int | None = None) -> View:
    """Everything that a page draws of a table; without a table, that a game must be set up.

    Without `player` it is what everybody may know, else what that player may, from 0: nobody else sees the cards in a
    hand.
    """
    if table is None or table.match is None:
        return _empty(table)
    shown, known = _of_any_game(table), _known(table, player)
    read = _as_read(table, known)
    legal = tuple(table.game.legal(read)) if table.started else ()
    return table_family(table.game).shown(table, shown, ShownState(known, read, legal, player))


def _of_any_game(table: Table) -> View:
    """What the views of all games have."""
    state, family = table.playing.state, table_family(table.game)
    return View(
        at=round(table.t, 3),
        state=stage(table),
        mode="camera" if table.sight.on else "touch",
        camera=camera(table),
        game=_game(table),
        players=tuple(_player(table, k, player) for k, player in enumerate(table.setup.players)),
        due=_due(table),
        dice=_dice(table),
        throws=table.throws.count,
        void=table.throws.void,
        doubt=_doubt(table),
        verdict=None if table.verdict is None else table.verdict.as_json(),
        put_back=family.put_back(table),
        scores=by_seat(table, table.game.scores(state)),
        totals=by_seat(table, totals(table.playing)),
        winners=tuple(player + 1 for player in table.game.winners(state)),
        payments=_payments(table),
        events=len(table.playing.events),
        undo=_undo(table),
        ripens=ripens(table),
    )


def _undo(table: Table) -> bool:
    """Whether there is something to take back; against Piste only a person's decisions."""
    practice = table.setup.practice
    if practice is not None and practice.seats:
        return (table.turned.move is not None and not piste_acts(table)) or before_decision(table) is not None
    happened = len(table.playing.events) > set_up_before(table.playing) or bool(table.joined)
    return happened or table.turned.move is not None


def game_number(table: Table) -> int:
    """The running game of the series, from 1."""
    return table_family(table.game).game_number(table.playing)


def _known(table: Table, player: int | None) -> State:
    """The state of the game as a player may know it, or everybody."""
    game, state = table.game, table.playing.state
    return open_state(game, state) if player is None else game.view(state, player)


def stage(table: Table) -> Stage:
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


def _going_on(table: Table) -> Stage:
    if table.throws.rolling and not _waits_for_a_word(table):
        return "rolling"
    if table.closing_due or table.whole:
        return "provisional" if table.whole else "waiting_move"
    return "put_back" if table.setting_up and table_family(table.game).tidies(table) else "waiting_throw"


def _waits_for_a_word(table: Table) -> bool:
    """Whether only a finger can tell which move was made, although the next throw has begun."""
    untold = table.throws.unreported is not None or table.missed
    thrown = not table.sees_board and table.closing_due and untold
    return thrown or bool(table_family(table.game).orders(table))


def camera(table: Table) -> ViewCamera:
    """What the camera does, as far as the table knows."""
    sight = table.sight
    state: CameraState = "none" if not sight.on else "moved" if sight.moved else "ok"
    return ViewCamera(state, "low" if "light_low" in sight.warnings else "ok", sight.hands)


def _empty(table: Table | None) -> View:
    """The view before a game, or if only throws are watched: without a camera there are none."""
    if table is None:
        return View()
    sure = round(table.throws.sure, 3)
    dice = tuple(ViewDie(value, sure) for value in table.throws.dice)
    return View(at=table.t, state="waiting_throw" if table.sight.on else "setup", dice=dice, camera=camera(table))


def _game(table: Table) -> ViewGame:
    setup = table.setup
    return ViewGame(
        name=setup.game,
        profile=setup.profile,
        options=setup.rules(),
        layout=table.game.layout,
        games=setup.games,
        game_number=game_number(table),
        language=setup.language,
        counts=setup.counts,
        recorded=setup.recorded,
        practice=setup.practice,
    )


def _player(table: Table, index: int, player: PlayerSeat) -> ViewPlayer:
    due = table.due
    return ViewPlayer(
        player=index + 1,
        seat=player.seat,
        name=player.name,
        colour=player.colour,
        shape=player.shape,
        handicap=player.handicap,
        turn=due is not None and due.player == index,
        left=index in table.playing.gone,
        score=table.game.scores(table.playing.state)[index],
        total=totals(table.playing)[index],
    )


def _due(table: Table) -> ViewDue | None:
    due = table.due
    if due is None:
        return None
    what: What = "move" if table.closing_due else "deal" if due.cards else "throw"
    player = due.actor if table.closing_due else due.player
    return ViewDue(
        player=player + 1,
        seat=table.setup.seats[player],
        what=what,
        dice=due.dice,
        may=due.may,
        cards=due.cards,
        piste=table.setup.practice is not None and piste_acts(table),
    )


def _dice(table: Table) -> tuple[ViewDie, ...]:
    """The doubtful throw in its likeliest reading; else the one for which a closing is owed, or the newest."""
    throws = table.throws
    if throws.doubt:
        likeliest = enumerate(throws.doubt.readings[0])
        return tuple(ViewDie(value, _odds(throws.doubt, k, value)) for k, value in likeliest)
    shown = table_family(table.game).owed(table.playing) or throws.dice
    return tuple(ViewDie(value, round(throws.sure, 3)) for value in shown)


def _odds(doubt: Doubt, place: int, value: int) -> float:
    """The probability that a die of a doubtful throw shows this, by the reported readings."""
    return round(sum(share for dice, share in doubt.ways if dice[place : place + 1] == (value,)), 3)


def _as_read(table: Table, state: State) -> State:
    """A state in which a doubtful throw that nobody is asked about counts as its likeliest reading."""
    game, doubt = table.game, table.throws.doubt
    if doubt and not _asks(table) and game.roll_refusal(state, Roll(doubt.readings[0])) is None:
        return game.apply(state, Roll(doubt.readings[0]))
    return state


def _doubt(table: Table) -> DiceDoubt | TileDoubt | None:
    """What is not sure: the dice, else the tiles whose reading decides."""
    doubt = table.throws.doubt
    if doubt is None:
        return table_family(table.game).unsure(table)
    return DiceDoubt(readings=doubt.readings, asks=_asks(table))


def _asks(table: Table) -> bool:
    """Whether a person is asked about the dice: the reports say so, or no picture comes that could decide."""
    doubt = table.throws.doubt
    return doubt is not None and (doubt.asks or not table.sight.on)


def _payments(table: Table) -> dict[str, float]:
    """What each seat has won or, negative, paid, if the game is played for stakes."""
    if not hasattr(table.game, "payments"):
        return {}
    won = table.game.payments(table.playing.state)
    return {str(seat): float(part) for seat, part in zip(table.setup.seats, won, strict=True)}
