"""A person's corrections: moves by touch, dice corrected, moves taken back. They replace, and never delete."""

from __future__ import annotations

from dataclasses import replace

from referee.core import Move, Roll
from referee.match import Match
from referee.values.row import LongRow

from ..belief.value import Belief
from ..games import board, table_family
from ..values.actions import CorrectDice, Statement, Undo
from ..values.everybody import acting, is_move, set_up_before
from ..values.sentence import by_seat, plain_sentence
from ..values.state import NotNow, Spot, Step, Table, Throws, Turned
from . import moves
from .histories import is_placement, with_other_dice, without_placement
from .overturned import differences, last_throw, newly_ended, reported_times
from .players import joined_just_now, unjoin
from .turns import before_decision, piste_acts


def undo(table: Table, action: Undo) -> Step:
    """Takes back what was done last: the move that stands, who joined, the last accepted move, or the last throw.

    Against Piste it takes back everything since the person's last decision, Piste's own actions included. Raises NotNow
    if nothing was done yet. With a camera the table then waits until the board fits.
    """
    if not table.refused and not action.newest and joined_just_now(table):
        return unjoin(table)
    open_yet = table.turned.move is not None or table.refused or table.throws.doubt
    before = _before_newest if action.newest else _before
    after = rewind(table, table.playing if open_yet and not piste_acts(table) else before(table))
    turned = Turned(touched=not table.sees_board)  # where dice lie does not make it again
    after = replace(after, fitting=table.sees_board, spots=_undeclared(after), turned=turned)
    return report_correction(table, after, action, reason=action.reason or "undo")


def _before_newest(table: Table) -> Match:
    """The match without its newest throw or move. Raises NotNow if something else happened last, or nothing."""
    match = table.playing
    if not match.events or not (isinstance(match.events[-1], Roll) or is_move(match.events[-1])):
        raise NotNow("expected a throw or a move as the newest event; got something else, or nothing yet")
    return match.undo()


def _before(table: Table) -> Match:
    """The match to go back to. Raises NotNow if there is nothing to take back."""
    practice = table.setup.practice
    if practice is None or not practice.seats:
        joined = [one.events for one in table.joined[-1:]]
        return _before_last(table.playing, max(set_up_before(table.playing), *joined, 0))
    before = before_decision(table)
    if before is None:
        raise NotNow("expected a move of a person's to take back; none was made yet")
    return before


def _before_last(match: Match, first: int) -> Match:
    """The match before its last accepted move, or before its only throw; its `first` events stay."""
    for index in range(len(match.events) - 1, first - 1, -1):
        if is_placement(match, index):
            return without_placement(match, index)
        if not isinstance(match.events[index], Roll):
            return match.until(index)
    if len(match.events) == first:
        raise NotNow("expected a throw or a move to take back; nothing happened yet")
    return match.until(len(match.events) - 1)


def rewind(table: Table, match: Match) -> Table:
    """The table at another place of its match, by a person's word; whatever depended on later events is gone."""
    throws = replace(table.throws, unreported=None, void=(), dice=last_throw(match))
    known = table.playing.alike(match)
    since = LongRow.of(table.times).until(known).more((table.t,) * (len(match.events) - known))
    times = reported_times(table, match, since)
    return replace(
        table,
        match=match,
        times=times,
        belief=Belief.sure(match, times),
        throws=throws,
        turned=Turned(),
        wrong=None,
        verdict=None,
        setting_up=table.sees_board and bool(match.game.leftover(match.state)),
        started=True,
    )


def _undeclared(table: Table) -> dict[str, Spot]:
    return {space: replace(spot, declared=None) for space, spot in table.spots.items()}


def correct_dice(table: Table, action: CorrectDice) -> Step:
    """The last throw showed other values: the moves after it stay if they are still legal.

    Raises NotNow if there is no throw, or these dice were not due.
    """
    match = table.playing
    last = match.newest(Roll)
    if last is None:
        raise NotNow("expected a throw to correct; nothing was thrown yet")
    refusal = match.game.roll_refusal(match.until(last).state, Roll(action.dice))
    if refusal is not None:
        raise NotNow(plain_sentence(refusal, "en"))
    other, dropped = with_other_dice(match, last, action.dice)
    after = rewind(table, other)
    throws: Throws = replace(after.throws, dice=action.dice, sure=1.0)
    step = report_correction(table, replace(after, throws=throws), action)
    if isinstance(other.events[-1], Roll) and newly_ended(table, other, after.times):
        step = step.then(moves.report_ends, other.until(len(other.events) - 1).state)
    if not step.table.closing_due:
        return step
    return step.then(_stands, table.turned.move if dropped is None else dropped)


def _stands(table: Table, move: Move | None) -> Step:
    """Judges the board again, by camera or as it was touched."""
    if table.sees_board and table.spots:
        return moves.judge_board(table, at_once=True)
    if move is None:
        return Step(table)
    step = play(replace(table, turned=Turned(move)), move)
    refused = any(event.event == "move_refused" for event in step.events)
    return step.but(turned=Turned()) if refused else step


def play(table: Table, move: Move | None) -> Step:
    """The move made by touch, as far as it goes: provisional, or refused and not done. None takes back what stood."""
    family = table_family(table.game)
    if move is None:
        return _touched(family.by_hand(table, None).then(moves.partial, None))
    game, state = table.game, board.as_set_up(table)
    refusal = game.move_refusal(state, move)
    if refusal is None:
        return _touched(family.by_hand(table, move).then(moves.legal, move))
    if table.closing_due and game.continuations(state, move):
        return _touched(family.by_hand(table, move).then(moves.partial, move))
    return Step(table).then(moves.refuse, refusal, family.left_by(table, move), event=move)


def _touched(step: Step) -> Step:
    """A finger made what stands, or took it back."""
    return step.but(turned=replace(step.table.turned, touched=True))


def report_correction(
    before: Table,
    after: Table,
    action: Statement,
    player: int | None = None,
    reason: str | None = None,
    **extra: object,
) -> Step:
    """corrected, by a person, for each report that is wrong: what stood before and stands after, and why.

    `extra` adds `explained` False if no move leads there, and `spent` if it cost the throw that stood.
    """
    first = before if before.due is not None else after
    who = player if player is not None else acting(first.playing) or 0
    why = {"by": "person", "who": action.by, "reason": reason if reason is not None else action.reason}
    changes = differences(before, after.playing, after.times)
    stood = _stand(before, who), _stand(after, who)
    if not changes:
        what = {"what": table_family(before.game).corrected, "of": None, "before": stood[0], "after": stood[1]}
        return Step(after).say("corrected", who, **what, **why, **extra)
    step = Step(after)
    for player_of, fields in changes:
        step = step.say("corrected", player_of, **fields, stood=stood[0], stands=stood[1], **why, **extra)
    return step


def _stand(table: Table, player: int) -> dict[str, object]:
    """What a correction replaces: the dice, a player's open tiles, and everybody's points."""
    state = table.playing.state
    scores = by_seat(table, table.game.scores(state))
    stands = table_family(table.game).open_tiles(table, player)
    return {"dice": list(table.throws.dice), "open": stands, "scores": scores}
