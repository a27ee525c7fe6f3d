"""The table: what is seen and touched goes in, what happened comes out.

A pure reducer. `see` takes one observation, `touch` one action of a person; each gives the table after it and
the events to tell. The rules are the referee's: the table only says when a throw, a move or a foul is one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from referee.core import Foul, Roll
from referee.games.tiles import Close
from vision.observation import Observation

from . import doubts, moves, throws
from . import tiles as board
from .actions import (
    SIGHT,
    Action,
    AnswerRoll,
    AnswerTile,
    BoardCleared,
    CameraBack,
    CameraLost,
    CloseTiles,
    CorrectDice,
    CorrectTiles,
    FilmEnded,
    Next,
    Pause,
    Resume,
    Throw,
    Undo,
)
from .corrections import answer_tile, correct_dice, correct_tiles, undo
from .corrections import close as close_tiles
from .sentence import plain_sentence
from .setup import NO_GAME, Setup
from .state import NotNow, Sentence, Step, Table, TableError

__all__ = [
    "NotNow", "Sentence", "Step", "Table", "TableError",
    "close", "open_table", "plain_sentence", "see", "tick", "touch",
]  # fmt: skip


def open_table(
    setup: Setup, t: float = 0.0, *, camera: bool = True, sentence: Sentence = plain_sentence
) -> Step:
    """A new game. With a camera it starts when the board shows the start position."""
    match = None if setup.game == NO_GAME else setup.match()
    table = Table(setup, match, t, sentence=sentence)
    table = replace(table, sight=replace(table.sight, on=camera))
    return Step(table) if camera or match is None else moves.set_up(table)


def see(table: Table, observation: Observation) -> Step:
    """The table after one more observation; call it for each, in order of time."""
    table = replace(table, t=max(table.t, observation.time))
    hands = bool(observation.hands)
    table = replace(table, sight=replace(table.sight, hands=hands))
    step = board.lit(table, observation).then(board.watched, observation)
    if step.table.paused or step.table.sight.moved or (observation.still and step.table.sight.strayed):
        return step.but(throws=replace(step.table.throws, since=None))
    if table.throws.seen is None and observation.still:
        step = Step(throws.ignored(step.table, observation), step.events)
    step = step.then(throws.missed, observation)
    if not observation.still:
        return step.then(_moving, observation)
    if table.match is None:
        return step.then(_dice_only, observation)
    return step.then(_settled, observation)


def _moving(table: Table, observation: Observation) -> Step:
    """Hands or dice move: nothing is decided about the tiles, unless a throw at rest waits for them."""
    if throws.hurried(table, observation):
        return _with_throw(Step(throws.long_looked_at(table)), replace(observation, still=True), asks=True)
    if observation.hands - {"table"}:
        table = replace(table, turned=replace(table.turned, since=table.t))
    return throws.starts(table, observation)


def _dice_only(table: Table, observation: Observation) -> Step:
    step = throws.starts(table, observation)
    if throws.fresh(table, observation):
        return step.then(throws.came_to_rest, observation)
    return Step(throws.at_rest(step.table, observation), step.events)


def _settled(table: Table, observation: Observation) -> Step:
    """Nothing moves and no hand is over the board: tiles, then moves, then throws."""
    step = board.noticed(table, observation)
    if not step.table.started or step.table.setting_up:
        step = step.then(_set_up, observation)
    if not step.table.started or step.table.due is None:
        return Step(throws.ignored(step.table, observation), step.events)
    asks = "tiles" in observation.abstains
    if throws.fresh(step.table, observation):
        return _with_throw(step, observation, asks)
    step = step.then(doubts.judged, asks=asks).then(throws.starts, observation)
    step = Step(throws.at_rest(step.table, observation), step.events).then(doubts.reconsidered)
    return step.then(moves.judged, asks=asks)


def _with_throw(step: Step, observation: Observation, asks: bool) -> Step:
    """A new throw lies there: the move before it is meant, or the throw came too early."""
    step = step.then(doubts.reconsidered, thrown=True)
    step = step.but(throws=replace(step.table.throws, passed=()))
    if step.table.throws.doubt:
        step = step.then(doubts.judged, thrown=True, asks=asks, certain=not throws.waits(step.table))
        if step.table.throws.doubt and step.table.sight.doubtful and throws.waits(step.table):
            return Step(throws.waiting(step.table), step.events)
        step = step.then(doubts.overtaken, observation)
    if step.table.closing_due and not step.table.throws.absorb:
        told = step.table.wrong
        patient = throws.waits(step.table)
        step = step.then(moves.judged, thrown=True, asks=asks, certain=not patient)
        if step.table.closing_due:
            # Wait for a surer reading of the tiles before anybody is told off.
            if step.table.sight.doubtful and patient:
                return Step(throws.waiting(step.table), step.events)
            fouled = step.table.wrong is not None and step.table.wrong is not told
            return step.then(throws.owed, observation, quiet=fouled)
    if not step.table.started:
        step = step.then(_set_up, observation)
    if not step.table.started or step.table.due is None:  # what stood was the end of the game
        return Step(throws.ignored(step.table, observation), step.events)
    count = step.table.throws.count
    step = step.then(throws.came_to_rest, observation)
    return step.then(moves.judged, asks=asks) if step.table.throws.count > count else step


def _set_up(table: Table, observation: Observation) -> Step:
    """game_started and board_reset, as soon as the board stands as it should."""
    should = board.expected(table)
    wrong = board.misfits(table, should)
    if not board.legible(table, should):
        return Step(table)
    if not wrong:
        return moves.set_up(table)
    # A throw shows that the players are ready: a tile or two may be misread.
    if not table.started and throws.fresh(table, observation) and len(wrong) * 9 <= len(should):
        spots = board.told(table, dict(wrong))
        return moves.set_up(replace(table, spots=spots))
    return Step(table)


def tick(table: Table, t: float) -> Step:
    """Time passes without a picture: a move to which nothing can be added is accepted after a second."""
    table = replace(table, t=max(table.t, t))
    return Step(table) if table.sight.on or table.match is None else moves.ripe(table)


def close(table: Table, t: float) -> Step:
    """The recording ends: a throw that could not be read is told, a move to which nothing can be added accepted."""
    step = throws.asked(replace(table, t=max(table.t, t)))
    if step.table.throws.doubt:
        step = step.then(doubts.judged, thrown=True, certain=True).then(moves.judged, certain=True)
    meant = step.table.turned.legal and not step.table.turned.more
    return step.then(moves.accepted) if meant else step


def touch(table: Table, action: Action, t: float) -> Step:
    """The table after a person's action.

    A wrong throw or move gives a move_refused event. Raises NotNow where the action makes no sense now.
    """
    table = replace(table, t=max(table.t, t))
    if not table.sight.on and not isinstance(action, SIGHT):
        table = replace(table, sight=replace(table.sight, touched=True))
    if table.paused and not isinstance(action, (Resume, *SIGHT)):
        raise NotNow("expected resume; the game is paused")
    do = dict(_DO)[type(action)]
    return do(table, action)


def _throw(table: Table, action: Throw) -> Step:
    if table.match is None or table.due is None:
        raise NotNow("expected a game that goes on; it is over")
    if table.throws.rolling:  # it is the new throw that is entered, not the one in doubt
        table = throws.forgotten(table)
    elif table.throws.doubt:
        return _answer(table, action)
    step = _ready(table).then(throws.started)
    refusal = step.table.game.roll_refusal(step.table.playing.state, Roll(action.dice))
    if refusal is not None:
        return _refused_throw(table, step, refusal)
    entered = table.sight.on and (table.throws.rolling or table.throws.unread is not None)
    step = step.then(throws.settled, tuple(action.dice), 1.0)
    return step.but(throws=replace(step.table.throws, absorb=entered))


def _ready(table: Table) -> Step:
    """Whoever throws by hand says that the board is set up."""
    return Step(table) if table.started and not table.setting_up else _cleared(table)


def _refused_throw(table: Table, step: Step, refusal: Foul) -> Step:
    step = step.then(moves.refuse, refusal)
    return step.but(throws=replace(step.table.throws, rolling=table.throws.rolling))


def _correct_dice(table: Table, action: CorrectDice) -> Step:
    """The throw that is asked about showed these values, where there is one; else the last one did."""
    if not table.throws.doubt:
        return correct_dice(table, action)
    refusal = table.game.roll_refusal(table.playing.state, Roll(action.dice))
    if refusal is not None:
        raise NotNow(plain_sentence(refusal, "en"))
    return _answer(table, action)


def _answer(table: Table, action: AnswerRoll | Throw | CorrectDice) -> Step:
    if not table.throws.doubt:
        raise NotNow("expected a throw in doubt; there is none")
    step = _ready(table)
    refusal = step.table.game.roll_refusal(step.table.playing.state, Roll(action.dice))
    if refusal is not None:
        return step.then(moves.refuse, refusal)
    return step.then(throws.settled, tuple(action.dice), 1.0)


def _close_tiles(table: Table, action: CloseTiles) -> Step:
    return close_tiles(table, tuple(sorted(set(action.tiles))))


def _next(table: Table, action: Next) -> Step:
    """Accepts the move that stands; where a closing is owed and none stands, says so."""
    step = Step(table)
    if table.throws.doubt:
        step = doubts.judged(table, thrown=True, certain=True, guess=False)
        table = step.table
        if table.closing_due:
            return step.then(moves.judged, thrown=True, certain=True)
    if table.sight.doubtful and table.closing_due:
        step = moves.judged(table, thrown=True, certain=True)
    if step.events:
        return step
    return moves.accepted(table) if table.turned.legal and not table.sight.doubtful else _owes(table)


def _owes(table: Table) -> Step:
    """The rule that stands against going on, where a closing is owed."""
    if not table.closing_due:
        return Step(table)
    state = table.playing.state
    turned = table.turned.tiles
    refusal = table.game.move_refusal(state, Close(turned)) if turned else None
    return moves.refuse(table, refusal or table.game.roll_refusal(state, Roll((1,))))


def _pause(table: Table, action: Pause) -> Step:
    return throws.asked(table).say("paused").but(paused=True)


def _resume(table: Table, action: Resume) -> Step:
    if not table.paused:
        raise NotNow("expected a paused game")
    return Step(table).say("resumed").but(paused=False, throws=replace(table.throws, seen=None))


def _cleared(table: Table, action: BoardCleared | None = None) -> Step:
    """The board is as the referee says, whatever the camera shows."""
    spots = board.told(table, board.expected(table)) if table.sight.on else {}
    table = replace(table, spots=spots, fitting=False, wrong=None, verdict=None)
    return moves.set_up(table)


def _film_ended(table: Table, action: FilmEnded) -> Step:
    """What the film left open is closed, but in a pause, in which nothing is decided."""
    if not table.sight.on:
        return Step(table)
    return (Step(table) if table.paused else close(table, table.t)).then(_blind)


def _camera_lost(table: Table, action: CameraLost) -> Step:
    if not table.sight.on:
        return Step(table)
    return Step(table).say("camera_lost").then(_blind)


def _blind(table: Table) -> Step:
    """From now on play goes by touch."""
    quiet = replace(table.throws, rolling=False, since=None, absorb=False)
    sight = replace(
        table.sight, on=False, hands=False, strayed=False, moved=False, touched=False, doubtful=()
    )
    step = Step(replace(table, sight=sight, spots={}, throws=quiet, fitting=False, wrong=None))
    return step.then(moves.set_up) if table.match is not None else step


def _camera_back(table: Table, action: CameraBack) -> Step:
    """Pictures come again: what lies there is old; after play by touch the board must first fit."""
    if table.sight.on:
        return Step(table)
    sight = replace(table.sight, on=True, board=None, lost_since=None, touched=False)
    fitting = table.sight.touched and table.match is not None
    throws_now = replace(table.throws, seen=None, lying=())
    return Step(table).say("camera_back").but(sight=sight, fitting=fitting, throws=throws_now)


_DO: tuple[tuple[type[Action], Callable[[Table, Any], Step]], ...] = (
    (Throw, _throw), (CloseTiles, _close_tiles), (Next, _next), (Undo, undo), (CorrectDice, _correct_dice),
    (CorrectTiles, correct_tiles), (AnswerRoll, _answer), (AnswerTile, answer_tile), (Pause, _pause), (Resume, _resume),
    (BoardCleared, _cleared), (CameraLost, _camera_lost), (CameraBack, _camera_back),
    (FilmEnded, _film_ended),
)  # fmt: skip
