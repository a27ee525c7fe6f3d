"""From the board as believed to moves: provisional, accepted, refused, withdrawn, and what a move ends."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from referee.core import Event, Foul, Legal, Move, Outcome, Partial, Roll, SetUp, State, Unclear
from referee.match import Match
from referee.values.row import LongRow

from ..belief.priors import PATIENCE
from ..belief.value import Belief, DiceAtRest
from ..games import board, table_family
from ..values.events import TableEvent
from ..values.everybody import (
    acting,
    ends_turn,
    is_game,
    open_foul,
    open_state,
    outcomes,
    points_of,
    totals,
    turn_end_fields,
    winners_of,
)
from ..values.sentence import by_seat, plain, reasons
from ..values.state import RefusedBoard, Step, SuspectBoard, Table, Turned
from .overturned import move_fields


def advance(table: Table, /, event: Event, **marks: float) -> Step:
    """The match one throw or move further, and what that ended; `marks` are added to the report of a move.

    Raises IllegalMove if it is not due.
    """
    before = table.playing
    match = before.then(event)
    verdict = asks_to_look(table.verdict) if isinstance(event, Roll) else None
    step = Step(replace(table, match=match, turned=Turned(), wrong=None, verdict=verdict))
    times = LongRow.of(table.times).then(table.t)
    step = step.but(times=times, belief=_holds(table, match, times))
    if not isinstance(event, Roll):
        fields = {"closed": [], "open": []} | move_fields(before, event) | marks
        step = step.say("move_accepted", acting(before), **fields)
    return step.then(report_ends, before.state)


def _holds(table: Table, match: Match, times: Sequence[float]) -> Belief:
    """The belief in which a match holds; if no history contains it, nothing else can have happened."""
    known = table.belief.first(lambda h: h.follows(match)) is not None
    return table.belief if known else Belief.sure(match, times)


def asks_to_look(verdict: TableEvent | None) -> TableEvent | None:
    """The verdict if it only asks the teacher to look at the board: it outlives the next throw."""
    return verdict if verdict is not None and verdict.values.get("rule") == "board_unsure" else None


def report_ends(table: Table, before: State) -> Step:
    """turn_passed, game_ended, series_ended: what the newest event of the match ended."""
    step, match = Step(table), table.playing
    for outcome in outcomes(match, before):
        if ends_turn(match, outcome):
            step = step.then(_stops, outcome)
        if is_game(outcome):
            scores, winners = by_seat(table, points_of(match, outcome)), _seats(table, winners_of(outcome))
            step = step.say("game_ended", scores=scores, winners=winners, game=outcome.named["number"])
            step = step.but(started=table.due is None)
    if table.due is None and not table.game.is_over(before):
        step = _series_ended(step)
    left = set(table.game.leftover(match.state)) - set(table.game.leftover(before))
    if table.knows_board and (left or table.due is None):
        step = step.but(setting_up=True)
    return step if table.sees_board else step.then(set_up)


def _stops(table: Table, outcome: Outcome) -> Step:
    """turn_passed: forced if the throw allowed nothing."""
    match = table.playing
    values = turn_end_fields(match, outcome) | {"forced": isinstance(match.events[-1], Roll)}
    if table.t > table.times[-1]:
        values |= {"when": round(table.times[-1], 3)}
    step = Step(table).say("turn_passed", outcome.player, **values, cause=outcome.named["reason"])
    return step.but(verdict=step.events[-1])


def _seats(table: Table, players: tuple[int, ...]) -> list[int]:
    return [table.setup.seats[player] for player in players]


def _series_ended(step: Step) -> Step:
    """series_ended, unless only one game was played."""
    table, match = step.table, step.table.playing
    winners = _seats(table, table.game.winners(match.state))
    games = [event.values for event in step.events if event.event == "game_ended"]
    if table.setup.games == 1 and any((values["game"], values["winners"]) == (1, winners) for values in games):
        return step
    return step.say("series_ended", scores=by_seat(table, totals(match)), winners=winners)


def set_up(table: Table) -> Step:
    """The board is ready for the next throw: board_reset and game_started, each if it is due."""
    step = Step(table)
    if table.setting_up and table.due is not None:
        step = step.say("board_reset").but(setting_up=False)
    if not table.started and table.due is not None:
        setup = table.setup
        options = {name: plain(value) for name, value in setup.rules().items()}
        newest = table.playing.events[-1:]  # only a game that has just been set up ends with that
        stands = table.game.position(open_state(table.game, table.playing.state))
        position = {"position": json.loads(stands)} if newest and isinstance(newest[0], SetUp) else {}
        seats = list(setup.seats)
        step = step.say(
            "game_started", game=setup.game, profile=setup.profile, options=options, seats=seats, **position
        ).but(started=True)
        step = step.but(belief=Belief.sure(table.playing, table.times, DiceAtRest()))  # the game before is closed now
    return step


def judge_board(
    table: Table, *, thrown: bool = False, at_once: bool = False, asks: bool = False, certain: bool = False
) -> Step:
    """Judges the board as believed.

    Args:
        table: the table with its newest spots.
        thrown: the next throw has come to rest: what stands is what was meant.
        at_once: a person declared what stands: a foul is refused without waiting.
        asks: the reader finds the tiles too doubtful to act upon.
        certain: nobody is asked any more: every reading counts as what it most probably is.
    """
    if table.throws.doubt or table.due is None:
        return Step(table)
    if not table.sees_board:
        return accept_ripe(table)
    if table.fitting:
        fits = not board.misfits(table, board.expected(table))
        return Step(replace(table, fitting=not fits))
    if table.wrong == RefusedBoard(board.believed_board(table)):
        return Step(table)
    verdict, family = board.verdict(table, certain=certain), table_family(table.game)
    doubtful = tuple(verdict.doubtful) if isinstance(verdict, Unclear) else ()
    if doubtful != table.sight.doubtful:
        table = replace(table, sight=replace(table.sight, doubtful=doubtful))
    if isinstance(verdict, Legal):
        return legal(table, family.same_move(table, verdict.move), thrown=thrown)
    if isinstance(verdict, Partial):
        return Step(table) if family.hands_lag(table) and not thrown else partial(table, verdict.done)
    if isinstance(verdict, Foul):
        wait = 0.0 if thrown or at_once else PATIENCE.doubtful if asks else family.wrong
        if not _handed_over(table):
            return refuse_after(table, verdict, wait)
        reported = table.playing  # setting the board up confirms what was reported
        return accept(replace(table, belief=table.belief.only(lambda h: h.match.same(reported))))
    return Step(table)


def _handed_over(table: Table) -> bool:
    """Whether the board was set up for the next player: then the move that stood was meant, complete or not."""
    if not table.whole:
        return False
    other = replace(table, match=table.playing.then(table.turned.move), turned=Turned())
    return bool(table.game.leftover(other.playing.state)) and not board.misfits(other, board.expected(other))


def legal(table: Table, move: Move, *, thrown: bool = False) -> Step:
    """A whole legal move stands: provisional, and accepted when the rules of acceptance say so."""
    step = _stands(table, move)
    if step.table.setting_up:
        step = step.then(set_up)
    return step.then(accept) if thrown else step.then(accept_ripe)


def partial(table: Table, move: Move | None) -> Step:
    """Nothing is done, or something on the way to a legal move."""
    return _stands(table, move if table.closing_due else None)


def _stands(table: Table, move: Move | None) -> Step:
    """This stands now, since then if it stood already."""
    step, same = _withdrawn(table, move), table.turned.move == move
    turned = Turned(move, table.turned.since if same else table.t)
    return step.but(turned=turned, wrong=None, verdict=step.table.verdict if same else None)


def unturned(table: Table) -> Step:
    """The board stands as before the throw."""
    return partial(table, None)


def _withdrawn(table: Table, move: Move | None) -> Step:
    """move_withdrawn if a refused board was corrected, or the provisional move no longer stands."""
    step = _put_right_at_once(table)
    undone = table.whole and not table_family(table.game).goes_on(table, move)
    due = table.due
    if due is None or not (step.table.refused or undone):
        return step
    family = table_family(table.game)
    stands = family.open_tiles(table, due.player) if table.sees_board else family.left_by(table, move)
    return step.say("move_withdrawn", acting(table.playing), open=stands).but(verdict=None)


def _put_right_at_once(table: Table) -> Step:
    """A foul that a hand corrects before it was refused is still reported as refused."""
    suspect = table.wrong
    if not isinstance(suspect, SuspectBoard) or table.throws.doubt:
        return Step(table)
    if table.turned.since - suspect.since < PATIENCE.turned:
        return Step(table)
    stood = replace(table, spots=board.declare(table, {s: kind for s, kind in suspect.shown if kind != "unknown"}))
    foul = table.game.refusal(board.as_set_up(stood), board.sighting(stood))
    if foul.rule != suspect.rule:
        return Step(table)
    step = refuse(stood, foul)
    return step.but(spots=table.spots, wrong=RefusedBoard(suspect.shown))


def refuse_after(table: Table, foul: Foul, wait: float) -> Step:
    """No move explains the tiles: refused once they have stood so for `wait` seconds."""
    # The tiles of the turn before still stand: the page asks to open them, nobody did wrong.
    if foul.rule == "not_reset":
        return Step(replace(table, setting_up=True))
    shown = board.believed_board(table)
    suspect = table.wrong
    if suspect is None or suspect.shown != shown:
        suspect = SuspectBoard(foul.rule, shown, table.t)
    if board.seconds_stood(table) < wait:
        return Step(replace(table, wrong=suspect))
    step = Step(replace(table, turned=Turned())).then(refuse, foul)
    return step.but(wrong=RefusedBoard(shown))


def refuse(table: Table, foul: Foul, open_tiles: list[int] | None = None, *, event: Event = None) -> Step:
    """move_refused, in words; the state of the game does not change. `event` is what was refused, if known."""
    player, family = acting(table.playing) or 0, table_family(table.game)
    thrown = isinstance(event, Roll)
    foul = open_foul(table.playing, foul, None if thrown else event)
    legal_moves = foul.expected or table.game.legal(table.playing.state)
    step = Step(table).say(
        "move_refused",
        player,
        rule=foul.rule,
        values={name: plain(value) for name, value in foul.values},
        reason=reasons(table, foul),
        open=family.open_tiles(table, player) if open_tiles is None else open_tiles,
        legal=[family.plain_move(table.game, move) for move in legal_moves],
        throw=thrown,
    )
    return step.but(verdict=step.events[-1])


def accept(table: Table) -> Step:
    """Accepts the move that stands. Does nothing without one, or if it is no longer sure."""
    if not table.whole or table.sight.doubtful:
        return Step(table)
    return apply_word(table, table.turned.move)


def accept_if_meant(table: Table) -> Step:
    """Accepts the move that stands when somebody throws; a word said only once lapses if none was owed: a double."""
    if table.turned.touched and not table.closing_due and table_family(table.game).is_word(table.turned.move):
        return Step(replace(table, turned=Turned()))
    return accept(table)


def apply_word(table: Table, event: Event) -> Step:
    """Applies what a person said or did. Raises IllegalMove or BadPlace if it is not due."""
    match, belief = table.playing, table.belief
    if not table.sees_board:  # by touch nothing else was thrown before it
        belief = belief.only(lambda h: h.match.same(match))
    return advance(replace(table, belief=belief.after_event(match, event, table.t, board.evidence(table))), event)


def ripens(table: Table) -> bool:
    """Whether the move that stands will count by itself: it is complete, and a camera saw it, or the house rule says
    so.

    A word, such as an offer to double, never does: a finger says it twice.
    """
    turned, family = table.turned, table_family(table.game)
    by_camera = not turned.touched or (table.sees_board and not family.hands_lag(table))
    by_itself = by_camera or (table.setup.counts == "moment" and not family.is_word(turned.move))
    return by_itself and table.whole and not table.more and not table.sight.doubtful


def accept_ripe(table: Table) -> Step:
    """Accepts a move that counts by itself once the board has stood still for a second."""
    if ripens(table) and table.t - table.turned.since >= PATIENCE.still and not table.paused:
        return accept(table)
    return Step(table)
