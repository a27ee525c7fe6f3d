"""The table: what is seen and touched goes in, what happened comes out.

A pure reducer. `see` takes one observation, `touch` one action of a person; each gives the table after it and
the events to tell. The rules are the referee's: the table only says when a throw, a move or a foul is one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import exp
from typing import Any

from referee.core import Deal, Event, Foul, Move, Roll, Touched, sure_sighting
from referee.errors import BadPlace, IllegalMove
from vision.observation import Observation

from . import moves, teller
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
    DealCards,
    FilmEnded,
    Next,
    Pause,
    Play,
    Resume,
    Throw,
    TouchMan,
    Undo,
)
from .acts import Circumstances, branched, reread, unseen
from .belief import Belief, Cast
from .corrections import correct_dice, play, undo
from .evidence import REAL, Rest, casts, changed, readings, stays
from .sentence import plain_sentence
from .setup import NO_GAME, Setup
from .shown import by_camera
from .state import NotNow, Sentence, Step, Table, TableError
from .tile_corrections import answer_tile, correct_tiles

PUZZLES = (0.4, 1.0)
"""Seconds within which tiles that nothing explains are searched for what may have been missed."""

__all__ = [
    "NotNow", "Sentence", "Step", "Table", "TableError",
    "close", "open_table", "plain_sentence", "see", "tick", "touch",
]  # fmt: skip


def open_table(
    setup: Setup, t: float = 0.0, *, camera: bool = True, sentence: Sentence = plain_sentence
) -> Step:
    """A new game. With a camera it starts when the board shows the start position."""
    match = None if setup.game == NO_GAME else setup.match()
    belief = Belief() if match is None else Belief.sure(match)
    table = Table(setup, match, t, belief=belief, sentence=sentence)
    table = replace(table, sight=replace(table.sight, on=camera))
    return Step(table) if camera or match is None else moves.set_up(table)


def see(table: Table, observation: Observation) -> Step:
    """The table after one more observation; call it for each, in order of time."""
    table = replace(table, t=max(table.t, observation.time))
    hands = bool(observation.hands)
    table = replace(table, sight=replace(table.sight, hands=hands))
    step = board.lit(table, observation).then(board.watched, observation)
    if step.table.paused or step.table.sight.moved or (observation.still and step.table.sight.strayed):
        return step.then(_unwatched, observation)
    if not observation.still:
        return step.then(_moving, observation)
    if table.match is None:
        return step.then(_dice_only, observation)
    return step.then(_settled, observation)


def _unwatched(table: Table, observation: Observation) -> Step:
    """Nothing is decided now: in a pause what lies there is nobody's, else dice that move are told from once it is."""
    throws = replace(table.throws, since=None)
    if table.paused:
        return Step(replace(table, throws=throws, rest=None))
    missed = table.missed or (observation.still and changed(observation))
    return Step(replace(table, throws=throws, missed=missed))


def _moving(table: Table, observation: Observation) -> Step:
    """Hands or dice move: nothing is decided about the tiles."""
    if observation.hands - {"table"}:
        table = replace(table, turned=replace(table.turned, since=table.t))
    step = Step(table)
    moving = any(die.state == "moving" for die in observation.dice)
    if table.match is not None and table.throws.since is not None:
        step = step.then(_hurried, moving=moving)
    elif table.match is None and moving:
        step = step.then(_unanswered)
    return step.then(_starts, observation)


def _hurried(table: Table, *, moving: bool) -> Step:
    """A hand comes, or the dice are taken up, before what lies there was surely read."""
    if moving:
        return teller.taken_up(table)
    return teller.told(table, patient=False) if table.sight.hands and table.sight.doubtful else Step(table)


def _starts(table: Table, observation: Observation) -> Step:
    """Tells that dice left rest or entered, once a throw; what stands is meant if nothing can be added."""
    moving = any(die.state == "moving" and die.sure >= REAL for die in observation.dice)
    gone = observation.still and any(die.sure >= REAL for die in observation.gone)
    # One hand may hold the dice while the other turns one more tile: then only a throw at rest is one.
    if table.throws.rolling or not (moving or gone) or not _cares(table) or table.turned.more:
        return Step(table)
    return _started(table)


def _started(table: Table) -> Step:
    """roll_started, after accepting the move that stands."""
    step = Step(table).then(moves.accepted)
    if table.match is not None and step.table.due is None:
        return step
    return step.then(teller.rolling)


def _cares(table: Table) -> bool:
    return table.match is None or (table.started and table.due is not None)


def _dice_only(table: Table, observation: Observation) -> Step:
    """No game: throws are told by the dice alone."""
    known, fresh = table.rest, changed(observation)
    step = _starts(table, observation)
    if known is None or not fresh:
        rest = Rest.of(observation, 0) if known is None else known.again(observation)
        step = step.but(rest=rest)
        waiting = step.table.throws.since is not None
        return step.then(_thrown_only) if waiting else step
    step = step.then(_unanswered)
    rest = Rest.of(observation, len(known.dice))
    step = step.but(rest=rest, rested=known.t)
    real = [k for k in rest.stirred if rest.dice[k].sure >= REAL]
    if not real or stays(rest) > 0:
        rolling = step.table.throws.rolling and not rest.dice
        return step.but(throws=replace(step.table.throws, rolling=rolling))
    return step.but(throws=replace(step.table.throws, since=rest.t)).then(_thrown_only)


def _thrown_only(table: Table) -> Step:
    """What a throw without a game shows, as soon as it can be read."""
    rest = table.rest
    assert rest is not None, "asked only while dice lie there"
    which, *_ = casts(rest, ()) or ((),)
    dice = [rest.dice[k] for k in which]
    if any(die.state != "flat" for die in dice):
        word = "die_cocked" if any(die.state == "cocked" for die in dice) else "die_off_board"
        shown = tuple(die.value if die.state == "flat" else None for die in dice)
        step = teller.rolling(table).say(word, dice=list(shown))
        quiet = replace(step.table.throws, void=shown, since=None, rolling=False, doubt=(), odds=())
        return step.but(throws=quiet)
    ways = readings(dice)
    odds = tuple(round(exp(weight), 3) for _, weight in ways[: teller.MOST_READINGS])
    odds = tuple(share for share in odds if share >= teller.LIKELY * odds[0])
    if odds and odds[0] >= teller.ROLL:
        return teller.settled(table, Roll(ways[0][0]), odds[0])
    since = table.throws.since if table.throws.since is not None else table.t
    if table.t - since < teller.UNSURE_AFTER:
        return Step(table)
    return teller.doubted(table, tuple(values for values, _ in ways[: len(odds)]), odds)


def _unanswered(table: Table) -> Step:
    """A throw that could not be read is told before the next one, where nobody had time to look at it."""
    if table.throws.since is None or table.throws.doubt or table.rest is None:
        return Step(replace(table, throws=replace(table.throws, since=None, doubt=(), odds=(), asks=False)))
    step = _thrown_only(replace(table, throws=replace(table.throws, since=table.t - teller.UNSURE_AFTER)))
    return step.but(throws=replace(step.table.throws, since=None, doubt=(), odds=(), asks=False))


def _settled(table: Table, observation: Observation) -> Step:
    """Nothing moves and no hand is over the board: tiles, then what may have happened, then what is sure enough."""
    step = board.noticed(table, observation)
    fresh = table.rest is not None and (changed(observation) or table.missed)
    if not step.table.started or step.table.setting_up:
        step = step.then(_set_up, observation)
    if not step.table.started or step.table.due is None:
        return step.then(_ignored, observation)
    asks = "tiles" in observation.abstains
    step = step.then(_starts, observation) if not _thrown(observation) else step
    if step.table.due is None:
        return step.then(_ignored, observation)
    if fresh and step.table.throws.since is not None:
        step = step.then(teller.taken_up)
    if fresh and not (step.table.sees_board or step.table.turned.more):
        step = step.then(moves.accepted)
    step = Step(_believed(step.table, observation, fresh=fresh), step.events)
    return step.then(teller.told, asks=asks)


def _thrown(observation: Observation) -> bool:
    return any(fate.fresh for fate in observation.fates)


def _ignored(table: Table, observation: Observation) -> Step:
    """What lies there is old."""
    throws = replace(table.throws, rolling=False, since=None, doubt=(), odds=(), asks=False, absorb=False)
    belief = table.belief.each(lambda h: replace(h, cast=Cast(), base=h.base + h.dice, dice=0.0))
    rest = Rest.of(observation, 0)
    return Step(replace(table, throws=throws, rest=rest, missed=False, belief=belief))


def _believed(table: Table, observation: Observation, *, fresh: bool) -> Table:
    """The table with what may have happened, after one more settled look."""
    lay = table.rest
    if lay is None:
        return replace(_ignored(table, observation).table, throws=table.throws)
    if not fresh:
        rest = lay.again(observation)
        belief = reread(table.belief, rest) if rest != lay else table.belief
        read = board.reading(table)
        same = table.read is not None and table.read[0] == len(table.playing.events) and table.read[1] == read
        belief = belief if same else belief.seen(board.seen(table))
        table = replace(table, rest=rest, belief=belief, read=(len(table.playing.events), read))
        return replace(table, belief=unseen(belief, _circumstances(table))) if _puzzles(table) else table
    rest = lay.after(observation) if table.missed else Rest.of(observation, len(lay.dice))
    table = replace(table, missed=False, rest=rest, rested=lay.t, throws=replace(table.throws, judged=None))
    if table.throws.absorb and rest.stirred:
        which = tuple(range(len(rest.dice)))
        belief = table.belief.each(
            lambda h: replace(h, cast=Cast("same", table.throws.dice, which), dice=0.0)
        )
        return replace(table, belief=belief, throws=replace(table.throws, absorb=False, rolling=False))
    return replace(table, belief=branched(table.belief, _circumstances(table)))


def _circumstances(table: Table) -> Circumstances:
    rest = table.rest or Rest()
    return Circumstances(
        rest=rest,
        since=rest.t - table.rested,
        asked=bool(table.throws.doubt),
        keeps=table.setup.cocked == "rethrow_die",
        seen=board.seen(table),
        meant=(*table.playing.events, table.turned.move) if table.turned.legal else (),
    )


def _puzzles(table: Table) -> bool:
    """Tiles have stood otherwise for a moment: long enough to be no misreading, too short to be refused."""
    return PUZZLES[0] <= board.stood(table) < PUZZLES[1] and bool(board.misfits(table, board.playing(table)))


def _set_up(table: Table, observation: Observation) -> Step:
    """game_started and board_reset, as soon as the board stands as it should."""
    should = board.expected(table)
    wrong = board.misfits(table, should)
    if not board.legible(table, should):
        return Step(table)
    if not wrong:
        return moves.set_up(table)
    # A throw shows that the players are ready: a tile or two may be misread.
    if not table.started and _thrown(observation) and len(wrong) * 9 <= len(should):
        spots = board.told(table, dict(wrong))
        return moves.set_up(replace(table, spots=spots))
    return Step(table)


def tick(table: Table, t: float) -> Step:
    """Time passes without a picture: a move to which nothing can be added is accepted after a second."""
    table = replace(table, t=max(table.t, t))
    return Step(table) if table.sight.on or table.match is None else moves.ripe(table)


def close(table: Table, t: float) -> Step:
    """The recording ends: what lies there is taken for what it most probably is."""
    table = replace(table, t=max(table.t, t))
    if table.match is None:
        return _unanswered(table)
    waits = table.throws.since is not None or bool(table.throws.doubt)
    step = teller.told(table, patient=False) if waits else Step(table)
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
    table = _going_on(table)
    if table.throws.rolling:  # it is the new throw that is entered, not the one in doubt
        table = _forgotten(table)
    elif table.throws.doubt or table.throws.since is not None:
        return _answer(table, action)
    step = _ready(table).then(_started)
    refusal = step.table.game.roll_refusal(step.table.playing.state, Roll(action.dice))
    if refusal is not None:
        return _refused_throw(table, step, refusal)
    entered = table.sight.on and table.throws.rolling
    step = step.then(_said, tuple(action.dice))
    return step.but(throws=replace(step.table.throws, absorb=entered))


def _forgotten(table: Table) -> Table:
    """The table that asks no more about the throw in doubt: another one counts in its place."""
    quiet = replace(table.throws, doubt=(), odds=(), asks=False, since=None)
    return replace(table, throws=quiet, belief=Belief.sure(table.playing, table.times))


def _said(table: Table, dice: tuple[int, ...]) -> Step:
    """A person says what was thrown: nothing else was."""
    table = replace(table, belief=Belief.sure(table.playing, table.times))
    return teller.settled(table, Roll(dice), 1.0)


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
    if not table.throws.doubt and not (isinstance(action, Throw) and table.throws.since is not None):
        raise NotNow("expected a throw in doubt; there is none")
    step = _ready(table)
    refusal = step.table.game.roll_refusal(step.table.playing.state, Roll(action.dice))
    if refusal is not None:
        return step.then(moves.refuse, refusal)
    return step.then(_said, tuple(action.dice))


def _close_tiles(table: Table, action: CloseTiles) -> Step:
    if not by_camera(_going_on(table).game):
        raise NotNow(f"expected a game of tiles; {table.game.name} has none")
    return play(table, board.closing(sorted(set(action.tiles))))


def _play(table: Table, action: Play) -> Step:
    """A move by touch; of a throw in doubt it tells what was thrown."""
    game = _going_on(table).game
    try:
        move = game.from_text(action.move) if action.move else None
    except ValueError as error:
        raise NotNow(f"move: {error}") from error
    step = _ready(table)
    step = step.then(_read_by, move) if step.table.throws.doubt and move is not None else step
    return step.then(play, move)


def _read_by(table: Table, move: Move) -> Step:
    """The throw in doubt showed what is likeliest of all that allows the move."""
    for dice in table.throws.doubt:
        if table.game.roll_refusal(table.playing.state, Roll(dice)) is None:
            thrown = table.playing.then(Roll(dice))
            if thrown.game.move_refusal(thrown.state, move) is None:
                return _said(table, dice)
    return Step(table)


def _deal_cards(table: Table, action: DealCards) -> Step:
    return _ready(_going_on(table)).then(moves.accepted).then(_told, Deal(action.hands))


def _touch_man(table: Table, action: TouchMan) -> Step:
    return _told(_going_on(table), Touched(action.space))


def _told(table: Table, event: Event) -> Step:
    """A person tells of cards, or of a man that was touched. Raises NotNow for a place that the board does not have."""
    try:
        return moves.happens(table, event)
    except IllegalMove as error:
        return moves.refuse(table, error.foul)
    except BadPlace as error:
        raise NotNow(str(error)) from error


def _going_on(table: Table) -> Table:
    if table.match is None or table.due is None:
        raise NotNow("expected a game that goes on; it is over")
    return table


def _next(table: Table, action: Next) -> Step:
    """Accepts the move that stands; where a closing is owed and none stands, says so."""
    step = Step(table)
    if table.throws.doubt:
        step = teller.told(table, patient=False)
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
    game, state, stands = table.game, table.playing.state, table.turned.move
    refusal = None if stands is None else game.move_refusal(state, stands)
    if refusal is None and not by_camera(game):
        refusal = game.refusal(state, sure_sighting((), game.appearance(state)))
    return moves.refuse(table, refusal or game.roll_refusal(state, Roll((1,))), event=stands)


def _pause(table: Table, action: Pause) -> Step:
    step = _unanswered(table) if table.match is None else teller.taken_up(table)
    return step.say("paused").but(paused=True)


def _resume(table: Table, action: Resume) -> Step:
    if not table.paused:
        raise NotNow("expected a paused game")
    return Step(table).say("resumed").but(paused=False, rest=None)


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
    step = step.but(rest=None)
    return step.then(moves.set_up) if table.match is not None else step


def _camera_back(table: Table, action: CameraBack) -> Step:
    """Pictures come again: what lies there is old; after play by touch the board must first fit."""
    if table.sight.on:
        return Step(table)
    sight = replace(table.sight, on=True, board=None, lost_since=None, touched=False)
    fitting = table.sight.touched and table.match is not None and by_camera(table.game)
    return Step(table).say("camera_back").but(sight=sight, fitting=fitting, rest=None)


_DO: tuple[tuple[type[Action], Callable[[Table, Any], Step]], ...] = (
    (Throw, _throw), (CloseTiles, _close_tiles), (Play, _play), (DealCards, _deal_cards), (TouchMan, _touch_man),
    (Next, _next), (Undo, undo), (CorrectDice, _correct_dice),
    (CorrectTiles, correct_tiles), (AnswerRoll, _answer), (AnswerTile, answer_tile), (Pause, _pause), (Resume, _resume),
    (BoardCleared, _cleared), (CameraLost, _camera_lost), (CameraBack, _camera_back),
    (FilmEnded, _film_ended),
)  # fmt: skip
