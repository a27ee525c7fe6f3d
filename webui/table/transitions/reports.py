"""From belief to events: reports what has become sure enough and corrects what proves false."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import exp

from referee.core import CHANCE, Await, Event, Foul, Legal, Placed, Roll
from referee.match import Match
from referee.rules import foul
from referee.values.row import LongRow
from referee.witness import left_unexplained, whatever_was_thrown

from ..belief.evidence import SettledDice
from ..belief.priors import PATIENCE
from ..belief.value import Belief, DiceAtRest, History
from ..games import board, laid, table_family
from ..games.tiles import number_of
from ..values.state import Doubt, RefusedBoard, Step, Table, Turned, UnreportedThrow
from . import moves
from .overturned import newly_ended, overturn

ROLL, SETTLED = 0.8, 0.5
"""How probable a throw must be to be reported: the newest one, and one that other events follow."""

DECIDES = 0.95
"""The same if its readings differ in whose turn follows."""

OVERTURN, NEWEST = 0.8, 0.92
"""How probable it must be that a report is false before it is corrected; and for the throw on the table, reported as it
was read, while the tiles may be wrong instead: these are refused first."""

UNANSWERED = 2
"""How many events may follow a move that only a person can identify until its likeliest reading counts."""

MOST_READINGS = 4

LIKELY = 0.03
"""Share of the likeliest reading's probability from which a reading of the dice is worth reporting."""


def report_sure_events(table: Table, *, asks: bool = False, patient: bool = True) -> Step:
    """Reports everything that has become sure enough to be reported.

    Args:
        table: the table with its newest belief.
        asks: the reader finds the tiles too doubtful to act upon.
        patient: False if no further look will come: what stands is what was meant.
    """
    if between_games(table) and board.seconds_stood(table) < PATIENCE.still:
        return Step(table)
    step = overturn(table, _overturns(table))
    other = step.table
    if step.events and newly_ended(table, other.playing, other.times):
        step = step.then(moves.report_ends, other.playing.undo().state)
    while True:
        if between_games(step.table):  # what lies there was not thrown for the next game
            return step
        best = _ahead(step.table)
        if best is None:
            return step.then(_at_rest, asks=asks, patient=patient)
        after = _next(step.table, best, patient=patient)
        if after is None:
            return step.then(_waits, best, asks=asks, patient=patient)
        step = Step(after.table, step.events + after.events)


def between_games(table: Table) -> bool:
    """Whether no throw is due because a game is over and the next one has not begun."""
    return table.due is None or not table.started


def _overturns(table: Table) -> float:
    """The threshold for correcting a report."""
    reported = table.belief.first(lambda h: h.match.same(table.playing))
    lies = reported is not None and reported.at_rest.kind in ("thrown", "same") and reported.move_due
    return NEWEST if lies and board.misfits(table, board.playing(table)) else OVERTURN


def _ahead(table: Table) -> History | None:
    """The likeliest history with unreported events; None if histories without any are likelier."""
    match = table.playing
    count = len(match.events)
    more = table.belief.share(lambda h: h.follows(match) and len(h.match.events) > count)
    none = table.belief.share(lambda h: h.follows(match) and len(h.match.events) == count)
    if more <= none:
        return None
    return table.belief.first(lambda h: h.follows(match) and len(h.match.events) > count)


def _next(table: Table, best: History, *, patient: bool) -> Step | None:
    """Reports the next event; None if it is not sure enough."""
    match = table.playing
    event = best.match.events[len(match.events)]
    newest = len(best.match.events) == len(match.events) + 1
    share = share_of(table.belief, match, event) / max(1e-9, share_of(table.belief, match))
    if not isinstance(event, Roll) and _rivals(table, event, best) > 1 - DECIDES:
        return None
    if isinstance(event, Roll):
        if not (_sure(table, event, share) if newest else _thrown(table, event) >= ROLL):
            return None
        if newest and table.throws.doubt and not _stood(table, patient=patient):
            return None
        return report_throw(table, event, share, best.times[len(match.events)])
    marks = {} if table.sees_board or share >= ROLL else {"sure": round(share, 3)}
    if not table.sees_board:
        share = _moved(table, lambda move: laid.alike(move, event)) / max(1e-9, share_of(table.belief, match))
    settles = table_family(table.game).settles
    if share < (ROLL if patient and table.t - _since(table) < settles else SETTLED):
        return None
    if isinstance(event, Placed):
        return leave_unexplained(table, event)
    return moves.advance(table, event, **marks)


def _rivals(table: Table, event: Event, best: History) -> float:
    """The probability that another move was made, for moves that no camera sees.

    Piste asks which die was set aside first until the throw after the next; then the likeliest order counts.
    """
    if table.sees_board:
        return 0.0
    unanswered = len(best.match.events) - len(table.playing.events) > UNANSWERED
    same = _moved(table, lambda move: laid.alike(move, event) if unanswered else move == event)
    return 1 - same / max(1e-9, _moved(table, lambda move: True))


def _moved(table: Table, says: Callable[[Event], bool]) -> float:
    """The probability that a move of this kind comes next."""
    match, count = table.playing, len(table.playing.events)

    def moved(h: History) -> bool:
        event = h.match.events[count] if len(h.match.events) > count and h.follows(match) else None
        return not isinstance(event, Roll | None) and says(event)

    return table.belief.share(moved)


def _thrown(table: Table, roll: Roll) -> float:
    """The probability of a throw that left the same player to act, whatever it showed."""
    match, after = table.playing, _after(table, roll.dice)

    def says(h: History) -> bool:
        event = h.match.events[len(match.events)] if len(h.match.events) > len(match.events) else None
        return isinstance(event, Roll) and h.follows(match) and _after(table, event.dice) == after

    return table.belief.share(says) / max(1e-9, share_of(table.belief, match))


def _sure(table: Table, roll: Roll, share: float) -> bool:
    """Whether the newest throw is read surely enough; or its readings all lead to the same."""
    line = ROLL if _all_the_same(table) else DECIDES
    if share >= line or (share >= SETTLED and _as_read(table.belief, roll) >= line):
        return True
    if table.throws.doubt is None or board.seconds_stood(table) < PATIENCE.still:
        return False
    ends = {_end(table, dice) for dice in _likely(table.throws.doubt)}
    return len(ends) == 1 and None not in ends


def _all_the_same(table: Table) -> bool:
    """Whether the same player goes on with every reading of the newest throw."""
    return len({_follows(table, dice) for dice in _likely(_readings(table))}) < 2


def _likely(doubt: Doubt) -> list[tuple[int, ...]]:
    """The readings that are probable enough to matter."""
    return [dice for dice, share in doubt.ways if share >= LIKELY]


def _as_read(belief: Belief, roll: Roll) -> float:
    """The probability that the newest throw shows these values, whoever made it."""
    dice = sorted(roll.dice)

    def says(h: History) -> bool:
        last = h.match.events[-1] if h.match.events else None
        return isinstance(last, Roll) and sorted(last.dice) == dice

    return belief.share(says)


def _end(table: Table, dice: tuple[int, ...]) -> object:
    """What follows if the board is accepted after this throw; None if it shows no whole move."""
    after = _read_as(table, dice) if table.sees_board else None
    if after is None:
        return None
    verdict = board.verdict(after)
    if not isinstance(verdict, Legal) or verdict.continuations:
        return None
    state = after.playing.then(verdict.move).state
    return table.game.awaits(state), table.game.scores(state)


def _stood(table: Table, *, patient: bool) -> bool:
    """Whether tiles that show what was thrown have stood long enough."""
    turned = board.misfits(table, board.playing(table))
    return not patient or not turned or board.seconds_stood(table) >= PATIENCE.agrees


def share_of(belief: Belief, match: Match, *events: Event) -> float:
    """The probability that a match, then these events, have happened; throws in any order of dice."""
    return belief.share(lambda h: _begins(h.match, match, events))


def _begins(match: Match, start: Match, more: tuple[Event, ...]) -> bool:
    known = match.alike(start)
    happened, due = match.events[known:], (*start.events[known:], *more)
    if len(happened) < len(due):
        return False
    return all(first == second or _alike(first, second) for first, second in zip(happened, due, strict=False))


def _alike(first: Event, second: Event) -> bool:
    return isinstance(first, Roll) and isinstance(second, Roll) and sorted(first.dice) == sorted(second.dice)


def report_throw(table: Table, roll: Roll, sure: float, at: float | None = None) -> Step:
    """roll_settled, and what the referee makes of it. The throw must be due; `at` is when it came to rest.

    If other dice are likelier than these, only the fact of a throw is reported.
    """
    step = Step(table) if table.throws.doubt else report_rolling(table)
    throws = replace(
        step.table.throws,
        dice=roll.dice,
        sure=sure,
        count=step.table.throws.count + 1,
        rolling=False,
        unreported=None,
        void=(),
    )
    step = step.but(throws=throws, verdict=moves.asks_to_look(step.table.verdict))
    late = {} if at is None or table.t - at < PATIENCE.late else {"when": round(at, 3)}
    if sure < SETTLED:
        return _unknown(step, table, roll, late).then(moves.advance, roll)
    step = step.say("roll_settled", thrower(table), dice=list(roll.dice), sure=round(sure, 3), **late)
    return step if table.match is None else step.then(moves.advance, roll)


def _unknown(step: Step, before: Table, roll: Roll, late: dict[str, float]) -> Step:
    """Reports a throw whose dice nobody can know with a question mark; play goes on."""
    step = step.but(guessed=(*before.guessed, (before.t, *roll.dice)))
    if before.throws.doubt:
        return step
    readings = [list(dice) for dice in _readings(before).readings]
    return step.say("roll_uncertain", thrower(before), readings=readings, asks=False, **late)


def report_rolling(table: Table) -> Step:
    """roll_started, once a throw."""
    if table.throws.rolling:
        return Step(table)
    step = Step(table).say("roll_started", None if maybe_passed(table) else thrower(table))
    return step.but(throws=replace(step.table.throws, rolling=True))


def thrower(table: Table) -> int | None:
    """The player who throws, or owes a move."""
    due = table.due
    return None if due is None else due.player


def maybe_passed(table: Table) -> bool:
    """Whether some reading of a doubtful throw passes the turn: then it is unknown whose turn it is."""
    if table.throws.doubt is None or table.match is None:
        return False
    due = table.due
    players = {
        after.player
        for reading in table.throws.doubt.readings
        if (after := _after(table, reading)) is not None and due is not None
    }
    return bool(players - {due.player if due is not None else None})


def _after(table: Table, reading: tuple[int, ...]) -> Await | None:
    """Who must act after this throw; None if it was not due."""
    game, state = table.game, table.playing.state
    if game.roll_refusal(state, Roll(reading)) is not None:
        return None
    return game.awaits(game.apply(state, Roll(reading)))


def leave_unexplained(table: Table, event: Placed) -> Step:
    """Play went on with a board that no rule explains: it stays so, and the teacher is asked to look."""
    tiles = tuple(sorted(number_of(space) for space, kind in event.spaces if kind == "closed"))
    before = table.playing.state
    step = moves.refuse(table, left_unexplained(tiles)) if tiles else Step(table)
    asked = step.table.verdict
    match = step.table.playing.then(event)
    step = step.but(match=match, times=LongRow.of(step.table.times).then(step.table.t), wrong=None, turned=Turned())
    step = step.then(moves.report_ends, before)
    return step.but(verdict=step.table.verdict if match.state.last_passed else asked)


def _since(table: Table) -> float:
    return table.t if table.settled_dice is None else table.settled_dice.t


# What lies there and is not reported yet.


def _waits(table: Table, best: History, *, asks: bool, patient: bool) -> Step:
    """The next event is not sure enough: a throw is reported with a question mark after a while."""
    since = waits_since(table)
    lies = replace(table.throws.unreported or UnreportedThrow(since), since=since)
    table = replace(table, throws=replace(table.throws, unreported=lies))
    event = best.match.events[len(table.playing.events)]
    if not isinstance(event, Roll):
        return moves.judge_board(table, asks=asks)
    step = Step(table)
    if table.t - since >= PATIENCE.unsure or not patient:
        step = step.then(report_doubt, _readings(table))
    return step.then(_judged_in_doubt, asks=asks, patient=patient) if step.table.throws.doubt else step


def waits_since(table: Table) -> float:
    """Seconds at which the reading of what is not reported yet began."""
    return table.t if table.throws.unreported is None else min(table.t, table.throws.unreported.since)


def report_taken_up(table: Table) -> Step:
    """The dice of an unreported throw leave rest: it is reported with a question mark now."""
    best = _ahead(table)
    if (
        table.throws.doubt
        or best is None
        or not isinstance(best.match.events[len(table.playing.events)], Roll)
    ):
        return Step(table)
    return report_doubt(table, _readings(table))


def _readings(table: Table) -> Doubt:
    """The possible readings of the newest throw, likeliest first, with their probabilities."""
    match = table.playing
    odds: dict[tuple[int, ...], float] = {}
    for h in table.belief.histories:
        events = h.match.events[len(match.events) :]
        if h.follows(match) and events and isinstance(events[0], Roll):
            known = next((dice for dice in odds if sorted(dice) == sorted(events[0].dice)), events[0].dice)
            odds[known] = odds.get(known, 0.0) + exp(h.weight)
    ranked = sorted(odds.items(), key=lambda pair: -pair[1])[:MOST_READINGS]
    ranked = [pair for pair in ranked if pair[1] >= LIKELY * ranked[0][1]]
    return Doubt(waits_since(table), tuple((dice, round(share, 3)) for dice, share in ranked))


def report_doubt(table: Table, doubt: Doubt) -> Step:
    """roll_uncertain: once as a question mark, and again if a person is needed."""
    before = table.throws.doubt
    asks = (before is not None and before.asks) or _needs_a_person(table, doubt)
    now = replace(table.throws, unreported=replace(doubt, asks=asks), rolling=False, void=())
    if before is not None and before.asks == asks:
        return Step(replace(table, throws=now))
    step = report_rolling(table) if before is None else Step(table)
    readings = [list(dice) for dice in doubt.readings]
    return step.say("roll_uncertain", thrower(table), readings=readings, asks=asks).but(throws=now)


def _needs_a_person(table: Table, doubt: Doubt) -> bool:
    """Whether no evidence will come by itself, or the readings differ in whose turn it is."""
    if table.match is None or not table.sight.on:
        return True
    if table.t - doubt.since < PATIENCE.asks:
        return False
    if not table.sees_board:
        return True  # no board will show it
    if len({_follows(table, dice) for dice in _likely(doubt)}) > 1:
        return True
    return bool(board.misfits(table, board.playing(table))) and board.seconds_stood(table) >= PATIENCE.asks


def _follows(table: Table, dice: tuple[int, ...]) -> object:
    """Whose turn it is after a throw, and whether a move is owed."""
    due = _after(table, dice)
    return None if due is None else (due.player, due.actor == CHANCE)


def _judged_in_doubt(table: Table, *, asks: bool, patient: bool) -> Step:
    """Judges the board while a throw is in doubt: refused if no reading of the dice explains it."""
    if table.wrong == RefusedBoard(board.believed_board(table)):
        return Step(table)
    if not board.misfits(table, board.playing(table)):
        return moves.unturned(table)
    readings, fouls = table.throws.doubt.readings if table.throws.doubt else (), []
    for reading in readings:
        after = _read_as(table, reading)
        verdict = None if after is None else board.verdict(after)
        if not isinstance(verdict, Foul):
            return Step(table)
        fouls.append(verdict)
    unexplained = whatever_was_thrown(readings, fouls)
    wait = 0.0 if not patient else PATIENCE.doubtful if asks else PATIENCE.wrong
    return moves.refuse_after(table, unexplained, wait)


def _read_as(table: Table, reading: tuple[int, ...]) -> Table | None:
    """The table after this throw; None if it was not due."""
    if table.game.roll_refusal(table.playing.state, Roll(reading)) is not None:
        return None
    return replace(table, match=table.playing.then(Roll(reading)), turned=Turned())


def _at_rest(table: Table, *, asks: bool, patient: bool) -> Step:
    """Every event is reported: judges throws that do not count, and the board."""
    best = table.belief.first(lambda h: h.match.same(table.playing))
    quiet = replace(table.throws, unreported=table.throws.unreported and UnreportedThrow(table.throws.unreported.since))
    step = Step(table.but(throws=quiet))
    if best is None or table.settled_dice is None:
        return step.then(moves.judge_board, asks=asks)
    if best.at_rest.kind in ("void", "refused") and not table.settled_dice.judged:
        return step.then(_does_not_count, best, asks=asks, patient=patient)
    stay = replace(
        step.table.throws, unreported=None, rolling=False if table.settled_dice.dice else step.table.throws.rolling
    )
    return step.but(throws=stay).then(moves.judge_board, asks=asks)


def _does_not_count(table: Table, best: History, *, asks: bool, patient: bool) -> Step:
    """A throw with a die that leans or lies beside the board, or that broke a rule."""
    assert table.settled_dice is not None, "asked only while dice lie there"
    due = table.due
    numbers = () if due is None or due.actor != CHANCE else (due.dice, *due.may)
    waited = table.t - table.settled_dice.t
    count = len(best.at_rest.dice)
    wait = 0.0 if not numbers or count in numbers else PATIENCE.few if count < min(numbers) else PATIENCE.many
    if best.at_rest.kind == "void" and _uncounted_share(table, best) < ROLL:
        wait = PATIENCE.void
    if best.at_rest.rule == "must_close":
        waits = table.sight.doubtful or _uncounted_share(table, best) < table_family(table.game).early
        wait = PATIENCE.tiles if waits and patient else 0.0
    if waited < wait:
        return Step(replace(table, throws=replace(table.throws, unreported=UnreportedThrow(table.settled_dice.t))))
    step = report_rolling(replace(table, settled_dice=replace(table.settled_dice, judged=True)))
    if best.at_rest.kind == "void":
        return step.then(_voided, best.at_rest, table.settled_dice)
    return step.then(_refused_throw, best, numbers).then(_uncounted, best.at_rest)


def _voided(table: Table, /, at_rest: DiceAtRest, settled: SettledDice, **late: float) -> Step:
    """die_cocked or die_off_board, for dice that came to rest so."""
    leans = any(settled.dice[k].state == "cocked" for k in at_rest.which)
    step = Step(table).say("die_cocked" if leans else "die_off_board", thrower(table), dice=list(at_rest.dice), **late)
    return step.then(_uncounted, at_rest)


def _uncounted(table: Table, at_rest: DiceAtRest) -> Step:
    """The newest throw was reported not to count."""
    return Step(replace(table, throws=replace(table.throws, void=at_rest.dice, rolling=False, unreported=None)))


def report_void_throw(table: Table, before: Table) -> Step:
    """Reports a doubtful throw as void if later events make it sure enough that it did not count.

    Args:
        table: the table once dice have moved, with its newest belief.
        before: the table while they lay there.
    """
    best, lay, reported = before.belief.best, before.settled_dice, table.playing
    if lay is None or best.at_rest.kind != "void" or lay.judged or not best.match.same(reported):
        return Step(table)

    def uncounted(h: History) -> bool:
        return h.follows(reported) and len(h.match.events) - len(reported.events) == (h.at_rest.kind == "thrown")

    if table.belief.share(uncounted) < ROLL:
        return Step(table)
    late = {} if table.t - lay.t < PATIENCE.late else {"when": round(lay.t, 3)}
    return report_rolling(table).then(_voided, best.at_rest, lay, **late)


def _uncounted_share(table: Table, best: History) -> float:
    """The probability that the throw on the table does not count, for the same reason as in a history."""
    kind = best.at_rest.kind
    return table.belief.share(lambda h: h.match.same(table.playing) and h.at_rest.kind == kind)


def _refused_throw(table: Table, best: History, numbers: tuple[int, ...]) -> Step:
    roll = Roll(tuple(value for value in best.at_rest.dice if value is not None))
    if best.at_rest.rule == "dice_count":
        odd = foul("dice_count", numbers[0] if numbers else 0, len(best.at_rest.dice))
        return moves.refuse(table, odd, event=roll)
    refusal = table.game.roll_refusal(table.playing.state, roll)
    if refusal is None or table.refused:
        return Step(table)  # the same look at the board was refused already
    return moves.refuse(table, refusal, event=roll)
