"""The table: what is seen and touched goes in, what happened comes out.

A pure reducer. `see` takes one observation, `touch` one action of a person; each returns the table after it and the
events to report. The referee owns the rules: the table only says when something is a throw, a move or a foul.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from referee.core import Deal, Event, Foul, Move, Roll, Touched
from referee.errors import BadPlace, IllegalMove

from .belief.value import Belief, History
from .games import board, table_family
from .games.tiles import closing
from .transitions import moves, reports
from .transitions.corrections import correct_dice, play, undo
from .transitions.lies import correct_board
from .transitions.players import join, leave, replace_player
from .transitions.seeing import close, report_start, report_unanswered, see, tick
from .transitions.setting_aside import count_aside
from .transitions.tile_corrections import answer_men, answer_tile, correct_tiles
from .values.actions import (
    SIGHT,
    Action,
    AnswerMen,
    AnswerRoll,
    AnswerTile,
    BoardCleared,
    CameraBack,
    CameraLost,
    CloseTiles,
    CorrectBoard,
    CorrectDice,
    CorrectTiles,
    DealCards,
    FilmEnded,
    Join,
    Leave,
    Next,
    Pause,
    PlayMove,
    ReplacePlayer,
    Resume,
    Throw,
    TouchMan,
    Undo,
)
from .values.sentence import plain_sentence
from .values.setup import NO_GAME, Setup
from .values.state import ASIDE, BOARD, NotNow, Sentence, Step, Table, TableError

__all__ = [
    "NotNow", "Sentence", "Step", "Table", "TableError",
    "close", "open_table", "plain_sentence", "see", "tick", "touch",
]  # fmt: skip


def open_table(
    setup: Setup, t: float = 0.0, *, camera: bool = True, sentence: Sentence = plain_sentence, position: str = ""
) -> Step:
    """A new game. With a camera it starts when the board shows the start position.

    Args:
        setup: what was agreed on.
        t: seconds, of now.
        camera: pictures come.
        sentence: makes the sentences of fouls.
        position: as `Game.position` writes it, to start from; "" for the usual start.

    Raises SetupError for a position that the game with these players does not have.
    """
    match = None if setup.game == NO_GAME else setup.match(position)
    times = () if match is None else (t,) * len(match.events)
    belief = Belief() if match is None else Belief.sure(match, times)
    table = Table(setup, match, t, times, belief=belief, sentence=sentence)
    table = replace(table, sight=replace(table.sight, pictures="come" if camera else "none"))
    return Step(table) if camera or match is None else moves.set_up(table)


def touch(table: Table, action: Action, t: float) -> Step:
    """The table after a person's action.

    A wrong throw or move gives a move_refused event. Raises NotNow if the action makes no sense now.
    """
    table = replace(table, t=max(table.t, t))
    if ASIDE in table.sight.otherwise and not isinstance(action, SIGHT):
        table = replace(table, aside=0, sight=table.sight.since(ASIDE, None))  # a finger goes on: no die is missed
    if not table.sight.on and not isinstance(action, SIGHT):
        table = replace(table, sight=replace(table.sight, pictures="entered"))
    if table.paused and not isinstance(action, (Resume, *SIGHT)):
        raise NotNow("expected resume; the game is paused")
    do = dict(_DO)[type(action)]
    return do(table, action)


def _throw(table: Table, action: Throw) -> Step:
    table = _going_on(table)
    if table.throws.rolling:  # it is the new throw that is entered, not the one in doubt
        table = _forgotten(table)
    elif table.throws.unreported:
        return _answer(table, action)
    ready = _ready(table)
    step = ready.then(report_start)
    roll = Roll(action.dice)
    refusal = step.table.game.roll_refusal(step.table.playing.state, roll)
    if refusal is not None:
        return _refused_throw(table, ready if table.whole else step, refusal, roll)
    entered = table.sight.on and table.throws.rolling
    step = step.then(_declare_throw, tuple(action.dice))
    return step.but(throws=replace(step.table.throws, absorb=entered))


def _forgotten(table: Table) -> Table:
    """The table without the throw in doubt: another one counts in its place."""
    quiet = replace(table.throws, unreported=None)
    return replace(table, throws=quiet, belief=Belief.sure(table.playing, table.times))


def _declare_throw(table: Table, dice: tuple[int, ...]) -> Step:
    """A person says what was thrown: nothing else was."""
    table = replace(table, belief=Belief.sure(table.playing, table.times))
    return reports.report_throw(table, Roll(dice), 1.0)


def _ready(table: Table) -> Step:
    """A throw entered by hand means that the board is set up."""
    return Step(table) if table.started and not table.setting_up else _cleared(table)


def _refused_throw(table: Table, step: Step, refusal: Foul, roll: Roll) -> Step:
    step = step.then(moves.refuse, refusal, event=roll)
    return step.but(throws=replace(step.table.throws, rolling=table.throws.rolling))


def _correct_dice(table: Table, action: CorrectDice) -> Step:
    """Corrects the throw in doubt if there is one; else the last one."""
    if not table.throws.doubt:
        return correct_dice(table, action)
    refusal = table.game.roll_refusal(table.playing.state, Roll(action.dice))
    if refusal is not None:
        raise NotNow(plain_sentence(refusal, "en"))
    return _answer(table, action)


def _answer(table: Table, action: AnswerRoll | Throw | CorrectDice) -> Step:
    if not table.throws.doubt and not (isinstance(action, Throw) and table.throws.unreported):
        raise NotNow("expected a throw in doubt; there is none")
    step = _ready(table)
    roll = Roll(action.dice)
    refusal = step.table.game.roll_refusal(step.table.playing.state, roll)
    if refusal is not None:
        return step.then(moves.refuse, refusal, event=roll)
    return step.then(_declare_throw, tuple(action.dice))


def _close_tiles(table: Table, action: CloseTiles) -> Step:
    table_family(_going_on(table).game).expect_tiles(table.game)
    return play(table, closing(sorted(set(action.tiles))))


def _play(table: Table, action: PlayMove) -> Step:
    """A move by touch; in a doubtful throw it shows what was thrown."""
    game = _going_on(table).game
    try:
        move = game.from_text(action.move) if action.move else None
    except ValueError as error:
        raise NotNow(f"move: {error}") from error
    step = _ready(table)
    step = step.then(_read_by, move) if step.table.throws.doubt and move is not None else step
    step = step.then(play, move)
    refused = any(event.event == "move_refused" for event in step.events)
    return step if refused or step.table.sees_board or not step.table.whole else step.then(_meant, move)


def _meant(table: Table, move: Move) -> Step:
    """The move was said: other believed moves are dropped, and what followed it counts."""
    match, count, state = table.playing, len(table.playing.events), table.playing.then(move).state

    def moved(h: History) -> bool:
        known = h.follows(match) and len(h.match.events) > count
        return known and not isinstance(h.match.events[count], Roll)

    def so(h: History) -> bool:
        return moved(h) and h.match.until(count + 1).state == state

    since = table.belief.only(so)
    if since.histories:
        step = reports.report_sure_events(replace(table, belief=since))
        return Step(count_aside(table, step.table), step.events)
    belief = table.belief.only(lambda h: not moved(h))
    return Step(replace(table, belief=belief) if belief.histories else table)


def _read_by(table: Table, move: Move) -> Step:
    """The throw in doubt is the likeliest reading that allows the move."""
    for dice in table.throws.doubt.readings if table.throws.doubt else ():
        if table.game.roll_refusal(table.playing.state, Roll(dice)) is None:
            thrown = table.playing.then(Roll(dice))
            if thrown.game.move_refusal(thrown.state, move) is None:
                return _declare_throw(table, dice)
    return Step(table)


def _deal_cards(table: Table, action: DealCards) -> Step:
    return _ready(_going_on(table)).then(moves.accept).then(_apply_word, Deal(action.hands))


def _touch_man(table: Table, action: TouchMan) -> Step:
    return _apply_word(_going_on(table), Touched(action.space))


def _apply_word(table: Table, event: Event) -> Step:
    """A person's word on cards, or on a man that was touched. Raises NotNow for an unknown space."""
    try:
        return moves.apply_word(table, event)
    except IllegalMove as error:
        return moves.refuse(table, error.foul)
    except BadPlace as error:
        raise NotNow(str(error)) from error


def _going_on(table: Table) -> Table:
    if table.match is None or table.due is None:
        raise NotNow("expected a game that goes on; it is over")
    return table


def _next(table: Table, action: Next) -> Step:
    """Accepts the move that stands; if a closing is owed and none stands, refuses."""
    step = Step(table)
    if table.throws.doubt:
        step = reports.report_sure_events(table, patient=False)
        table = step.table
        if table.closing_due:
            return step.then(moves.judge_board, thrown=True, certain=True)
    if table.sight.doubtful and table.closing_due:
        step = moves.judge_board(table, thrown=True, certain=True)
    if step.events:
        return step
    return moves.accept(table) if table.whole and not table.sight.doubtful else _owes(table)


def _owes(table: Table) -> Step:
    """The rule against going on, if a closing is owed."""
    if not table.closing_due:
        return Step(table)
    game, state, stands = table.game, table.playing.state, table.turned.move
    refusal = None if stands is None else game.move_refusal(state, stands)
    if refusal is None:
        refusal = table_family(game).unmoved(game, state)
    if refusal is not None:
        return moves.refuse(table, refusal, event=stands)
    roll = Roll((1,))
    refusal = game.roll_refusal(state, roll)
    return Step(table) if refusal is None else moves.refuse(table, refusal, event=roll)


def _pause(table: Table, action: Pause) -> Step:
    step = report_unanswered(table) if table.match is None else reports.report_taken_up(table)
    return step.say("paused").but(paused=True)


def _resume(table: Table, action: Resume) -> Step:
    if not table.paused:
        raise NotNow("expected a paused game")
    return Step(table).say("resumed").but(paused=False, settled_dice=None)


def _cleared(table: Table, action: BoardCleared | None = None) -> Step:
    """The board is as the referee has it, whatever the camera shows."""
    spots = board.declare(table, board.expected(table)) if table.sight.on else {}
    table = replace(table, spots=spots, fitting=False, wrong=None, verdict=None)
    return moves.set_up(table)


def _film_ended(table: Table, action: FilmEnded) -> Step:
    """Closes what the film left open, except in a pause, in which nothing is decided."""
    if not table.sight.on:
        return Step(table)
    return (Step(table) if table.paused else close(table, table.t)).then(_blind)


def _camera_lost(table: Table, action: CameraLost) -> Step:
    if not table.sight.on:
        return Step(table)
    return Step(table).say("camera_lost").then(_blind)


def _blind(table: Table) -> Step:
    """From now on play goes by touch."""
    quiet = replace(table.throws.unseen(), rolling=False, absorb=False)
    sight = table.sight.since(BOARD, None).since(ASIDE, None)
    sight = replace(sight, pictures="none", hands=False, place=None, doubtful=())
    step = Step(replace(table, sight=sight, spots={}, throws=quiet, fitting=False, wrong=None, aside=0))
    step = step.but(settled_dice=None)
    return step.then(moves.set_up) if table.match is not None else step


def _camera_back(table: Table, action: CameraBack) -> Step:
    """Pictures come again: the dice there are old; after play by touch the board must first fit."""
    if table.sight.on:
        return Step(table)
    sight = replace(table.sight, pictures="come", place=None)
    fitting = table.sight.pictures == "entered" and table.knows_board
    return Step(table).say("camera_back").but(sight=sight, fitting=fitting, settled_dice=None)


_DO: tuple[tuple[type[Action], Callable[[Table, Any], Step]], ...] = (
    (Throw, _throw), (CloseTiles, _close_tiles), (PlayMove, _play), (DealCards, _deal_cards), (TouchMan, _touch_man),
    (Next, _next), (Undo, undo), (CorrectDice, _correct_dice),
    (CorrectTiles, correct_tiles), (CorrectBoard, correct_board), (AnswerRoll, _answer), (AnswerTile, answer_tile),
    (AnswerMen, answer_men),
    (ReplacePlayer, replace_player), (Join, join), (Leave, leave), (Pause, _pause), (Resume, _resume),
    (BoardCleared, _cleared), (CameraLost, _camera_lost), (CameraBack, _camera_back),
    (FilmEnded, _film_ended),
)  # fmt: skip
